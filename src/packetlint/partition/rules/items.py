"""Items one by one: authority, states, estimates, spaces. Seed: agent-context-partitioner, Context IR invariants; Retrieval-space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packetlint.partition.finding import found
from packetlint.partition.javascript import UNDEFINED, field, identity, is_count, is_one_of, is_true
from packetlint.partition.schema import shown

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from packetlint.core.config import Settings
    from packetlint.core.diagnostic import Finding
    from packetlint.partition.facts import Facts
    from packetlint.partition.model import Part, Proposal

_REFERENCES = ("guidanceEnvelopeRef", "verificationReceiptRef", "revocationWitnessRef")
_OPEN_OBLIGATIONS = ("OPEN", "BLOCKED")
_OPEN_EFFECTS = ("PREPARED", "DISPATCHED", "AMBIGUOUS")


def duplicate_item(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an item whose itemId another one has already."""
    first: dict[Hashable, Part] = {}
    for item in proposal.judged.items:
        earlier = first.setdefault(identity(item.get("itemId")), item)
        if earlier is not item:
            message = f"{item.label} has the itemId of the one on line {proposal.line(earlier.at('itemId'))}"
            yield found(proposal, item.at("itemId"), message, "every item needs a name of its own", contract="E_DUPLICATE_ITEM")


def authority_channel(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a directive item that is anything but guidance of the class that may direct."""
    for item in _directives(proposal):
        kind, trust = item.get("kind"), item.get("trustClass")
        if kind != "GUIDANCE" or trust != "CURRENT_GUIDANCE":
            message = f"{item.label} is directive, but {_said(kind)} of class {_said(trust)}; only GUIDANCE of CURRENT_GUIDANCE may be"
            yield found(proposal, item.at("directiveChannel"), message, "let it be data: false", contract="E_AUTHORITY_CHANNEL")


def _directives(proposal: Proposal) -> Iterator[Part]:
    return (item for item in proposal.judged.items if is_true(item.get("directiveChannel")))


def _said(value: object) -> str:
    return "nothing" if value is UNDEFINED else shown(value)


def guidance_not_current(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a directive item whose authority is not current, referenced in full and addressed to somebody."""
    for item in _directives(proposal):
        faults = dict(_faults(item.get("authority")))
        if faults:
            message = f"{item.label} is directive, but its authority {', '.join(faults.values())}"
            yield found(proposal, item.at("authority", next(iter(faults))), message, contract="E_GUIDANCE_NOT_CURRENT")


def _faults(authority: object) -> Iterator[tuple[str, str]]:
    """Yield the fields that keep an authority from being current, and what is said of each."""
    status = field(authority, "status")
    if status != "CURRENT":
        yield "status", "has no status" if status is UNDEFINED else f"has the status {shown(status)}"
    for name in _REFERENCES:
        if not is_true(field(authority, name)):
            yield name, f"has no {name}"
    if not _length(field(authority, "audience")):
        yield "audience", "has no audience"


def _length(value: Any) -> bool:
    """Say whether `value.length` is true."""
    return bool(value) if isinstance(value, list | str) else is_true(field(value, "length"))


def non_droppable_state(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an item that may be dropped although an obligation or an effect of it is open."""
    for item in proposal.judged.items:
        obligation, effect = item.get("obligationState"), item.get("effectState")
        is_open = [f"its obligation is {obligation}"] * is_one_of(obligation, _OPEN_OBLIGATIONS)
        is_open += [f"its effect is {effect}"] * is_one_of(effect, _OPEN_EFFECTS)
        if is_open and is_true(item.get("droppable")):
            message = f"{item.label} may be dropped although {' and '.join(is_open)}"
            yield found(proposal, item.at("droppable"), message, contract="E_NON_DROPPABLE_STATE")


def token_estimate(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an estimate that is no whole number of tokens."""
    for item in proposal.judged.items:
        tokens = item.get("tokenEstimate")
        if not is_count(tokens):
            message = f"the token estimate of {item.label} is {_said(tokens)}, no whole number from 0 up"
            yield found(proposal, item.at("tokenEstimate"), message, contract="E_TOKEN_ESTIMATE")


def space_id(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a spaceId that is not the digest of the fields of its retrieval space."""
    for item in proposal.judged.items:
        space = item.get("retrievalSpace")
        if space is None or space is UNDEFINED:
            continue
        right = _right_space_id(space)
        if field(space, "spaceId") != right:
            message = f"the spaceId of {item.label} is not the digest of its retrieval space, {right}"
            help = "a changed field makes another space; its vectors are not comparable with the old ones"
            yield found(proposal, item.at("retrievalSpace", "spaceId"), message, help, contract="E_SPACE_ID")


def _right_space_id(space: object) -> str:
    from packetlint.partition.digest import space_id as digest_of

    return digest_of(space if isinstance(space, dict) else {})


def permissive_guess(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an unknown authority in a proposal that calls itself feasible."""
    if proposal.parts.result != "FEASIBLE":
        return
    for item in proposal.parts.items:
        if field(item.get("authority"), "status") == "UNKNOWN":
            message = f"the authority of {item.label} is UNKNOWN, and yet the result is FEASIBLE"
            yield found(proposal, item.at("authority", "status"), message, "unknown authority makes the result UNKNOWN")
