"""What a `.geas` folder remembers: the index, and behind it the entry files and application logs, read once.

Seed: context-packet, Memory Retrieval, 1 to 3. The entry file's word counts where it says something else than
the index; a memory whose entry file is missing has nothing that could be handed over.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from packetlint.packet.agents import snake
from packetlint.packet.instants import instant
from packetlint.packet.memory_model import ELIGIBLE, Memory, Unscored
from packetlint.packet.memory_reader import read_entry, read_index, read_log
from packetlint.packet.memory_score import ARITHMETIC

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from packetlint.packet.fields import Fields
    from packetlint.packet.layout import RootFiles
    from packetlint.packet.memory_model import MemoryEntry, MemoryIndex, MemoryIndexEntry, MemoryLog

    Read = Callable[[str], Fields | None]

_NONE = Decimal(0)
_NEVER_USED = Decimal("0.5")


class Pool(NamedTuple):
    """The memories that may be handed over, in the order of the index, and its other ids.

    `lines` is the index as it was read. `skipped` is set where the index is missing, cannot be read or has no
    entries; there are no memories then. `files` are the index and every file behind a memory, `times` the
    timestamps of what is scored, for as-of.
    """

    skipped: str
    lines: MemoryIndex | None
    memories: tuple[Memory, ...]
    unscored: tuple[Unscored, ...]
    files: tuple[str, ...]
    times: tuple[str, ...]


def read_pool(files: RootFiles, read: Read) -> Pool:
    """Read the memory of a `.geas` folder; `read(path)` gives a file's object, None where there is none."""
    fields = None if files.memory_index is None else read(files.memory_index)
    if fields is None:
        return _skipped("there is no memory index" if files.memory_index is None else "the memory index cannot be read")
    index = read_index(fields)
    if not index.entries:
        return _skipped("the memory index has no entries")._replace(lines=index, files=(index.place.file,))
    entries = _entries(files.entries, [line.memory_id for line in index.entries], read)
    return _gather(index, entries, _confirmations(files.logs, read))


def _skipped(why: str) -> Pool:
    return Pool(why, None, (), (), (), ())


def _entries(paths: Mapping[str, str], ids: list[str], read: Read) -> dict[str, MemoryEntry]:
    objects = {memory_id: read(paths[memory_id]) for memory_id in ids if memory_id in paths}
    return {memory_id: read_entry(fields, memory_id) for memory_id, fields in objects.items() if fields is not None}


def _confirmations(paths: Iterable[str], read: Read) -> dict[str, MemoryLog]:
    """Give for each memory the newest log that says it helped; of two of one time, the first by path."""
    newest: dict[str, tuple[int, MemoryLog]] = {}
    for fields in filter(None, map(read, paths)):
        log = read_log(fields)
        at = instant(log.created_at)
        if log.effect == "positive" and at is not None and (log.memory_id not in newest or at > newest[log.memory_id][0]):
            newest[log.memory_id] = (at, log)
    return {memory_id: log for memory_id, (_, log) in newest.items()}


def _gather(index: MemoryIndex, entries: dict[str, MemoryEntry], logs: dict[str, MemoryLog]) -> Pool:
    memories, unscored = [], []
    for line in index.entries:
        entry = entries.get(line.memory_id)
        state = (entry.state if entry else "") or line.state
        if state not in ELIGIBLE:
            unscored.append(Unscored(line.memory_id, f"its state is {state}" if state else "it has no state"))
        elif entry is None:
            unscored.append(Unscored(line.memory_id, "it has no entry file that can be read"))
        else:
            memories.append(_memory(line, entry, state, logs.get(line.memory_id)))
    behind = [(memory.entry.place.file, memory.confirmed_by.file) for memory in memories]
    files = dict.fromkeys([index.place.file, *(file for pair in behind for file in pair)])
    times = [(m.entry.created_at, m.entry.updated_at, logs[m.memory_id].created_at if m.memory_id in logs else "") for m in memories]
    return Pool("", index, tuple(memories), tuple(unscored), tuple(files), tuple(filter(None, (time for three in times for time in three))))


def _memory(line: MemoryIndexEntry, entry: MemoryEntry, state: str, log: MemoryLog | None) -> Memory:
    confidence = line.confidence if entry.confidence is None else entry.confidence
    tags = line.tags if entry.tags is None else entry.tags
    return Memory(
        entry,
        line.memory_id,
        entry.memory_type or line.memory_type,
        state,
        _NONE if confidence is None else confidence,
        frozenset(map(snake, tags or ())),
        entry.contradiction_count or _NONE,
        _reuse(entry),
        instant(log.created_at if log else entry.created_at),
        log.place if log else entry.place,
    )


def _reuse(entry: MemoryEntry) -> Decimal:
    helped, failed = entry.successful_reuses or _NONE, entry.failed_reuses or _NONE
    return ARITHMETIC.divide(helped, ARITHMETIC.add(helped, failed)) if helped or failed else _NEVER_USED
