"""Transfers: edges along which items are disclosed, each with its proof. Seed: agent-context-partitioner, Hard order of operations."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from packetlint.partition.finding import found
from packetlint.partition.javascript import UNDEFINED, as_text, identity, is_blank
from packetlint.partition.schema import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.config import Settings
    from packetlint.core.diagnostic import Finding
    from packetlint.partition.facts import Facts
    from packetlint.partition.model import Part, Parts, Proposal

_TRANSFERRED = "TRANSFERRED"


def transfer_source_invalid(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a transferred item whose source is missing, unknown, or one of the targets it goes to."""
    if proposal.is_older:
        return
    for part in proposal.judged.dispositions:
        if part.get("disposition") != _TRANSFERRED:
            continue
        source = part.get("sourceTargetRef")
        if not isinstance(source, str):
            fault = "has no source"
        elif source not in proposal.judged.target_of:
            fault = f"has the source `{source}`, which is no target"
        elif source in part.listed("targetRefs"):
            fault = f"has the source `{source}`, which is one of its own targets"
        else:
            continue
        yield found(proposal, part.at("sourceTargetRef"), f"{part.label} is TRANSFERRED, but {fault}", contract="E_TRANSFER_SOURCE_INVALID")


def transfer_source_orphan(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a source other than null on an item that is not transferred."""
    if proposal.is_older:
        return
    for part in proposal.judged.dispositions:
        source = part.get("sourceTargetRef")
        if part.get("disposition") != _TRANSFERRED and source is not None:
            value = "missing" if source is UNDEFINED else shown(source)
            message = f"{part.label} is not TRANSFERRED, but its source is {value}, not null"
            yield found(proposal, part.at("sourceTargetRef"), message, contract="E_TRANSFER_SOURCE_ORPHAN")


def transfer_duplicate(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a transfer that stands in the list already."""
    first: dict[str, Part] = {}
    for transfer in proposal.judged.transfers:
        edge = "\0".join(as_text(transfer.get(name)) for name in ("itemId", "fromTargetRef", "toTargetRef"))
        earlier = first.setdefault(edge, transfer)
        if earlier is not transfer:
            message = f"{_edge(transfer)} stands on line {proposal.line(earlier.path)} already"
            yield found(proposal, transfer.at("itemId"), message, "drop one of them", contract="E_TRANSFER_DUPLICATE")


def _edge(transfer: Part) -> str:
    """Name a transfer by its item and its two ends."""
    ends = (transfer.get("fromTargetRef"), transfer.get("toTargetRef"))
    return f"{transfer.label} from {' to '.join(f'`{as_text(end)}`' for end in ends)}"


def transfer_invalid(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a transfer of an unknown item, from or to an unknown target, or without a proof of disclosure."""
    for transfer in proposal.judged.transfers:
        faults = dict(_faults(proposal.judged, transfer))
        if faults:
            message = f"{_edge(transfer)} is not valid: {', '.join(faults.values())}"
            yield found(proposal, transfer.at(next(iter(faults))), message, contract="E_TRANSFER_INVALID")


def _faults(parts: Parts, transfer: Part) -> Iterator[tuple[str, str]]:
    """Yield the fields that make a transfer invalid, and what is said of each."""
    for name, known in (("itemId", parts.item_of), ("fromTargetRef", parts.target_of), ("toTargetRef", parts.target_of)):
        value = transfer.get(name)
        if identity(value) not in known:
            yield name, f"`{as_text(value)}` is no {'item' if name == 'itemId' else 'target'}"
    proof = transfer.get("disclosureProofRef")
    if not isinstance(proof, str) or is_blank(proof):
        yield "disclosureProofRef", "it has no proof of disclosure"


def transfer_self_edge(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a transfer that ends where it begins."""
    for transfer in proposal.judged.transfers:
        start, end = transfer.get("fromTargetRef"), transfer.get("toTargetRef")
        if identity(start) == identity(end):
            message = f"{transfer.label} leads from `{as_text(start)}` to itself"
            yield found(proposal, transfer.at("toTargetRef"), message, contract="E_TRANSFER_SELF_EDGE")


def transfer_orphan(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report the transfers of an item whose disposition is another, once for each item."""
    for part, edges in _with_edges(proposal.judged, transferred=False):
        if edges:
            message = f"{edges[0].label} has no ground: the disposition of the item is {shown(part.get('disposition'))}, not TRANSFERRED"
            yield found(proposal, edges[0].at("itemId"), message, contract="E_TRANSFER_ORPHAN")


def transfer_evidence_missing(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a transferred item without a transfer."""
    for part, edges in _with_edges(proposal.judged, transferred=True):
        if not edges:
            message = f"{part.label} is TRANSFERRED, but no transfer shows how"
            yield found(proposal, part.at("disposition"), message, "add a transfer to each target", contract="E_TRANSFER_EVIDENCE_MISSING")


def transfer_source_mismatch(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a transfer that begins elsewhere than its item's disposition says."""
    if proposal.is_older:
        return
    for part, edges in _with_edges(proposal.judged, transferred=True):
        source = part.get("sourceTargetRef")
        for edge in edges:
            if identity(edge.get("fromTargetRef")) != identity(source):
                message = f"{_edge(edge)} does not begin at the item's source, `{as_text(source)}`"
                yield found(proposal, edge.at("fromTargetRef"), message, contract="E_TRANSFER_SOURCE_MISMATCH")


def transfer_destination_mismatch(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a target that not exactly one transfer leads to, and a transfer to what is no target of the item."""
    for part, edges in _with_edges(proposal.judged, transferred=True):
        references = {identity(reference): index for index, reference in reversed(list(enumerate(part.listed("targetRefs"))))}
        ends = [identity(edge.get("toTargetRef")) for edge in edges]
        number_of = Counter(ends)
        for key, index in reversed(references.items()):
            if number_of[key] != 1:
                target, number = as_text(part.listed("targetRefs")[index]), number_of[key] or "none"
                message = f"{part.label} goes to `{target}`, which takes exactly one transfer and has {number}"
                yield found(proposal, part.at("targetRefs", index), message, contract="E_TRANSFER_DESTINATION_MISMATCH")
        for edge, end in zip(edges, ends, strict=True):
            if end not in references:
                message = f"{_edge(edge)} leads to no target of the item's disposition"
                yield found(proposal, edge.at("toTargetRef"), message, contract="E_TRANSFER_DESTINATION_MISMATCH")


def _with_edges(parts: Parts, *, transferred: bool) -> Iterator[tuple[Part, list[Part]]]:
    """Yield the dispositions that are TRANSFERRED, or those that are not, with the transfers of their items."""
    for key, part in parts.disposition_of.items():
        if (part.get("disposition") == _TRANSFERRED) == transferred:
            yield part, parts.edges_of.get(key, [])
