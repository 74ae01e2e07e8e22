"""Where two branches part, as far as history can prove it."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from packetlint.core.errors import UsageError
from packetlint.core.paths import from_bytes, to_bytes

if TYPE_CHECKING:
    from packetlint.core.git import Git


def merge_base(git: Git, old: str, new: str) -> str:
    """Give the commit from which on `new` is judged: the last one that `old` has too, or `old` itself where they share none.

    Raises UsageError where a shallow clone may lack a later one than it shows.
    """
    base = git.run("merge-base", old, new, codes=(0, 1)).decode().strip()
    if base == old or not git.is_shallow():
        return base or old  # unrelated histories: compare the two trees, as pre-commit does
    if not base:
        raise UsageError(f"history too short: no common ancestor of {old[:12]} and {new[:12]} in this shallow clone")
    if not _cut_off(git).isdisjoint(git.run("rev-list", old, new, "--not", base).split()):
        raise UsageError(f"history too short: this shallow clone cannot tell where {old[:12]} and {new[:12]} part")
    return base


def _cut_off(git: Git) -> frozenset[bytes]:
    """Give the commits whose parents a shallow clone has left out."""
    place = from_bytes(git.run("rev-parse", "--git-path", "shallow")).removesuffix("\n")
    from pathlib import Path  # only now: few clones are shallow

    with suppress(FileNotFoundError):
        return frozenset(Path(os.fsdecode(to_bytes(git.top or git.directory)), os.fsdecode(to_bytes(place))).read_bytes().split())
    return frozenset()
