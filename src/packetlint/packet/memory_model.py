"""What the memory files of a `.geas` tree say: entries, the index, application logs. Seed: context-packet, Memory Retrieval.

A number that is missing, no number, or not finite is None; one out of its range is brought into it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from decimal import Decimal

    from packetlint.packet.model import Place, Text

ELIGIBLE = ("provisional", "stable", "canonical")


class MemoryEntry(NamedTuple):
    """`memory/entries/ID.json`. `confidence` is between 0 and 1; the counts are at least 0."""

    place: Place
    memory_id: str
    memory_type: str
    state: str
    title: str
    summary: str
    scope: str
    evidence_refs: tuple[str, ...]
    confidence: Decimal | None
    contradiction_count: Decimal | None
    successful_reuses: Decimal | None
    failed_reuses: Decimal | None
    superseded_by: str
    tags: tuple[str, ...] | None
    body: tuple[str, ...]
    created_at: str
    updated_at: str


class MemoryIndexEntry(NamedTuple):
    """One line of `state/memory-index.json`; None for what it does not say."""

    place: Place
    memory_id: str
    memory_type: str
    state: str
    confidence: Decimal | None
    tags: tuple[str, ...] | None


class MemoryIndex(NamedTuple):
    """`state/memory-index.json`: its entries in order, each id once."""

    place: Place
    entries: tuple[MemoryIndexEntry, ...]
    created_at: str
    updated_at: str


class MemoryLog(NamedTuple):
    """One application of a memory to a task: `memory/logs/*.json`; `effect` is positive, neutral or negative."""

    place: Place
    memory_id: str
    task_id: str
    effect: str
    created_at: str


class Memory(NamedTuple):
    """What is known of one memory: the entry file's word, the index's where that says nothing.

    `confirmed_at` is the time of the newest log with a positive effect, else the entry's own creation, in
    microseconds since 1970 (None: neither is a time), and `confirmed_by` the place it was read from.
    """

    entry: MemoryEntry
    memory_id: str
    memory_type: str
    state: str
    confidence: Decimal
    tags: frozenset[str]
    contradictions: Decimal
    reuse: Decimal
    confirmed_at: int | None
    confirmed_by: Place

    @property
    def needs_caution(self) -> bool:
        """Say whether it is to be treated as a suggestion: little confidence, or contradicted."""
        return self.confidence < 0.5 or self.contradictions > 0


class Terms(NamedTuple):
    """The terms of one score, each from 0 to 1 before its weight; `penalty` and `bonus` as they are added."""

    scope: Decimal
    paths: Decimal
    role: Decimal
    freshness: Decimal
    confidence: Decimal
    reuse: Decimal
    penalty: Decimal
    bonus: Decimal


class Scored(NamedTuple):
    """A memory with its score for one packet: `score` is rounded to four places; `why_not` is empty where it is applicable."""

    memory: Memory
    score: Decimal
    terms: Terms
    why_not: str = ""


class Unscored(NamedTuple):
    """An id of the index that was not scored, and why: `state archived`, `no entry file`."""

    memory_id: str
    why_not: str


class Retrieval(NamedTuple):
    """What memory retrieval gives for one packet.

    `skipped` says in a few words why there was no retrieval (then no memory packet is written), else it is empty.
    `ranked` are all scored memories in order; `applicable` the first of them, as many as the reader's budget has;
    `suppressed` the ids of the others, in the same order; `caution` the applicable ids that need caution.
    `agent_memory` is the agent's own file, which is read in any case. `files` are those that were quoted or scored:
    the index, each scored entry, each log that confirms one.
    """

    skipped: str
    applicable: tuple[Scored, ...]
    ranked: tuple[Scored, ...]
    suppressed: tuple[str, ...]
    caution: tuple[str, ...]
    unscored: tuple[Unscored, ...]
    agent_memory: Text | None
    files: tuple[str, ...]
    times: tuple[str, ...]
