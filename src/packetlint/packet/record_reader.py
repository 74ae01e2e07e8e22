"""From objects to what happened to a task: the parts of a record, wherever they stand. Seed: context-packet, Step 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.instants import newest
from packetlint.packet.record_model import Closure, GateResult, ImplementationContract, Record, Review, RubricScore, SelfCheck, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from packetlint.packet.fields import Fields

# What a file among the evidence is called, or calls itself, when it is a part of the record and no evidence.
_PARTS = {
    "worker_self_check": "self_check",
    "self_check": "self_check",
    "gate_result": "gate_result",
    "challenge_review": "challenge_review",
    "closure_packet": "closure",
    "closure": "closure",
    "final_verdict": "verdict",
    "retrospective": "retrospective",
}


def part_name(name: str, artifact_type: str) -> str | None:
    """Say which part of the record a file among the evidence is, by its type, else by its name without suffix."""
    return _PARTS.get(artifact_type or name.replace("-", "_"))


def read_record(fields: Fields, task_id: str) -> Record:
    """Read `record.json`."""
    names = ("implementation_contract", "self_check", "gate_result", "challenge_review", "closure", "verdict")
    return _record(fields, {name: fields.part(name) for name in names}, task_id)._replace(
        created_at=fields.time("created_at"), updated_at=fields.time("updated_at"), raw=fields.value
    )


def gather_record(files: Iterable[tuple[str, Fields]], task_id: str) -> Record | None:
    """Put a record together from files that each hold one part (name, object); of two of one name the last counts."""
    parts = dict(files)
    if not parts:
        return None
    first = min(parts.values(), key=lambda part: part.place.file)
    return _record(first, parts, task_id)._replace(
        created_at=newest(part.time("created_at") for part in parts.values()) or "",
        updated_at=newest(part.time("updated_at") for part in parts.values()) or "",
    )


def _record(fields: Fields, parts: dict[str, Fields], task_id: str) -> Record:
    nothing = fields._replace(value={})
    return Record(
        fields.place,
        fields.text("task_id") or task_id,
        read_implementation_contract(parts.get("implementation_contract", nothing)),
        read_self_check(parts.get("self_check", nothing)),
        _gate(parts.get("gate_result", nothing)),
        parts.get("challenge_review", nothing).concerns("concerns"),
        _closure(parts.get("closure", nothing)),
        _verdict(parts.get("verdict", nothing)),
        "",
        "",
        {},
    )


def read_implementation_contract(fields: Fields) -> ImplementationContract | None:
    """Read an implementation contract; None for an object without fields."""
    if not fields.value:
        return None
    return ImplementationContract(
        fields.place,
        fields.text("status"),
        fields.text("worker", "agent"),
        fields.texts("planned_actions"),
        fields.texts("edge_cases"),
        fields.texts("state_transitions"),
        fields.texts("non_goals"),
        fields.texts("demo_steps"),
        fields.concerns("known_risks"),
        fields.texts("approved_by"),
        fields.time("created_at"),
        fields.time("updated_at"),
        fields.value,
    )


def read_self_check(fields: Fields) -> SelfCheck | None:
    """Read a self-check; None for an object without fields."""
    if not fields.value:
        return None
    return SelfCheck(
        fields.place,
        fields.number_text("confidence"),
        fields.concerns("known_risks"),
        fields.texts("untested_paths", "unverified_cases"),
        fields.texts("possible_stubs"),
        fields.texts("what_i_would_test_next"),
        fields.text("summary"),
        fields.value,
    )


def read_scores(fields: Fields) -> tuple[RubricScore, ...]:
    """Read the scores that were given."""
    return tuple(_score(each) for each in fields.each("rubric_scores"))


def _score(fields: Fields) -> RubricScore:
    name = fields.text("dimension", "name", "text")
    return RubricScore(fields.place, name, fields.number_text("score"), fields.number_text("threshold"), fields.flag("passed"))


def _gate(fields: Fields) -> GateResult | None:
    if not fields.value:
        return None
    return GateResult(fields.place, fields.text("verdict"), read_scores(fields), fields.texts("blocking_dimensions"), fields.value)


def _closure(fields: Fields) -> Closure | None:
    if not fields.value:
        return None
    reviews = tuple(
        Review(each.place, each.text("reviewer_type", "reviewer"), each.text("status"), each.text("summary", "text"))
        for each in fields.each("reviews")
    )
    risks = fields.concerns("open_risks") or fields.part("open_risks").concerns("items")
    return Closure(fields.place, fields.text("change_summary"), reviews, risks, fields.texts("debt_items"), fields.value)


def _verdict(fields: Fields) -> Verdict | None:
    if not fields.value:
        return None
    return Verdict(fields.place, fields.text("verdict"), fields.text("rationale"))
