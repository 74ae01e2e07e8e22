"""The section of decisions: what was decided, why, and by whom, word for word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.decisions import relevant
from packetlint.packet.mission_reader import VOTE
from packetlint.packet.quote import inline, quoted
from packetlint.packet.section import Block, age

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.packet.model import Decision
    from packetlint.packet.view import View

_CONFIRMED = 1 << 61


def decision_list(view: View) -> Iterator[Block]:
    """Quote the decisions that the task has to know; those that people confirmed are dropped last."""
    for decision in relevant(view.task):
        rank = age(decision.created_at) + (_CONFIRMED if decision.human_confirmed else 0)
        yield Block((_head(decision), *_body(decision)), decision.place.file, rank=rank)


def _head(decision: Decision) -> str:
    name = " ".join(inline(each) for each in (f"[{decision.decision_id}]" if decision.decision_id else "", decision.title) if each)
    if decision.origin == VOTE:
        name = f"Vote: {inline(decision.decision)}"
    marks = [
        "confirmed by a person" if decision.human_confirmed else "",
        f"decided by {decision.decided_by}" if decision.decided_by else "",
        decision.created_at,
    ]
    return f"- **{name or decision.origin.capitalize()}** ({', '.join(inline(mark) for mark in marks if mark)})".removesuffix(" ()")


def _body(decision: Decision) -> list[str]:
    """Give the decision, its outcome where that is another text, the rationale and the constraints, each as it stands."""
    outcome = decision.raw.get("outcome")
    texts = ["" if decision.origin == VOTE else decision.decision, outcome if isinstance(outcome, str) else "", decision.rationale]
    lines: list[str] = []
    for text in dict.fromkeys(filter(None, texts)):
        lines += [*([">"] if lines else []), *quoted(text)]
    for text in (*decision.constraints, *(concern.text for concern in decision.concerns)):
        lines += quoted(f"- {text}")
    return lines
