"""From the objects of a mission's files to values: spec, design brief, run state, decisions, debt. Seed: context-packet, Step 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.agents import agent, snake
from packetlint.packet.model import DebtItem, DebtRegister, Decision, DesignBrief, MissionSpec, RunState

if TYPE_CHECKING:
    from packetlint.packet.fields import Fields

BRIEF, RECORD, VOTE = "design brief", "decision", "vote"
"""Where a decision comes from."""

_PEOPLE = ("human", "user")


def read_spec(fields: Fields) -> MissionSpec:
    """Read `spec.json`."""
    scope = fields.part("scope")
    return MissionSpec(
        fields.place,
        fields.text("mission_id", "artifact_id"),
        fields.text("mission"),
        fields.text("target_user"),
        "\n".join(fields.texts("done_when")),
        fields.texts("constraints"),
        fields.texts("acceptance_criteria"),
        fields.texts("scope_in") or scope.texts("in"),
        fields.texts("scope_out") or scope.texts("out"),
        fields.concerns("risk_notes"),
        fields.texts("affected_surfaces"),
        fields.time("created_at"),
        fields.time("updated_at"),
        fields.value,
    )


def read_design_brief(fields: Fields) -> DesignBrief:
    """Read `design-brief.json`."""
    return DesignBrief(
        fields.place,
        fields.text("chosen_approach"),
        fields.text("verification_strategy"),
        tuple(read_decision(each, BRIEF, fields.time("created_at")) for each in fields.each("architecture_decisions")),
        fields.concerns("risks"),
        fields.texts("non_goals"),
        fields.texts("preserve_list"),
        fields.time("created_at"),
        fields.time("updated_at"),
        fields.value,
    )


def read_run_state(fields: Fields) -> RunState:
    """Read `state/run.json`."""
    return RunState(
        fields.place,
        fields.text("phase", "mission_phase"),
        fields.text("mission_id"),
        fields.text("current_task_id"),
        fields.time("created_at"),
        fields.time("updated_at"),
        fields.value,
    )


def read_decision_file(fields: Fields) -> Decision:
    """Read a file of `decisions/`: a decision, or somebody's vote."""
    return read_decision(fields, VOTE if fields.text("voter") and not fields.text("decision", "outcome") else RECORD)


def read_decision(fields: Fields, origin: str, created_at: str = "") -> Decision:
    """Read a decision; `created_at` is for one that does not say when it was made."""
    confirmed_by = fields.text("confirmed_by")
    decided_by = fields.text("decided_by", "voter")
    said = fields.flag("human_confirmed")
    return Decision(
        fields.place,
        origin,
        fields.text("decision_id", "id"),
        fields.text("title"),
        fields.text("context"),
        fields.text("decision", "outcome", "vote", "text"),
        fields.text("rationale", "reasoning"),
        fields.texts("constraints"),
        fields.concerns("concerns"),
        decided_by,
        confirmed_by,
        snake(decided_by) in _PEOPLE or _is_person(confirmed_by) if said is None else said,
        fields.texts("related_task_id", "related_task_ids", "task_id"),
        fields.texts("supersedes"),
        fields.text("status"),
        fields.time("created_at") or created_at,
        fields.value,
    )


def _is_person(name: str) -> bool:
    return bool(name) and not agent(name).known


def read_debt(fields: Fields) -> DebtRegister:
    """Read `evolution/debt-register.json`."""
    items = tuple(_debt_item(each) for each in fields.each("items"))
    return DebtRegister(fields.place, items, fields.time("created_at"), fields.time("updated_at"))


def _debt_item(fields: Fields) -> DebtItem:
    return DebtItem(
        fields.place,
        fields.text("debt_id", "id"),
        fields.text("severity"),
        fields.text("kind"),
        fields.text("title", "text"),
        fields.text("description"),
        fields.text("introduced_by_task_id"),
        fields.text("owner_type"),
        fields.text("status"),
        fields.value,
    )
