"""The anchors of blobs, from the cache where an earlier run has read the same one."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from packetlint.core.errors import UnreadableError
from packetlint.core.file_rules import LFS_POINTER
from packetlint.core.limits import size_limit
from packetlint.core.source import Source
from packetlint.links.anchors import anchors

if TYPE_CHECKING:
    from packetlint.core.rule import Run

_KIND = "headings"


def anchors_of(run: Run, path: str, oid: str) -> frozenset[str] | None:
    """Give the anchors of a blob, None where it is no text; `path` is the file's, for its limits."""
    known = run.cache.of(_KIND).get(oid)
    if known is None:
        known = _read(run, path, oid)
        run.cache.keep(_KIND, oid, known)
    return frozenset(known) if isinstance(known, list) else None


def _read(run: Run, path: str, oid: str) -> list[str] | int:
    """Give the anchors of a blob, in a form that can be kept: 0 where it is no text."""
    for raw in run.content.tree.blobs([oid], size_limit(path)):
        with suppress(UnreadableError):
            return 0 if raw is None or raw.startswith(LFS_POINTER) else anchors(Source(path, raw))
    return 0
