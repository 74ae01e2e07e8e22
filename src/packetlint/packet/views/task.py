"""Sections from the contract itself: the task, its summary, the mission it serves, the criteria, the rubric, the commands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.packet.criteria import MET, UNKNOWN, UNMET, Report, reports_of, status_of
from packetlint.packet.quote import bullets, code, fenced, folded, inline, paragraph
from packetlint.packet.section import TASK, Block, essential

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.packet.view import View

_SENTENCE_END = re.compile(r"(?<=[.!?])\s|(?<=[。！？])")
_AIMS = {
    "implementer": "Do the work of this {task}, so that {criteria} below {are} met.",
    "reviewer": "Review what was made for this {task} against {criteria} below and against what was agreed.",
    "tester": "Test what was made for this {task} against {criteria} below.",
    "product_authority": "Give the final verdict on this {task}: of {criteria}, {status}.",
    "operations": "See to it that what this {task} makes can be built, deployed and run; {criteria} below {are} to be met.",
    "risk": "Look for what this {task} puts at risk, with {criteria} below as the measure of what it promises.",
    "designer": "Design what this {task} needs, so that {criteria} below can be met.",
    "communication": "Write what readers need to know of this {task}, whose promise {criteria} below state.",
    "orchestration": "Coordinate this {task}, which is done when {criteria} below {are} met.",
}


def your_task(view: View) -> Iterator[Block]:
    """Give the goal, or the title where there is no goal."""
    yield Block(paragraph(view.contract.goal or view.contract.label), view.contract.place.file, TASK)


def summary(view: View) -> Iterator[Block]:
    """Say in one to three sentences what is needed and why."""
    contract, spec = view.contract, view.mission.spec
    sentences = [_aim(view)]
    if spec and spec.mission:
        first = _SENTENCE_END.split(folded(spec.mission))[0]
        sentences.append(f"It serves the mission “{inline(first).rstrip('.')}”.")
    if contract.risk_level in ("high", "critical"):
        sentences.append(f"Its risk is {contract.risk_level}.")
    yield Block((" ".join(sentences),), contract.place.file, TASK)
    if spec and spec.mission:
        yield Block((), spec.place.file, TASK)  # no line of its own, but a file behind the section


def _aim(view: View) -> str:
    number = len(view.contract.acceptance_criteria)
    criteria = "the acceptance criterion" if number == 1 else f"the {number} acceptance criteria"
    kind = folded(view.contract.task_kind).replace("_", " ")
    task = f"{inline(kind)} task" if kind else "task"
    words = {"task": task, "criteria": criteria if number else "the goal", "are": "are" if number > 1 else "is"}
    return _AIMS[view.kind].format(**words, status=_tally(view) if view.kind == "product_authority" else "")


def _tally(view: View) -> str:
    reports = reports_of(view)
    statuses = [status_of(each) for each in reports]
    return f"{statuses.count(MET)} reported met, {statuses.count(UNMET)} unmet, {statuses.count(UNKNOWN)} unknown"


def mission(view: View) -> Iterator[Block]:
    """Give what the mission is for, from its spec."""
    spec = view.mission.spec
    if spec is None:
        return
    file, rank = spec.place.file, view.rank(spec.place.file)
    for name, text in (("Mission", spec.mission), ("For", spec.target_user), ("Done when", spec.done_when)):
        if text:
            yield Block((f"- **{name}:** {inline(text)}",), file, rank=rank)
    for line in bullets(spec.constraints):
        yield Block((f"  {line}",), file, rank=rank, lead=("- **Constraints:**",))


def acceptance_criteria(view: View) -> Iterator[Block]:
    """Number the criteria; for the final verdict with what the evidence says of each."""
    reports = reports_of(view) if view.kind == "product_authority" else [()] * len(view.contract.acceptance_criteria)
    for number, (criterion, said) in enumerate(zip(view.contract.acceptance_criteria, reports, strict=True), 1):
        status = _status(said) if view.kind == "product_authority" else ""
        yield Block((f"{number}. {inline(criterion)}{status}",), view.contract.place.file, TASK)


def _status(said: tuple[Report, ...]) -> str:
    """Say whether a criterion is met, and according to whom; those who say otherwise are named behind."""
    status = status_of(said)
    by = [", ".join(dict.fromkeys(inline(report.worker) for report in said if report.met is met)) for met in (True, False)]
    met, unmet = by
    names = met if status == MET else f"{unmet}{f'; met according to {met}' if met else ''}"
    return f" — **{status}**{f' ({names})' if names else ''}"


def rubric_scoring(view: View) -> Iterator[Block]:
    """List the dimensions the reader has to score: code quality for the design authority, the others for whoever tests."""
    slot = view.target.agent.slot
    wanted = {"reviewer": "design_authority", "tester": "quality_specialist"}.get(view.kind)
    if slot != wanted:
        return
    rows = [each for each in view.contract.rubric if (each.name == "code_quality") == (slot == "design_authority")]
    lead = ("Score each of these dimensions in `rubric_scores` of your evidence.", "")
    table = ("| Dimension | Threshold | Your role |", "| --- | --- | --- |")
    for row in rows:
        line = f"| {_cell(row.name)} | {_cell(row.threshold)} | Score 1-5 with rationale |"
        yield Block((line,), view.contract.place.file, rank=essential(), lead=(*lead, *table))


def _cell(text: str) -> str:
    return inline(text).replace("|", r"\|")


def eval_commands(view: View) -> Iterator[Block]:
    """List the commands that verify the work, each as it is to be typed."""
    for command in view.contract.eval_commands:
        is_one = len(command.strip().splitlines()) == 1
        lines = (f"- {code(command)}",) if is_one else ("- several lines:", *fenced(command, "  "))
        yield Block(lines, view.contract.place.file, rank=essential())
