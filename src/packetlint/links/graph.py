"""What links to what: the files of every tree as nodes, their links as edges, and what becomes of each."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Literal, NamedTuple

from packetlint.links.cycles import find_cycles
from packetlint.links.lines import lines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from packetlint.links.knowledge import Knowledge
    from packetlint.links.model import Leaf
    from packetlint.links.resolution import Resolution

Status = Literal["ok", "broken", "outside", "cyclic", "self"]


class Node(NamedTuple):
    """A file that has links or is linked: its path and the path of its root ("" is the top; None: it is in no tree).

    `distance` counts the links from it to what was asked for; None where nothing was.
    """

    path: str
    root: str | None
    distance: int | None = None


class Edge(NamedTuple):
    """One link. `target` is the path of the file it leads to; None where it leads to none of this repository.

    `line` counts from 1, and is 0 where the text was not read. `rule` is the first rule the link breaks, "" for none:
    with an error it is broken, with a warning it still leads somewhere.
    """

    origin: str
    target: str | None
    uri: str
    role: str | None
    line: int
    status: Status
    rule: str = ""


class Graph(NamedTuple):
    """Nodes by path, and edges by origin, line and address."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def build(leaves: Sequence[Leaf], knowledge: Knowledge) -> Graph:
    """Draw the links of these files, which `knowledge` judges; files that neither have links nor are linked are left out."""
    edges = [edge for leaf in leaves for edge in _edges(leaf, knowledge)]
    ring_of = _rings(edges, knowledge)
    edges = [_marked(edge, ring_of) for edge in edges]
    return _graph(edges, lambda path: _root_path(path, knowledge))


def leading_to(graph: Graph, is_goal: Callable[[str], bool]) -> Graph:
    """Keep what links to the goals, directly or by others, with its distance from the nearest; and the goals that are nodes."""
    referrers: dict[str, list[str]] = {}
    for edge in graph.edges:
        if edge.target is not None:
            referrers.setdefault(edge.target, []).append(edge.origin)
    distances = _distances([node.path for node in graph.nodes if is_goal(node.path)], referrers)
    nodes = tuple(node._replace(distance=distances[node.path]) for node in graph.nodes if node.path in distances)
    return Graph(nodes, tuple(edge for edge in graph.edges if edge.target in distances))


def going_from(graph: Graph, is_origin: Callable[[str], bool]) -> Graph:
    """Keep the links of some files only, and the files at either end."""
    edges = tuple(edge for edge in graph.edges if is_origin(edge.origin))
    ends = {path for edge in edges for path in (edge.origin, edge.target)}
    return Graph(tuple(node for node in graph.nodes if node.path in ends or node.distance == 0), edges)


def _edges(leaf: Leaf, knowledge: Knowledge) -> Iterator[Edge]:
    root = knowledge.counts_from(leaf)
    if root is None:
        return
    lines = lines_of(leaf) or [0] * len(leaf.links)
    for link, line in zip(leaf.links, lines, strict=True):
        found = knowledge.resolve(root, link.uri, leaf.path)
        yield Edge(leaf.path, found.target, link.uri, link.role, line, _status(found), _rule(found, knowledge))


def _status(found: Resolution) -> Status:
    if found.rule == "links/self-link":
        return "self"
    if found.severity == "error":
        return "broken"
    return "ok" if found.target is not None else "outside"


def _rule(found: Resolution, knowledge: Knowledge) -> str:
    return found.rule or ("links/anchor-not-found" if knowledge.lacks_anchor(found) else "")


def _rings(edges: Iterable[Edge], knowledge: Knowledge) -> dict[str, str]:
    """Map each file that is part of a cycle of its root to the first file of that cycle."""
    onward: dict[str, list[str]] = {}
    for edge in edges:
        if edge.status == "ok" and edge.target is not None and knowledge.root_of(edge.origin) == knowledge.root_of(edge.target):
            onward.setdefault(edge.origin, []).append(edge.target)
    cycles = find_cycles(sorted(onward), lambda path: onward.get(path, ()))
    return {path: cycle.first for cycle in cycles for path in cycle.members}


def _marked(edge: Edge, ring_of: dict[str, str]) -> Edge:
    """Mark an edge between two files of one cycle."""
    ring = ring_of.get(edge.origin)
    return edge._replace(status="cyclic") if ring and edge.status == "ok" and ring == ring_of.get(edge.target or "") else edge


def _root_path(path: str, knowledge: Knowledge) -> str | None:
    root = knowledge.root_of(path)
    return root.path if root else None


def _graph(edges: Iterable[Edge], root_of: Callable[[str], str | None]) -> Graph:
    edges = tuple(sorted(edges, key=lambda edge: (edge.origin, edge.line, edge.uri, edge.role or "")))
    paths = sorted({path for edge in edges for path in (edge.origin, edge.target) if path is not None})
    return Graph(tuple(Node(path, root_of(path)) for path in paths), edges)


def _distances(goals: Iterable[str], referrers: dict[str, list[str]]) -> dict[str, int]:
    """Count the links from each file to the nearest goal, breadth first."""
    distances = dict.fromkeys(goals, 0)
    queue = deque(distances)
    while queue:
        path = queue.popleft()
        for origin in referrers.get(path, ()):
            if origin not in distances:
                distances[origin] = distances[path] + 1
                queue.append(origin)
    return distances
