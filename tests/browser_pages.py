"""Both pages in a real browser: they draw, they do what a person asks, nothing breaks out. `pytest tests/browser_pages.py`."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from briefs import LINE
from browser import CONTROL, DOWN, ENTER, ESCAPE, Browser, browser, needs_browser
from test_page_graph import FILES, NASTY, graph_of

from packetlint.links.graph import Edge, Graph, Node
from packetlint.links.page import html

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gitrepo import Repo

pytestmark = [pytest.mark.browser, needs_browser]
_PLACES = """
const {left, top} = byId("canvas").getBoundingClientRect();
return graph.nodes.map((node, i) => [node.name, ...view.at(i)]).map(([name, x, y]) => [name, x + left, y + top]);
"""
LIGHT = {"text": [27, 31, 36], "back": [255, 255, 255], "broken": [198, 40, 40], "stale": [163, 92, 0]}


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    """Give one browser for all tests here."""
    with browser() as one:
        yield one


def _page(repo: Repo, *arguments: str) -> Path:
    path = repo.top.parent / "page.html"
    path.write_bytes(repo.run("packetlint", *arguments, "--format", "html").stdout)
    return path


@pytest.fixture
def drawing(repo: Repo) -> Path:
    """Give the page of a small tree that has every mark."""
    repo.commit(FILES)
    return _page(repo, "graph")


def _places(window: Browser) -> dict[str, tuple[float, float]]:
    return {name: (x, y) for name, x, y in window.run(_PLACES)}


def _large(files: int, links: int) -> Graph:
    """Make a graph of the size that has to stay usable; one link in fifty is broken."""
    rng = random.Random(1)
    paths = [f"tree/area-{number // 50:02d}/leaf-{number:04d}.md" for number in range(files)]
    edges = []
    for number in range(links):
        origin, target = paths[number % files], rng.choice(paths)
        good = Edge(origin, target, f"/{target}", "spec", 3, "ok")
        edges.append(good if number % 50 else Edge(origin, None, f"/gone-{number}.md", None, 3, "broken", "links/target-not-found"))
    return Graph(tuple(Node(path, "") for path in paths), tuple(edges))


def test_every_node_is_drawn_where_the_data_says(window: Browser, drawing: Path) -> None:
    window.open(drawing)
    window.frame()
    places = _places(window)
    assert len(places) == 6
    colours, seen = window.look(window.picture(), [*places.values(), (5, 60), (880, 790)])
    drawn = dict(zip(places, seen, strict=False))
    assert drawn["tree/base.md"] == drawn["tree/top.md"] == LIGHT["text"]
    assert (drawn["tree/a.md"], drawn["tree/b.md"]) == (LIGHT["broken"], LIGHT["stale"]), "the worst of its links"
    assert drawn["/tree/gone.md"] == drawn["https://example.org/x"] == LIGHT["back"], "what is no file is hollow"
    assert seen[-2:] == [LIGHT["back"]] * 2, "where nothing is, nothing is drawn"
    assert colours > 50
    assert window.complaints() == []


def test_two_thousand_files_are_drawn_in_three_seconds(window: Browser, tmp_path: Path) -> None:
    page = tmp_path / "large.html"
    page.write_text(html(_large(2000, 10000)))
    window.open(page)
    window.frame()
    assert window.run("return performance.now()") < 3000
    assert window.run("const start = performance.now(); view.draw(); return performance.now() - start") < 250
    places = [place for name, place in _places(window).items() if name.endswith(".md") and name.startswith("tree/")]
    assert len(places) == 2000
    colours, seen = window.look(window.picture(), places)
    assert colours > 500
    assert sum(colour in (LIGHT["text"], LIGHT["broken"]) for colour in seen) > 1200, "most nodes are covered by no name and no other node"


def test_the_same_page_gives_the_same_picture(window: Browser, drawing: Path) -> None:
    pictures = set()
    for _ in range(2):
        window.open(drawing)
        window.frame()
        pictures.add(window.picture())
    assert len(pictures) == 1


def test_a_click_shows_what_a_file_links_to_and_who_links_to_it(window: Browser, drawing: Path) -> None:
    window.open(drawing)
    window.frame()
    window.click_at(*_places(window)["tree/a.md"])
    shown = window.text("#panel").split("\n")
    assert [line for line in shown if line.startswith(("tree/", "/tree", "https", "Link"))] == [
        "tree/a.md",
        "Links from it (3)",
        "tree/b.md",
        "/tree/gone.md",
        "https://example.org/x",
        "Linked from (1)",
        "tree/b.md",
    ]
    words = " ".join(shown)
    assert "cyclic spec line 3" in words
    assert "broken line 4 links/target-not-found" in words
    window.click("#panel ul button")
    assert window.text("#panel h2") == "tree/b.md"
    assert window.run("return document.activeElement.className") == "close", "the keyboard goes on from here"
    window.keys(ESCAPE)
    assert "need a look" in window.text("#panel h3")


def test_search_goes_by_the_keyboard_alone(window: Browser, drawing: Path) -> None:
    window.open(drawing)
    window.keys("/", *"BASE")
    assert window.text("#panel h3") == "1 match"
    window.keys(ENTER)
    assert window.text("#panel h2") == "tree/base.md"
    window.keys(ESCAPE, DOWN, ENTER)
    assert window.text("#panel h2") == "tree/base.md"
    window.keys(ESCAPE, ESCAPE)
    assert window.run("return document.getElementById('query').value") == ""


def test_a_mark_that_is_unticked_is_not_drawn(window: Browser, drawing: Path) -> None:
    window.open(drawing)
    window.frame()
    x, y = _places(window)["/tree/gone.md"]
    edge = (x, y - window.run("return view.radius(graph.nodes.findIndex((node) => node.kind === MISSING))") - 1)
    before = window.picture()
    window.click("#legend input[value=broken]")
    window.frame()
    after = window.picture()
    assert window.look(before, [edge])[1] != [LIGHT["back"]]
    assert window.look(after, [edge])[1] == [LIGHT["back"]]


@pytest.mark.parametrize("command", ["graph", "check"])
@pytest.mark.parametrize(("dark", "darkest"), [(True, 0), (False, 200)])
def test_a_page_is_as_light_as_a_person_likes_it_and_as_narrow_as_the_window(
    window: Browser, repo: Repo, command: str, darkest: int, *, dark: bool
) -> None:
    repo.commit({**FILES, "brief.md": LINE})
    window.open(_page(repo, command), 400, 800, dark=dark)
    window.frame()
    assert window.run("return document.documentElement.scrollWidth") <= 400
    colours, seen = window.look(window.picture(), [(2, 2)])
    assert colours > 50
    assert darkest <= min(seen[0]) <= darkest + 60


def test_no_name_runs_and_nothing_is_asked_of_the_network(window: Browser, tmp_path: Path) -> None:
    page = tmp_path / "nasty.html"
    for number in range(len(NASTY) - 3):
        page.write_text(html(graph_of(*NASTY[number : number + 4])))
        window.open(page)
        window.click_at(*next(iter(_places(window).values())))
        assert "Links from it (3)" in window.text("#panel")
        assert window.run("return performance.getEntriesByType('resource').length") == 0
    assert window.complaints() == []
    window.run("document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.1:9/x.png'}))")
    window.run("document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.isBroken = true'}))")
    window.frame()
    assert sum("Content Security Policy" in complaint for complaint in window.complaints()) == 2
    assert window.run("return window.isBroken") is None


def test_without_a_script_there_is_a_table(window: Browser, drawing: Path) -> None:
    window.open(drawing, scripts=False)
    assert "broken\ttree/a.md\t4\t/tree/gone.md\t\tlinks/target-not-found" in window.text("table")
    assert window.run("return getComputedStyle(document.getElementById('app')).display") == "none"


@pytest.fixture
def report(repo: Repo) -> Path:
    """Give the report of a tree with errors and warnings of several rules in several files."""
    repo.commit({**FILES, "brief.md": LINE})
    return _page(repo, "check")


def _shown(window: Browser) -> list[Any]:
    script = "return [...document.querySelectorAll('article')].filter((one) => one.checkVisibility()).map((one) => one.dataset.rule)"
    return list(window.run(script))


def test_findings_are_filtered_by_severity_rule_and_text(window: Browser, report: Path) -> None:
    window.open(report)
    everything = _shown(window)
    window.click("#severities input[value=error]")
    warnings = _shown(window)
    assert 0 < len(warnings) < len(everything)
    assert "links/target-not-found" not in warnings
    window.click("#severities input[value=error]")
    window.click("#rules input")
    assert _shown(window) == []
    window.click("#rules input[value='links/self-link']")
    assert _shown(window) == ["links/self-link"]
    assert window.text("#shown") == f"1 of {len(everything)} findings shown"
    window.click("#rules input")
    window.keys("/", *"GONE.md is")
    assert _shown(window) == ["links/target-not-found"]
    window.keys(ESCAPE)
    window.keys(*"by id (see")
    assert _shown(window) == ["brief/file-line-reference"]
    window.keys(ESCAPE)
    window.keys(*"current behavior")
    assert _shown(window) == [], "a line around a finding is not its own"
    window.keys(ESCAPE)
    assert _shown(window) == everything


def test_what_is_shown_copies_as_plain_text(window: Browser, repo: Repo, report: Path) -> None:
    window.open(report)
    window.click("#copy")
    window.run("document.body.append(document.createElement('textarea')); document.querySelector('textarea').focus()")
    window.keys("v", held=CONTROL)
    concise = repo.run("packetlint", "check", "--format", "concise").stdout.decode()
    assert window.run("return document.querySelector('textarea').value") == concise[: concise.rstrip().rindex("\n") + 1]


def test_without_a_script_the_report_is_whole(window: Browser, report: Path) -> None:
    window.open(report)
    everything = _shown(window)
    window.open(report, scripts=False)
    assert _shown(window) == everything
    assert window.text("mark") != ""
    assert window.run("return getComputedStyle(document.getElementById('filters')).display") == "none"
    assert window.complaints() == []
