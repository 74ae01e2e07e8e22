"""Links by an alias: `alias:path` and `alias:thread/slug`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links import verdicts
from packetlint.links.alias_trees import AliasTrees, TreeFinder
from packetlint.links.landing import Wanted
from packetlint.links.search import Place
from packetlint.links.spelling import joined, normalised, quoted

if TYPE_CHECKING:
    from packetlint.core.path_index import PathIndex
    from packetlint.links.alias_layer import Entry
    from packetlint.links.aliases import Aliases
    from packetlint.links.landing import Landing
    from packetlint.links.resolution import Resolution
    from packetlint.links.uri import Uri

_THREADS = ("threads", "archive")
_THREAD_FILE = "thread.md"


class AliasLinks:
    """Resolves links by an alias; the trees of an alias are found once."""

    def __init__(self, index: PathIndex, aliases: Aliases | None, landing: Landing) -> None:
        """Read no registry yet."""
        self._index = index
        self._aliases = aliases
        self._landing = landing
        self._trees: dict[str, AliasTrees] = {}

    def resolve(self, uri: str, parsed: Uri) -> Resolution:
        """Ask the registries, then look in the trees that the alias stands for."""
        aliases = self._aliases
        if aliases is None or not aliases.are_there:
            return verdicts.unverified(uri, parsed.name)
        entry = aliases.find(parsed.name)
        if entry is None:
            return verdicts.unknown_alias(uri, parsed.name, lambda: _nearest_alias(aliases, parsed.name))
        if entry.fault:
            return verdicts.entry_invalid(uri, entry)
        trees = self._trees_of(aliases, entry)
        if trees.brain is None and (entry.brain or trees.root is None):
            return verdicts.unreachable(uri, entry, _reach(aliases, entry))
        found = self._look(uri, parsed, trees)
        return verdicts.unreachable(uri, entry, _reach(aliases, entry)) if trees.lost and found.rule == verdicts.NOT_FOUND else found

    def _trees_of(self, aliases: Aliases, entry: Entry) -> AliasTrees:
        trees = self._trees.get(entry.alias)
        if trees is None:
            trees = self._trees[entry.alias] = TreeFinder(self._index, aliases).trees(entry)
        return trees

    def _look(self, uri: str, parsed: Uri, trees: AliasTrees) -> Resolution:
        if normalised(parsed.path) == "":
            return verdicts.whole_tree(uri, parsed.name)
        is_thread = parsed.kind == "thread"
        found = self._landing.look(
            Wanted(
                uri,
                parsed.path,
                parsed.whole,
                parsed.fragment,
                f"the tree of the alias {quoted(parsed.name)}",
                places=lambda path: _thread_places(path, trees) if is_thread else _places(path, trees),
                spell=lambda place: _spelled(parsed.name, place.path, is_thread=is_thread),
                needs_node=False,
            )
        )
        return verdicts.whole_tree(uri, parsed.name) if trees.brain and found.identity == trees.brain.identity("") else found


def _places(path: str, trees: AliasTrees) -> list[Place]:
    """A path counts from the brain, then from its tree, then from the root."""
    places = [Place(trees.brain, path), Place(trees.brain, joined("tree", path))] if trees.brain else []
    return [*places, Place(trees.root, path)] if trees.root else places


def _thread_places(slug: str, trees: AliasTrees) -> list[Place]:
    """A thread is where threads are, then where they are put when they are done. Read from escapes, a slug is still one part."""
    if trees.brain is None or "/" in slug or not slug:
        return []
    return [Place(trees.brain, f"{directory}/{slug}/{_THREAD_FILE}") for directory in _THREADS]


def _spelled(alias: str, path: str, *, is_thread: bool) -> str:
    parts = path.split("/")
    if is_thread and len(parts) == 3 and parts[0] in _THREADS and parts[2] == _THREAD_FILE:
        return f"{alias}:thread/{parts[1]}"
    return f"{alias}:{path}"


def _nearest_alias(aliases: Aliases, name: str) -> str:
    if aliases.is_nested(name):
        return "the registry lists aliases at its top: take the entries out of `aliases:`"
    from packetlint.core.nearest import nearest_word

    near = nearest_word(name, aliases.names) if len(name) <= 120 else None
    return f"did you mean {quoted(near)}?" if near else "list it in the brain's config.yaml, or in your projects.yaml"


def _reach(aliases: Aliases, entry: Entry) -> str:
    """Say when the directory of an entry is followed; what is there has no part in it."""
    if aliases.isolated:
        return "a run that is isolated follows no alias out of the repository; one into it needs a directory that git tracks"
    if entry.trusted:
        return "name a directory that is there and can be read; in this repository, one that git tracks"
    return "name a directory that git tracks; outside the repository, one with CONVENTIONS.md, or whose project-brain has it"
