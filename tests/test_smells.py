"""The seed's expressions: the same matches as the expression itself, in linear time."""

from __future__ import annotations

import re
import time

import pytest
from examples import times
from hypothesis import example, given, settings
from hypothesis import strategies as st

from packetlint.brief.smells import file_lines, hosts_of, line_numbers, narrative_paths, path_bullet, seed_file_lines, without_urls

_SEED_FILE_LINE = re.compile(r"\b\S+\.[a-z]{1,4}:\d+\b")
_SEED_LINE = re.compile(r"\b(line |on line )\d+\b", re.IGNORECASE)
_SEED_BULLET = re.compile(r"^- \S*[\\/]\S+\.(ts|js|py|go|rs|java)\b")
_PIECES = [
    "a",
    ".",
    "ts",
    ":",
    "1",
    "42",
    " ",
    "\n",
    "_",
    "/",
    "\\",
    "(",
    "`",
    "é",
    "٣",
    "\u3000",
    ".py",
    "b:",
    ".go",
    "- ",
    "line ",
    "On line ",
]
_TEXT = st.lists(st.sampled_from(_PIECES), max_size=16).map("".join) | st.text(max_size=20)


@settings(max_examples=times(250))
@given(_TEXT)
@example("a.b:1.c:2d")
@example("(.ts:4")
def test_file_lines_are_those_of_the_seeds_expression(text: str) -> None:
    assert [(match.start, match.end) for match in seed_file_lines(text)] == [match.span() for match in _SEED_FILE_LINE.finditer(text)]


@settings(max_examples=times(250))
@given(_TEXT)
def test_line_numbers_are_those_of_the_seeds_expression(text: str) -> None:
    found = [(match.start, match.end) for match in line_numbers(text) if match.is_seeds]
    assert found == [match.span() for match in _SEED_LINE.finditer(text)]


@settings(max_examples=times(250))
@given(_TEXT)
@example("a/b.py/c.ts")
@example("/.py")
def test_a_bullet_is_matched_as_by_the_seeds_expression(text: str) -> None:
    line = "- " + text.replace("\n", " ")
    match, own = _SEED_BULLET.match(line), path_bullet(line, 2)
    assert (own.end if own else None) == (match.end() if match else None)


@settings(max_examples=times(250))
@given(_TEXT)
def test_blanking_urls_keeps_every_offset(text: str) -> None:
    blanked = without_urls(f"{text} https://a.b/c.py:4 {text}")
    assert len(blanked) == 2 * len(text) + 20
    assert "c.py:4" not in blanked[len(text) : len(text) + 20]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see login.ts:42, types.ts:18.", ["login.ts:42", "types.ts:18"]),
        ("see `src/login.ts:42`", ["src/login.ts:42"]),
        ("login.TS:42", ["login.TS:42"]),
        ("login.ts#L42 and login.ts#L42-L50", ["login.ts#L42", "login.ts#L42-L50"]),
        ("at src/login.ts(42,7): error", ["src/login.ts(42,7)"]),
        ("list.add(1,2) and v1.B:3 and a.b(4)", []),
        ("http://host.dev:8443/x and https://h/login.ts:42", []),
        ("ssh://git@host.com:22/x", []),
        ("(https://h/x) login.ts:42", ["login.ts:42"]),
    ],
)
def test_a_place_in_a_file_is_found_in_every_spelling(text: str, found: list[str]) -> None:
    assert [text[match.start : match.end] for match in file_lines(without_urls(text))] == found


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("registry.io:5000", ["registry.io"]),
        ("git@github.com:22", ["github.com"]),
        ("DB=db.io:5432", ["db.io"]),
        ("a.io:5000,b.io:5000", ["a.io", "b.io"]),
        ('url":"queue.io:5672', ["queue.io"]),
        ("login.ts:42", []),
        ("main.py:42", []),
        ("main.rs:42", []),
        ("src/registry.io:50", []),
        ("a.com:1,b.ts:2", []),
    ],
)
def test_a_bare_host_and_port_is_told_from_a_file(text: str, hosts: list[str]) -> None:
    assert hosts_of(text) == hosts


def test_ranges_of_lines_are_found() -> None:
    text = "see lines 40-50 and Lines 3 to 7, not lines of code"
    assert [text[match.start : match.end] for match in line_numbers(text)] == ["lines 40-50", "Lines 3 to 7"]


def test_a_path_in_prose_ends_before_the_marks_of_prose() -> None:
    text = "in `src/a.ts`, (lib/b), app/c."
    assert [text[match.start : match.end] for match in narrative_paths(text)] == ["src/a.ts", "lib/b", "app/c"]


_SIZE = 1 << 16
_HOSTILE = ["a.", "a.b:1", "a/", "x.ts:1,", "line 1", "src/", "a://", "-a.ts#L1", "a.a.a:", "(", "\\"]


@pytest.mark.parametrize("piece", _HOSTILE)
def test_twice_the_text_takes_about_twice_the_work(piece: str) -> None:
    """The seed's own expression takes a minute for one of these lines, which is what this would show.

    The bound is far from the measured time, so that a busy machine does not break the test: see benchmarks/ for the ratio.
    """
    text = piece * (_SIZE // len(piece))
    start = time.process_time()
    list(file_lines(without_urls(text)))
    list(line_numbers(text))
    list(narrative_paths(text))
    path_bullet(f"- {text}", 2)
    assert time.process_time() - start < 5
