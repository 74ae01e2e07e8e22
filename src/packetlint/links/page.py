"""Draw a graph of links as one HTML page that needs neither network nor other files. The drawing itself is made in `pages`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.page import assemble, for_markup, for_script
from packetlint.core.paths import visible
from packetlint.core.rule import DOCUMENTATION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from packetlint.links.graph import Edge, Graph

MARKS = ("broken", "stale", "cyclic", "self", "outside", "sound")
_FILE, _MISSING, _OUTSIDE = range(3)
_HEAD = ("Status", "File", "Line", "Links to", "Role", "Rule")


class _Box(NamedTuple):
    """Something an edge begins or ends at. `name` is a path or an address; `root` tells apart what is missing in two trees."""

    name: str
    kind: int
    root: str | None = None


class _Words:
    """Numbers texts that occur many times, in order of first use; 0 is the empty text."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {"": 0}

    def number(self, text: str) -> int:
        return self._numbers.setdefault(visible(text), len(self._numbers))

    def listed(self) -> list[str]:
        return list(self._numbers)


def html(graph: Graph) -> str:
    """Give the page. It has the links as data for its script, and as a table for who runs none."""
    return assemble(
        "graph",
        styles=("base.css", "graph.css"),
        scripts=("make.js", "graph_layout.js", "graph_view.js", "graph_panel.js", "graph.js"),
        summary=for_markup(_summary(graph)),
        data=for_script(_data(graph)),
        table=_table(graph.edges),
    )


def mark_of(edge: Edge) -> str:
    """Give the mark a link is drawn with. Stale is what still leads somewhere, but no longer as it is written."""
    if edge.status == "ok":
        return "stale" if edge.rule else "sound"
    return edge.status


def _summary(graph: Graph) -> str:
    counts = Counter(map(mark_of, graph.edges))
    marks = ", ".join(f"{counts[mark]:,} {mark}" for mark in MARKS if counts[mark])
    return f"{_counted(len(graph.nodes), 'file')}, {_counted(len(graph.edges), 'link')}{f': {marks}' if marks else ''}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _data(graph: Graph) -> dict[str, object]:
    """Give what the script draws: nodes `[name, kind, root, distance]`, edges `[from, to, uri, role, line, mark, rule]`.

    Kinds are those of `_Box`; root, role and rule are numbers of `words`, a mark is one of `marks`, and a root that is the top is `/`.
    """
    words = _Words()
    distances = {node.path: node.distance for node in graph.nodes}
    boxes = {_Box(node.path, _FILE): number for number, node in enumerate(graph.nodes)}
    roots = {node.path: node.root for node in graph.nodes}
    edges = [
        [
            boxes[_Box(edge.origin, _FILE)],
            boxes.setdefault(_end(edge, roots), len(boxes)),
            visible(edge.uri),
            words.number(edge.role or ""),
            edge.line,
            MARKS.index(mark_of(edge)),
            words.number(edge.rule),
        ]
        for edge in graph.edges
    ]
    nodes = [
        [visible(box.name), box.kind, words.number(_root(roots.get(box.name))), distances.get(box.name)]
        if box.kind == _FILE
        else [visible(box.name), box.kind, 0, None]
        for box in boxes
    ]
    return {"nodes": nodes, "edges": edges, "words": words.listed(), "marks": MARKS, "rules": DOCUMENTATION}


def _end(edge: Edge, roots: dict[str, str | None]) -> _Box:
    if edge.target is not None:
        return _Box(edge.target, _FILE)
    return _Box(edge.uri, _OUTSIDE) if edge.status == "outside" else _Box(edge.uri, _MISSING, roots[edge.origin])


def _root(root: str | None) -> str:
    return "" if root is None else root or "/"


def _table(edges: Iterable[Edge]) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in _HEAD)
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in _cells(edge))}</tr>\n" for edge in edges)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>"


def _cells(edge: Edge) -> Iterator[str]:
    """Yield the cells of a link's row, as markup."""
    mark = mark_of(edge)
    yield f'<span class="mark {mark}">{mark}</span>'
    yield f"<bdi>{for_markup(edge.origin)}</bdi>"
    yield str(edge.line or "")
    yield f"<bdi>{for_markup(edge.uri)}</bdi>"
    yield f"<bdi>{for_markup(edge.role or '')}</bdi>"
    yield f'<a href="{for_markup(f"{DOCUMENTATION}/{edge.rule}.md")}">{for_markup(edge.rule)}</a>' if edge.rule else ""
