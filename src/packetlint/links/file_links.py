"""Links by `file://`: they mean something on one machine only, and are followed only where that is harmless."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links import verdicts
from packetlint.links.landing import Wanted
from packetlint.links.local import IndexTree
from packetlint.links.outside import DiskTree, real_path
from packetlint.links.resolution import Resolution
from packetlint.links.search import Place
from packetlint.links.spelling import absolute, below, decoded, joined, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.path_index import PathIndex
    from packetlint.links.landing import Landing
    from packetlint.links.root import Root
    from packetlint.links.uri import Uri
    from packetlint.links.walk import Tree


class FileLinks:
    """Resolves `file://` links against the repository at `top`, and below the absolute directories of `allow_files`."""

    def __init__(self, root: Root, index: PathIndex, top: str, allow_files: Sequence[str], landing: Landing) -> None:
        """Touch nothing yet."""
        self._root = root
        self._repository = IndexTree(index, "")
        self._top = absolute(top) if top else None
        self._allowed = sorted({absolute(directory) for directory in allow_files}, key=len)  # the widest first
        self._disks: dict[str, DiskTree] = {}
        self._landing = landing

    def resolve(self, uri: str, parsed: Uri) -> Resolution:
        """Look in the repository, or in an allowed directory; a file anywhere else is not even looked for."""
        meant = absolute(decoded(parsed.path) or parsed.path)
        if self._top is not None and below(self._top, meant) is not None:
            return self._in_repository(uri, parsed, self._top)
        for directory in self._allowed:
            if below(directory, meant) is not None:
                return self._landing.look(self._wanted(uri, parsed, directory, self._disk(directory)))
        return Resolution(meant, outside=True).noted(verdicts.not_portable(uri, None))

    def _in_repository(self, uri: str, parsed: Uri, top: str) -> Resolution:
        """Resolve it, and give the path that says the same on every machine."""
        found = self._landing.look(self._wanted(uri, parsed, top, self._repository))
        if found.severity == "error":
            return found
        short = below(self._root.path, found.target) if found.target else None
        fragment = f"#{found.fragment}" if found.fragment else ""
        spelling = f"/{short}{fragment}" if short else None
        return found.noted(verdicts.not_portable(uri, spelling))._replace(spelling=spelling or found.spelling)

    def _disk(self, directory: str) -> DiskTree:
        if directory not in self._disks:
            self._disks[directory] = DiskTree(real_path(directory))
        return self._disks[directory]

    def _wanted(self, uri: str, parsed: Uri, directory: str, tree: Tree) -> Wanted:
        return Wanted(
            uri,
            parsed.path,
            parsed.whole,
            parsed.fragment,
            "the repository" if tree is self._repository else f"the directory {quoted(directory)}",
            places=lambda path: _places(tree, directory, path),
            spell=lambda place: self._spelled(directory, place),
        )

    def _spelled(self, directory: str, place: Place) -> str:
        """Write a path from the root for what lies below it."""
        short = below(self._root.path, place.path) if place.tree is self._repository else None
        return f"/{short}" if short else f"file://{joined(directory, place.path)}"


def _places(tree: Tree, directory: str, path: str) -> list[Place]:
    """In a URL of a file escapes are no other spelling but the rule, so the name they stand for comes first."""
    names = (decoded(path), path)
    return [Place(tree, short) for name in names if name is not None and (short := below(directory, absolute(name))) is not None]
