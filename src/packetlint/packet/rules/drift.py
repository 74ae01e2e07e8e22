"""What a packet repeats of the contract: criteria, boundaries, commands, rubric. Seed: context-packet, Packet Format; Rules, 3.

The comparison is loaded when there is a packet to compare: a hook that meets none does not pay for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.rules.narrow import as_packet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.config import Settings
    from packetlint.core.diagnostic import Finding
    from packetlint.packet.facts import Facts
    from packetlint.packet.packet_model import File


def criteria_drift(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report acceptance criteria that are not the contract's, or not in its order; by hand they may be said in fewer of its words."""
    packet = as_packet(file)
    if packet and facts.contract:
        from packetlint.packet import drift

        yield from drift.criteria_drift(packet, facts)


def commands_drift(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report commands that are not the contract's, or not in its order."""
    packet = as_packet(file)
    if packet and facts.built:
        from packetlint.packet import drift

        yield from drift.commands_drift(packet, facts)


def rubric_drift(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report rows of the rubric that are not the contract's for this reader."""
    packet = as_packet(file)
    if packet and facts.built:
        from packetlint.packet import drift

        yield from drift.rubric_drift(packet, facts)


def boundaries_drift(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report prohibited paths, and a scope, that are not the contract's; their order does not matter."""
    packet = as_packet(file)
    if packet and facts.built:
        from packetlint.packet import drift

        yield from drift.boundaries_drift(packet, facts)
