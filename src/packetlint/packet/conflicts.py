"""Where the evidence contradicts the contract, or itself: found by comparison alone. Seed: context-packet, Rules, 4."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from packetlint.packet.criteria import Report, reports_of
from packetlint.packet.decisions import superseding_quoted
from packetlint.packet.paths import holds, is_path, plain_path
from packetlint.packet.quote import code, inline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from packetlint.packet.model import Place
    from packetlint.packet.view import View


class Conflict(NamedTuple):
    """One contradiction: a sentence for the packet, and where it was found."""

    text: str
    place: Place


def conflicts(view: View) -> Iterator[Conflict]:
    """Yield every conflict of a task, in one order whoever reads it."""
    return chain(_outside(view), _criteria(view), _strangers(view), _superseded(view))


def _outside(view: View) -> Iterator[Conflict]:
    """Yield the changed files that lie under a prohibited path or outside the scope."""
    contract = view.contract
    scope = contract.paths if all(map(is_path, contract.paths)) else ()  # what is no path cannot be compared with one
    for evidence in view.own_evidence:
        for number, name in enumerate(evidence.files_changed):
            place, path = evidence.place.at("files_changed", number), plain_path(name)
            forbidden = next((each for each in contract.prohibited_paths if holds(each, path)), None)
            said = f"{inline(evidence.worker)} changed {code(path)}"
            if forbidden is not None:
                yield Conflict(f"{said}, which is under the prohibited path {code(forbidden)}", place)
            elif scope and not any(holds(each, path) for each in scope):
                yield Conflict(f"{said}, which is outside the scope", place)


def _criteria(view: View) -> Iterator[Conflict]:
    """Yield the criteria that are reported unmet, and those on which the evidence disagrees."""
    for number, reports in enumerate(reports_of(view), 1):
        unmet = [report for report in reports if not report.met]
        met = [report for report in reports if report.met]
        if unmet and met:
            yield Conflict(f"criterion {number} is unmet according to {_names(unmet)}, and met according to {_names(met)}", unmet[0].place)
        elif unmet:
            yield Conflict(f"criterion {number} is unmet according to {_names(unmet)}", unmet[0].place)


def _names(reports: Iterable[Report]) -> str:
    return " and ".join(dict.fromkeys(inline(report.worker) for report in reports))


def _strangers(view: View) -> Iterator[Conflict]:
    """Yield the evidence that is filed with this task and names another."""
    for evidence in view.task.evidence:
        if evidence.task_id not in (view.task.task_id, view.contract.task_id):
            text = f"the evidence of {inline(evidence.worker)} is for {code(evidence.task_id)}, not for this task, so it is not used here"
            yield Conflict(text, evidence.place.at("task_id"))


def _superseded(view: View) -> Iterator[Conflict]:
    """Yield the decisions that replace one the contract still quotes."""
    for decision, old in superseding_quoted(view):
        name = code(decision.decision_id) if decision.decision_id else f"in {code(view.shown(decision.place.file))}"
        yield Conflict(f"the contract quotes the decision {code(old)}, which the decision {name} supersedes", decision.place)
