"""Bring committed packets up to date: decide for each file whether it is written, left alone, or cannot be built."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.packet.budget import TooLongError
from packetlint.packet.builder import build
from packetlint.packet.provenance import as_built, read_provenance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from packetlint.packet.builder import Packet
    from packetlint.packet.memory_model import Retrieval
    from packetlint.packet.plan import Job
    from packetlint.packet.provenance import Provenance
    from packetlint.packet.reader import Geas

    Existing = Callable[[str], bytes | None]

HAND_WRITTEN = "written by hand"


class Change(NamedTuple):
    """One file that has to be written: what is there (None: nothing), what belongs there, and why it differs."""

    path: str
    before: bytes | None
    after: bytes
    why: str


class Outcome(NamedTuple):
    """What comes of one packet: the changes (none: it is up to date), or why it is left alone or cannot be built."""

    job: Job
    changes: tuple[Change, ...] = ()
    skipped: str = ""
    failed: str = ""
    retrieval: Retrieval | None = None


class Times(NamedTuple):
    """As of when: `given` by the person for every packet, or `otherwise` for those that have to be built anew (None: by their files)."""

    given: str | None = None
    otherwise: str | None = None


def refresh(geas: Geas, job: Job, existing: Existing, times: Times, *, over_hand_written: bool) -> Outcome:
    """Compare the packet of a job with what is there."""
    there = existing(job.target.path)
    provenance = read_provenance(there) if there is not None else None
    if there is not None and provenance is None and not over_hand_written:
        return Outcome(job, skipped=HAND_WRITTEN)
    try:
        packet = _packet(geas, job, there, provenance, times)
    except TooLongError as error:
        return Outcome(job, failed=f"cannot be built: {error}")
    if packet is None:
        return Outcome(job, failed="cannot be built: the task's contract cannot be read")
    return Outcome(job, tuple(_changes(packet, there, provenance, existing)), retrieval=packet.retrieval)


def _packet(geas: Geas, job: Job, there: bytes | None, provenance: Provenance | None, times: Times) -> Packet | None:
    """Build as of the time that is asked for; else as of the one the packet says, and anew only if that gives other bytes."""
    if times.given is None and provenance is not None and there is not None:
        again = build(geas, job.task, job.target, provenance.as_of)
        if again is None or again.content == as_built(there):
            return again
    return build(geas, job.task, job.target, times.given or times.otherwise)


def _changes(packet: Packet, there: bytes | None, provenance: Provenance | None, existing: Existing) -> Iterator[Change]:
    if there is None or as_built(there) != packet.content:
        yield Change(packet.path, there, packet.content, _why(there, provenance))
    if packet.memory is not None:
        memory = existing(packet.memory_path)
        if memory is None or as_built(memory) != packet.memory:
            yield Change(packet.memory_path, memory, packet.memory, "missing" if memory is None else "stale")


def _why(there: bytes | None, provenance: Provenance | None) -> str:
    if there is None:
        return "missing"
    if provenance is None:
        return HAND_WRITTEN
    return "edited by hand" if provenance.edited else "stale"
