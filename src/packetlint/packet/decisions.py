"""Which decisions a task has to know, and in which order. Seed: context-packet, Step 3: what people confirmed comes first."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from packetlint.packet.naming import is_about, names_id, strings
from packetlint.packet.section import age

if TYPE_CHECKING:
    from packetlint.packet.model import Decision
    from packetlint.packet.reader import Task
    from packetlint.packet.view import View


@lru_cache(maxsize=8)
def relevant(task: Task) -> tuple[Decision, ...]:
    """Give the decisions in force that are about a task: those that people confirmed first, then the newest."""
    decisions = task.mission.decisions
    replaced = {name for each in decisions for name in each.supersedes}
    found = [each for each in decisions if not _is_replaced(each, replaced) and _concerns(task, each)]
    return tuple(sorted(found, key=lambda each: (not each.human_confirmed, -age(each.created_at), each.place)))


def _is_replaced(decision: Decision, replaced: set[str]) -> bool:
    is_said = decision.status.lower() == "superseded" or bool(decision.raw.get("superseded_by"))
    return is_said or (bool(decision.decision_id) and decision.decision_id in replaced)


def _concerns(task: Task, decision: Decision) -> bool:
    if task.contract is None:
        return False
    return task.task_id in decision.related_task_ids or is_about(task.contract, strings(decision.raw))


def superseding_quoted(view: View) -> list[tuple[Decision, str]]:
    """Give the decisions that replace one the contract quotes by its id, each with that id."""
    text = "\n".join(strings(view.contract.raw))
    return [(each, old) for each in view.mission.decisions for old in each.supersedes if old and names_id(text, old)]
