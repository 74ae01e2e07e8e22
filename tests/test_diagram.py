"""The formats of drawings: no name from a stranger's file breaks one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packetlint.links.diagram import as_json, dot, mermaid
from packetlint.links.graph import Edge, Graph, Node

if TYPE_CHECKING:
    from pathlib import Path

NASTY = [
    'a"b',
    "a\nb",
    "\x1b[31m",
    'x"] --> y["',
    "<b>&amp;</b>",
    "\u202egnp",
    "%%{init: {}}%%",
    "`*x*`",
    "a\\",
    "\udcff",
    "end",
    "#quot;",
    "}\n",
]
NAMES = st.one_of(st.sampled_from(NASTY), st.text(alphabet=st.characters(codec=None, exclude_characters="\0"), min_size=1, max_size=12))
_BOX = re.compile(r' {2}n\d+(?:\["[^"]*"\]|\("[^"]*"\))')
_ARROW = re.compile(r' {2}n\d+ (?:-->|==>|-\.->)(?:\|"[^"]*"\|)? n\d+')


def _graph_of(names: tuple[str, str, str]) -> Graph:
    origin, target, uri = names[0] + ".md", names[1] + "2.md", names[2]
    edges = (Edge(origin, target, uri, uri, 1, "ok"), Edge(origin, None, uri, None, 2, "broken", "links/target-not-found"))
    return Graph((Node(origin, ""), Node(target, None)), edges)


@given(st.tuples(NAMES, NAMES, NAMES))
def test_no_name_ends_a_label_or_a_line_of_mermaid(names: tuple[str, str, str]) -> None:
    lines = mermaid(_graph_of(names)).removesuffix("\n").split("\n")
    assert lines[0] == "graph LR"
    assert [bool(_BOX.fullmatch(line)) for line in lines[1:4]] == [True] * 3
    assert [bool(_ARROW.fullmatch(line)) for line in lines[4:]] == [True] * 2
    assert not any(mark in line for line in lines for mark in ("`", "%", "<", "\\", "\u202e"))
    assert all(line.isprintable() for line in lines)


@given(st.tuples(NAMES, NAMES, NAMES))
def test_no_name_breaks_the_language_of_graphviz(names: tuple[str, str, str]) -> None:
    text = dot(_graph_of(names))
    boxes, arrows = _parsed_dot(text)
    assert (len(boxes), arrows) == (3, [("n0", "n1"), ("n0", "n2")])
    assert "\u202e" not in text
    text.encode()


@given(st.tuples(NAMES, NAMES, NAMES))
def test_no_name_breaks_json(names: tuple[str, str, str]) -> None:
    text = as_json(_graph_of(names))
    document = json.loads(text.encode())
    assert (len(document["nodes"]), len(document["edges"])) == (2, 2)
    assert all(line.isprintable() for line in text.split("\n"))


def _parsed_dot(text: str) -> tuple[list[str], list[tuple[str, str]]]:
    """Read what `dot` writes by the grammar of the language: tokens first, then statements."""
    token = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([A-Za-z_]\w*)|(->|[{}\[\]=,;]))', re.DOTALL)
    at, words = 0, []
    while text[at:].strip():
        match = token.match(text, at)
        assert match, text[at : at + 40]
        words.append(match[3] or match[2] or "STRING")
        at = match.end()
    assert words[:3] == ["digraph", "links", "{"]
    assert words[-1] == "}"
    statements = " ".join(words[3:-1]).split(" ;")
    arrows = [tuple(found.groups()) for one in statements if (found := re.match(r" ?(n\d+) -> (n\d+)(?: \[.*\])?$", one))]
    boxes = [found[1] for one in statements if (found := re.match(r" ?(n\d+) \[ label = STRING.*\]$", one))]
    assert len(boxes) + len(arrows) + 2 == len([one for one in statements if one.strip()])
    return boxes, arrows  # type: ignore[return-value]


@pytest.mark.skipif(shutil.which("dot") is None, reason="needs Graphviz's dot")
def test_graphviz_itself_takes_nasty_names(tmp_path: Path) -> None:
    for name in NASTY:
        text = dot(_graph_of((name, name, name)))
        subprocess.run(["dot", "-Tsvg", "-o", str(tmp_path / "out.svg")], input=text.encode(), check=True, timeout=30)
