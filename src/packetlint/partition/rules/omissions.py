"""Omissions: what may be left out, and what proves it. Seed: agent-context-partitioner, Coverage and omission; Context IR invariants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.partition.finding import found
from packetlint.partition.javascript import UNDEFINED, identity, is_one_of, is_true
from packetlint.partition.schema import shown

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from packetlint.core.config import Settings
    from packetlint.core.diagnostic import Finding
    from packetlint.partition.facts import Facts
    from packetlint.partition.model import Part, Parts, Proposal

DUPLICATE, TOMBSTONE = "DUPLICATE_CONTENT_HASH", "RETENTION_REDACTED_WITH_TOMBSTONE"
_DISPOSABLE = ("EXPIRED_DISPOSABLE", "SUPERSEDED_PROJECTION")
REASONS = ("OUT_OF_SCOPE", TOMBSTONE, "EXPIRED_DISPOSABLE", DUPLICATE, "SUPERSEDED_PROJECTION")
_BLOCKING = ("DESTINATION_INCOMPATIBLE", "UNKNOWN_SOURCE", "SIZE_EXCEEDED")
_OMITTED = "OMITTED_ALLOWED"
_KEPT = ("ASSIGNED", "TRANSFERRED")


def omission_denied(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an omission of what may not be dropped, or for a reason that is no reason."""
    for part in _omitted(proposal.judged):
        item = proposal.judged.item_of.get(identity(part.get("itemId")))
        reason = part.get("reasonCode")
        faults = ["is none of the items"] * (item is None)
        faults += ["is not droppable"] * (item is not None and not is_true(item.get("droppable")))
        is_reason = is_one_of(reason, REASONS)
        faults += (
            [] if is_reason else [f"has {'no reason' if reason is UNDEFINED else f'the reason {shown(reason)}'}, which allows no omission"]
        )
        if faults:
            place = part.at("reasonCode" if len(faults) == 1 and not is_reason else "disposition")
            help = f"an omission takes a droppable item and one of {', '.join(REASONS)}"
            yield found(
                proposal, place, f"{part.label} may not be omitted: the item {' and '.join(faults)}", help, contract="E_OMISSION_DENIED"
            )


def _omitted(parts: Parts) -> Iterator[Part]:
    return (part for part in parts.dispositions if part.get("disposition") == _OMITTED)


def omitted_lineage(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an omitted item that is a causal parent of one that is not omitted."""
    parts = proposal.parts
    omitted = {identity(part.get("itemId")): part for part in _omitted(parts)}
    children: dict[Hashable, list[Part]] = {}
    for item in parts.items if omitted else ():
        if identity(item.get("itemId")) not in omitted:
            for parent in dict.fromkeys(map(identity, item.listed("causalParents"))):
                children.setdefault(parent, []).append(item)
    for key, part in omitted.items():
        if key in children:
            more = f" and {len(children[key]) - 1} more" if len(children[key]) > 1 else ""
            message = f"{part.item_label} is omitted, but it is a causal parent of {children[key][0].label}{more}"
            yield found(proposal, part.at("disposition"), message, "lineage is kept: assign it, or transfer it")


def blocking_gap_as_omission(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an omission whose reason is a gap that has to block the item."""
    for part in _omitted(proposal.parts):
        reason = part.get("reasonCode")
        if is_one_of(reason, _BLOCKING):
            message = f"{part.item_label} is omitted for {reason}, which is no reason but a gap that blocks"
            yield found(proposal, part.at("reasonCode"), message, f"make the disposition BLOCKED, and add a gap {reason} with its itemId")


def tombstone_unproven(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a redaction whose proofs name no tombstone among the items."""
    parts = proposal.parts
    for part in _omitted(parts):
        if part.get("reasonCode") == TOMBSTONE:
            proofs = (parts.item_of.get(identity(reference)) for reference in part.listed("proofRefs"))
            if not any(proof is not None and proof.get("kind") == "TOMBSTONE" for proof in proofs):
                message = f"{part.item_label} was redacted, but no item of kind TOMBSTONE is among its proofs"
                yield found(proposal, part.at("proofRefs"), message, "name the itemId of the tombstone that stands in its place")


def omission_unproven(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an omission for a reason that the items themselves contradict."""
    parts = proposal.parts
    kept = _kept_contents(parts) if any(part.get("reasonCode") == DUPLICATE for part in _omitted(parts)) else {}
    for part in _omitted(parts):
        key, reason = identity(part.get("itemId")), part.get("reasonCode")
        item = parts.item_of.get(key)
        if item is None:
            continue
        if reason == DUPLICATE and not kept.get(identity(item.get("contentDigest")), set()) - {key}:
            yield found(
                proposal, part.at("reasonCode"), f"{item.label} is omitted as a duplicate, but no other item of its content is kept"
            )
        if is_one_of(reason, _DISPOSABLE) and item.get("trustClass") != "DISPOSABLE_PROJECTION":
            message = f"{item.label} is omitted as {reason}, but it is no DISPOSABLE_PROJECTION"
            yield found(proposal, part.at("reasonCode"), message)


def _kept_contents(parts: Parts) -> dict[Hashable, set[Hashable]]:
    """Give the ids of the kept items of each content."""
    kept: dict[Hashable, set[Hashable]] = {}
    for key, part in parts.disposition_of.items():
        item = parts.item_of.get(key)
        if item is not None and part.get("disposition") in _KEPT:
            kept.setdefault(identity(item.get("contentDigest")), set()).add(key)
    return kept
