"""The page of `graph --format html`: what it says, that it is sealed, that no name breaks out of it, and where its nodes stand."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pytest
from brains import BRAIN, leaf
from hypothesis import example, given
from hypothesis import strategies as st
from node import javascript, needs_node
from pages import Page, assert_is_sealed

from packetlint.core.page import for_markup, for_script
from packetlint.core.paths import visible
from packetlint.links.graph import Edge, Graph, Node
from packetlint.links.page import MARKS, html

if TYPE_CHECKING:
    from gitrepo import Repo

TOP = Path(__file__).parents[1]
FILES = {
    **BRAIN,
    "tree/base.md": leaf(),
    "tree/a.md": leaf("{uri: /tree/b.md, role: spec}", "/tree/gone.md", "https://example.org/x"),
    "tree/b.md": leaf("/tree/a.md", "{uri: /tree/base.md#nope, role: prior-decision}", "/tree/base.md", "/tree/b.md"),
}
NASTY = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "</noscript><img src=x onerror=alert(1)>",
    '"><b onclick=x>',
    "'\"&amp;&lt;",
    "$table ${data} $$",
    "\u2028\u2029",
    "\u202egnp.md",
    "\ud800\udcff",
    "\x1b]0;x\x07\0",
    "javascript:alert(1)",
    "__proto__",
    "]]>",
    "a\r\nb",
]
NAMES = st.one_of(st.sampled_from(NASTY), st.text(alphabet=st.characters(codec=None), max_size=12))


def graph_of(origin: str, target: str, uri: str, role: str) -> Graph:
    """Make a graph in which each text stands wherever it can."""
    edges = (
        Edge(f"{origin}.md", f"{target}2.md", uri, role, 3, "ok"),
        Edge(f"{origin}.md", None, uri, role, 4, "broken", "links/target-not-found"),
        Edge(f"{origin}.md", None, uri, None, 5, "outside"),
    )
    return Graph((Node(f"{origin}.md", target), Node(f"{target}2.md", None, 1)), edges)


@given(NAMES, NAMES, NAMES, NAMES)
@example(*NASTY[:4])
def test_no_name_becomes_markup_or_code(origin: str, target: str, uri: str, role: str) -> None:
    text = html(graph_of(origin, target, uri, role))
    page = assert_is_sealed(text)
    assert page.skeleton == Page(html(graph_of("o", "t", "u", "r"))).skeleton
    assert page.data.isascii()
    assert not set("<>&") & set(page.data)
    names = [name for name, *_ in page.read["nodes"]]
    assert names == [visible(name) for name in (f"{origin}.md", f"{target}2.md", uri, uri)]
    assert {edge[2] for edge in page.read["edges"]} == {visible(uri)}
    assert visible(role) in page.read["words"]
    text.encode()
    assert not set(text) & set("\u2028\u2029\u202e\0\x1b")


@given(NAMES)
def test_a_text_for_a_script_is_read_back(text: str) -> None:
    written = for_script([text])
    assert written.isascii()
    assert "<" not in written
    read = Page(f'<script type="application/json">{written}</script>').read
    assert [part.encode("utf-16", "surrogatepass") for part in read] == [text.encode("utf-16", "surrogatepass")]


@given(NAMES)
def test_a_text_for_markup_is_read_back_as_it_is_shown(text: str) -> None:
    page = Page(f'<p title="{for_markup(text)}">{for_markup(text)}</p>')
    assert (page.text, page.values("p", "title")) == (visible(text), [visible(text)])


def _drawn(repo: Repo, *arguments: str) -> Page:
    done = repo.run("packetlint", "graph", "--format", "html", *arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    return assert_is_sealed(done.stdout.decode())


def _edges(page: Page) -> list[tuple[str, str, str, int, str, str]]:
    data = page.read
    names, words = [name for name, *_ in data["nodes"]], data["words"]
    return [
        (names[start], names[end], words[role], line, MARKS[mark], words[rule]) for start, end, _, role, line, mark, rule in data["edges"]
    ]


def test_the_data_has_each_link_with_its_role_line_mark_and_rule(repo: Repo) -> None:
    repo.commit(FILES)
    page = _drawn(repo)
    assert _edges(page) == [
        ("tree/a.md", "tree/b.md", "spec", 3, "cyclic", ""),
        ("tree/a.md", "/tree/gone.md", "", 4, "broken", "links/target-not-found"),
        ("tree/a.md", "https://example.org/x", "", 5, "outside", ""),
        ("tree/b.md", "tree/a.md", "", 3, "cyclic", ""),
        ("tree/b.md", "tree/base.md", "prior-decision", 4, "stale", "links/anchor-not-found"),
        ("tree/b.md", "tree/base.md", "", 5, "sound", ""),
        ("tree/b.md", "tree/b.md", "", 6, "self", "links/self-link"),
        ("tree/top.md", "tree/base.md", "", 3, "sound", ""),
    ]
    kinds = {name: kind for name, kind, *_ in page.read["nodes"]}
    assert kinds == {"tree/a.md": 0, "tree/b.md": 0, "tree/base.md": 0, "tree/top.md": 0, "/tree/gone.md": 1, "https://example.org/x": 2}
    assert "4 files, 8 links: 1 broken, 1 stale, 2 cyclic, 1 self, 1 outside, 2 sound" in page.text


def test_the_table_says_the_same_without_a_script(repo: Repo) -> None:
    repo.commit(FILES)
    page = _drawn(repo)
    table = page.skeleton[page.skeleton.index("<noscript >") : page.skeleton.index("</noscript>")]
    assert table.count("<tr >") == 1 + len(page.read["edges"])
    assert "brokentree/a.md4/tree/gone.mdlinks/target-not-found" in page.text
    assert page.values("a", "href") == [
        f"https://github.com/packetlint/packetlint/blob/main/docs/rules/links/{rule}.md"
        for rule in ("target-not-found", "anchor-not-found", "self-link")
    ]


def test_it_draws_what_the_other_formats_draw(repo: Repo) -> None:
    repo.commit(FILES)
    assert [edge[:2] for edge in _edges(_drawn(repo, "tree/a.md"))] == [
        ("tree/a.md", "tree/b.md"),
        ("tree/a.md", "/tree/gone.md"),
        ("tree/a.md", "https://example.org/x"),
    ]
    distances = {name: distance for name, _, _, distance in _drawn(repo, "--to", "tree/a.md").read["nodes"]}
    assert distances == {"tree/a.md": 0, "tree/b.md": 1}


def test_what_is_missing_in_two_trees_is_two_things() -> None:
    edges = tuple(Edge(f"{root}/x.md", None, "/gone.md", None, 3, "broken", "links/target-not-found") for root in ("a", "b"))
    data = Page(html(Graph((Node("a/x.md", "a"), Node("b/x.md", "b")), edges))).read
    assert [name for name, *_ in data["nodes"]] == ["a/x.md", "b/x.md", "/gone.md", "/gone.md"]
    assert [(edge[0], edge[1]) for edge in data["edges"]] == [(0, 2), (1, 3)]


def test_nothing_to_draw_is_a_page_all_the_same() -> None:
    page = assert_is_sealed(html(Graph((), ())))
    assert "0 files, 0 links" in page.text
    assert (page.read["nodes"], page.read["edges"]) == ([], [])


_LAYOUT = (files("packetlint") / "pages" / "graph_layout.js").read_text()


def _places(count: int, links: list[list[int]], groups: list[int]) -> list[list[float]]:
    places: Any = javascript(
        f"{_LAYOUT}; const {{x, y}} = layOut(given.count, given.links, given.groups); return [...x].map((value, i) => [value, y[i]]);",
        {"count": count, "links": links, "groups": groups},
    )
    assert all(value is not None for place in places for value in place), "every place is a number"
    return [list(place) for place in places]


def _distance(one: list[float], other: list[float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


@needs_node
@pytest.mark.parametrize(
    ("count", "links", "groups"),
    [
        pytest.param(0, [], [], id="none"),
        pytest.param(1, [[0, 0]], [0], id="linked to itself"),
        pytest.param(40, [[0, other] for other in range(1, 40)], [0] * 40, id="star"),
        pytest.param(90, [[one, one + 1] for one in range(89)], [one // 9 for one in range(90)], id="chain"),
        pytest.param(60, [[one, other] for one in range(60) for other in range(one)], [0] * 60, id="all with all"),
        pytest.param(50, [], list(range(50)), id="no links"),
    ],
)
def test_no_two_nodes_stand_on_one_spot_and_the_same_links_stand_the_same(count: int, links: list[list[int]], groups: list[int]) -> None:
    places = _places(count, links, groups)
    assert len(places) == count
    assert all(_distance(one, other) > 5 for number, one in enumerate(places) for other in places[:number])
    assert _places(count, links, groups) == places


@needs_node
def test_what_is_linked_stands_nearer_than_what_is_not() -> None:
    links = [[first + step, first + (step + 1) % 20] for first in range(0, 100, 20) for step in range(20)]
    places = _places(100, links, [0] * 100)
    linked = [_distance(places[one], places[other]) for one, other in links]
    all_pairs = [_distance(one, other) for number, one in enumerate(places) for other in places[:number]]
    assert sum(linked) / len(linked) < 0.4 * sum(all_pairs) / len(all_pairs)


def test_the_wheel_ships_what_the_pages_are_made_of(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=TOP, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    there = {path.name for path in (TOP / "src/packetlint/pages").iterdir() if path.is_file()}
    shipped = {name.rpartition("/")[2] for name in ZipFile(wheel).namelist() if name.startswith("packetlint/pages/")}
    assert shipped == there
    assert {"graph.html", "graph.js", "graph.css", "report.html", "report.js", "report.css"} <= there
