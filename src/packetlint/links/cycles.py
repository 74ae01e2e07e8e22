"""Cycles in the graph of links: strongly connected components, and the shortest way round from one file."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Edges = Callable[[str], Sequence[str]]


class Cycle(NamedTuple):
    """The files of one strongly connected component in path order, and the shortest way from the first back to it."""

    members: frozenset[str]
    way: tuple[str, ...]

    @property
    def first(self) -> str:
        """Give the file at which the cycle is reported."""
        return self.way[0]


def find_cycles(starts: Iterable[str], edges: Edges) -> Iterator[Cycle]:
    """Yield every cycle of more than one file that can be reached from `starts`. `edges(path)` is asked once a file."""
    for component in _components(starts, edges):
        if len(component) > 1:
            members = frozenset(component)
            yield Cycle(members, _way_round(min(members), members, edges))


def _components(starts: Iterable[str], edges: Edges) -> Iterator[list[str]]:
    """Yield the strongly connected components, by Tarjan's algorithm without recursion."""
    search = _Search(edges)
    for start in starts:
        if start not in search.number:
            yield from search.from_node(start)


class _Search:
    """A depth-first search: the order in which nodes were met, and the earliest that each leads back to."""

    def __init__(self, edges: Edges) -> None:
        self.number: dict[str, int] = {}
        self._low: dict[str, int] = {}
        self._edges = edges
        self._stack: list[str] = []
        self._on_stack: set[str] = set()

    def from_node(self, start: str) -> Iterator[list[str]]:
        work = [self._enter(start)]
        while work:
            node, left = work[-1]
            onward = self._onward(node, left)
            if onward is not None:
                work.append(self._enter(onward))
                continue
            work.pop()
            if work:
                self._lower(work[-1][0], self._low[node])
            if self._low[node] == self.number[node]:
                yield self._popped(node)

    def _enter(self, node: str) -> tuple[str, Iterator[str]]:
        self.number[node] = self._low[node] = len(self.number)
        self._stack.append(node)
        self._on_stack.add(node)
        return node, iter(self._edges(node))

    def _onward(self, node: str, left: Iterator[str]) -> str | None:
        """Give the next target that was not met yet; lead back through those that were."""
        for target in left:
            if target not in self.number:
                return target
            if target in self._on_stack:
                self._lower(node, self.number[target])
        return None

    def _lower(self, node: str, number: int) -> None:
        self._low[node] = min(self._low[node], number)

    def _popped(self, node: str) -> list[str]:
        at = len(self._stack) - 1
        while self._stack[at] != node:
            at -= 1
        component = self._stack[at:]
        del self._stack[at:]
        self._on_stack.difference_update(component)
        return component


def _way_round(first: str, members: frozenset[str], edges: Edges) -> tuple[str, ...]:
    """Find the shortest way from a member back to itself, breadth first."""
    came_from: dict[str, str] = {}
    queue = deque([first])
    while queue:
        node = queue.popleft()
        for target in edges(node):
            if target == first:
                return _way_back(first, node, came_from)
            if target in members and target not in came_from:
                came_from[target] = node
                queue.append(target)
    return (first,)


def _way_back(first: str, node: str, came_from: dict[str, str]) -> tuple[str, ...]:
    way = [node]
    while way[-1] != first:
        way.append(came_from[way[-1]])
    return tuple(reversed(way))
