"""Assign items to targets, one after another. Seed: agent-context-partitioner, Hard order of operations, steps 3 to 6.

What may hold an item is settled before anything is preferred; nothing is moved again, so a better plan may exist.
Where a parent has to go does not depend on the disclosure proofs: with the proofs that the gaps ask for, the plan is the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.partition.gaps import (
    AUTHORITY_UNKNOWN,
    CAPACITY_EXHAUSTED,
    DISCLOSURE_PROOF_MISSING,
    SIZE_EXCEEDED,
    UNKNOWN_SOURCE,
    Gap,
    quoted,
)
from packetlint.partition.inventory import OMISSION_REASONS
from packetlint.partition.soundness import topological
from packetlint.partition.targets import Targets, tokens_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from packetlint.partition.inventory import Inventory, Record


class Plan(NamedTuple):
    """Where everything goes: an item's own target, its transfers (destination and proof), what blocks it, what is omitted.

    `kept` are the omissions that were asked for and not made, each with the reason.
    """

    homes: Mapping[str, str]
    transfers: Mapping[str, Sequence[tuple[str, str]]]
    blocked: Mapping[str, Sequence[Gap]]
    omitted: Mapping[str, Record]
    gaps: Sequence[Gap]
    kept: Sequence[tuple[str, str]]


def plan(inventory: Inventory) -> Plan:
    """Plan a sound inventory."""
    order = [inventory.items[at] for at in topological(inventory.items)[0]]
    omitted, kept = _omit(inventory, order)
    assignment = _Assignment(inventory)
    for item in order:
        if item["itemId"] not in omitted:
            assignment.place(item)
    transfers, unproven = assignment.transfers(inventory.proofs)
    unknown = [_unknown_authority(item) for item in order if item["authority"]["status"] == "UNKNOWN"]
    gaps = [*unknown, *unproven, *(gap for gaps in assignment.blocked.values() for gap in gaps)]
    return Plan(assignment.homes, transfers, assignment.blocked, omitted, gaps, kept)


def _unknown_authority(item: Record) -> Gap:
    return Gap(AUTHORITY_UNKNOWN, item["itemId"], None, "the status of the item's authority is UNKNOWN")


def _omit(inventory: Inventory, order: Sequence[Record]) -> tuple[dict[str, Record], list[tuple[str, str]]]:
    """Take the omissions that may be made, children first, and say why the others may not."""
    needed: dict[str, str] = {}
    omitted: dict[str, Record] = {}
    kept = []
    for item in reversed(order):
        omission = inventory.omissions.get(item["itemId"])
        refusal = _refusal(item, omission, needed) if omission else None
        if omission and refusal is None:
            omitted[item["itemId"]] = omission
            continue
        needed.update(dict.fromkeys(item["causalParents"], item["itemId"]))
        if refusal is not None:
            kept.append((item["itemId"], refusal))
    known = {item["itemId"] for item in order}
    strangers = [(name, "there is no such item") for name in inventory.omissions if name not in known]
    return omitted, sorted([*kept, *strangers])


def _refusal(item: Record, omission: Record, needed: Mapping[str, str]) -> str | None:
    if omission["reasonCode"] not in OMISSION_REASONS:
        return f"`{omission['reasonCode']}` is no reason to omit anything"
    if not item["droppable"]:
        return "the item is not droppable"
    child = needed.get(item["itemId"])
    return None if child is None else f"`{child}`, which is not omitted, is derived of it"


class _Assignment:
    """What has been placed so far."""

    def __init__(self, inventory: Inventory) -> None:
        self.homes: dict[str, str] = {}
        self.blocked: dict[str, list[Gap]] = {}
        self._targets = Targets(inventory.targets)
        self._items = {item["itemId"]: item for item in inventory.items}
        self._tokens = {name: tokens_of(item["tokenEstimate"]) for name, item in self._items.items()}
        self._there: dict[str, int] = {}  # the targets that hold an item, as bits
        self._edges: dict[tuple[str, str], str] = {}  # a parent and where it has to go to, and the child that needs it there

    def place(self, item: Record) -> None:
        """Give an item its target, and its parents what they need there; or block it, with every gap that holds."""
        name, parents = item["itemId"], item["causalParents"]
        found, unfit = self._targets.compatible(item, [self._items[parent] for parent in parents])
        gaps = [gap for gap in (self._lost(item), unfit or self._oversized(item, found)) if gap]
        at = None if gaps else self._choose(item, found)
        if at is None:
            self.blocked[name] = gaps or [self._exhausted(item, found)]
            return
        self.homes[name] = self._targets.refs[at]
        self._there[name] = 1 << at
        self._targets.used[at] += self._tokens[name]
        for parent in parents:
            self._bring(parent, at, name)

    def _lost(self, item: Record) -> Gap | None:
        blocked = [parent for parent in item["causalParents"] if parent in self.blocked]
        return Gap(UNKNOWN_SOURCE, item["itemId"], None, f"blocked: {quoted(blocked)}, of which the item is derived") if blocked else None

    def _whole(self, item: Record) -> int:
        return self._tokens[item["itemId"]] + sum(self._tokens[parent] for parent in item["causalParents"])

    def _choose(self, item: Record, candidates: int) -> int | None:
        """Choose among the candidates with room: most parents there, then the least tokens in use, then the first by name."""
        held: dict[int, int] = {}
        saved: dict[int, int] = {}
        for parent in item["causalParents"]:
            for at in self._targets.each(self._there[parent] & candidates):
                held[at] = held.get(at, 0) + 1
                saved[at] = saved.get(at, 0) + self._tokens[parent]
        whole, used, capacity = self._whole(item), self._targets.used, self._targets.capacity
        best = None
        for at in self._targets.each(candidates):
            projected = used[at] + whole - saved.get(at, 0)
            rank = (-held.get(at, 0), projected, at)
            if projected <= capacity[at] and (best is None or rank < best):
                best = rank
        return None if best is None else best[2]

    def _bring(self, parent: str, at: int, child: str) -> None:
        """See to it that a parent is counted at its child's target."""
        if not self._there[parent] >> at & 1:
            self._there[parent] |= 1 << at
            self._targets.used[at] += self._tokens[parent]
            self._edges[parent, self._targets.refs[at]] = child

    def _oversized(self, item: Record, candidates: int) -> Gap | None:
        largest = self._targets.largest(candidates)
        if self._whole(item) <= largest:
            return None
        words = f"{self._size(item)}; the largest target that may hold it has {largest}"
        return Gap(SIZE_EXCEEDED, item["itemId"], self._targets.only(candidates), words)

    def _exhausted(self, item: Record, candidates: int) -> Gap:
        words = f"{self._size(item)}, of which no target has enough there or left; {self._targets.roomiest(candidates)}"
        return Gap(CAPACITY_EXHAUSTED, item["itemId"], self._targets.only(candidates), words)

    def _size(self, item: Record) -> str:
        own, whole = self._tokens[item["itemId"]], self._whole(item)
        return f"the item takes {own} tokens" if own == whole else f"the item takes {whole} tokens with its parents, {own} of its own"

    def transfers(self, proofs: Mapping[tuple[str, str, str], str]) -> tuple[dict[str, list[tuple[str, str]]], list[Gap]]:
        """Give each item's destinations beside its own target, with their proofs, and the gaps where there is no proof."""
        proven: dict[str, list[tuple[str, str]]] = {}
        gaps = []
        for (name, destination), child in self._edges.items():
            source = self.homes[name]
            proof = proofs.get((name, source, destination))
            if proof is not None:
                proven.setdefault(name, []).append((destination, proof))
                continue
            words = f"`{child}` is derived of the item, and no proof allows the item to go from `{source}` to `{destination}`"
            gaps.append(Gap(DISCLOSURE_PROOF_MISSING, name, destination, words))
        return proven, gaps
