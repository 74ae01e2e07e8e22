"""What the files of a `.geas` tree say, as values: contracts, evidence, decisions, debt. Seed: context-packet, Inputs.

Texts are word for word as the file has them; a text that is missing, blank or of another type is the empty
string, a list the empty tuple. Every value knows its file and where in it it stands (`Place`); `raw` is the
object it was read from, with dotted keys made nested, for the fields that have no name here.
What happened to a task is in `record_model.py`, memory in `memory_model.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from packetlint.core.json_reader import Path
    from packetlint.packet.agents import Agent
    from packetlint.packet.record_model import RubricScore, SelfCheck


class Place(NamedTuple):
    """Where a value stands: the file's path from the repository's top, and the path inside its JSON (empty: the whole)."""

    file: str
    path: Path = ()

    def at(self, *steps: str | int) -> Place:
        """Give the place of something inside."""
        return Place(self.file, (*self.path, *steps))


class Text(NamedTuple):
    """A markdown or text file: its path and its whole content."""

    file: str
    text: str


class Concern(NamedTuple):
    """A risk or a concern: what it is, and what is said of it.

    `severity` and `mitigation` are empty where nothing is said; `blocking` also holds for the severity `blocking`.
    """

    place: Place
    text: str
    severity: str = ""
    mitigation: str = ""
    blocking: bool = False


class MissionSpec(NamedTuple):
    """`spec.json`. Its scope is read from `scope_in`/`scope_out` or from `scope.in`/`scope.out`."""

    place: Place
    mission_id: str
    mission: str
    target_user: str
    done_when: str
    constraints: tuple[str, ...]
    acceptance_criteria: tuple[str, ...]
    scope_in: tuple[str, ...]
    scope_out: tuple[str, ...]
    risk_notes: tuple[Concern, ...]
    affected_surfaces: tuple[str, ...]
    created_at: str
    updated_at: str
    raw: Mapping[str, Any]


class DesignBrief(NamedTuple):
    """`design-brief.json`. Its architecture decisions are `Decision`s whose `origin` is `design brief`."""

    place: Place
    chosen_approach: str
    verification_strategy: str
    architecture_decisions: tuple[Decision, ...]
    risks: tuple[Concern, ...]
    non_goals: tuple[str, ...]
    preserve_list: tuple[str, ...]
    created_at: str
    updated_at: str
    raw: Mapping[str, Any]


class RunState(NamedTuple):
    """`state/run.json`: the phase, the current mission and the task in focus."""

    place: Place
    phase: str
    mission_id: str
    current_task_id: str
    created_at: str
    updated_at: str
    raw: Mapping[str, Any]


class Dimension(NamedTuple):
    """One dimension of a rubric; `threshold` is the number as the file spells it, empty where there is none."""

    place: Place
    name: str
    threshold: str


class Contract(NamedTuple):
    """The task's contract. `task_id` is the name of its file (or folder) where the field is missing.

    `paths` are those of its scope, `scope.paths` and then `scope.surfaces`, each once; `prohibited_paths` also hold
    `scope.prohibited_paths`; `dependencies` are task ids, from either spelling of the field.
    """

    place: Place
    task_id: str
    title: str
    goal: str
    task_kind: str
    risk_level: str
    acceptance_criteria: tuple[str, ...]
    eval_commands: tuple[str, ...]
    rubric: tuple[Dimension, ...]
    paths: tuple[str, ...]
    prohibited_paths: tuple[str, ...]
    non_goals: tuple[str, ...]
    dependencies: tuple[str, ...]
    primary_worker_type: str
    required_reviewer_types: tuple[str, ...]
    base_snapshot: str
    status: str
    created_at: str
    updated_at: str
    raw: Mapping[str, Any]

    @property
    def label(self) -> str:
        """Give the title, or the id of a task that has none."""
        return self.title or self.task_id


class CriterionResult(NamedTuple):
    """What a piece of evidence says of one criterion; `met` is None where it says neither yes nor no."""

    place: Place
    criterion: str
    met: bool | None
    note: str


class Evidence(NamedTuple):
    """One piece of evidence. `worker` is the name it gives itself, else that of its file; `agent` is what that means.

    `task_id` is what the file says, which may be another task's; `role` is its role or type, word for word.
    `approach`, `constraints`, `design_spec`, `design_guide` are in `raw`, in whatever shape they have.
    """

    place: Place
    worker: str
    agent: Agent
    role: str
    task_id: str
    summary: str
    files_changed: tuple[str, ...]
    criteria_results: tuple[CriterionResult, ...]
    self_check: SelfCheck | None
    rubric_scores: tuple[RubricScore, ...]
    verdict: str
    rationale: str
    concerns: tuple[Concern, ...]
    created_at: str
    updated_at: str
    raw: Mapping[str, Any]

    @property
    def is_implementation(self) -> bool:
        """Say whether it is an implementer's work: by its role, else by the known type of its worker."""
        if self.role in ("implementer", "reviewer", "tester", "authority"):
            return self.role == "implementer"
        return self.agent.known and self.agent.slot == "implementer" and not self.agent.purpose


class Decision(NamedTuple):
    """A decision: a record of `decisions/`, a vote, or one of the design brief's (`origin`).

    `decision` is what was decided (decision, outcome or vote), `rationale` why. `human_confirmed` is said outright
    or by `confirmed_by` naming somebody who is no agent. `supersedes` are ids of the decisions it replaces.
    """

    place: Place
    origin: str
    decision_id: str
    title: str
    context: str
    decision: str
    rationale: str
    constraints: tuple[str, ...]
    concerns: tuple[Concern, ...]
    decided_by: str
    confirmed_by: str
    human_confirmed: bool
    related_task_ids: tuple[str, ...]
    supersedes: tuple[str, ...]
    status: str
    created_at: str
    raw: Mapping[str, Any]


class DebtItem(NamedTuple):
    """One item of the debt register."""

    place: Place
    debt_id: str
    severity: str
    kind: str
    title: str
    description: str
    introduced_by_task_id: str
    owner_type: str
    status: str
    raw: Mapping[str, Any]

    @property
    def is_open(self) -> bool:
        """Say whether it is still to be paid: an item without a status is."""
        return self.status.lower() in ("", "open")


class DebtRegister(NamedTuple):
    """`evolution/debt-register.json`."""

    place: Place
    items: tuple[DebtItem, ...]
    created_at: str
    updated_at: str
