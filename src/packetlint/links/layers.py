"""Which registries of aliases concern the judged files, and where what is wrong with one is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links.aliases import CONFIG
from packetlint.links.uri import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.links.alias_layer import LayerFault
    from packetlint.links.knowledge import Knowledge
    from packetlint.links.model import Leaf

_BY_ALIAS = ("alias", "thread")


class Layers:
    """The faults of the registries that the judged files need.

    `files` has every registry of the repository that is judged or needed, by path; `reported_at` the file at
    whose first link by an alias a registry outside the repository is reported.
    """

    def __init__(self, knowledge: Knowledge, leaves: Sequence[Leaf]) -> None:
        """Look at the registries that the links of `leaves` need, and at those among `leaves`."""
        self.files: dict[str, tuple[LayerFault, ...]] = {}
        self.reported_at: dict[str, tuple[LayerFault, ...]] = {}
        self._outside: set[str] = set()
        for leaf in sorted(leaves, key=lambda leaf: leaf.path):
            if leaf.path.rpartition("/")[2] == CONFIG:
                self._own(knowledge, leaf.path)
            elif first_alias(leaf) >= 0:
                self._needed(knowledge, leaf.path)

    def _own(self, knowledge: Knowledge, path: str) -> None:
        """Take in a registry that is judged itself: the config.yaml beside a brain's conventions."""
        root = knowledge.root_of(path)
        if root and root.is_brain and root.path == path.rpartition("/")[0]:
            self.files[path] = tuple(fault for fault in knowledge.aliases(root).faults if fault.path == path)

    def _needed(self, knowledge: Knowledge, path: str) -> None:
        root = knowledge.root_of(path)
        for fault in knowledge.aliases(root).faults if root else ():
            if fault.path is not None:
                self.files[fault.path] = (fault,)
            elif fault.file not in self._outside:
                self._outside.add(fault.file)
                self.reported_at[path] = (*self.reported_at.get(path, ()), fault)


def first_alias(leaf: Leaf) -> int:
    """Give the number of the first link by an alias; -1 where there is none."""
    for at, link in enumerate(leaf.links):
        if ":" in link.uri and parse(link.uri).kind in _BY_ALIAS:
            return at
    return -1
