"""What a markdown text is made of, as far as trimming needs to know: headings, fenced code, paragraphs.

Only lines that may be headings or fences are looked at, so that a text of megabytes takes no longer than a search in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK = re.compile(
    r"^ {0,3}(?:(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)|(?P<hashes>#{1,6})(?:[ \t]+(?P<title>[^\n]*))?|(?P<line>=+|-{2,})[ \t]*)$",
    re.MULTILINE,
)
_GAP = re.compile(r"\n[ \t]*(?:\n[ \t]*)*(?=\n)")
_NO_TITLE = (">", "- ", "* ", "+ ", "|", "#", "```", "~~~", "<")  # what begins no line that an underline makes a heading of


class Heading(NamedTuple):
    """A heading: where its line begins and its text ends, its level from 1, its words."""

    start: int
    end: int
    level: int
    title: str


class Fence(NamedTuple):
    """A fenced block by its offsets, and the line that would close it; "" where one does."""

    start: int
    end: int
    closer: str


class Markup(NamedTuple):
    """The headings and the fenced blocks of a text, in order."""

    headings: list[Heading]
    fences: list[Fence]


def read_markup(text: str) -> Markup:
    """Find the headings and the fenced blocks of a text whose lines end with LF."""
    headings: list[Heading] = []
    fences: list[Fence] = []
    opened: re.Match[str] | None = None
    for match in _MARK.finditer(text):
        if opened is not None:
            if _closes(match, opened["fence"]):
                fences.append(Fence(opened.start(), match.end(), ""))
                opened = None
        elif match["fence"]:
            opened = None if match["fence"][0] == "`" and "`" in match["info"] else match
        elif heading := _heading(text, match):
            headings.append(heading)
    if opened is not None:
        fences.append(Fence(opened.start(), len(text), opened["fence"]))
    return Markup(headings, fences)


def _closes(match: re.Match[str], fence: str) -> bool:
    found = match["fence"] or ""
    return found[:1] == fence[0] and len(found) >= len(fence) and not match["info"].strip()


def _heading(text: str, match: re.Match[str]) -> Heading | None:
    if match["hashes"]:
        title = (match["title"] or "").strip().rstrip("#").strip()
        return Heading(match.start(), match.end(), len(match["hashes"]), title)
    start = text.rfind("\n", 0, max(match.start() - 1, 0)) + 1
    title = text[start : match.start()].strip()
    if not title or title.startswith(_NO_TITLE):
        return None
    return Heading(start, match.end(), 1 if match["line"][0] == "=" else 2, title)


def paragraph_ends(text: str) -> Iterator[int]:
    """Yield where each paragraph ends but the last. A fenced block is one paragraph, whatever blank lines it holds."""
    fences = iter(read_markup(text).fences)
    fence = next(fences, None)
    for match in _GAP.finditer(text):
        while fence and fence.end <= match.start():
            fence = next(fences, None)
        if not fence or match.start() < fence.start:
            yield match.start()
