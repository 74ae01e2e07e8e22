"""Whether an inventory can be planned at all. Seed: agent-context-partitioner, Hard order of operations, steps 1, 2 and 4."""

from __future__ import annotations

from collections import Counter
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from packetlint.partition.gaps import CAPACITY_UNVERIFIED, CAUSAL_CYCLE, DUPLICATE_ID, INVENTORY_INCOMPLETE, UNKNOWN_SOURCE, Gap, quoted
from packetlint.partition.graph import cycles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.partition.inventory import Inventory, Record


def faults(inventory: Inventory) -> list[Gap]:
    """Give every reason not to plan that is not one of a proposal's own rules, each for one item or target."""
    return [*_incomplete(inventory), *_duplicates(inventory), *_orphans(inventory), *_cycles(inventory)]


def topological(items: Sequence[Record]) -> tuple[list[int], list[int]]:
    """Order items so that parents come first, and where that leaves a choice as they stand; give indices, and those left in cycles.

    Parents that are not among the items count for nothing; of items with one id, the last counts as that parent.
    """
    place = {item["itemId"]: at for at, item in enumerate(items)}
    children: list[list[int]] = [[] for _ in items]
    waiting = [0] * len(items)
    for at, item in enumerate(items):
        for parent in item["causalParents"]:
            if parent in place:
                children[place[parent]].append(at)
                waiting[at] += 1
    ready = [at for at, count in enumerate(waiting) if not count]
    heapify(ready)
    order = []
    while ready:
        at = heappop(ready)
        order.append(at)
        for child in children[at]:
            waiting[child] -= 1
            if not waiting[child]:
                heappush(ready, child)
    return order, [at for at, count in enumerate(waiting) if count]


def _incomplete(inventory: Inventory) -> Iterator[Gap]:
    if not inventory.complete:
        yield Gap(INVENTORY_INCOMPLETE, None, None, "the inventory says of itself that it is not complete")
    for target in inventory.unverified:
        yield Gap(CAPACITY_UNVERIFIED, None, target, "there is no evidence of the target's capacity")


def _duplicates(inventory: Inventory) -> Iterator[Gap]:
    for name, count in Counter(item["itemId"] for item in inventory.items).items():
        if count > 1:
            yield Gap(DUPLICATE_ID, name, None, f"{count} items have this itemId")
    for name, count in Counter(target["targetRef"] for target in inventory.targets).items():
        if count > 1:
            yield Gap(DUPLICATE_ID, None, name, f"{count} targets have this targetRef")


def _orphans(inventory: Inventory) -> Iterator[Gap]:
    known = {item["itemId"] for item in inventory.items}
    for item in inventory.items:
        missing = [parent for parent in item["causalParents"] if parent not in known]
        if missing:
            yield Gap(UNKNOWN_SOURCE, item["itemId"], None, f"not in the inventory: {quoted(missing)}, of which the item is derived")


def _cycles(inventory: Inventory) -> Iterator[Gap]:
    """Give a gap for each group of items that are derived of one another, with a shortest cycle through its first."""
    _, left = topological(inventory.items)
    for cycle in cycles({inventory.items[at]["itemId"]: inventory.items[at]["causalParents"] for at in left}):
        names = [str(name) for name in cycle]
        words = f"the item is derived of itself, over {quoted(names[1:], 10)}" if names[1:] else "the item is its own parent"
        yield Gap(CAUSAL_CYCLE, names[0], None, words)
