"""The targets of a plan: what each may hold and how much is left. Seed: agent-context-partitioner, Hard order of operations, step 3.

Sets of targets are numbers with a bit for each, so that an item's filters cost a few operations however many targets there are.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from packetlint.partition.gaps import CAPABILITY_MISSING, DESTINATION_INCOMPATIBLE, Gap, quoted
from packetlint.partition.javascript import is_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.partition.inventory import Record


class Targets:
    """Targets by their number, which is their place by root collation; `used` is for the planner to change."""

    def __init__(self, targets: Sequence[Record]) -> None:
        """Take the targets in their order."""
        self.refs = [target["targetRef"] for target in targets]
        self.capacity = [tokens_of(target["capacityTokens"]) for target in targets]
        self.used = [0] * len(targets)
        self._all = (1 << len(targets)) - 1
        self._scopes = _bits([[target["scope"]] for target in targets])
        self._capabilities = _bits([target["capabilityDigests"] for target in targets])
        self._names = _bits([[ref] for ref in self.refs])
        self._filters = (
            (DESTINATION_INCOMPATIBLE, self._in_scope, _other_scope),
            (CAPABILITY_MISSING, self._capable, self._missing),
            (DESTINATION_INCOMPATIBLE, self._addressed, _other_audience),
        )
        self.each = cache(_each)
        self.largest = cache(self._largest)

    def compatible(self, item: Record, parents: Sequence[Record]) -> tuple[int, Gap | None]:
        """Give the targets that may hold an item and its parents, whatever room they have; or the gap, if there are none."""
        found = self._all
        for code, keep, explain in self._filters:
            for record in (item, *parents):
                kept = keep(record, found)
                if not kept:
                    whose = "" if record is item else f" of its parent `{record['itemId']}`"
                    return 0, Gap(code, item["itemId"], None, f"{self._called(found)} {explain(record, found, whose)}")
                found = kept
        return found, None

    def _called(self, candidates: int) -> str:
        """Name the candidates, of which none passed."""
        if candidates == self._all:
            return "no target"
        return f"of the targets that are left ({quoted(self.refs[at] for at in self.each(candidates))}) none"

    def _in_scope(self, item: Record, candidates: int) -> int:
        return candidates & self._scopes.get(item["scope"], 0)

    def _capable(self, item: Record, candidates: int) -> int:
        for digest in item["capabilityRequirements"]:
            candidates &= self._capabilities.get(digest, 0)
        return candidates

    def _addressed(self, item: Record, candidates: int) -> int:
        """Keep the audience of a directive; anything else may be read by every target."""
        if not item["directiveChannel"]:
            return candidates
        audience = 0
        for ref in item["authority"]["audience"]:
            audience |= self._names.get(ref, 0)
        return candidates & audience

    def _missing(self, item: Record, candidates: int, whose: str) -> str:
        missing = [digest for digest in item["capabilityRequirements"] if not candidates & self._capabilities.get(digest, 0)]
        return f"has {quoted(missing)}, a requirement{whose}" if missing else f"has all the required capabilities{whose} together"

    def _largest(self, candidates: int) -> int:
        return max(self.capacity[at] for at in self.each(candidates))

    def only(self, candidates: int) -> str | None:
        """Give the one candidate there is, or None when there are more."""
        found = self.each(candidates)
        return self.refs[found[0]] if len(found) == 1 else None

    def roomiest(self, candidates: int) -> str:
        """Say which candidate has the most room left."""
        at = max(self.each(candidates), key=lambda at: (self.capacity[at] - self.used[at], -at))
        return f"`{self.refs[at]}` has {self.capacity[at] - self.used[at]} of {self.capacity[at]} left, and none has more"


def _other_scope(item: Record, _: int, whose: str) -> str:
    return f"has the scope{whose}, `{item['scope']}`"


def _other_audience(item: Record, _: int, whose: str) -> str:
    return f"is in the audience{whose}, {quoted(item['authority']['audience'])}"


def tokens_of(value: float) -> int:
    """Give a number of tokens; what is none counts as 0 (a rule says what is wrong with it)."""
    return int(value) if is_count(value) else 0


def _bits(values: Sequence[Sequence[str]]) -> dict[str, int]:
    """Give for each value the targets that have it."""
    found: dict[str, int] = {}
    for at, names in enumerate(values):
        for name in names:
            found[name] = found.get(name, 0) | 1 << at
    return found


def _each(bits: int) -> tuple[int, ...]:
    return tuple(at for at in range(bits.bit_length()) if bits >> at & 1)
