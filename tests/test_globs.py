"""Path patterns: what each matches, the same as by trying every way, and in no more than a moment."""

from __future__ import annotations

import random
from functools import cache

import pytest

from packetlint.core.globs import matches


def _plainly(pattern: str, path: str) -> bool:
    """Say whether a pattern matches, by trying every way; a pattern without an inner `/` matches at any depth."""
    body = pattern.strip("/")
    whole = body if "/" in body or pattern.startswith("/") else f"**/{body}"

    @cache
    def fits(at: int, here: int) -> bool:
        rest = whole[at:]
        if not rest:
            return here == len(path) or path[here] == "/"
        if rest.startswith("**/") and whole[:at].endswith(("", "/")[bool(at)]):
            return fits(at + 3, here) or any(path[end] == "/" and fits(at + 3, end + 1) for end in range(here, len(path)))
        if rest.startswith("**"):
            return any(fits(at + 2, end) for end in range(here, len(path) + 1))
        if rest[0] == "*":
            ends = range(here, len(path) + 1)
            return any(fits(at + 1, end) for end in ends if "/" not in path[here:end])
        one = here < len(path) and (path[here] == rest[0] or (rest[0] == "?" and path[here] != "/"))
        return one and fits(at + 1, here + 1)

    return fits(0, 0)


@pytest.mark.parametrize(
    ("pattern", "path", "is_match"),
    [
        ("*.md", "a/b.md", True),
        ("/*.md", "a/b.md", False),
        ("docs/", "x/docs/a.md", True),
        ("a/*b", "a/cb/d", True),
        ("a/*b", "a/c/b", False),
        ("a/**/b", "a/b", True),
        ("a/**/*b*/c", "a/x/bb/yby/c", True),
        ("[ab]?.md", "bx.md", True),
        ("[!ab].md", "a.md", False),
        ("*a*/b*c", "xaa/bxc", True),
    ],
)
def test_a_pattern_matches_what_it_says(pattern: str, path: str, is_match: bool) -> None:  # noqa: FBT001 - a column
    assert bool(matches(path, (pattern,))) is is_match


def test_a_pattern_matches_what_it_would_if_every_way_were_tried() -> None:
    source = random.Random(1)
    for _ in range(6000):
        pattern = "".join(source.choices(["a", "b", "/", "*", "**/", "?", "ab"], k=source.randint(1, 7)))
        path = "/".join("".join(source.choices("aab", k=source.randint(1, 3))) for _ in range(source.randint(1, 4)))
        if pattern.strip("/") and "***" not in pattern and "//" not in pattern:
            assert bool(matches(path, (pattern,))) == _plainly(pattern, path), (pattern, path)


@pytest.mark.parametrize(
    "pattern", ["*a" * 30 + "*b", "**/a" * 30 + "/b", "**a" * 30 + "b", "a*" * 60 + "/b", "[" * 5000, "?" * 500 + "*" * 500]
)
def test_a_strangers_pattern_is_settled_at_once(pattern: str) -> None:
    """Tried in every way, the first would take longer than there is."""
    assert not matches("a" * 250 + "/c", (pattern,))
