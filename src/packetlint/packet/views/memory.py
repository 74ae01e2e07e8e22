"""The section of memories: the agent's own file first, then what earlier tasks taught. Seed: context-packet, Applicable Memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.quote import inline, quoted
from packetlint.packet.section import MEMORY, TASK, Block

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.packet.memory_model import Scored
    from packetlint.packet.view import View

_LESSONS = ("", "Lessons of earlier work that may apply here:", "")
_CAUTION = ("", "⚠️ Caution items (suggestions, not rules):", "")


def applicable_memory(view: View) -> Iterator[Block]:
    """Quote the agent's own memory whole, and each applicable memory; those that need caution stand below the others."""
    retrieval = view.retrieval
    if retrieval is None:
        return
    own = retrieval.agent_memory
    if own and (lines := quoted(own.text)):
        yield Block(lines, own.file, TASK)
    scored = retrieval.applicable
    lessons = _LESSONS if own and quoted(own.text) else _LESSONS[1:]
    sure = [each for each in scored if each.memory.memory_id not in retrieval.caution]
    yield from (_block(each, lessons) for each in sure)
    caution = _CAUTION if sure or lessons is _LESSONS else _CAUTION[1:]
    yield from (_block(each, caution, doubtful=True) for each in scored if each.memory.memory_id in retrieval.caution)


def _block(scored: Scored, lead: tuple[str, ...], *, doubtful: bool = False) -> Block:
    memory = scored.memory
    name = inline(memory.memory_id)
    title = f" {inline(memory.entry.title)}" if memory.entry.title else ""
    marks = [f"confidence: {plain_number(memory.confidence)}", memory.state]
    if doubtful:
        marks.append(f"contradictions: {plain_number(memory.contradictions)}")
    head = f"- **[{name}]{title}** ({', '.join(marks)})"
    return Block((head, *quoted(memory.entry.summary)), memory.entry.place.file, MEMORY, int(scored.score.scaleb(4)), lead, name)


def plain_number(number: object) -> str:
    """Write a decimal number without an exponent and without zeros at its end."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
