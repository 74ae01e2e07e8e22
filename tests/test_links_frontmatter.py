"""Where frontmatter begins and ends, before anybody reads it as YAML."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packetlint.links.frontmatter import INVALID, SIZE_LIMIT, Block, find
from packetlint.links.model import Fault
from packetlint.links.reader import may_hold

_FOUND: dict[str, tuple[str, str, str]] = {
    "plain": ("---\na: b\n---\nbody", "a: b\n", "body"),
    "empty": ("---\n---\nbody", "", "body"),
    "no text behind": ("---\na: b\n---", "a: b\n", ""),
    "blanks behind the fences": ("--- \t\na: b\n---  \nbody", "a: b\n", "body"),
    "dots": ("---\na: b\n...\nbody", "a: b\n", "body"),
    "the first closing line": ("---\na: b\n---\nc\n---\n", "a: b\n", "c\n---\n"),
    "CRLF": ("---\r\na: b\r\n---\r\nbody", "a: b\r\n", "body"),
    "CR": ("---\ra: b\r---\rbody", "a: b\r", "body"),
    "a fence that is indented": ("---\na: |\n  ---\n  b\n---\nbody", "a: |\n  ---\n  b\n", "body"),
    "a fence with more on its line": ("---\na: b\n--- c\n----\n---\nbody", "a: b\n--- c\n----\n", "body"),
    "a comment before it": ("<!-- x -->\n---\na: b\n---\n", "a: b\n", ""),
    "comments with blank lines": ("  \n  <!-- x\ny -->\n\n<!-- --- -->\n \n---\na: b\n---\n", "a: b\n", ""),
    "a thematic break below": ("---\na: b\n---\n\n---\n\nText\n", "a: b\n", "\n---\n\nText\n"),
    "prose between rules below": ("---\na: b\n---\n\n---\nNote: x\n---\n", "a: b\n", "\n---\nNote: x\n---\n"),
    "one more fence below, and no other": ("---\na: b\n---\n---\nc: d\n", "a: b\n", "---\nc: d\n"),
    "line separators are no line ends": ("---\na: b\u2028---\u2028\n---\n", "a: b\u2028---\u2028\n", ""),
}


@pytest.mark.parametrize("name", _FOUND)
def test_frontmatter_is_found(name: str) -> None:
    text, yaml, body = _FOUND[name]
    block = find(text)
    assert isinstance(block, Block)
    assert text[block.fence : block.fence + 3] == "---"
    assert (text[block.start : block.end], text[block.body :]) == (yaml, body)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Title\n",
        "\n---\na: b\n---\n",
        " ---\na: b\n---\n",
        "----\na: b\n---\n",
        "--- a\n---\n",
        "---x",
        "--",
        "<!-- x --> ---\na: b\n---\n",
        "<!-- x -->\n ---\na: b\n---\n",
        "<!-- x\n---\na: b\n---\n",
        "<!-- x -->\ntext\n---\na: b\n---\n",
        "<!-- x -->",
        "\ufeff---\na: b\n---\n",
    ],
)
def test_other_files_have_none(text: str) -> None:
    assert find(text) is None


_FAULTS: dict[str, tuple[str, int, str, str]] = {
    "no closing fence": ("---\na: b\n", 0, "has no end", "a line `---` below"),
    "nothing but a fence": ("---", 0, "has no end", "a line `---` below"),
    "a closing fence with four hyphens": ("---\r\na: b\r\n----\r\nText\r\n", 0, "has no end", "write line 3 as `---`"),
    "a closing fence that is indented": ("---\na: b\n ---\n", 0, "has no end", "write line 3 as `---`"),
    "a closing fence of dashes": ("---\na: b\n\u2014\u2014\n", 0, "has no end", "write line 3 as `---`"),
    "a fence behind a comment": ("<!-- x -->\n---\na: b\n", 11, "has no end", "a line `---` below"),
    "a second block": ("---\na: b\n---\n---\nsoft_links: []\n---\n", 13, "a second block", "into the first"),
    "a second block below a blank line": ("---\na: b\n---\n\n \n---\n'c': d\n---\n", 16, "a second block", "into the first"),
    "more than 64 KiB": (f"---\na: {'x' * SIZE_LIMIT}\n---\n", 0, "bytes long", "move"),
    "more than 64 KiB, though fewer characters": (f"---\na: {'é' * (SIZE_LIMIT // 2)}\n---\n", 0, "65540 bytes long", "move"),
}


@pytest.mark.parametrize("name", _FAULTS)
def test_frontmatter_that_cannot_be_read_at_all(name: str) -> None:
    text, start, message, help = _FAULTS[name]
    fault = find(text)
    assert isinstance(fault, Fault)
    assert (fault.rule, fault.start, text[fault.start : fault.end]) == (INVALID, start, "---")
    assert message in fault.message
    assert help in fault.help


def test_just_64_kib_are_read() -> None:
    yaml = f"a: {'x' * (SIZE_LIMIT - 4)}\n"
    assert len(yaml) == SIZE_LIMIT
    assert isinstance(find(f"---\n{yaml}---\n"), Block)


@pytest.mark.parametrize(
    ("path", "raw", "expected"),
    [
        ("a.md", b"---\n", True),
        ("a.md", b"\xef\xbb\xbf---\n", True),
        ("a.md", b" \r\n<!-- x -->\n---\n", True),
        ("a.md", b"# T\n---\n", False),
        ("a.md", b"\n---\n", False),
        ("a.md", b"", False),
        ("NODE.md", b"", True),
        ("x/thread.md", b"# T\n", True),
        ("x/impl-spec.md", b"# T\n", True),
        ("tree/a/b.md", b"# T\n", True),
        ("x/tree/b.md", b"# T\n", True),
        ("x/tree.md", b"# T\n", False),
        ("x/node.md", b"# T\n", False),
        ("trees/thread.md.md", b"# T\n", False),
    ],
)
def test_files_that_may_have_some(path: str, raw: bytes, *, expected: bool) -> None:
    assert may_hold(path, raw) is expected


@given(
    st.lists(st.sampled_from(["---", "...", "-", "a: b", "<!--", "-->", " ", "\t", "\r", "\n", "\n", "\ufeff", "x"]), max_size=12).map(
        "".join
    )
)
def test_no_frontmatter_is_overlooked(text: str) -> None:
    found = find(text)
    assert found is None or may_hold("a.md", text.encode())
    if isinstance(found, Block):
        assert 0 <= found.fence < found.start <= found.end < found.body <= len(text)


@given(
    st.lists(st.sampled_from(["---", "...", "----", " ---", "a: b", "", "", "# T", "#", "\r", "--- ", "x\r\ny"]), max_size=8).map("\n".join)
)
def test_blanks_behind_the_first_fence_change_nothing(rest: str) -> None:
    found, again = find(f"---\n{rest}"), find(f"--- \n{rest}")
    if isinstance(found, Block):
        assert again == Block(0, found.start + 1, found.end + 1, found.body + 1)
    else:
        assert isinstance(found, Fault)
        assert isinstance(again, Fault)
        assert again[3:] == found[3:]
