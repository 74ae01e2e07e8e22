"""Coverage: every item has one disposition, gaps are told, the seal fits. Seed: agent-context-partitioner, Coverage and omission."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.partition.finding import found
from packetlint.partition.javascript import field, identity, is_one_of
from packetlint.partition.schema import shown
from packetlint.partition.seal import FIELD, reseal

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from packetlint.core.config import Settings
    from packetlint.core.diagnostic import Finding
    from packetlint.partition.facts import Facts
    from packetlint.partition.model import Part, Proposal

DISPOSITIONS = ("ASSIGNED", "TRANSFERRED", "OMITTED_ALLOWED", "BLOCKED")
_NOT_FEASIBLE = ("INFEASIBLE", "UNKNOWN")


def duplicate_disposition(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a disposition of an item that has one already."""
    first: dict[Hashable, Part] = {}
    for part in proposal.judged.dispositions:
        earlier = first.setdefault(identity(part.get("itemId")), part)
        if earlier is not part:
            message = f"{part.item_label} has a disposition already, on line {proposal.line(earlier.at('itemId'))}"
            yield found(proposal, part.at("itemId"), message, "an item has one disposition", contract="E_DUPLICATE_DISPOSITION")


def disposition(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a disposition that there is not."""
    for part in proposal.judged.dispositions:
        word = part.get("disposition")
        if not is_one_of(word, DISPOSITIONS):
            message = f"the disposition of {part.item_label} is {shown(word)}, none of {', '.join(DISPOSITIONS)}"
            yield found(proposal, part.at("disposition"), message, contract="E_DISPOSITION")


def unknown_item(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report every disposition whose item is not among the items."""
    for part in proposal.judged.dispositions:
        if identity(part.get("itemId")) not in proposal.judged.item_of:
            yield found(
                proposal, part.at("itemId"), f"{part.item_label} of this disposition is none of the items", contract="E_UNKNOWN_ITEM"
            )


def coverage_missing(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an item that no disposition is for."""
    for key, item in proposal.judged.item_of.items():
        if key not in proposal.judged.disposition_of:
            help = "assign, transfer, omit or block it; an item that is not mentioned is lost"
            yield found(proposal, item.at("itemId"), f"{item.label} has no disposition", help, contract="E_COVERAGE_MISSING")


def coverage_extra(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report, once for each itemId, a disposition for what is no item."""
    for key, part in proposal.judged.disposition_of.items():
        if key not in proposal.judged.item_of:
            message = f"{part.label} covers nothing: the inventory has no such item"
            yield found(proposal, part.at("itemId"), message, contract="E_COVERAGE_EXTRA")


def blocked_feasible(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a blocked item in a proposal that calls itself feasible."""
    for part in proposal.judged.dispositions:
        if part.get("disposition") == "BLOCKED" and proposal.judged.result == "FEASIBLE":
            message = f"{part.item_label} is BLOCKED, and yet the result is FEASIBLE"
            yield found(proposal, part.at("disposition"), message, "the result is INFEASIBLE or UNKNOWN", contract="E_BLOCKED_FEASIBLE")


def feasible_with_gaps(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report gaps in a proposal that calls itself feasible."""
    gaps = proposal.judged.gaps
    if gaps and proposal.judged.result == "FEASIBLE":
        message = f"the result is FEASIBLE in spite of {len(gaps)} gap{'s' * (len(gaps) > 1)}, the first being {shown(gaps[0].get('code'))}"
        yield found(proposal, ("gaps",), message, contract="E_FEASIBLE_WITH_GAPS", on_key=True)


def gap_missing(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a result that is not feasible for no given reason, and a blocked item that no gap names."""
    parts = proposal.parts
    if is_one_of(parts.result, _NOT_FEASIBLE) and not parts.gaps:
        yield found(proposal, ("result",), f"the result is {parts.result}, and no gap says why", "name what is missing, exactly, in `gaps`")
    named = {identity(gap.get("itemId")) for gap in parts.gaps}
    for key, part in parts.disposition_of.items():
        if part.get("disposition") == "BLOCKED" and key not in named:
            message = f"{part.item_label} is BLOCKED, and no gap names it"
            yield found(proposal, part.at("disposition"), message, "add a gap with its itemId")


def coverage_digest(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a coverage digest that is not that of the dispositions, and why, where that can be found out."""
    if facts.trouble:
        yield found(proposal, (FIELD,), f"the coverage digest could not be checked: {facts.trouble}")
    digest = facts.digest
    if digest is None or field(proposal.value, FIELD) == digest:
        return

    from packetlint.partition.explain import explain

    reason = explain(proposal.value, facts.committed)
    message = f"the coverage digest does not match: {reason or f'that of the dispositions is {digest}'}"
    help = "see whether the dispositions are as they should be, then put the right one in with `packetlint digest FILE --write`"
    yield found(proposal, (FIELD,), message, help, contract="E_COVERAGE_DIGEST", fix=reseal(proposal, digest))
