"""Turn the fixes of diagnostics into new bytes: passes of edits that do not overlap, until nothing changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from packetlint.core.diagnostic import Diagnostic, Edit, Fix

PASSES = 10


class Mended(NamedTuple):
    """A file's new bytes and how many fixes went into them."""

    content: bytes
    fixes: int


def mend(content: bytes, lint: Callable[[bytes], Sequence[Diagnostic]], *, unsafe: bool) -> Mended:
    """Apply fixes and lint again, until no fix is left or PASSES are done. No byte outside the edits changes."""
    fixes = 0
    for _ in range(PASSES):
        chosen = _chosen(diagnostic.fix for diagnostic in lint(content) if diagnostic.fix and (unsafe or diagnostic.fix.safe))
        if not chosen:
            break
        content = apply_edits(content, [edit for fix in chosen for edit in fix.edits])
        fixes += len(chosen)
    return Mended(content, fixes)


def _chosen(fixes: Iterable[Fix]) -> list[Fix]:
    """Take the fixes in order, without those that overlap one taken already."""
    chosen: list[Fix] = []
    taken: list[Edit] = []
    for fix in fixes:
        if not any(_overlaps(edit, other) for edit in fix.edits for other in taken):
            chosen.append(fix)
            taken += fix.edits
    return chosen


def _overlaps(edit: Edit, other: Edit) -> bool:
    return (edit.start < other.end and other.start < edit.end) or edit.start == other.start


def apply_edits(content: bytes, edits: Sequence[Edit]) -> bytes:
    """Apply edits that do not overlap."""
    for edit in sorted(edits, reverse=True):
        content = content[: edit.start] + edit.text.encode("utf-8", "surrogateescape") + content[edit.end :]
    return content
