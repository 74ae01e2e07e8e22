"""Memory retrieval: which memories a packet hands over, and which it holds back. Seed: context-packet, Memory Retrieval, 4."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from packetlint.packet.instants import instant
from packetlint.packet.memory_model import Retrieval, Scored
from packetlint.packet.memory_score import score

if TYPE_CHECKING:
    from packetlint.packet.agents import Agent
    from packetlint.packet.memory_pool import Pool
    from packetlint.packet.memory_score import Subject
    from packetlint.packet.model import Text

LEAST = Decimal("0.20")
"""A memory with a lower score is held back."""

_BUDGETS = {"orchestration_authority": 8, "product_authority": 3}
_BUDGET = 5
_NEVER = -(2**63)


def budget(agent: Agent) -> int:
    """Give how many memories an agent's packet may hold."""
    return _BUDGETS.get(agent.slot, _BUDGET)


def retrieve(pool: Pool, subject: Subject, as_of: str | None, agent_memory: Text | None = None) -> Retrieval:
    """Score every memory of the pool for a packet as of a time, and choose.

    `as_of` is a timestamp (None: none of the inputs has one); `agent_memory` is handed through, unscored.
    """
    at = None if as_of is None else instant(as_of)
    scored = sorted((Scored(memory, *score(memory, subject, at)) for memory in pool.memories), key=_rank)
    most = budget(subject.agent)
    ranked = tuple(each._replace(why_not=_why_not(place, each.score, most)) for place, each in enumerate(scored))
    applicable = tuple(each for each in ranked if not each.why_not)
    return Retrieval(
        pool.skipped,
        applicable,
        ranked,
        tuple(each.memory.memory_id for each in ranked if each.why_not),
        tuple(each.memory.memory_id for each in applicable if each.memory.needs_caution),
        pool.unscored,
        agent_memory,
        pool.files,
        pool.times,
    )


def _rank(scored: Scored) -> tuple[Decimal, Decimal, int, str]:
    """Order by score and confidence, highest first, then by the newest confirmation, then by id."""
    memory = scored.memory
    return -scored.score, -memory.confidence, -(_NEVER if memory.confirmed_at is None else memory.confirmed_at), memory.memory_id


def _why_not(place: int, score: Decimal, most: int) -> str:
    """Say why the memory at a place of the order is held back; empty if it is not."""
    if score < LEAST:
        return f"its score is below {LEAST}"
    return f"{most} come before it" if place >= most else ""
