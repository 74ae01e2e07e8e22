"""What resolves the links of each root, by one state of the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.errors import MissingError
from packetlint.core.path_index import PathIndex
from packetlint.links.aliases import Aliases
from packetlint.links.resolver import Resolver

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from packetlint.core.content import Content
    from packetlint.core.reach import Reach
    from packetlint.links.resolution import Resolution
    from packetlint.links.root import Root


class Past:
    """The tree before the judged change: where a link led then."""

    def __init__(self, resolvers: Resolvers, root_of: Callable[[str], Root | None]) -> None:
        """Resolve by the old paths and registries; `root_of(path)` gives the root a file had."""
        self._resolvers = resolvers
        self._root_of = root_of

    def resolve(self, root: Root, uri: str, path: str) -> Resolution:
        """Resolve a link as it was; `root` is where it counts from now."""
        return self._resolvers.of(self._root_of(path) or root).resolve(uri, path)


class Resolvers:
    """What resolves the links of each root of one index, made when first asked for."""

    def __init__(self, index: PathIndex, top: str, environ: Mapping[str, str], reach: Reach) -> None:
        """Resolve by `index`. `top` is the absolute path of the repository; `environ` says where the person's registry is."""
        self._reach = reach
        self._index = index
        self._top = top
        self._environ = environ
        self._aliases: dict[Root, Aliases] = {}
        self._resolvers: dict[Root, Resolver] = {}

    def over(self, index: PathIndex) -> Resolvers:
        """Give the same for another index."""
        return Resolvers(index, self._top, self._environ, self._reach)

    def aliases(self, root: Root) -> Aliases:
        """Give the aliases that hold in a root."""
        if root not in self._aliases:
            self._aliases[root] = Aliases(root, self._index, self._top, self._environ, isolated=self._reach.isolated)
        return self._aliases[root]

    def of(self, root: Root) -> Resolver:
        """Give the resolver of a root."""
        if root not in self._resolvers:
            self._resolvers[root] = Resolver(root, self._index, self.aliases(root), self._top, self._reach.allow_files)
        return self._resolvers[root]

    @property
    def were_asked(self) -> bool:
        """Say whether any registry of aliases was read, which may lead out of the tree."""
        return any(aliases.were_asked for aliases in self._aliases.values())


class JudgedIndex(PathIndex):
    """git's index, but for the bytes of a file, which are those that are judged: a registry may not be staged yet."""

    def __init__(self, index: PathIndex, content: Content) -> None:
        """Take the paths of `index` and read from `content`."""
        super().__init__(index.entries, index.read_entry, index.untracked)
        self._content = content

    def submodule_above(self, path: str) -> str | None:
        """Give the submodule that a path is or lies in, into which git's index does not see."""
        found = super().submodule_above(path)
        self._content.tree.looked_beyond |= found is not None
        return found

    def read(self, path: str) -> bytes:
        """Give the bytes to judge; those of the index where the file is not checked out. Raises UnreadableError."""
        try:
            return self._content.read(path)
        except MissingError:
            return super().read(path)
