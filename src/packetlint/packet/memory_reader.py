"""From objects to memory: entries, the index, application logs. Seed: context-packet, Memory Retrieval."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from packetlint.packet.memory_model import MemoryEntry, MemoryIndex, MemoryIndexEntry, MemoryLog

if TYPE_CHECKING:
    from packetlint.packet.fields import Fields

_ONE = Decimal(1)
_NONE = Decimal(0)


def read_entry(fields: Fields, memory_id: str) -> MemoryEntry:
    """Read `memory/entries/ID.json`; the file's name is its id, whatever is in it."""
    signals = fields.part("signals")
    return MemoryEntry(
        fields.place,
        memory_id,
        fields.text("memory_type"),
        fields.text("state").lower(),
        fields.text("title"),
        fields.text("summary"),
        fields.text("scope").lower(),
        fields.texts("evidence_refs"),
        _confidence(signals),
        _count(signals, "contradiction_count"),
        _count(signals, "successful_reuses"),
        _count(signals, "failed_reuses"),
        fields.text("superseded_by"),
        _tags(fields),
        fields.texts("body"),
        fields.time("created_at"),
        fields.time("updated_at"),
    )


def _confidence(fields: Fields) -> Decimal | None:
    number = fields.number("confidence")
    return None if number is None else min(max(number, _NONE), _ONE)


def _count(fields: Fields, name: str) -> Decimal | None:
    number = fields.number(name)
    return None if number is None else max(number, _NONE)


def _tags(fields: Fields) -> tuple[str, ...] | None:
    return fields.texts("tags") if isinstance(fields.value.get("tags"), list) else None


def read_index(fields: Fields) -> MemoryIndex:
    """Read `state/memory-index.json`; an entry without an id, or with one that was there before, is passed over."""
    by_id: dict[str, MemoryIndexEntry] = {}
    for each in fields.each("entries"):
        memory_id = each.text("memory_id", "id", "text")
        if memory_id:
            state = each.text("state").lower()
            entry = MemoryIndexEntry(each.place, memory_id, each.text("memory_type"), state, _confidence(each), _tags(each))
            by_id.setdefault(memory_id, entry)
    return MemoryIndex(fields.place, tuple(by_id.values()), fields.time("created_at"), fields.time("updated_at"))


def read_log(fields: Fields) -> MemoryLog:
    """Read one file of `memory/logs/`."""
    names = (fields.text("memory_id"), fields.text("task_id"))
    return MemoryLog(fields.place, *names, fields.text("effect").lower(), fields.time("created_at"))
