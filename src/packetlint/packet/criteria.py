"""What the evidence says of each acceptance criterion. Seed: context-packet, Final Verdict Authority."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from packetlint.packet.model import CriterionResult, Evidence, Place
    from packetlint.packet.view import View

MET, UNMET, UNKNOWN = "met", "unmet", "unknown"


class Report(NamedTuple):
    """One piece of evidence on one criterion: whose, whether it is met, and where that is said."""

    worker: str
    met: bool
    place: Place


def reports_of(view: View) -> list[tuple[Report, ...]]:
    """Give, for each criterion of the contract in order, what the evidence says of it."""
    criteria = view.contract.acceptance_criteria
    found: list[list[Report]] = [[] for _ in criteria]
    for evidence in view.own_evidence:
        for at, result in matched(evidence, criteria):
            if result.met is not None:
                found[at].append(Report(evidence.worker, result.met, result.place))
    return [tuple(each) for each in found]


def matched(evidence: Evidence, criteria: tuple[str, ...]) -> list[tuple[int, CriterionResult]]:
    """Match results with criteria, each by its position: in order when there are as many, else by equal text."""
    results = evidence.criteria_results
    if len(results) == len(criteria):
        return list(enumerate(results))
    known = {plain(criterion): at for at, criterion in reversed(list(enumerate(criteria)))}
    return [(known[name], result) for result in results if (name := plain(result.criterion)) in known]


def plain(text: str) -> str:
    """Give a text for comparison, without case and blanks."""
    return "".join(text.casefold().split())


def status_of(reports: tuple[Report, ...]) -> str:
    """Give the status of a criterion: unmet as soon as one says so, unknown when nobody says anything."""
    if not reports:
        return UNKNOWN
    return MET if all(report.met for report in reports) else UNMET
