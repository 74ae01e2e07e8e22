"""The memory packet: which memories were handed over to whom, as JSON. Seed: context-packet, Memory Retrieval, 5."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from packetlint.packet.quote import folded
from packetlint.packet.views.memory import plain_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.packet.memory_model import Retrieval, Scored
    from packetlint.packet.view import View

_SURROGATE = re.compile("[\ud800-\udfff]")


def memory_packet(view: View, as_of: str) -> bytes | None:
    """Give the memory packet of a view, UTF-8 with line feeds; None where retrieval was skipped."""
    retrieval = view.retrieval
    if retrieval is None or retrieval.skipped:
        return None
    import json

    text = json.dumps(_document(view, retrieval, as_of), indent=2, ensure_ascii=False)
    return (_SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text) + "\n").encode()


def _document(view: View, retrieval: Retrieval, as_of: str) -> dict[str, Any]:
    task, agent_type = view.task.task_id, view.target.agent.type
    name = f"mp-{task}-{agent_type}"
    return {
        "meta": {
            "version": "1.0",
            "artifact_type": "memory_packet",
            "artifact_id": name,
            "producer_type": "orchestration_authority",
            "created_at": as_of,
        },
        "packet_id": name,
        "target_agent_type": agent_type,
        "target_task_id": task,
        "pinned_items": list(_pinned(view)),
        "applicable_memory_ids": [each.memory.memory_id for each in retrieval.applicable],
        "caution_items": [_caution(each) for each in retrieval.applicable if each.memory.memory_id in retrieval.caution],
        "suppressed_memory_ids": list(retrieval.suppressed),
        "assembly_reason": f"Generated for {agent_type} working on {task}",
    }


def _pinned(view: View) -> Iterator[str]:
    """Yield what holds whatever is remembered: the phase, the focus task, and the bullets of rules.md."""
    state = view.root.run_state
    if state and state.phase:
        yield f"phase: {folded(state.phase)}"
    if state and state.current_task_id:
        yield f"focus task: {folded(state.current_task_id)}"
    yield from view.root.rule_bullets


def _caution(scored: Scored) -> str:
    memory = scored.memory
    title = folded(memory.entry.title)
    doubt = f"confidence {plain_number(memory.confidence)}, contradictions {plain_number(memory.contradictions)}"
    return f"{memory.memory_id}: {f'{title} ' if title else ''}({doubt})"
