"""Targets: bodies and slots, and what they can hold. Seed: agent-context-partitioner, Modes; Hard order of operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.partition.finding import found
from packetlint.partition.javascript import identity, is_count, is_true
from packetlint.partition.schema import shown

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from packetlint.core.config import Settings
    from packetlint.core.diagnostic import Finding
    from packetlint.partition.facts import Facts
    from packetlint.partition.model import Part, Proposal


def duplicate_target(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a target whose targetRef another one has already."""
    first: dict[Hashable, Part] = {}
    for target in proposal.judged.targets:
        earlier = first.setdefault(identity(target.get("targetRef")), target)
        if earlier is not target:
            message = f"{target.label} has the targetRef of {_which(proposal, earlier)}"
            yield found(proposal, target.at("targetRef"), message, "every target needs a name of its own", contract="E_DUPLICATE_TARGET")


def _which(proposal: Proposal, earlier: Part) -> str:
    return f"the one on line {proposal.line(earlier.at('targetRef'))}"


def unadmitted_body(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a target of an active set that is no admitted body, or has no evidence of it."""
    if proposal.judged.mode != "ACTIVE_SET_PARTITION":
        return
    for target in proposal.judged.targets:
        if target.get("type") != "ADMITTED_BODY":
            name, fault = "type", "is no ADMITTED_BODY; an active set has only such targets"
        elif not is_true(target.get("admissionEvidenceRef")):
            name, fault = "admissionEvidenceRef", "has no evidence of its admission, which an active set takes"
        else:
            continue
        help = "name the receipt of its admission in `admissionEvidenceRef`, or plan a continuation with slots"
        yield found(proposal, target.at(name), f"{target.label} {fault}", help, contract="E_UNADMITTED_BODY")


def slot_has_lifecycle(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a target of a continuation that is more than an abstract slot."""
    if proposal.judged.mode != "CONTINUATION_REQUIREMENTS":
        return
    for target in proposal.judged.targets:
        if target.get("type") != "ABSTRACT_SLOT":
            name, fault = "type", "is no ABSTRACT_SLOT"
        elif target.get("admissionEvidenceRef") is not None:
            name, fault = "admissionEvidenceRef", "does not have null as its evidence of admission"
        else:
            continue
        help = "a slot has no process, session, credential, lease or identity"
        yield found(
            proposal,
            target.at(name),
            f"{target.label} {fault}, in a continuation that has slots only",
            help,
            contract="E_SLOT_HAS_LIFECYCLE",
        )


def capacity(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a capacity that is no whole number of tokens."""
    for target in proposal.judged.targets:
        tokens = target.get("capacityTokens")
        if not is_count(tokens):
            message = f"the capacity of {target.label} is {shown(tokens)}, no whole number from 0 up"
            yield found(proposal, target.at("capacityTokens"), message, contract="E_CAPACITY")


_COUNTABLE = 2**54


def budget_overflow(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a target whose items together exceed its capacity, with the amount."""
    given: dict[Hashable, list[Part]] = {}
    for _, item, target, _ in proposal.judged.placed():
        if is_count(item.get("tokenEstimate")):
            given.setdefault(identity(target.get("targetRef")), []).append(item)
    for key, held in given.items():
        target = proposal.judged.target_of[key]
        most, used = target.get("capacityTokens"), sum(item.get("tokenEstimate") for item in held)
        if is_count(most) and used > most:
            message = f"{target.label} is given {_count(used)} tokens, {_count(used - most)} over its capacity of {_count(most)}"
            yield found(proposal, target.at("capacityTokens"), message, _largest(held), contract="E_BUDGET_OVERFLOW")


def _largest(held: list[Part]) -> str:
    largest = max(held, key=lambda item: item.get("tokenEstimate"))
    which = "its only item is" if len(held) == 1 else f"the largest of its {len(held)} items is"
    return f"{which} {largest.label} with {_count(largest.get('tokenEstimate'))} tokens"


def _count(tokens: float) -> str:
    """Say a number of tokens; one that is no longer exact is said as a power."""
    return f"{tokens:.0f}" if tokens <= _COUNTABLE else f"{tokens:.3g}"
