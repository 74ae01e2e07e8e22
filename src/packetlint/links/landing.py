"""Turn what a search found into what is said of the link."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.path_index import Untracked
from packetlint.links import verdicts
from packetlint.links.hints import Hints
from packetlint.links.local import IndexTree
from packetlint.links.outside import DiskTree, names_in, real_path
from packetlint.links.resolution import Resolution
from packetlint.links.search import Hit, Place, file_at, search
from packetlint.links.spelling import below, decoded, joined, normalised, quoted
from packetlint.links.walk import follow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from packetlint.core.path_index import PathIndex
    from packetlint.links.walk import Tree

_NODES = ("NODE.md", "thread.md")


class Wanted(NamedTuple):
    """One link that names a path.

    `path` is the path as written, `whole` the same with what was cut off it; `places(path)` gives the places where a
    normalised path may be, the likeliest first; `spell(place)` writes a link to a place; `within` names the tree
    for messages. A directory is a target by itself unless the link needs a node.
    """

    uri: str
    path: str
    whole: str
    fragment: str
    within: str
    places: Callable[[str], Sequence[Place]]
    spell: Callable[[Place], str]
    needs_node: bool = True

    @property
    def tail(self) -> str:
        """Give what was cut off the path."""
        return self.whole[len(self.path) :]


class Landing:
    """Searches for links and says where they land, for one repository with its work tree at `top`."""

    def __init__(self, index: PathIndex, top: str) -> None:
        """Nothing is looked for yet."""
        self._index = index
        self._top = top
        self._hints = Hints(index)
        self._submodules: dict[str, DiskTree | None] = {}

    def look(self, wanted: Wanted) -> Resolution:
        """Search for a link's target. A file whose name has the `#` or `?` in it comes before one without."""
        hit = self._whole(wanted) if wanted.whole else None
        if hit:
            return self.land(wanted._replace(path=wanted.whole, fragment=""), hit)
        path = normalised(wanted.path)
        return verdicts.escapes(wanted.uri, wanted.within) if path is None else self._search(wanted, path)

    def _whole(self, wanted: Wanted) -> Hit | None:
        path = normalised(wanted.whole)
        places = wanted.places(path) if path else ()
        hits = (file_at(place) for place in places if self._index.has_marks or not isinstance(place.tree, IndexTree))
        return next(filter(None, hits), None)

    def _search(self, wanted: Wanted, path: str) -> Resolution:
        unescaped = decoded(wanted.path)
        other = None if unescaped is None else normalised(unescaped)
        exact, escaped = wanted.places(path), wanted.places(other) if other is not None else ()
        if not exact and not escaped:
            return verdicts.not_found(wanted.uri, "", lambda: self._help(wanted))
        hit = search(exact, escaped)
        if unescaped is not None and other is None and hit.how != "exact":
            return verdicts.escapes(wanted.uri, wanted.within)
        return self.land(wanted, hit)

    def land(self, wanted: Wanted, hit: Hit) -> Resolution:
        """Say what a hit means for the link."""
        if hit.how == "missing":
            return verdicts.not_found(wanted.uri, hit.step.link, lambda: self._help(wanted))
        if hit.how == "case":
            return verdicts.case_mismatch(wanted.uri, wanted.spell(hit.place) + wanted.tail)
        if hit.how == "untracked":
            return _not_tracked(wanted, hit)
        if hit.step.state == "leaves":
            return verdicts.escapes(wanted.uri, wanted.within, hit.step.link)
        if hit.step.state == "submodule":
            return self._in_submodule(wanted, hit)
        found = self._directory(wanted, hit) if hit.step.state == "directory" else _found(wanted, hit.place.tree, hit.step.path)
        why = _misspelt(wanted, hit)
        if not why or found.severity == "error":
            return found
        spelling = wanted.spell(hit.place) + wanted.tail
        return found.noted(verdicts.name_form(wanted.uri, spelling, why))._replace(spelling=spelling)

    def _directory(self, wanted: Wanted, hit: Hit) -> Resolution:
        """A directory stands for its node, or its thread."""
        tree, path = hit.place.tree, hit.step.path
        for name in _NODES:
            step = follow(tree, joined(path, name))
            if step.state == "file":
                return _found(wanted, tree, step.path)
            if step.state == "leaves":
                return verdicts.escapes(wanted.uri, wanted.within, step.link)
        if not wanted.needs_node:
            return Resolution(tree.identity(path), None, wanted.fragment, outside=tree.tracked_path(path) is None)
        node = search([Place(tree, joined(path, _NODES[0]))])
        return _not_tracked(wanted, node) if node.how == "untracked" else verdicts.no_node(wanted.uri, path)

    # -- submodules ----------------------------------------------------------------------------

    def _in_submodule(self, wanted: Wanted, hit: Hit) -> Resolution:
        """Look on disk for a path in a submodule, if that is checked out."""
        tree = hit.place.tree
        full = joined(tree.tracked_path(hit.step.path) or "", hit.step.rest)
        submodule = self._index.submodule_above(full) or ""
        disk = self._checked_out(submodule)
        if disk is None:
            return verdicts.in_submodule(wanted.uri, submodule)
        path = normalised(below(submodule, full) or "")
        if path is None:
            return verdicts.escapes(wanted.uri, wanted.within, hit.step.link)
        base = tree.tracked_path("") or ""
        spell = wanted.spell
        inside = wanted._replace(spell=lambda place: spell(Place(tree, below(base, joined(submodule, place.path)) or "")))
        return self.land(inside, search([Place(disk, path)]))

    def _checked_out(self, submodule: str) -> DiskTree | None:
        """Give the tree of a submodule on disk; None where it is not there, or is reached by a symbolic link."""
        if submodule not in self._submodules:
            place = joined(self._top, submodule)
            real = joined(real_path(self._top), submodule)
            plain = bool(self._top) and real_path(place) == real
            self._submodules[submodule] = DiskTree(real) if plain and names_in(real) else None
        return self._submodules[submodule]

    # -- what may have been meant --------------------------------------------------------------

    def _help(self, wanted: Wanted) -> str:
        if "\\" in wanted.path:
            return "write the path with `/`"
        for place in wanted.places(normalised(wanted.path) or ""):
            if isinstance(place.tree, IndexTree) and (near := self._hints.near(place.tree.base, place.path)):
                return f"did you mean {quoted(wanted.spell(Place(place.tree, near)) + wanted.tail)}?"
        return f"a path counts from the top of {wanted.within}"


def _found(wanted: Wanted, tree: Tree, path: str) -> Resolution:
    target = tree.tracked_path(path)
    return Resolution(tree.identity(path), target, wanted.fragment, outside=target is None)


def _not_tracked(wanted: Wanted, hit: Hit) -> Resolution:
    """What lies in attachments/, and transcripts, are left out of git by habit."""
    path = hit.place.tree.tracked_path(hit.step.path) or ""
    parts = path.split("/")
    by_habit = "attachments" in parts[:-1] or parts[-1] == "transcript.md"
    return verdicts.not_tracked(wanted.uri, path, hit.untracked or Untracked(), by_habit=by_habit)


def _misspelt(wanted: Wanted, hit: Hit) -> str:
    """Say in what the link is spelled otherwise than the name it finds; nothing where it is not."""
    if hit.how == "form":
        return "the name has no percent escapes" if "%" in wanted.path else "its letters are composed otherwise"
    if hit.step.state == "file" and wanted.path.endswith("/"):
        return "a file's name does not end with a slash"
    return "there is one slash between names" if "//" in wanted.path else ""
