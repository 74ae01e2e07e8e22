"""Snapshots of a context that lie in a brain, where git does not ignore them.

Source: materialize-context, side effects of --persist and postconditions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from packetlint.links.knowledge import Knowledge

DIRECTORY = ".context"
FILE = "context.md"


def is_open_snapshot(path: str, knowledge: Knowledge) -> bool:
    """Say whether a file is `.context/TIME/context.md` in a brain, tracked or about to be."""
    parts = path.split("/")
    if parts[-1] != FILE or parts[-3:-2] != [DIRECTORY]:
        return False
    root = knowledge.root_of(path)
    if root is None or not root.is_brain:
        return False
    found = None if knowledge.index.is_file(path) else knowledge.index.untracked(path)
    return found is None or not found.pattern
