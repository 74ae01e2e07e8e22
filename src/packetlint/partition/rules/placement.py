"""Where items go: targets, scopes, capabilities, audiences. Seed: agent-context-partitioner, Hard order of operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.partition.finding import found
from packetlint.partition.javascript import UNDEFINED, elements, field, identity, is_true
from packetlint.partition.schema import shown

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from packetlint.core.config import Settings
    from packetlint.core.diagnostic import Finding
    from packetlint.partition.facts import Facts
    from packetlint.partition.model import Part, Parts, Proposal

PLACED = ("ASSIGNED", "TRANSFERRED")


def unknown_target(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report every targetRef of a disposition that is none of the targets."""
    for part in proposal.judged.dispositions:
        for index, reference in enumerate(part.listed("targetRefs")):
            if identity(reference) not in proposal.judged.target_of:
                message = f"{part.label} names the target {shown(reference)}, which is not there"
                yield found(proposal, part.at("targetRefs", index), message, contract="E_UNKNOWN_TARGET")


def target_required(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an item that is assigned or transferred, but to nobody."""
    for part in proposal.judged.dispositions:
        if part.get("disposition") in PLACED and not elements(part.get("targetRefs")):
            message = f"{part.label} is {part.get('disposition')} to no target"
            yield found(proposal, part.at("targetRefs"), message, contract="E_TARGET_REQUIRED")


def disclosure_scope(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an item that is given to a target whose scope is another."""
    for disposition, item, target, index in proposal.judged.placed():
        theirs, own = target.get("scope"), item.get("scope")
        if identity(theirs) != identity(own):
            message = f"{item.label} of scope {_said(own)} would be disclosed to {target.label} of scope {_said(theirs)}"
            yield found(proposal, disposition.at("targetRefs", index), message, contract="E_DISCLOSURE_SCOPE")


def _said(scope: object) -> str:
    return "(none)" if scope is UNDEFINED else shown(scope)


def capability_gap(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report every capability that an item needs and a target of it lacks."""
    capabilities = {key: set(map(identity, target.listed("capabilityDigests"))) for key, target in proposal.judged.target_of.items()}
    for disposition, item, target, index in proposal.judged.placed():
        held = capabilities[identity(target.get("targetRef"))]
        for capability in elements(item.get("capabilityRequirements")):
            if identity(capability) not in held:
                message = f"{target.label} lacks the capability {shown(capability)}, which {item.label} needs"
                yield found(proposal, disposition.at("targetRefs", index), message, contract="E_CAPABILITY_GAP")


def audience_mismatch(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a directive item that is given to a target it is not addressed to.

    An audience that names none of this proposal's targets names something else, and is not judged.
    """
    parts = proposal.parts
    audiences = {key: _audience(parts, item) for key, item in parts.item_of.items() if is_true(item.get("directiveChannel"))}
    for disposition, item, target, index in parts.placed():
        audience = audiences.get(identity(item.get("itemId")))
        if audience and identity(target.get("targetRef")) not in audience:
            message = f"{item.label} is directive, and {target.label} is not in its audience"
            yield found(proposal, disposition.at("targetRefs", index), message, "guidance directs only those it is addressed to")


def _audience(parts: Parts, item: Part) -> set[Hashable]:
    """Give the audience of an item; nobody, where it names none of the targets."""
    audience = set(map(identity, elements(field(item.get("authority"), "audience"))))
    return audience if audience & parts.target_of.keys() else set()
