"""Sections about what was done so far: the agreement, the changed files, the worker's own word, the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.criteria import MET, UNMET, matched
from packetlint.packet.quote import code, inline, quoted
from packetlint.packet.section import TASK, Block, age

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from packetlint.packet.model import Concern, Evidence
    from packetlint.packet.record_model import GateResult, Record, RubricScore
    from packetlint.packet.view import View


def files_changed(view: View) -> Iterator[Block]:
    """List the files that the implementers say they changed, each once."""
    seen: set[str] = set()
    for evidence in view.work:
        for path in evidence.files_changed:
            if path not in seen:
                seen.add(path)
                yield Block((f"- {code(path)}",), evidence.place.file, rank=view.rank(evidence.place.file))


def implementation_contract(view: View) -> Iterator[Block]:
    """Give what the worker agreed to do, so that the work can be held to it."""
    agreed = view.task.implementation_contract
    if agreed is None:
        return
    approved = f" (approved by {', '.join(map(inline, agreed.approved_by))})" if agreed.approved_by else ""
    if agreed.status or approved:
        yield Block((f"- **Status:** {inline(agreed.status or 'not given')}{approved}",), agreed.place.file, TASK)
    lists = {
        "Planned actions": agreed.planned_actions,
        "Edge cases": agreed.edge_cases,
        "State transitions": agreed.state_transitions,
        "Demo steps": agreed.demo_steps,
        "Non-goals": agreed.non_goals,
    }
    for name, texts in lists.items():
        yield from _nested(name, texts, agreed.place.file, TASK)


def _nested(name: str, texts: tuple[str, ...], file: str, band: int, rank: int = 0) -> Iterator[Block]:
    return (Block((f"  - {inline(text)}",), file, band, rank, (f"- **{name}:**",)) for text in texts)


def self_check(view: View) -> Iterator[Block]:
    """Give what the worker doubts: for a tester what was not tested first, for a reviewer stubs and risks first."""
    check = view.task.self_check
    if check is None:
        return
    file, rank = check.place.file, view.rank(check.place.file)
    if check.confidence:
        yield Block((f"- **Confidence:** {inline(check.confidence)}",), file, rank=rank)
    stubs = ("Possible stubs", check.possible_stubs)
    risks = ("Known risks", tuple(map(_said, check.known_risks)))
    untested = ("Untested paths", check.untested_paths)
    following = ("Would test next", check.what_i_would_test_next)
    order = (untested, following, risks, stubs) if view.kind == "tester" else (stubs, risks, untested, following)
    for name, texts in order:
        yield from _nested(name, texts, file, 1, rank)


def _said(concern: Concern) -> str:
    return f"{concern.text} (mitigation: {concern.mitigation})" if concern.mitigation else concern.text


def prior_work(view: View) -> Iterator[Block]:
    """Quote the evidence of the others; for the final verdict every piece of it, and what the record says."""
    is_final = view.kind == "product_authority"
    own = view.target.worker
    for evidence in view.own_evidence:
        if is_final or _plain(evidence.worker) != _plain(own):
            yield from _evidence(view, evidence, is_final=is_final)
    record = view.task.record
    if record:
        yield from _record(view, record, is_final=is_final)


def _plain(worker: str) -> str:
    return worker.replace("-", "_").casefold()


def _evidence(view: View, evidence: Evidence, *, is_final: bool) -> Iterator[Block]:
    marks = [evidence.role, f"verdict: {evidence.verdict}" if evidence.verdict else "", evidence.created_at]
    head = f"- **{inline(evidence.worker)}** ({', '.join(inline(mark) for mark in marks if mark)})".removesuffix(" ()")
    pieces = [evidence.summary, evidence.rationale if is_final else "", _bulleted(_remarks(view, evidence, is_final=is_final))]
    lines = quoted("\n\n".join(filter(None, pieces)))
    scores = _scores(evidence.rubric_scores) if is_final else ""
    if lines or scores or evidence.verdict:
        yield Block(
            (f"{head}{f': {scores}' if scores else ''}", *lines), evidence.place.file, rank=age(evidence.created_at, evidence.updated_at)
        )


def _bulleted(texts: Iterable[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)


def _remarks(view: View, evidence: Evidence, *, is_final: bool) -> Iterator[str]:
    """Yield the concerns, and for the final verdict the results that are of no criterion of the contract."""
    if evidence.agent.slot != "challenger":  # a challenger's are among the known risks
        yield from map(_said, evidence.concerns)
    if is_final:
        known = {id(result) for _, result in matched(evidence, view.contract.acceptance_criteria)}
        for result in evidence.criteria_results:
            if id(result) not in known and result.met is not None:
                note = f" ({result.note})" if result.note else ""
                yield f"{MET if result.met else UNMET}: {result.criterion}{note}"


def _scores(scores: tuple[RubricScore, ...]) -> str:
    return ", ".join(f"{inline(each.dimension)} {inline(each.score)}{_marks(each)}" for each in scores)


def _marks(score: RubricScore) -> str:
    marks = [f"threshold {inline(score.threshold)}" if score.threshold else "", "failed" if score.passed is False else ""]
    said = ", ".join(filter(None, marks))
    return f" ({said})" if said else ""


def _record(view: View, record: Record, *, is_final: bool) -> Iterator[Block]:
    """Give the gate's result, and for the final verdict the closure with its reviews and an earlier verdict."""
    if record.gate_result:
        gate = record.gate_result
        yield Block((_gate(gate),), gate.place.file, rank=view.rank(gate.place.file))
    if not is_final:
        return
    if record.closure:
        closure = record.closure
        rank = view.rank(closure.place.file)
        if closure.change_summary:
            yield Block(("- **Closure**", *quoted(closure.change_summary)), closure.place.file, rank=rank)
        for review in closure.reviews:
            head = f"- **Review by {inline(review.reviewer_type or 'somebody')}** ({inline(review.status or 'no status')})"
            yield Block((head, *quoted(review.summary)), closure.place.file, rank=rank)
    if record.verdict and record.verdict.verdict:
        verdict = record.verdict
        head = f"- **Final verdict so far:** {inline(verdict.verdict)}"
        yield Block((head, *quoted(verdict.rationale)), verdict.place.file, rank=view.rank(verdict.place.file))


def _gate(gate: GateResult) -> str:
    blocking = f", blocked by {', '.join(map(inline, gate.blocking_dimensions))}" if gate.blocking_dimensions else ""
    scores = _scores(gate.rubric_scores)
    return f"- **Gate:** {inline(gate.verdict or 'no verdict')}{blocking}{f': {scores}' if scores else ''}"
