"""Snapshots of a context that lie in the repository: which are older than the files they were made from."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from packetlint.core.content import WorkingTree
from packetlint.core.errors import UnreadableError
from packetlint.core.limits import SIZE_LIMIT
from packetlint.core.paths import leading, visible
from packetlint.core.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from packetlint.core.git import Git

_SIDECARS = "**/.context/*/context.json"


def stale_snapshots(git: Git) -> list[str]:
    """Give a line for each stale snapshot of a repository's working tree, in path order. Nothing is fetched."""
    paths = git.like(_SIDECARS) if git.top else []
    if not paths or git.top is None:
        return []
    from packetlint.links.context import stale  # few repositories have snapshots

    disk = WorkingTree(git.top, Tree(git))
    sidecars = ((path, raw) for path in paths for raw in _bytes(disk, path))
    found = stale.stale_snapshots(sidecars, _ids_of(disk, git))
    return [f"{leading(one.path)} is older than {', '.join(map(visible, one.sources))}: make it again" for one in found]


def _bytes(disk: WorkingTree, path: str) -> Iterator[bytes]:
    with suppress(UnreadableError):
        yield disk.read(path)


def _ids_of(disk: WorkingTree, git: Git) -> Callable[[str], Collection[str]]:
    from packetlint.links.context.files import blob_id, ids_of, take

    unseen = frozenset(git.untold())

    def found(path: str) -> Collection[str]:
        with suppress(UnreadableError):
            if path in unseen and disk.lacks(path):  # a sparse checkout left it out
                return (blob_id(git.blob(f":{path}", SIZE_LIMIT)),)
            return ids_of(take(f"{disk.top.rstrip('/')}/{disk.resolve(path)}"))
        return ()

    return found
