"""What a packet has to have: a task and a worker, the right title, its sections, fewer than 200 lines. Seed: context-packet, Steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.diagnostic import Finding
from packetlint.packet.rules.narrow import as_packet
from packetlint.packet.saying import files_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.config import Settings
    from packetlint.packet.facts import Facts
    from packetlint.packet.packet_model import File

_MOST_LINES = 200
_TITLE = "# Context Packet: "
_BETWEEN = " for "


def unknown_task(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a packet whose path names a task that has no contract."""
    if facts.unknown_task:
        packet = as_packet(file)
        yield Finding(*(packet.title if packet else (0, 0)), facts.unknown_task, "move the packet to its task, or remove it", facts.weight)


def unknown_worker(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a packet for a worker of no known type, or one that lies where no packet of its task belongs."""
    packet = as_packet(file)
    if packet and facts.unknown_worker:
        yield Finding(*packet.title, facts.unknown_worker, "name a known agent type, with a purpose behind it if need be")


def title_mismatch(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a title that does not name the packet's worker and its task's title."""
    packet = as_packet(file)
    if packet is None or not facts.title or _titles_agree(packet.title_text, facts.title):
        return
    message = f"the title is {shown(packet.title_text)}, and the task and the worker ask for {shown(facts.title)}"
    yield Finding(*packet.title, message, f"run `{facts.command}`, or mend the title")


def _titles_agree(said: str, due: str) -> bool:
    """Compare titles; the worker's name counts in either spelling."""
    from packetlint.packet.agents import snake
    from packetlint.packet.packet_items import plain

    if not said.startswith(_TITLE):
        return False
    one, other = (plain(title.removeprefix(_TITLE)).split(_BETWEEN, 1) for title in (said, due))
    return snake(one[0]) == snake(other[0]) and one[1:] == other[1:]


def too_long(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a packet of 200 lines or more: it holds more than a worker needs."""
    packet = as_packet(file)
    lines = len(packet.source.raw.splitlines()) if packet else 0
    if packet and lines >= _MOST_LINES:
        message = f"the packet has {lines} lines, and a packet has fewer than {_MOST_LINES}"
        yield Finding(*packet.line(_MOST_LINES), message, "leave out what the worker does not need", facts.weight)


def missing_section(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a section that every reader has, that has a source, and that the packet lacks."""
    yield from _missing(file, facts, own=False)


def missing_role_section(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a section that this kind of reader has, that has a source, and that the packet lacks."""
    yield from _missing(file, facts, own=True)


def _missing(file: File, facts: Facts, *, own: bool) -> Iterator[Finding]:
    packet = as_packet(file)
    for each in facts.absent:
        if packet and each.own == own:
            message = f"the packet has no section `{each.title}`, and there is something for it in {files_of(each.files)}"
            yield Finding(*packet.title, message, f"run `{facts.command}`")


def unflagged_conflict(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a conflict between the evidence and the contract of which the packet says nothing."""
    packet = as_packet(file)
    if packet is None or not facts.unflagged:
        return
    part = packet.part("Conflicts")
    place = (part.start, part.end) if part else packet.title
    for text in facts.unflagged:
        yield Finding(*place, f"the packet does not say that {text}", f"run `{facts.command}`")
