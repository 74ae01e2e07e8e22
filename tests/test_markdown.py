"""The markdown scanner: what each line is."""

from __future__ import annotations

import pytest
from examples import times
from hypothesis import given, settings
from hypothesis import strategies as st

from packetlint.core.markdown import META, scan
from packetlint.core.source import Source


def _kinds(text: str) -> list[str]:
    return [line.kind for line in scan(Source("a.md", text.encode())).lines]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        pytest.param("# a\n#b\n####### c", "heading text text", id="headings"),
        pytest.param("   # a\n    # b", "heading text", id="indented heading"),
        pytest.param("```\n# a\n```\n# b", "fence code fence heading", id="fence"),
        pytest.param("````\n```\n# a\n````", "fence code code fence", id="four backticks"),
        pytest.param("~~~ts\n```\n~~~~", "fence code fence", id="tildes"),
        pytest.param("```a`b\n# c", "text heading", id="backtick in the tag"),
        pytest.param("```\n# a", "fence code", id="unclosed fence"),
        pytest.param("- a\n  ```\n  # b\n# c", "bullet fence code heading", id="a fence ends with its item"),
        pytest.param("1. a\n   ```\n   b\n   ```", "bullet fence code fence", id="a fence in a numbered item"),
        pytest.param("a\n\n    ```\n# b", "text blank text heading", id="an indented block is no fence"),
        pytest.param("- a\n* b\n+ c\n12. d\n3) e\n-f\n1.g", "bullet bullet bullet bullet bullet text text", id="bullets"),
        pytest.param("---\na: b\n---\n# c", "meta meta meta heading", id="front matter"),
        pytest.param("---\n# a", "break heading", id="a break at the top"),
        pytest.param("* * *\n- - -\n***", "break break break", id="breaks are no bullets"),
        pytest.param("Title\n===\n\nOther\n---\na.\n---", "text setext blank text setext text break", id="setext"),
        pytest.param("<!-- a\n# b\n-->\n# c", "comment comment comment heading", id="comment"),
        pytest.param("<!-- a\n# b", "comment comment", id="unclosed comment"),
        pytest.param("a <!-- b\n# c", "text heading", id="an opening in the midst that nothing closes"),
        pytest.param("`<!--`\n# a\n-->", "text heading text", id="inline code opens no comment"),
        pytest.param("<!--->\n# a", "comment heading", id="the shortest comment"),
    ],
)
def test_a_line_is_what_a_renderer_would_make_of_it(text: str, kinds: str) -> None:
    assert _kinds(text) == kinds.split()


@pytest.mark.parametrize(
    ("line", "body"),
    [("## a ##", "a"), ("## a#", "a#"), ("#", ""), ("# #", ""), ("- [ ] a", "a"), ("- [x]  b", "b"), ("- [y] c", "[y] c"), ("* ", "")],
)
def test_the_body_is_without_marks(line: str, body: str) -> None:
    assert scan(Source("a.md", line.encode())).lines[0].body == body


def test_comments_are_blanked_and_columns_kept() -> None:
    markdown = scan(Source("a.md", b"ab <!-- x --> cd <!-- y\nz --> ef"))
    assert [line.text for line in markdown.lines] == ["ab            cd       ", "      ef"]
    assert markdown.comments == [(3, 13), (17, 29)]


def test_boxes_are_read() -> None:
    lines = scan(Source("a.md", b"- [ ] a\n- [X] b\n- c\n1. [x] d")).lines
    assert [line.box for line in lines] == [" ", "X", None, "x"]


_PIECES = ["# ", "- ", "```", "~~~", "<!--", "-->", "\n", "\r\n", "  ", "\t", "a", "1. ", "---", "[ ] ", "`", "*", "**a**:", "==="]


@settings(max_examples=times(300))
@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
def test_every_text_is_scanned_line_by_line(text: str) -> None:
    source = Source("a.md", text.encode())
    markdown = scan(source)
    assert [line.number for line in markdown.lines] == list(range(1, len(source.starts) + 1))
    for line in markdown.lines:
        assert len(line.text) == len(source.line(line.number))
        assert 0 <= line.content <= line.content_end <= len(line.text)
    for fence in markdown.fences:
        assert 1 <= fence.first <= fence.last <= len(markdown.lines)


def test_a_fence_that_nothing_closes_is_looked_for_once_whatever_ends_the_lines() -> None:
    for end in ("\r\n", "\n", "\r", "\r\r\n"):
        scanned = scan(Source("a.md", ("---" + end + f"a: b{end}" * 3000).encode()))
        assert all(line.kind != META for line in scanned.lines)
