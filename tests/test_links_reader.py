"""Leaves: the links that frontmatter gives, and one clear fault, with its place, where it gives none."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from frontmatters import fenced, leaf
from gitrepo import unmeasured

from packetlint.links.fast import read_plain
from packetlint.links.model import Link
from packetlint.links.reader import from_record, to_record

_READ: dict[str, tuple[str, list[Link]]] = {
    "texts": ("soft_links:\n  - /a.md\n  - '/b.md'\n  - \"/c.md\"\n", [Link("/a.md"), Link("/b.md"), Link("/c.md")]),
    "mappings": ("soft_links:\n- uri: /a.md\n  role: spec\n- uri: b\n", [Link("/a.md", "spec"), Link("b")]),
    "the role first, and more keys": ("soft_links:\n  - role: spec\n    uri: /a.md\n    note: x\n", [Link("/a.md", "spec")]),
    "brackets": ("soft_links: [/a, \"b\", {uri: c, role: spec}, {uri: 'd'}]\n", [Link("/a"), Link("b"), Link("c", "spec"), Link("d")]),
    "brackets on lines": ("soft_links: [\n  {uri: /a},\n  b,\n  ]\n", [Link("/a"), Link("b")]),
    "an empty list": ("soft_links: []\n", []),
    "nothing": ("soft_links:\n", []),
    "null": ("soft_links: null\n", []),
    "a list that holds a comment": ("soft_links:\n  # - /a.md\n", []),
    "comments": ("# c\nsoft_links: # c\n\n  - /a # c\n  # - /b\n  - /c#d\n", [Link("/a"), Link("/c#d")]),
    "other keys": ("a: 1\nb:\n  - x\nsoft_links:\n  - /a\nc: |\n  - /b\nd: [x, y]\n", [Link("/a")]),
    "quotes": ("soft_links:\n- 'it''s'\n- \"\\x2fa\\u00e9\"\n- \"a\\\n  b\"\n", [Link("it's"), Link("/aé"), Link("ab")]),
    "a quoted key": ('"soft_links":\n  - "uri": /a\n', [Link("/a")]),
    "block scalars": ("soft_links:\n  - uri: >-\n      /a\n  - |\n    /b\n", [Link("/a"), Link("/b\n")]),
    "a text on two lines": ("soft_links:\n  - a\n    b\n", [Link("a b")]),
    "anchors": ("soft_links:\n  - &x\n    uri: /a\n    role: spec\n  - *x\n", [Link("/a", "spec"), Link("/a", "spec")]),
    "an anchored target": ("soft_links:\n  - uri: &u /a\n  - uri: *u\n", [Link("/a"), Link("/a")]),
    "an anchored list": ("x: &l [/a]\nsoft_links: *l\n", [Link("/a")]),
    "a merged item": ("x: &x {role: spec, uri: /x}\nsoft_links:\n  - <<: *x\n    uri: /a\n", [Link("/a", "spec")]),
    "a merged key": ("x: &x\n  soft_links: [/a]\n<<: [{y: z}, *x]\n", [Link("/a")]),
    "a tag": ("soft_links:\n  - !!str /a\n  - uri: !!str 123\n", [Link("/a"), Link("123")]),
    "an empty role": ("soft_links:\n  - uri: /a\n    role:\n", [Link("/a")]),
    "CRLF": ("soft_links:\r\n  - uri: /a\r\n    role: spec\r\n", [Link("/a", "spec")]),
    "CR": ("soft_links:\r  - /a\r", [Link("/a")]),
    "control characters behind escapes": ('soft_links: ["\\0", "a\\x01"]\n', [Link("\0"), Link("a\x01")]),
    "what YAML 1.1 takes for something else": (
        "soft_links: [12:30, yes, 0o8, 'off']\n",
        [Link("12:30"), Link("yes"), Link("0o8"), Link("off")],
    ),
}


@pytest.mark.parametrize("name", _READ)
def test_links_are_read(name: str) -> None:
    yaml, links = _READ[name]
    read = leaf(fenced(yaml))
    assert (list(read.links), read.has_frontmatter, read.has_key, read.faults) == (links, True, True, ())


@pytest.mark.parametrize(
    "yaml", ["", "# c\n", "a: b\n", "Soft_Links: [/a]\n", "soft-links: [/a]\n", "a:\n  soft_links: [/a]\n", "a: |\n soft_links: []\n"]
)
def test_only_the_key_itself_counts(yaml: str) -> None:
    read = leaf(fenced(yaml))
    assert (list(read.links), read.has_frontmatter, read.has_key, read.faults) == ([], True, False, ())


def test_a_file_without_frontmatter() -> None:
    read = leaf("# Title\n")
    assert (list(read.links), read.has_frontmatter, read.has_key, read.faults) == ([], False, False, ())


def test_64_levels_are_read() -> None:
    assert not leaf(fenced(f"a: {'[' * 63}x{']' * 63}\n")).faults


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("# T\n", 0),
        (fenced("a: b\n"), 1),
        (fenced("soft_links: []\n"), ""),
        (fenced("soft_links: [/a, {uri: /b, role: spec}, {uri: é}]\n"), "/a\n/b\tspec\né"),
        (fenced("soft_links: [{uri: /b, role: ''}]\n"), "/b\t"),
        (fenced('soft_links: ["/a\\tb", {uri: "/b\\n", role: spec}]\n'), ["/a\tb", ["/b\n", "spec"]]),
        (fenced("soft_links: [1]\n"), None),
        (fenced("a: [\n"), None),
    ],
)
def test_records(text: str, record: object) -> None:
    read = leaf(text)
    assert to_record(read) == record
    if record is not None:
        again = from_record("x/y.md", json.loads(json.dumps(record)))
        assert (again.path, again.source, again.faults, again.places) == ("x/y.md", None, (), [])
        assert (list(again.links), again.has_key, again.has_frontmatter) == (list(read.links), read.has_key, read.has_frontmatter)


@pytest.mark.parametrize("record", [None, 2, True, "x\ty\tz", {}, [1], [["x"]], [["x", None]], [["x", "y", "z"]], [None]])
def test_what_is_no_record(record: Any) -> None:
    with pytest.raises(ValueError, match="no record"):
        from_record("a.md", record)


@pytest.mark.parametrize("name", [name for name in _READ if name in ("texts", "mappings", "brackets", "comments", "other keys", "CRLF")])
def test_plain_frontmatter_is_read_the_quick_way(name: str) -> None:
    yaml, links = _READ[name]
    plain = read_plain(yaml)
    assert plain
    assert list(plain.links) == links


_PLAIN_RUN = """
import sys
from packetlint.core.source import Source
from packetlint.links.reader import read_leaf
leaf = read_leaf(Source("a.md", sys.stdin.buffer.read()))
print(len(leaf.links), *sorted({name.partition(".")[0] for name in sys.modules} & {"ruamel", "datetime", "pathlib", "dataclasses"}))
"""


def test_plain_frontmatter_needs_no_yaml_library() -> None:
    text = fenced("title: T\nsoft_links:\n  - uri: /a\n    role: spec\n  - /b\n")
    run = subprocess.run([sys.executable, "-c", _PLAIN_RUN], input=text.encode(), env=unmeasured(), capture_output=True, check=True)
    assert run.stdout.split() == [b"2"]
