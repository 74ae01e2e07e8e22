"""The JSON files of a `.geas` folder: their form, the memory index, workers without a packet. Seed: context-packet, Inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.diagnostic import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.config import Settings
    from packetlint.core.diagnostic import Severity
    from packetlint.packet.facts import Facts
    from packetlint.packet.packet_model import File

_MOST = 20


def artifact_invalid(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report what the schema of a file refuses: an error for contracts and memory packets, a warning for the others.

    At most 20 findings a file, and one that says how many more there are.
    """
    severity: Severity | None = None if facts.is_vital else "warning"
    for each in facts.refusals[:_MOST]:
        yield Finding(*each.span, each.message, each.help, severity, pointer=each.pointer)
    if len(facts.refusals) > _MOST:
        message = f"{len(facts.refusals) - _MOST} more things are wrong with the file"
        yield Finding(*facts.refusals[_MOST].span, message, "mend those that are named first", severity)


def index_entry_mismatch(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an index entry that says something else than the memory's own file, whose word counts."""
    for each in facts.mismatches:
        yield Finding(*each.span, each.message, "bring the index up to date: the entry file counts", pointer=each.pointer)


def missing_packet(file: File, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a worker in the routing of a task that is ready or worked on who has no packet, in a mission that has packets."""
    for each in facts.unserved:
        message = f"`{each.worker}` has no packet for this task"
        yield Finding(*each.span, message, f"run `{each.command}`", pointer=each.pointer)
