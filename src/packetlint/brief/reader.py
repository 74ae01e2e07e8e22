"""Read the briefs of a markdown file. Seed: context-pack, Output Format (v2) and the agent brief variant."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from packetlint.brief.model import Brief, Form
from packetlint.brief.names import Names, names_of
from packetlint.brief.sections import read_sections
from packetlint.core.markdown import BLANK, HEADING, SETEXT, Line, Markdown, scan

if TYPE_CHECKING:
    from packetlint.core.config import Settings
    from packetlint.core.markdown import Fence
    from packetlint.core.source import Source

_TITLE = re.compile(r"(?:(context\s+packet)|agent\s+brief)(?!\w)(.*)", re.IGNORECASE | re.DOTALL)
_LINE_END = re.compile(rb"[\r\n]")
_GEAS = re.compile(r"\s*:\s*\S|\s+for\s", re.IGNORECASE)


class _Title(NamedTuple):
    """A heading that may begin a brief. `sure` is False when only a known label below it makes it one."""

    at: int
    level: int
    form: Form
    sure: bool


def may_hold(raw: bytes) -> bool:
    """Say whether the bytes of a file may hold a brief: a heading with the two words in it."""
    low = raw.lower()
    if not ((b"brief" in low and b"agent" in low) or (b"packet" in low and b"context" in low)):
        return False
    at = low.find(b"#")
    while at >= 0:
        end = _LINE_END.search(low, at)
        line = low[at : end.start() if end else len(low)]
        if (b"brief" in line and b"agent" in line) or (b"packet" in line and b"context" in line):
            return True
        at = low.find(b"#", at + len(line))
    return False


def read(source: Source, settings: Settings) -> list[Brief]:
    """Read every brief of a file, in order."""
    if source.path.startswith(".geas/") or "/.geas/" in source.path:
        return []
    markdown = scan(source)
    names = names_of(tuple(settings.brief.get("labels", {}).items()))
    titles = [title for at, line in enumerate(markdown.lines) if (title := _title(at, line))]
    references = _references(source.text) if titles else frozenset()
    briefs = []
    next_sure = len(markdown.lines)
    for title in reversed(titles):
        until = _end(markdown.lines, title, next_sure, names)
        brief = _brief(source, markdown, title, until, names)._replace(references=references)
        if title.sure or any(section.name for section in brief.sections):
            briefs.append(brief)
        next_sure = title.at if title.sure else next_sure
    return briefs[::-1]


def _references(text: str) -> frozenset[str]:
    """Give the labels that a file defines as links, `[reason]: https://...`, in lower case."""
    if "]:" not in text:
        return frozenset()
    return frozenset(match[1].casefold() for match in re.finditer(r"^ {0,3}\[([^\]\n]+)\]:\s*\S", text, re.MULTILINE))


def _title(at: int, line: Line) -> _Title | None:
    if line.kind != HEADING:
        return None
    body = line.body.strip("*_` ")
    mark = next((at for at, character in enumerate(body) if character.isalnum()), 0)  # `🤖 Agent Brief`
    match = _TITLE.match(body, mark)
    if not match or (match[1] and _GEAS.match(match[2])):
        return None
    note = match[2].strip()
    is_sure = not mark and (not note or (note[0] == "(" and note[-1] == ")"))
    return _Title(at, line.level, "packet" if match[1] else "agent-brief", is_sure)


def _end(lines: list[Line], title: _Title, next_title: int, names: Names) -> int:
    """Give the index of the line before which the brief ends, `next_title` at the latest."""
    for at in range(title.at + 1, next_title):
        line = lines[at]
        if line.kind == HEADING and line.level <= title.level and not names.read(line.body):
            return at
        if line.kind == SETEXT and line.level <= title.level and not names.read(lines[at - 1].body):
            return at - 1
    return next_title


def _brief(source: Source, markdown: Markdown, title: _Title, until: int, names: Names) -> Brief:
    lines = markdown.lines[title.at : until]
    while lines[-1].kind == BLANK and len(lines) > 1:
        lines.pop()
    head, last = lines[0], lines[-1]
    return Brief(
        form=title.form,
        source=source,
        title_start=head.start + head.content,
        title_end=head.start + head.content_end,
        start=head.start,
        end=last.start + len(last.text.rstrip()),
        lines=tuple(lines),
        fences=tuple(_between(markdown.fences, head.number, last.number)),
        sections=read_sections(lines[1:], names),
        shown=_shown(source.text, lines),
    )


def _shown(text: str, lines: list[Line]) -> str:
    """Join lines, whose comments are blanked out, with the line ends that stand between them."""
    pieces = []
    for line, following in pairwise(lines):
        pieces += [line.text, text[line.start + len(line.text) : following.start]]
    return "".join([*pieces, lines[-1].text])


def _between(fences: list[Fence], above: int, last: int) -> list[Fence]:
    """Give the fences that open below a line, down to another; they are in order."""
    by_line = attrgetter("first")
    return fences[bisect_right(fences, above, key=by_line) : bisect_right(fences, last, key=by_line)]
