"""What happened to a task, as values: what was agreed, the worker's own word, the gate, the closure, the verdict.

They stand in the nested layout's `record.json`, or each in a file of its own. As in `model.py`, texts are word for
word, and what is missing or of another type is empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from packetlint.packet.model import Concern, Place


class SelfCheck(NamedTuple):
    """What a worker says of its own work; `confidence` is the number as the file spells it."""

    place: Place
    confidence: str
    known_risks: tuple[Concern, ...]
    untested_paths: tuple[str, ...]
    possible_stubs: tuple[str, ...]
    what_i_would_test_next: tuple[str, ...]
    summary: str
    raw: Mapping[str, Any]


class RubricScore(NamedTuple):
    """A score that was given; numbers as the file spells them, `passed` None where it is not said."""

    place: Place
    dimension: str
    score: str
    threshold: str
    passed: bool | None


class ImplementationContract(NamedTuple):
    """What a worker agreed to do: `contracts/T.json`, or that part of the task's record."""

    place: Place
    status: str
    worker: str
    planned_actions: tuple[str, ...]
    edge_cases: tuple[str, ...]
    state_transitions: tuple[str, ...]
    non_goals: tuple[str, ...]
    demo_steps: tuple[str, ...]
    known_risks: tuple[Concern, ...]
    approved_by: tuple[str, ...]
    created_at: str
    updated_at: str
    raw: Mapping[str, Any]


class GateResult(NamedTuple):
    """The evidence gate's answer."""

    place: Place
    verdict: str
    rubric_scores: tuple[RubricScore, ...]
    blocking_dimensions: tuple[str, ...]
    raw: Mapping[str, Any]


class Review(NamedTuple):
    """One review as the closure lists it."""

    place: Place
    reviewer_type: str
    status: str
    summary: str


class Closure(NamedTuple):
    """What closes a task."""

    place: Place
    change_summary: str
    reviews: tuple[Review, ...]
    open_risks: tuple[Concern, ...]
    debt_items: tuple[str, ...]
    raw: Mapping[str, Any]


class Verdict(NamedTuple):
    """The final verdict and why."""

    place: Place
    verdict: str
    rationale: str


class Record(NamedTuple):
    """What happened to a task, part by part; a part that is not there is None (`concerns`: empty).

    `concerns` are those of the challenge review. `place` is `record.json`, or the first of the files that its
    parts have of their own; `raw` is empty then, and `created_at`, `updated_at` are the newest of those files.
    """

    place: Place
    task_id: str
    implementation_contract: ImplementationContract | None
    self_check: SelfCheck | None
    gate_result: GateResult | None
    concerns: tuple[Concern, ...]
    closure: Closure | None
    verdict: Verdict | None
    created_at: str
    updated_at: str
    raw: Mapping[str, Any]
