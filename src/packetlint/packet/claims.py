"""Which memories a packet, or a memory packet, hands over, and what the index and the entry files say of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packetlint.packet.facts import Claim
from packetlint.packet.packet_items import memories, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.packet.packet_model import JsonFile, PacketFile, Span
    from packetlint.packet.reader import Root, Task

SECTION = "Applicable Memory"


def claims_of_packet(file: PacketFile, task: Task) -> Iterator[Claim]:
    """Yield the memories that a packet's section lists."""
    part = file.part(SECTION)
    known = _Known(task.mission.root)
    for quoted in memories(part) if part else ():
        yield known.claim(quoted.memory_id, (quoted.start, quoted.end), None, doubtful=quoted.doubtful)


def claims_of_memory_packet(file: JsonFile, task: Task) -> Iterator[Claim]:
    """Yield the memories that a memory packet lists as applicable."""
    cautions = {caution_id(text) for text in texts(file, "caution_items")}
    known = _Known(task.mission.root)
    for number, memory_id in enumerate(texts(file, "applicable_memory_ids")):
        span = file.artifact.span(("applicable_memory_ids", number))
        yield known.claim(memory_id, span, f"/applicable_memory_ids/{number}", doubtful=memory_id in cautions)


def texts(file: JsonFile, name: str) -> list[str]:
    """Give a list of texts; what is no list is an empty one, what is no text in it the empty text."""
    value: Any = (file.artifact.object or {}).get(name)
    return [each if isinstance(each, str) else "" for each in value] if isinstance(value, list) else []


def caution_id(text: str) -> str:
    """Give the id that a caution item begins with: `ID: title (...)`."""
    return text.partition(":")[0].strip()


class _Known:
    """What the index and the entry files of a folder know, by id as a packet spells it."""

    def __init__(self, root: Root) -> None:
        self._memories = {plain(each.memory_id): each for each in root.memory.memories}
        self._unscored = {plain(each.memory_id): each.why_not for each in root.memory.unscored}
        self._entries = frozenset(map(plain, root.files.entries))

    def claim(self, memory_id: str, span: Span, pointer: str | None, *, doubtful: bool) -> Claim:
        name = plain(memory_id)
        memory = self._memories.get(name)
        why_not = self._unscored.get(name, "")
        known = memory is not None or bool(why_not) or name in self._entries
        if known and memory is None and not why_not:
            why_not = "the memory index does not have it"
        return Claim(memory_id, span, pointer, doubtful, known, why_not, memory is not None and memory.needs_caution)
