"""Packets that are not what their sources give any more, and packets that somebody edited. Seed: Packet Staleness Triggers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.diagnostic import Finding, Fix
from packetlint.packet.rules.narrow import as_packet
from packetlint.packet.saying import files_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.core.config import Settings
    from packetlint.packet.facts import Facts
    from packetlint.packet.packet_model import File, PacketFile
    from packetlint.packet.past import Later
    from packetlint.packet.staleness import Differing, Staleness

_SOURCES_WENT_ON = {"changed": "", "new": "new ", "gone": "no more "}
_SOMEBODY_EDITED = {"changed": "", "new": " (taken out)", "gone": " (put in)"}


def stale_packet(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a packet that building it again, as of the time it says, gives other bytes; one without a time, if its sources are newer.

    The fix builds it again; it is safe unless somebody edited the packet since.
    """
    stale = facts.staleness
    if stale and stale.moved:
        fix = Fix(safe=not stale.edited, edits=stale.edits) if stale.edits else None
        yield Finding(*stale.span, _message(stale), f"run `{stale.command}`, and stage what it writes", pointer=stale.pointer, fix=fix)
    packet = as_packet(file)
    if packet and facts.later:
        yield from _later(packet, facts, facts.later)


def _message(stale: Staleness) -> str:
    if stale.failure:
        return f"the packet cannot be built again: {stale.failure}"
    because = f"; because of: {', '.join(stale.triggers)}" if stale.triggers else ""
    edited = "; it was edited by hand too, which building it again undoes" if stale.edited else ""
    return f"the packet is stale: {_sections(stale.differing) or 'its last line'} would be other text{because}{edited}"


def _sections(differing: Sequence[Differing]) -> str:
    """Name what differs, each with the files behind it."""
    return ", ".join(f"{_SOURCES_WENT_ON[each.how]}`{each.name}`{f' ({files_of(each.files)})' if each.files else ''}" for each in differing)


def _later(file: PacketFile, facts: Facts, later: Later) -> Iterator[Finding]:
    if later.files:
        message = f"the packet is older than what it is made from: {files_of(later.files)}"
        yield Finding(*file.title, message, f"bring it up to date, or run `{facts.command}`", facts.weight)
    elif later.too_short:
        message = "history too short to tell whether the packet is older than what it is made from"
        yield Finding(*file.title, message, "fetch more of it: `git fetch --unshallow`", "warning")


def edited_by_hand(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a packet whose sources still give what it was sealed with, and whose text is another."""
    stale = facts.staleness
    if stale and not stale.moved:
        names = ", ".join(f"`{each.name}`{_SOMEBODY_EDITED[each.how]}" for each in stale.differing)
        message = f"the packet was edited after it was built: {names or 'its last line'}"
        help = f"change what it is made from and run `{stale.command}`; the edit is lost when it is built again"
        yield Finding(*stale.span, message, help, fix=Fix(safe=False, edits=stale.edits))
