"""Shortening one text: titles, first paragraphs, outlines, heads; and how much is held in memory meanwhile."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from contexts import BRAIN, brain, link, made
from hypothesis import given
from hypothesis import strategies as st

from packetlint.links.context.excerpts import cut, excerpt, first_paragraph, own_title
from packetlint.links.context.markup import paragraph_ends, read_markup
from packetlint.links.context.roles import FIRST, OUTLINE, TITLE

if TYPE_CHECKING:
    from gitrepo import Repo

_LINES = [
    "",
    " ",
    "# One",
    "## Two",
    "### Three ###",
    "Title",
    "=====",
    "---",
    "```",
    "~~~",
    "````",
    "text of a paragraph",
    "- item",
    "    code",
    "<!-- c -->",
]
_TEXTS = st.lists(st.sampled_from(_LINES), max_size=30).map("\n".join)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# One\n", "One"),
        ("## Two\n# One\n", "One"),
        ("One\n===\n", "One"),
        ("```\n# code\n```\n## Two ##\n", "Two"),
        ("#no heading\n", None),
        ("text\n", None),
        ("", None),
        ("- item\n---\n", None),
    ],
)
def test_the_title_is_the_first_heading_of_the_highest_level(text: str, title: str | None) -> None:
    assert own_title(text) == title


@pytest.mark.parametrize(
    ("text", "paragraph"),
    [
        ("# One\n\nFirst.\nGoes on.\n\nSecond.\n", "First.\nGoes on."),
        ("# One\nFirst.\n\nSecond.\n", "First."),
        ("One\n===\nFirst.\n", "First."),
        ("# One\n\n## Two\n\n<!-- a comment -->\n\nFirst.\n", "First."),
        ("# One\n\n```\ncode\n\nmore\n```\n\nFirst.\n", "First."),
        ("# One\n\n```\ncode\n\nmore\n```\n", "```\ncode\n\nmore\n```"),
        ("First.\n\nSecond.\n", "First."),
        ("# One\n", ""),
        ("", ""),
    ],
)
def test_the_first_paragraph_is_the_one_after_the_title(text: str, paragraph: str) -> None:
    assert first_paragraph(text) == paragraph


def test_an_outline_is_everything_up_to_the_second_section_and_all_headings() -> None:
    text = "# One\n\nIntro.\n\n## A\n\nIn A.\n\n### A1\n\nIn A1.\n\n## B\n\nIn B.\n"
    kept = excerpt(text, "One", OUTLINE, 4)
    assert kept.text == "# One\n\nIntro.\n\n## A\n\nIn A.\n\n### A1\n\nIn A1.\n\nHeadings:\n\n- One\n  - A\n    - A1\n  - B"
    assert kept.shortened
    assert not excerpt("# One\n\n## A\n\nOnly one.\n", "One", OUTLINE, 4).shortened


@pytest.mark.parametrize(
    ("text", "most", "kept"),
    [
        ("one\n\ntwo\n\nthree", 8, "one\n\ntwo"),
        ("one\n\ntwo\n\nthree", 7, "one"),
        ("one\n\ntwo\n\nthree", 100, "one\n\ntwo\n\nthree"),
        ("one\n\n```\na\n\nb\n```\n\ntwo", 14, "one"),
        ("line one\nline two\nline three", 20, "line one\nline two"),
        ("one two three", 9, "one two"),
        ("abcdefgh", 3, "abc"),
        ("abc", 0, ""),
    ],
)
def test_a_cut_is_at_a_paragraph_or_at_what_is_next_best(text: str, most: int, kept: str) -> None:
    assert cut(text, most) == kept


@given(_TEXTS, st.integers(0, 120))
def test_a_cut_is_a_beginning_that_is_short_enough(text: str, most: int) -> None:
    kept = cut(text, most)
    assert text.startswith(kept)
    assert len(kept) <= most


@given(_TEXTS)
def test_reading_a_text_never_fails_and_finds_what_is_there(text: str) -> None:
    markup = read_markup(text)
    for heading in markup.headings:
        assert heading.title in text[heading.start : heading.end]
        assert not any(fence.start < heading.start < fence.end for fence in markup.fences)
    ends = list(paragraph_ends(text))
    assert ends == sorted(set(ends))
    assert all(text[end] == "\n" for end in ends)
    for keep in (FIRST, OUTLINE, TITLE):
        assert excerpt(text, "T", keep, 4).text is not None


_SCRIPT = """
import sys
from packetlint.cli.main import main
status = main(["context", "--max-tokens", "32000", "--consumer", sys.argv[1]])
(peak,) = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM:")]
print(status, int(peak) // 1024)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells a process's own peak")
@pytest.mark.parametrize("consumer", ["author", "full"])
def test_two_hundred_targets_of_two_megabytes_are_never_held_at_once(repo: Repo, consumer: str) -> None:
    links = [link(f"/tree/big.md?{number}", "spec") for number in range(200)]
    made(repo, brain(*links, **{"tree/big.md": "# Big\n\n" + ("word " * 80 + "\n\n") * 5_300}))
    done = repo.run("python", "-c", _SCRIPT, consumer, cwd=f"{BRAIN}/threads/login", env=dict(os.environ))
    status, megabytes = done.stdout.decode().splitlines()[-1].split()
    assert status == "0", done.stderr
    assert int(megabytes) < 200
