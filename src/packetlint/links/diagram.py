"""Draw a graph of links as text: mermaid, dot, JSON. Names come from strangers' files, so none can end a label or a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.json_text import json_text
from packetlint.core.paths import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from packetlint.links.graph import Edge, Graph, Node

MERMAID_EDGES = 500  # what mermaid draws unless it is told otherwise (its `maxEdges`)
_BARE = frozenset(" _./-")
_ARROWS = {"broken": "-.->", "self": "-.->", "cyclic": "==>"}
_STYLES = {"broken": "style=dotted", "self": "style=dotted", "cyclic": "style=bold"}


class _Box(NamedTuple):
    """Something an edge begins or ends at: a file, or an address that leads to no file of the repository."""

    name: str
    is_file: bool


class _Arrow(NamedTuple):
    """An edge as it is drawn: the numbers of its boxes, and the rule it breaks or its role as the label."""

    start: int
    end: int
    status: str
    label: str


def mermaid(graph: Graph) -> str:
    """Give a mermaid flowchart. What is no file of the repository has round ends, broken links are dotted, cycles thick."""
    boxes, arrows = _laid_out(graph)
    lines = ["graph LR"]
    for number, box in enumerate(boxes):
        opening, closing = ("[", "]") if box.is_file else ("(", ")")
        lines.append(f'  n{number}{opening}"{_in_mermaid(box.name)}"{closing}')
    for arrow in arrows:
        label = f'|"{_in_mermaid(arrow.label)}"|' if arrow.label else ""
        lines.append(f"  n{arrow.start} {_ARROWS.get(arrow.status, '-->')}{label} n{arrow.end}")
    return "\n".join(lines) + "\n"


def dot(graph: Graph) -> str:
    """Give a digraph in the language of Graphviz, drawn like the mermaid one."""
    boxes, arrows = _laid_out(graph)
    lines = ["digraph links {", "  rankdir=LR;", "  node [shape=box];"]
    for number, box in enumerate(boxes):
        style = "" if box.is_file else ", style=rounded"
        lines.append(f"  n{number} [label={_in_dot(box.name)}{style}];")
    for arrow in arrows:
        settings = [_STYLES[arrow.status]] if arrow.status in _STYLES else []
        settings += [f"label={_in_dot(arrow.label)}"] if arrow.label else []
        shown = f" [{', '.join(settings)}]" if settings else ""
        lines.append(f"  n{arrow.start} -> n{arrow.end}{shown};")
    return "\n".join([*lines, "}"]) + "\n"


def as_json(graph: Graph) -> str:
    r"""Give the graph as JSON, version 1, a node or an edge on a line. Bytes of a path that are not UTF-8 stand as `\xff`."""
    nodes = _listed(_node(node) for node in graph.nodes)
    edges = _listed(_edge(edge) for edge in graph.edges)
    return f'{{\n  "version": 1,\n  "nodes": {nodes},\n  "edges": {edges}\n}}\n'


def _laid_out(graph: Graph) -> tuple[list[_Box], list[_Arrow]]:
    """Number the boxes, files first, and draw equal arrows once."""
    numbers = {_Box(node.path, is_file=True): number for number, node in enumerate(graph.nodes)}
    arrows: dict[_Arrow, None] = {}
    for edge in graph.edges:
        end = _Box(edge.uri, is_file=False) if edge.target is None else _Box(edge.target, is_file=True)
        start = numbers[_Box(edge.origin, is_file=True)]
        arrows[_Arrow(start, numbers.setdefault(end, len(numbers)), edge.status, edge.rule or edge.role or "")] = None
    return list(numbers), list(arrows)


def _in_mermaid(text: str) -> str:
    """Write everything that could mean something to mermaid or to HTML as an entity."""
    shown = visible(text)
    return "".join(character if character.isalnum() or character in _BARE else f"#{ord(character)};" for character in shown)


def _in_dot(text: str) -> str:
    """Quote a text; `&` begins an entity in dot, and a backslash an escape."""
    shown = visible(text).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return f'"{shown}"'


def _listed(items: Iterable[dict[str, object]]) -> str:
    lines = ",".join(f"\n    {json_text(item)}" for item in items)
    return f"[{lines}\n  ]" if lines else "[]"


def _node(node: Node) -> dict[str, object]:
    distance = {} if node.distance is None else {"distance": node.distance}
    return {"path": node.path, "root": node.root, **distance}


def _edge(edge: Edge) -> dict[str, object]:
    return {
        "from": edge.origin,
        "to": edge.target,
        "uri": edge.uri,
        "role": edge.role,
        "line": edge.line,
        "status": edge.status,
        "rule": edge.rule or None,
    }
