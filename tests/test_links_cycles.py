"""Cycles in a graph, against a plain second way to find them."""

from __future__ import annotations

from examples import times
from hypothesis import given, settings
from hypothesis import strategies as st

from packetlint.links.cycles import find_cycles

_NODES = "abcdefg"
_GRAPHS = st.dictionaries(st.sampled_from(_NODES), st.lists(st.sampled_from(_NODES), max_size=4), max_size=7)


def _reached(graph: dict[str, list[str]], start: str) -> set[str]:
    found: set[str] = set()
    left = list(graph.get(start, ()))
    while left:
        node = left.pop()
        if node not in found:
            found.add(node)
            left += graph.get(node, ())
    return found


@given(_GRAPHS)
@settings(max_examples=times(400), deadline=None)
def test_files_that_reach_each_other_are_one_cycle(graph: dict[str, list[str]]) -> None:
    graph = {node: [target for target in targets if target != node] for node, targets in graph.items()}
    reached = {node: _reached(graph, node) for node in _NODES}
    wanted = {frozenset(b for b in _NODES if b == a or (b in reached[a] and a in reached[b])) for a in _NODES if a in reached[a]}
    found = list(find_cycles(_NODES, lambda node: graph.get(node, [])))
    assert {cycle.members for cycle in found} == wanted
    for cycle in found:
        assert cycle.first == min(cycle.members)
        assert all(after in graph[before] for before, after in zip(cycle.way, (*cycle.way[1:], cycle.first), strict=True))


def test_a_ring_of_many_files_needs_no_recursion() -> None:
    names = [f"{number:05d}" for number in range(20_000)]
    (cycle,) = find_cycles(names[:1], lambda name: [names[(int(name) + 1) % len(names)]])
    assert len(cycle.way) == len(names)


def test_the_way_shown_is_the_shortest_from_the_first_file() -> None:
    graph = {"a": ["b", "d"], "b": ["c"], "c": ["a"], "d": ["a"]}
    assert [cycle.way for cycle in find_cycles("b", lambda node: graph[node])] == [("a", "d")]
