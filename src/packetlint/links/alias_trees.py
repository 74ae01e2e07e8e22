"""Where an alias leads: to the trees its entry names, as far as they may be followed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.links.local import IndexTree
from packetlint.links.outside import DiskTree, is_brain, names_in, real_path
from packetlint.links.spelling import below, joined
from packetlint.links.walk import follow

if TYPE_CHECKING:
    from packetlint.core.path_index import PathIndex
    from packetlint.links.alias_layer import Entry
    from packetlint.links.aliases import Aliases
    from packetlint.links.walk import Tree

_BRAIN = "project-brain"


class AliasTrees(NamedTuple):
    """The trees of an alias: its brain and its root, None where there is none. `lost` says that one it names cannot be followed."""

    brain: Tree | None
    root: Tree | None
    lost: bool = False


class TreeFinder:
    """Turns directories that registries name into trees.

    One inside the repository is looked for in the index, and nowhere else. One outside is followed if the
    person's own registry names it; if the repository's does, only into a project-brain; never when isolated.
    """

    def __init__(self, index: PathIndex, aliases: Aliases) -> None:
        """Keep what decides; nothing is looked at yet."""
        self._index = index
        self._aliases = aliases

    def trees(self, entry: Entry) -> AliasTrees:
        """Give the trees of an entry without a fault."""
        root = self._tree(entry.root, entry) if entry.root else None
        lost = bool(entry.root) and root is None
        if entry.brain:
            brain = self._tree(entry.brain, entry)
            return AliasTrees(brain, root, lost or brain is None)
        brain = self._tree(joined(entry.root, _BRAIN), entry) if entry.root and root else None
        return AliasTrees(brain, root, lost)

    def _tree(self, directory: str, entry: Entry) -> Tree | None:
        inside = below(self._aliases.top, directory)
        if inside is not None:
            return self._inside(inside)
        if self._aliases.isolated or not (entry.trusted or is_brain(directory)):
            return None
        real = real_path(directory)
        inside = below(real_path(self._aliases.top), real)
        if inside is not None:
            return self._inside(inside)
        return DiskTree(real) if names_in(real) is not None else None

    def _inside(self, path: str) -> Tree | None:
        step = follow(IndexTree(self._index, ""), path)
        return IndexTree(self._index, joined(step.path, step.rest)) if step.state in ("directory", "submodule") else None
