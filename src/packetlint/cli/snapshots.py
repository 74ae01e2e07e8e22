"""Snapshots of a context that lie in the repository: which are older than the files they were made from."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from packetlint.core.content import WorkingTree
from packetlint.core.errors import UnreadableError
from packetlint.core.paths import leading, visible
from packetlint.core.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
    found = stale.stale_snapshots(sidecars, _blob_of(disk))
    return [f"{leading(one.path)} is older than {', '.join(map(visible, one.sources))}: make it again" for one in found]


def _bytes(disk: WorkingTree, path: str) -> Iterator[bytes]:
    with suppress(UnreadableError):
        yield disk.read(path)


def _blob_of(disk: WorkingTree) -> Callable[[str], str | None]:
    from hashlib import sha1

    def blob_of(path: str) -> str | None:
        raw = next(_bytes(disk, path), None)
        return None if raw is None else sha1(b"blob %d\0" % len(raw) + raw, usedforsecurity=False).hexdigest()

    return blob_of
