"""How well a memory suits a packet: the terms of its score, in decimal arithmetic. Seed: context-packet, Memory Retrieval, 3.

Scores are rounded half-even to four places before anything is compared with them.
"""

from __future__ import annotations

from bisect import bisect_left
from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from packetlint.packet.agents import tagged
from packetlint.packet.memory_model import Terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from packetlint.packet.agents import Agent
    from packetlint.packet.memory_model import Memory

Level = Literal["task", "mission", "project"]

ARITHMETIC = Context(prec=28, rounding=ROUND_HALF_EVEN)
"""How scores are computed, whatever the surrounding program has set."""

_PLACES = Decimal("0.0001")
_ZERO, _ONE = Decimal(0), Decimal(1)
WEIGHTS = {
    "scope": Decimal("0.25"),
    "paths": Decimal("0.20"),
    "role": Decimal("0.15"),
    "freshness": Decimal("0.15"),
    "confidence": Decimal("0.10"),
    "reuse": Decimal("0.10"),
}
"""Term -> its weight."""

_LONGEST = 1024  # a longer text is no path, and would only cost time
_AFTER_SLASH = chr(ord("/") + 1)
_PER_CONTRADICTION, _WORST = Decimal("0.05"), Decimal("0.15")
_RISK_BONUS = Decimal("0.10")
_RISKY = ("high", "critical")
_LIFE = Decimal(180 * 86_400_000_000)  # microseconds after which a memory is no longer fresh

# Scope of the memory (for a task's: whether it is the same task) -> its worth for a task, a mission, the project.
_SCOPES: dict[tuple[str, bool], tuple[str, str, str]] = {
    ("task", True): ("1.0", "0.3", "0.1"),
    ("task", False): ("0.2", "0.3", "0.1"),
    ("mission", False): ("0.7", "1.0", "0.5"),
    ("project", False): ("0.5", "0.7", "1.0"),
    ("global", False): ("0.4", "0.4", "0.6"),
    ("agent", True): ("0.8", "0.8", "0.8"),
    ("agent", False): ("0.1", "0.1", "0.1"),
}
_LEVELS: tuple[Level, ...] = ("task", "mission", "project")
_SUITS = {
    "security_pattern": ("risk_specialist",),
    "risk_pattern": ("risk_specialist",),
    "test_strategy": ("quality_specialist",),
    "failure_lesson": ("quality_specialist", "implementer"),
    "architecture_precedent": ("design_authority",),
    "decision_precedent": ("design_authority", "product_authority"),
    "integration_pattern": ("design_authority", "implementer", "operations_specialist"),
    "performance_tip": ("implementer", "operations_specialist"),
    "project_rule": ("implementer", "orchestration_authority"),
    "ux_pattern": ("communication_specialist",),
    "process_improvement": ("product_authority", "orchestration_authority"),
}


class Subject(NamedTuple):
    """What memories are chosen for: a task (its scope's paths, its risk), and the agent who reads the packet.

    `scopes` are the paths of every task of the mission by id, for evidence that names a task.
    """

    agent: Agent
    task_id: str
    paths: tuple[str, ...]
    risk_level: str
    scopes: Mapping[str, tuple[str, ...]]
    level: Level = "task"


def score(memory: Memory, subject: Subject, as_of: int | None) -> tuple[Decimal, Terms]:
    """Score one memory as of a time (microseconds since 1970; None: no time is known), and give the terms too."""
    with localcontext(ARITHMETIC):
        terms = Terms(
            _scope(memory, subject),
            _paths(memory, subject),
            _role(memory, subject.agent),
            _freshness(memory, as_of),
            memory.confidence,
            memory.reuse,
            min(memory.contradictions * _PER_CONTRADICTION, _WORST),
            _RISK_BONUS if memory.memory_type == "risk_pattern" and subject.risk_level in _RISKY else _ZERO,
        )
        total = sum((weight * getattr(terms, name) for name, weight in WEIGHTS.items()), _ZERO) - terms.penalty + terms.bonus
        return min(max(total, _ZERO), _ONE).quantize(_PLACES), terms


def _scope(memory: Memory, subject: Subject) -> Decimal:
    scope = memory.entry.scope
    if scope == "task":
        is_same = any(ref == subject.task_id or ref.startswith(f"{subject.task_id}/") for ref in memory.entry.evidence_refs)
    else:
        is_same = scope == "agent" and tagged(subject.agent, memory.tags)
    worth = _SCOPES.get((scope, is_same))
    return Decimal(worth[_LEVELS.index(subject.level)]) if worth else _ZERO


def _paths(memory: Memory, subject: Subject) -> Decimal:
    wanted = _wanted(subject.paths)
    if not wanted:
        return _ZERO
    matched: set[str] = set()
    for path in map(_plain, _memory_paths(memory.entry.evidence_refs, subject.scopes)):
        if path:
            matched.update(_matched(path, wanted))
    return Decimal(len(matched)) / len(wanted)


@lru_cache(maxsize=256)
def _wanted(paths: tuple[str, ...]) -> list[str]:
    """Give a task's paths, each once, sorted: those below a directory stand together."""
    return sorted({path for path in map(_plain, paths) if path})


def _matched(path: str, wanted: list[str]) -> Iterator[str]:
    """Yield those of the wanted paths that are a path, or below it, or a directory that it is in."""
    yield from wanted[bisect_left(wanted, f"{path}/") : bisect_left(wanted, f"{path}{_AFTER_SLASH}")]
    while path:
        at = bisect_left(wanted, path)
        if at < len(wanted) and wanted[at] == path:
            yield path
        path = path.rpartition("/")[0]


def _memory_paths(refs: Iterable[str], scopes: Mapping[str, tuple[str, ...]]) -> Iterable[str]:
    for ref in refs:
        first, slash, _ = ref.partition("/")
        if first in scopes:
            yield from scopes[first]
        elif slash or _has_extension(ref):
            yield ref


def _has_extension(name: str) -> bool:
    stem, _, extension = name.rpartition(".")
    return bool(stem) and bool(extension) and not any(character.isspace() for character in name)


def _plain(path: str) -> str:
    return path.removeprefix("./").rstrip("/") if len(path) <= _LONGEST else ""


def _role(memory: Memory, agent: Agent) -> Decimal:
    suits = tagged(agent, memory.tags) if memory.memory_type == "agent_rule" else agent.slot in _SUITS.get(memory.memory_type, ())
    return _ONE if suits else _ZERO


def _freshness(memory: Memory, as_of: int | None) -> Decimal:
    if memory.confirmed_at is None or as_of is None:
        return _ZERO
    return max(_ZERO, _ONE - max(as_of - memory.confirmed_at, 0) / _LIFE)
