"""From the objects of a task's files to values: its contract and the evidence for it. Seed: context-packet, Step 1 and 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.agents import agent
from packetlint.packet.model import Contract, CriterionResult, Dimension, Evidence
from packetlint.packet.record_reader import read_scores, read_self_check

if TYPE_CHECKING:
    from packetlint.packet.agents import Agent
    from packetlint.packet.fields import Fields


def read_contract(fields: Fields, task_id: str) -> Contract:
    """Read a contract; `task_id` is for one that does not name its task."""
    scope, routing = fields.part("scope"), fields.part("routing")
    return Contract(
        fields.place,
        fields.text("task_id") or task_id,
        fields.text("title"),
        fields.text("goal"),
        fields.text("task_kind"),
        fields.text("risk_level").lower(),
        fields.texts("acceptance_criteria"),
        fields.texts("eval_commands"),
        tuple(_dimensions(fields)),
        _once(*scope.texts("paths"), *scope.texts("surfaces")),
        _once(*fields.texts("prohibited_paths"), *scope.texts("prohibited_paths")),
        fields.texts("non_goals"),
        _once(*fields.texts("dependencies"), *fields.texts("depends_on")),
        routing.text("primary_worker_type"),
        _once(*routing.texts("required_reviewer_types")),
        fields.text("base_snapshot"),
        fields.text("status").lower(),
        fields.time("created_at"),
        fields.time("updated_at"),
        fields.value,
    )


def _once(*texts: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))


def _dimensions(fields: Fields) -> list[Dimension]:
    rubric = fields.part("rubric")
    found = list(rubric.each("dimensions")) or list(fields.each("rubric"))
    named = [(each, each.text("name", "dimension", "text")) for each in found]
    return [Dimension(each.place, name, each.number_text("threshold")) for each, name in named if name]


def read_evidence(fields: Fields, name: str, task_id: str) -> Evidence:
    """Read a piece of evidence from a file called `name`; `task_id` is for one that does not name its task."""
    worker = fields.text("worker", "agent") or name
    role = fields.text("role", "type")
    return Evidence(
        fields.place,
        worker,
        _agent(worker, role, name, fields.text("producer_type"), fields.part("meta").text("producer_type")),
        role,
        fields.text("task_id") or task_id,
        fields.text("summary"),
        fields.texts("files_changed", "artifact_refs"),
        tuple(_result(each) for each in fields.each("criteria_results")),
        read_self_check(fields.part("self_check")),
        read_scores(fields),
        fields.text("verdict") or fields.part("verdict").text("verdict"),
        fields.text("rationale"),
        fields.concerns("concerns"),
        fields.time("created_at"),
        fields.time("updated_at"),
        fields.value,
    )


def _agent(*names: str) -> Agent:
    """Give the first of the names that is a known agent; else the first."""
    found = [agent(name) for name in names if name]
    return next((each for each in found if each.known), found[0])


def _result(fields: Fields) -> CriterionResult:
    met = fields.flag("met", "passed", "status", "result")
    return CriterionResult(fields.place, fields.text("criterion", "text", "name", "id"), met, fields.text("note", "notes", "details"))
