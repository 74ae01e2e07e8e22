"""Cycles of causal parents, found without recursion: in linear time, one for each group that is tied together."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    Graph = Mapping[Hashable, Sequence[Hashable]]


def cycles(parents: Graph) -> Iterator[list[Hashable]]:
    """Yield a shortest cycle through the first node of every group of nodes that can all reach each other.

    A cycle is given from that node through its parents, without the node again at the end. Parents that
    are no nodes count for nothing.
    """
    group_of = _groups(parents)
    size: dict[int, int] = {}
    for group in group_of.values():
        size[group] = size.get(group, 0) + 1
    seen: set[int] = set()
    for node, group in group_of.items():
        if group not in seen and (size[group] > 1 or node in parents[node]):
            seen.add(group)
            yield _cycle(node, parents, group_of)


def _groups(parents: Graph) -> dict[Hashable, int]:
    """Number the strongly connected groups (Kosaraju: a finishing order, then the reversed graph)."""
    children: dict[Hashable, list[Hashable]] = {node: [] for node in parents}
    for node, above in parents.items():
        for parent in above:
            if parent in children:
                children[parent].append(node)
    group_of: dict[Hashable, int] = {}
    for root in reversed(_finished(parents)):
        if root not in group_of:
            _fill(root, children, group_of, len(group_of))
    return {node: group_of[node] for node in parents}


def _finished(parents: Graph) -> list[Hashable]:
    """List the nodes in the order in which a depth-first walk leaves them."""
    order: list[Hashable] = []
    seen: set[Hashable] = set()
    for root in parents:
        walk = [] if root in seen else [(root, iter(parents[root]))]
        seen.add(root)
        while walk:
            rest = walk[-1][1]
            following = next((parent for parent in rest if parent in parents and parent not in seen), None)
            if following is None:
                order.append(walk.pop()[0])
            else:
                seen.add(following)
                walk.append((following, iter(parents[following])))
    return order


def _fill(root: Hashable, children: Graph, group_of: dict[Hashable, int], number: int) -> None:
    group_of[root] = number
    todo = [root]
    while todo:
        for child in children[todo.pop()]:
            if child not in group_of:
                group_of[child] = number
                todo.append(child)


def _cycle(start: Hashable, parents: Graph, group_of: Mapping[Hashable, int]) -> list[Hashable]:
    """Find a shortest way from a node through parents of its own group back to it."""
    came_from: dict[Hashable, Hashable] = {}
    level = [start]
    while level:
        following = []
        for node in level:
            for parent in parents[node]:
                if parent == start:
                    return _way(start, node, came_from)
                if group_of.get(parent) == group_of[start] and parent not in came_from:
                    came_from[parent] = node
                    following.append(parent)
        level = following
    return [start]


def _way(start: Hashable, end: Hashable, came_from: Mapping[Hashable, Hashable]) -> list[Hashable]:
    way = [end]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]
