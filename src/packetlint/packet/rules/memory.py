"""The memories that a packet hands over: known, eligible, not too many, doubtful ones marked. Seed: context-packet, Memory Retrieval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.diagnostic import Finding
from packetlint.packet.saying import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.config import Settings
    from packetlint.packet.facts import Facts
    from packetlint.packet.packet_model import File


def unknown_memory(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a memory that neither the index nor an entry file knows."""
    for claim in facts.claims:
        if not claim.known:
            message = f"there is no memory {shown(claim.memory_id)}"
            yield Finding(*claim.span, message, _help(facts), pointer=claim.pointer)


def ineligible_memory(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a memory whose state keeps it from being handed over, or that has no entry file or place in the index."""
    for claim in facts.claims:
        if claim.known and claim.why_not:
            message = f"the memory {shown(claim.memory_id)} may not be handed over: {claim.why_not}"
            yield Finding(*claim.span, message, _help(facts), pointer=claim.pointer)


def memory_over_budget(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report the first memory beyond the number that the reader may have."""
    if facts.most_claims is not None and len(facts.claims) > facts.most_claims:
        claim = facts.claims[facts.most_claims]
        message = f"the packet hands over {len(facts.claims)} memories, and its reader may have {facts.most_claims}"
        yield Finding(*claim.span, message, _help(facts), pointer=claim.pointer)


def caution_unmarked(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a memory with little confidence, or one that was contradicted, that does not stand among the caution items."""
    for claim in facts.claims:
        if claim.needs_caution and not claim.doubtful:
            message = f"the memory {shown(claim.memory_id)} is doubtful, and is not among the caution items"
            yield Finding(*claim.span, message, _help(facts), pointer=claim.pointer)


def memory_packet_mismatch(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report what a memory packet and the packet beside it do not say alike, and a memory packet that is not there."""
    for each in facts.disagreements:
        yield Finding(*each.span, each.message, each.help, pointer=each.pointer)


def _help(facts: Facts) -> str:
    return f"run `{facts.command}`" if facts.command else "build the packet again"
