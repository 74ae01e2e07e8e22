"""Which of the seed's triggers made a packet stale. Seed: context-packet, Packet Staleness Triggers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.past_contract import contract_of
from packetlint.packet.schema import schema_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.packet.judged import Judged
    from packetlint.packet.model import Contract
    from packetlint.packet.reader import Task

_ORDER = ("drafted", "ready", "implementing", "reviewing", "reviewed", "integrated", "verified", "resolved", "passed")
_FAILED = ("fail", "failed", "block", "blocked", "error", "reject", "rejected")


def triggers(task: Task, files: Sequence[str], judged: Judged) -> Iterator[str]:
    """Yield what happened, in the seed's words, as far as the files behind what differs tell."""
    folder = task.mission.root.files.folder
    inside = [file.removeprefix(f"{folder}/") for file in files]
    for file in files:
        yield from _of_contract(file, judged) if schema_for(file) == "contract" else ()
    if any(file in (task.files.record, *task.files.evidence) for file in files):
        gate = task.record.gate_result if task.record else None
        yield "gate fails" if gate and gate.verdict.casefold() in _FAILED else "integration result"
    if "rules.md" in inside:
        yield "rules.md"
    if "state/run.json" in inside:
        yield "focus task"
    if any(file.startswith(("memory/entries/", "memory/logs/", "state/memory-index")) for file in inside):
        yield "memory"


def _of_contract(path: str, judged: Judged) -> Iterator[str]:
    """Yield what the change does to a contract, of what the seed names."""
    old, new = contract_of(judged.old(path), ""), contract_of(judged.existing(path), "")
    if old is None or new is None:
        return
    if old.base_snapshot != new.base_snapshot:
        yield "base commit"
    if set(old.required_reviewer_types) != set(new.required_reviewer_types):
        yield "reviewer set"
    if _is_rewound(old, new):
        yield "rewind"


def _is_rewound(old: Contract, new: Contract) -> bool:
    if old.status not in _ORDER or new.status not in _ORDER:
        return False
    return _ORDER.index(new.status) < _ORDER.index(old.status)
