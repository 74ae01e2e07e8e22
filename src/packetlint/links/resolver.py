"""Resolve the links of one root: what each stands for, or what is wrong with it.

Source: materialize-context, process step 4, as the contract settles it. Nothing is fetched. Inside the repository
only the index is asked; the disk is looked at for aliases that may be followed, for directories the person allows,
for submodules that are checked out, and (by the index itself) to say that something is not tracked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links import verdicts, web
from packetlint.links.alias_links import AliasLinks
from packetlint.links.file_links import FileLinks
from packetlint.links.landing import Landing, Wanted
from packetlint.links.local import IndexTree
from packetlint.links.resolution import Resolution
from packetlint.links.search import Place
from packetlint.links.spelling import below, joined, normalised, quoted
from packetlint.links.uri import parse
from packetlint.links.walk import follow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.path_index import PathIndex
    from packetlint.links.aliases import Aliases
    from packetlint.links.root import Root
    from packetlint.links.uri import Uri

_OLD_PREFIX = "thoughts"
_BRAIN_TREE = "tree"
_HINTED = (verdicts.NOT_FOUND, verdicts.ESCAPES)


class Resolver:
    """Resolves the links of the files of one root, and remembers what it found.

    `aliases` is None where aliases are not to be looked at; `top` is the absolute path of the work tree ("" where
    there is none); `allow_files` are the absolute directories in which the person lets `file://` links be checked.
    """

    def __init__(self, root: Root, index: PathIndex, aliases: Aliases | None, top: str, allow_files: Sequence[str] = ()) -> None:
        """Nothing is looked at before a link needs it."""
        self.root = root
        self._index = index
        self._tree = IndexTree(index, root.path)
        self._prefix = f"{root.path}/" if root.path else ""
        self._within = "the project-brain" if root.is_brain else "the tree"
        self._landing = Landing(index, top)
        self._aliases = AliasLinks(index, aliases, self._landing)
        self._files = FileLinks(root, index, top, allow_files, self._landing)
        self._known: dict[str, Resolution] = {}
        self._real: dict[str, str] = {}

    def resolve(self, uri: str, from_path: str) -> Resolution:
        """Resolve a link of the file at `from_path`, a path from the repository's top. Never raises."""
        found = self._known.get(uri)
        if found is None:
            found = self._known[uri] = self._resolve(uri)
        if found.target is None:
            return self._beside(uri, found, from_path) if found.rule in _HINTED and uri[:1] != "/" else found
        if found.target == from_path or found.target == (self._real.get(from_path) or self._real_path(from_path)):
            return verdicts.itself(uri, found)
        return found

    def _real_path(self, path: str) -> str:
        step = follow(IndexTree(self._index, ""), path) if self._index.link_text(path) is not None else None
        real = self._real[path] = step.path if step and step.state == "file" else path
        return real

    def _beside(self, uri: str, found: Resolution, from_path: str) -> Resolution:
        """Look whether a link that leads nowhere was written as if it counted from its file's own directory."""
        parsed = parse(uri)
        path = normalised(joined(from_path.rpartition("/")[0], parsed.path)) if parsed.kind == "path" else None
        short = below(self.root.path, path) if path else None
        if not short or not (self._index.is_file(path or "") or self._index.is_directory(path or "")):
            return found
        spelling = f"/{short}{parsed.whole[len(parsed.path) :]}"
        mend = f"a path counts from the top of {self._within}, not from this file: write {quoted(spelling)}"
        return found._replace(mend=mend, spelling=spelling)

    def _resolve(self, uri: str) -> Resolution:
        """Most links are the exact path of a file; the others take the long way, to the same answer."""
        path = uri[1:] if uri[:1] == "/" else "" if ":" in uri else uri
        target = self._prefix + path
        if path and self._index.is_file(target) and self._index.link_text(target) is None and uri.isprintable() and uri == uri.strip():
            return Resolution(target, target)
        return self._by_kind(uri, parse(uri))

    def _by_kind(self, uri: str, parsed: Uri) -> Resolution:
        if parsed.kind == "path":
            return self._landing.look(self._local(uri, parsed))
        if parsed.kind in ("alias", "thread"):
            return self._aliases.resolve(uri, parsed)
        if parsed.kind == "file":
            return self._files.resolve(uri, parsed)
        if parsed.kind == "malformed":
            return verdicts.malformed(uri, parsed)
        if parsed.kind == "unsupported":
            return verdicts.unsupported(uri, parsed)
        return Resolution(web.normalised(parsed.name, parsed.path), outside=True)

    # -- paths ---------------------------------------------------------------------------------

    def _local(self, uri: str, parsed: Uri) -> Wanted:
        from_top = parsed.path.startswith("/")
        head = "/" if from_top else ""
        return Wanted(
            uri,
            parsed.path,
            parsed.whole,
            parsed.fragment,
            self._within,
            places=lambda path: self._local_places(path, from_top=from_top),
            spell=lambda place: head + place.path,
        )

    def _local_places(self, path: str, *, from_top: bool) -> list[Place]:
        """A path counts from the root, also behind the old prefix; one that begins with `/` in a brain then from its tree."""
        paths = [path]
        if path == _OLD_PREFIX or path.startswith(f"{_OLD_PREFIX}/"):
            paths.append(path[len(_OLD_PREFIX) + 1 :])
        if self.root.is_brain and from_top:
            paths += [f"{_BRAIN_TREE}/{path}" for path in paths if path]
        return [Place(self._tree, path) for path in paths]
