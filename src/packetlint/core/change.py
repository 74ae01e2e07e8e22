"""What a commit or a range changes: the files as they are after it, what is gone, and what was renamed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.git_output import ABSENT, SYMLINK, Entry
from packetlint.core.paths import from_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence


class Step(NamedTuple):
    """One path of a change. `old` and `new` are its two sides, None where there is none; a rename has two paths."""

    old: Entry | None
    new: Entry | None

    @property
    def is_removal(self) -> bool:
        """Say whether the old path is not there any more."""
        return self.old is not None and (self.new is None or self.new.path != self.old.path)


class Change:
    """The steps of one change, in git's order."""

    def __init__(self, steps: Sequence[Step] = ()) -> None:
        """Keep the steps."""
        self.steps = steps

    def __bool__(self) -> bool:
        """Say whether anything changes at all."""
        return bool(self.steps)

    @cached_property
    def entries(self) -> list[Entry]:
        """List the files of the new side, without what is gone."""
        return [step.new for step in self.steps if step.new]

    @cached_property
    def paths(self) -> frozenset[str]:
        """Give every path that the change writes."""
        return frozenset(entry.path for entry in self.entries)

    @cached_property
    def removed(self) -> dict[str, Entry]:
        """Give the old side of every path that is gone, renamed ones too."""
        return {step.old.path: step.old for step in self.steps if step.old and step.is_removal}

    @cached_property
    def leads_away(self) -> bool:
        """Say whether some path leads nowhere after the change, or elsewhere: it is gone, or is or was a symbolic link."""
        return bool(self.removed) or any(SYMLINK in (step.old.mode, step.new.mode) for step in self.steps if step.old and step.new)

    @cached_property
    def renames(self) -> dict[str, str]:
        """Map old paths to new ones, by git's own rename detection."""
        return {step.old.path: step.new.path for step in self.steps if step.old and step.new and step.is_removal}

    @cached_property
    def before(self) -> dict[str, Entry]:
        """Give the old side of every path that had one."""
        return {step.old.path: step.old for step in self.steps if step.old}

    @cached_property
    def added(self) -> frozenset[str]:
        """Give every path of the new side that was not there before."""
        return frozenset(path for path in self.paths if path not in self.before or path in self.removed)


NO_CHANGE = Change()


def read_change(listing: bytes) -> Change:
    """Read `git diff --raw -z`; a side whose mode is all zeros is absent, but for an unmerged path, which is there unjudged."""
    steps = []
    fields = iter(listing.split(b"\0"))
    for meta in fields:
        if meta:
            path = from_bytes(next(fields))
            status = meta[meta.rindex(b" ") + 1 :]
            steps.append(_step(meta.decode(), path, from_bytes(next(fields)) if status[:1] in b"RC" else path))
    return Change(steps)


def _step(meta: str, old_path: str, new_path: str) -> Step:
    old_mode, new_mode, old_oid, new_oid, status = meta.lstrip(":").split(" ")
    unmerged = status == "U"
    old = Entry(old_path, old_mode, old_oid) if old_mode != ABSENT and status[0] != "C" else None
    new = Entry(new_path, new_mode, new_oid, unmerged) if new_mode != ABSENT or unmerged else None
    return Step(old, new)
