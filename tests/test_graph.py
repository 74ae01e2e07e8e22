"""The command `graph`: which links are drawn, how they are marked, and that no name breaks a format."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from brains import BRAIN, findings, leaf

from packetlint.links.diagram import MERMAID_EDGES

if TYPE_CHECKING:
    from gitrepo import Repo, Result


FILES = {**BRAIN, "tree/base.md": leaf(), "tree/middle.md": leaf("{uri: /tree/base.md, role: spec}"), "tree/alone.md": leaf()}
FILES["tree/top.md"] = leaf("/tree/middle.md", "tree", "https://example.org/a")


def _run(repo: Repo, *arguments: str, cwd: str = ".") -> Result:
    done = repo.run("packetlint", "graph", *arguments, cwd=cwd)
    assert b"Traceback" not in done.stderr
    return done


def _drawn(repo: Repo, *arguments: str, cwd: str = ".") -> dict[str, Any]:
    done = _run(repo, "--format", "json", *arguments, cwd=cwd)
    assert done.returncode == 0, done.stderr.decode()
    graph: dict[str, Any] = json.loads(done.stdout)
    return graph


def _edges(graph: dict[str, Any]) -> list[tuple[str, str | None, str]]:
    return [(edge["from"], edge["to"], edge["status"]) for edge in graph["edges"]]


def test_json_lists_files_that_link_or_are_linked_and_each_link_with_its_line(repo: Repo) -> None:
    repo.commit(FILES)
    assert _drawn(repo) == {
        "version": 1,
        "nodes": [{"path": f"tree/{name}.md", "root": ""} for name in ("NODE", "base", "middle", "top")],
        "edges": [
            _edge("tree/middle.md", "tree/base.md", "/tree/base.md", 3, role="spec"),
            _edge("tree/top.md", "tree/middle.md", "/tree/middle.md", 3),
            _edge("tree/top.md", "tree/NODE.md", "tree", 4),
            _edge("tree/top.md", None, "https://example.org/a", 5, status="outside"),
        ],
    }


def _edge(origin: str, target: str | None, uri: str, line: int, role: str | None = None, status: str = "ok") -> dict[str, object]:
    return {"from": origin, "to": target, "uri": uri, "role": role, "line": line, "status": status, "rule": None}


@pytest.mark.parametrize(
    ("link", "target", "status", "rule"),
    [
        pytest.param("/tree/gone.md", None, "broken", "links/target-not-found", id="broken"),
        pytest.param("/tree/Base.md", None, "broken", "links/case-mismatch", id="case"),
        pytest.param("/../up.md", None, "broken", "links/escapes-root", id="escapes"),
        pytest.param("other:tree/x.md", None, "outside", "links/alias-unverified", id="alias"),
        pytest.param('"mcp://tracker/ENG-1"', None, "outside", None, id="mcp"),
        pytest.param("/tree/leaf.md", "tree/leaf.md", "self", "links/self-link", id="self"),
        pytest.param("/tree/base.md#nope", "tree/base.md", "ok", "links/anchor-not-found", id="warning"),
        pytest.param("/tree/base.md#leaf", "tree/base.md", "ok", None, id="anchor"),
    ],
)
def test_a_link_is_marked_by_what_becomes_of_it(repo: Repo, link: str, target: str | None, status: str, rule: str | None) -> None:
    repo.commit({**FILES, "tree/leaf.md": leaf(link)})
    edge = next(edge for edge in _drawn(repo)["edges"] if edge["from"] == "tree/leaf.md")
    assert (edge["to"], edge["status"], edge["rule"]) == (target, status, rule)


def test_the_rules_of_the_drawing_are_those_of_check(repo: Repo) -> None:
    links = (
        "/tree/gone.md",
        "/tree/top.md",
        "/tree/Base.md",
        "nobody:x.md",
        '"/tree/base.md#nope"',
        "ftp://example.org",
        "/../x.md",
        "/tree//alone.md",
    )
    repo.commit({**FILES, "tree/top.md": leaf(*links), "tree/loose/x.md": leaf("/tree/loose", "/tree/base.md")})
    drawn = [f"{edge['from']}:{edge['line']} {edge['rule'].removeprefix('links/')}" for edge in _drawn(repo)["edges"] if edge["rule"]]
    assert len(drawn) == 9
    assert drawn == findings(repo)


def test_links_of_a_cycle_are_marked_and_those_into_it_are_not(repo: Repo) -> None:
    repo.commit({**FILES, "tree/base.md": leaf("/tree/middle.md", "/tree/alone.md")})
    assert [edge for edge in _edges(_drawn(repo)) if edge[1]] == [
        ("tree/base.md", "tree/middle.md", "cyclic"),
        ("tree/base.md", "tree/alone.md", "ok"),
        ("tree/middle.md", "tree/base.md", "cyclic"),
        ("tree/top.md", "tree/middle.md", "ok"),
        ("tree/top.md", "tree/NODE.md", "ok"),
    ]


def test_two_trees_that_link_to_each_other_are_no_cycle_of_either(repo: Repo) -> None:
    config = "aliases:\n  a: {root: %s}\n"
    one = {"a/CONVENTIONS.md": "#\n", "a/tree/x.md": leaf("b:tree/y.md"), "a/config.yaml": config.replace("a:", "b:", 1) % "../b"}
    two = {"b/CONVENTIONS.md": "#\n", "b/tree/y.md": leaf("a:tree/x.md"), "b/config.yaml": config % "../a"}
    repo.commit({**one, **two, "a/config.yaml": "aliases:\n  b: {root: ../b}\n"})
    graph = _drawn(repo)
    assert _edges(graph) == [("a/tree/x.md", "b/tree/y.md", "ok"), ("b/tree/y.md", "a/tree/x.md", "ok")]
    assert [node["root"] for node in graph["nodes"]] == ["a", "b"]


def test_the_line_is_that_of_the_link_however_it_is_written(repo: Repo) -> None:
    flow = '---\n# /tree/base.md is meant\nsoft_links: [\n  "/tree/base.md", # 1\n  {role: spec,\n   uri: "/tree/b\\x61se.md#leaf"}]\n---\n'
    twice = "---\r\ntitle: /tree/base.md\r\nsoft_links:\r\n- /tree/base.md\r\n---\r\n"
    repo.commit({**FILES, "tree/flow.md": flow, "tree/twice.md": twice})
    lines = {(edge["from"], edge["line"]) for edge in _drawn(repo)["edges"]}
    assert {("tree/flow.md", 4), ("tree/flow.md", 6), ("tree/twice.md", 4)} <= lines


@pytest.mark.parametrize(
    ("to", "cwd", "distances"),
    [
        pytest.param("tree/base.md", ".", {"base": 0, "middle": 1, "top": 2}, id="file"),
        pytest.param("base.md", "tree", {"base": 0, "middle": 1, "top": 2}, id="from a subdirectory"),
        pytest.param("./tree/../tree/middle.md", ".", {"middle": 0, "top": 1}, id="roundabout"),
        pytest.param("tree", ".", {"NODE": 0, "base": 0, "middle": 0, "top": 0}, id="directory"),
        pytest.param("tree/top.md", ".", {"top": 0}, id="nothing links there"),
    ],
)
def test_to_keeps_what_leads_there_with_its_distance(repo: Repo, to: str, cwd: str, distances: dict[str, int]) -> None:
    repo.commit(FILES)
    nodes = _drawn(repo, "--to", to, cwd=cwd)["nodes"]
    assert {node["path"]: node["distance"] for node in nodes} == {f"tree/{name}.md": far for name, far in distances.items()}


def test_a_path_behind_a_symbolic_link_is_the_one_behind_it(repo: Repo) -> None:
    repo.write(FILES)
    repo.link("short", "tree")
    repo.link("alias.md", "tree/base.md")
    repo.commit()
    expected = _drawn(repo, "--to", "tree/base.md")
    assert _drawn(repo, "--to", "short/base.md") == _drawn(repo, "--to", "alias.md") == expected
    assert _drawn(repo, "--to", str(repo.top / "short" / "base.md"), cwd="tree") == expected


def test_to_ends_in_a_cycle(repo: Repo) -> None:
    repo.commit({**FILES, "tree/base.md": leaf("/tree/top.md")})
    assert [node["distance"] for node in _drawn(repo, "--to", "tree/base.md")["nodes"]] == [0, 1, 2]


def test_a_path_keeps_the_links_of_its_files_only(repo: Repo) -> None:
    repo.commit(FILES)
    assert _edges(_drawn(repo, "tree/middle.md")) == [("tree/middle.md", "tree/base.md", "ok")]
    assert _edges(_drawn(repo, "middle.md", "--to", "base.md", cwd="tree")) == [("tree/middle.md", "tree/base.md", "ok")]


def test_the_working_tree_is_drawn_with_what_is_not_added_yet(repo: Repo) -> None:
    repo.commit(FILES)
    repo.write({"tree/new.md": leaf("/tree/base.md"), "tree/middle.md": leaf()})
    assert [node["path"] for node in _drawn(repo, "--to", "tree/base.md")["nodes"]] == ["tree/base.md", "tree/new.md"]


def test_excluded_files_are_not_drawn(repo: Repo) -> None:
    repo.commit({**FILES, "packetlint.toml": 'exclude = ["tree/top.md"]\n'})
    assert _edges(_drawn(repo)) == [("tree/middle.md", "tree/base.md", "ok")]


def test_outside_git_it_draws_the_same(repo: Repo) -> None:
    repo.commit(FILES)
    inside = _drawn(repo)
    shutil.rmtree(repo.top / ".git")
    assert _drawn(repo) == inside


@pytest.mark.parametrize("form", ["mermaid", "dot", "json", "html"])
def test_the_same_tree_gives_the_same_bytes_with_and_without_a_cache(repo: Repo, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit(FILES)
    first = _run(repo, "--format", form).stdout
    repo.run("packetlint", "check")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    assert _run(repo, "--format", form).stdout == first != b""


def test_mermaid_is_the_default_and_draws_broken_links_dotted(repo: Repo) -> None:
    repo.commit({**FILES, "tree/alone.md": leaf("/tree/gone.md")})
    assert _run(repo, "tree/alone.md", "tree/middle.md").stdout.decode() == (
        "graph LR\n"
        '  n0["tree/alone.md"]\n'
        '  n1["tree/base.md"]\n'
        '  n2["tree/middle.md"]\n'
        '  n3("/tree/gone.md")\n'
        '  n0 -.->|"links/target-not-found"| n3\n'
        '  n2 -->|"spec"| n1\n'
    )


def test_nothing_to_draw_is_said_and_is_no_failure(repo: Repo) -> None:
    repo.commit({"README.md": "# Read me\n"})
    done = _run(repo)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"graph LR\n", b"packetlint: nothing here links to anything\n")
    assert _run(repo, "--to", "README.md").stderr == b"packetlint: nothing links to README.md\n"
    assert _drawn(repo) == {"version": 1, "nodes": [], "edges": []}


def test_links_that_cannot_be_read_are_said_to_be_missing(repo: Repo) -> None:
    repo.commit({**FILES, "tree/bad.md": "---\nsoft_links: [*]\n---\n", "tree/latin.md": b"---\n\xe9\n---\n"})
    done = _run(repo)
    assert (done.returncode, b"missing from 2 files;" in done.stderr) == (0, True)


def test_more_links_than_mermaid_draws_are_said(repo: Repo) -> None:
    links = [f"https://example.org/{number}" for number in range(MERMAID_EDGES + 1)]
    repo.commit({"a.md": leaf(*links)})
    assert b"mermaid draws 500 links unless" in _run(repo).stderr
    assert _run(repo, "--format", "dot").stderr == b""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(("--to", "tree/bsae.md"), "tree/bsae.md is not there; did you mean `tree/base.md`?", id="to"),
        pytest.param(("tree/tpo.md",), "tree/tpo.md is not there; did you mean `tree/top.md`?", id="path"),
        pytest.param(("--to", "../x.md"), "../x.md is outside of ", id="outside"),
        pytest.param(("--to", ""), "a PATH is empty", id="empty"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(repo: Repo, arguments: tuple[str, ...], message: str) -> None:
    repo.commit(FILES)
    done = _run(repo, *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"packetlint: {message}")
    assert done.stderr.count(b"\n") == 1
