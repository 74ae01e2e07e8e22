"""What the rules of a packet need to know, found out once for all files of a run.

A packet that is byte for byte what the builder gives needs no rule: it is CLEAN before it is taken apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.rule import NO_ARTIFACT
from packetlint.packet.packet_model import JsonFile, PacketFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.config import Settings
    from packetlint.core.diagnostic import Severity
    from packetlint.core.rule import Run
    from packetlint.packet.model import Contract
    from packetlint.packet.packet_model import File, Span
    from packetlint.packet.past import Later
    from packetlint.packet.staleness import Staleness


class Absent(NamedTuple):
    """A section that the packet has not, though the files behind it have something for it; `own` is set for one of some readers only."""

    title: str
    own: bool
    files: tuple[str, ...]


class Claim(NamedTuple):
    """A memory that a packet hands over: where it says so, whether among the caution items, and what is known of it.

    `known` is set when the index or an entry file has the id; `why_not` says why it may not be handed over (empty: it may);
    `needs_caution` is that of the memory.
    """

    memory_id: str
    span: Span
    pointer: str | None
    doubtful: bool
    known: bool
    why_not: str
    needs_caution: bool


class Disagreement(NamedTuple):
    """Something that a memory packet and the packet beside it do not say alike, or that is missing: where, what, the mend."""

    span: Span
    pointer: str | None
    message: str
    help: str


class Refusal(NamedTuple):
    """Something that is wrong with a JSON file by itself; `pointer` is None where it is no JSON."""

    span: Span
    pointer: str | None
    message: str
    help: str


class Mismatch(NamedTuple):
    """A field of an index entry that says something else than the entry file."""

    span: Span
    pointer: str
    message: str


class Unserved(NamedTuple):
    """A worker in a contract's routing who has no packet."""

    span: Span
    pointer: str
    worker: str
    command: str


class Facts(NamedTuple):
    """What is known of one file.

    `weight` is the severity of everything said of a packet written by hand (None: the rules' own), and `full` is set for one
    that is held to all rules. `unknown_task` says what is not there. `contract` and `built` (what the builder gives) are None
    where they cannot be had. `unflagged` are conflicts; `is_vital` is set for contracts and memory packets, whose refusals are errors.
    """

    weight: Severity | None = None
    full: bool = True
    unknown_task: str = ""
    unknown_worker: str = ""
    contract: Contract | None = None
    built: PacketFile | None = None
    title: str = ""
    absent: tuple[Absent, ...] = ()
    unflagged: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    most_claims: int | None = None
    disagreements: tuple[Disagreement, ...] = ()
    staleness: Staleness | None = None
    later: Later | None = None
    command: str = ""
    refusals: tuple[Refusal, ...] = ()
    is_vital: bool = False
    mismatches: tuple[Mismatch, ...] = ()
    unserved: tuple[Unserved, ...] = ()


def gather(models: Sequence[tuple[File, Settings]], run: Run) -> list[object]:
    """Give the facts of each file; CLEAN where no rule has anything to say, NO_ARTIFACT where it is none."""
    if not any(isinstance(file, PacketFile | JsonFile) for file, _ in models):
        return [NO_ARTIFACT] * len(models)
    from packetlint.packet.json_facts import JsonFacts
    from packetlint.packet.judged import known
    from packetlint.packet.packet_facts import PacketFacts

    judged = known(run, [file for file, _ in models])
    packets, others = PacketFacts(judged, run), JsonFacts(judged)
    facts: list[object] = []
    for file, settings in models:
        if isinstance(file, PacketFile):
            facts.append(packets.of(file, strict=bool(settings.packet.get("strict"))))
        else:
            facts.append(others.of(file) if isinstance(file, JsonFile) else NO_ARTIFACT)
    return facts


def is_clean(facts: Facts) -> bool:
    """Say whether no rule has anything to say of a JSON file."""
    said = (facts.refusals, facts.unknown_task, facts.disagreements, facts.staleness, facts.mismatches, facts.unserved)
    is_over = facts.most_claims is not None and len(facts.claims) > facts.most_claims
    return not any(said) and not is_over and all(map(_is_sound, facts.claims))


def _is_sound(claim: Claim) -> bool:
    return claim.known and not claim.why_not and (claim.doubtful or not claim.needs_caution)
