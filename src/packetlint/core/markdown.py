"""A markdown line scanner: one pass, linear, knowing fences, HTML comments, headings and bullets.

It is no renderer. It tells for each line what it is, so that a reader can find labels, sections and
items, and so that nothing inside a fence or a comment is taken for one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.source import Source

BLANK, TEXT, HEADING, SETEXT, BULLET, BREAK, FENCE, CODE, COMMENT, META = (
    "blank",
    "text",
    "heading",
    "setext",
    "bullet",
    "break",
    "fence",
    "code",
    "comment",
    "meta",
)


class Line(NamedTuple):
    """One line. `text` has its comments blanked out, so columns still fit the source.

    `start` is the line's offset in the source; `indent` counts columns. For headings and bullets
    text[content:content_end] is the title or the item's text; `box` is the mark of a checkbox.
    """

    number: int
    start: int
    text: str
    kind: str
    indent: int = 0
    level: int = 0
    content: int = 0
    content_end: int = 0
    mark: str = ""
    box: str | None = None

    @property
    def body(self) -> str:
        """Give the title of a heading, the text of an item, the stripped text of any other line."""
        return self.text[self.content : self.content_end].strip()


class Fence(NamedTuple):
    """A fenced block: the 1-based numbers of its opening line and of its last line, and its tag."""

    first: int
    last: int
    tag: str
    closed: bool


class Markdown(NamedTuple):
    """A scanned text: its lines, its fences, and its comments as (start, end) offsets."""

    lines: list[Line]
    fences: list[Fence]
    comments: list[tuple[int, int]]


_FRONTMATTER = r"---[ \t]*\r?\n(?:[^\n]*\n)*?---[ \t]*\r?$"  # one way to read each line, or CRLF would double the ways
_TITLE_WORDS = 8


def scan(source: Source) -> Markdown:
    """Scan a whole source."""
    scanner = _Scanner(source.text)
    starts = source.starts
    for number, start in enumerate(starts, 1):
        end = starts[number] if number < len(starts) else len(source.text)
        scanner.take(number, start, source.text[start:end].rstrip("\r\n"))
    scanner.finish()
    return Markdown(scanner.lines, scanner.fences, scanner.comments)


class _Scanner:
    """The state between lines: an open fence, an open comment, the open list items, the paragraph above."""

    def __init__(self, text: str) -> None:
        self.lines: list[Line] = []
        self.fences: list[Fence] = []
        self.comments: list[tuple[int, int]] = []
        self._last_close = text.rfind("-->")
        self._comment: int | None = None
        self._fence: tuple[str, int, int, str] | None = None  # mark, container's indent, opening line, tag
        self._items: list[int] = []
        self._meta = text.startswith("---") and bool(re.match(_FRONTMATTER, text, re.MULTILINE))

    def take(self, number: int, start: int, text: str) -> None:
        if self._meta:
            self.lines.append(Line(number, start, text, META))
            self._meta = number == 1 or text.rstrip() != "---"
        elif self._fence is None or not self._in_fence(number, start, text):
            self._outside(number, start, text)

    def finish(self) -> None:
        if self._fence:
            _, _, opened, tag = self._fence
            self.fences.append(Fence(opened, len(self.lines), tag, closed=False))
        if self._comment is not None and self.lines:
            self.comments.append((self._comment, self.lines[-1].start + len(self.lines[-1].text)))

    def _in_fence(self, number: int, start: int, text: str) -> bool:
        mark, container, opened, tag = self._fence or ("", 0, 0, "")
        stripped = text.strip()
        if stripped and container and _indent(text) < container:  # the list item ended, and its fence with it
            self.fences.append(Fence(opened, number - 1, tag, closed=False))
            self._fence = None
            return False
        closes = len(stripped) >= len(mark) and not stripped.strip(mark[0])
        if closes:
            self.fences.append(Fence(opened, number, tag, closed=True))
            self._fence = None
        self.lines.append(Line(number, start, text, FENCE if closes else CODE))
        return True

    def _outside(self, number: int, start: int, text: str) -> None:
        shown = self._without_comments(start, text)
        stripped = shown.strip()
        if not stripped:
            self.lines.append(Line(number, start, shown, COMMENT if text.strip() else BLANK))
            return
        indent = _indent(text)
        if stripped[0] in "`~" and self._opens(stripped, indent, number):
            self.lines.append(Line(number, start, shown, FENCE, indent))
            return
        self.lines.append(self._classify(number, start, shown, indent))

    def _opens(self, stripped: str, indent: int, number: int) -> bool:
        tag = stripped.lstrip(stripped[0])
        mark = stripped[: len(stripped) - len(tag)]
        container = max((item for item in self._items if item <= indent), default=0)
        if len(mark) < 3 or indent - container > 3 or (mark[0] == "`" and "`" in tag):
            return False
        words = tag.split()
        self._fence = (mark, container, number, words[0].lower() if words else "")
        return True

    def _classify(self, number: int, start: int, text: str, indent: int) -> Line:
        if text.lstrip(" \t")[0] == "#" and indent <= 3 and (heading := _heading(number, start, text)):
            self._items.clear()
            return heading
        if (level := self._underlines(text)) and indent <= 3:
            return Line(number, start, text, SETEXT, indent, level, 0, len(text))
        if _is_break(text):
            return Line(number, start, text, BREAK, indent)
        if bullet := _mark(text):
            return self._bullet(number, start, text, indent, bullet)
        if not self.lines or self.lines[-1].kind == BLANK:
            self._leave(indent)
        return Line(number, start, text, TEXT, indent, 0, 0, len(text))

    def _bullet(self, number: int, start: int, text: str, indent: int, mark: str) -> Line:
        self._leave(indent)
        after = len(text) - len(text.lstrip(" \t")) + len(mark)
        content = after + len(text[after:]) - len(text[after:].lstrip(" \t"))
        gap = content - after
        self._items.append(indent + len(mark) + (gap if 0 < gap <= 4 else 1))
        box = None
        if text[content : content + 1] == "[" and text[content + 2 : content + 3] == "]" and text[content + 1] in " xX":
            rest = text[content + 3 :]
            if not rest or rest[0] in " \t":
                box, content = text[content + 1], len(text) - len(rest.lstrip(" \t"))
        return Line(number, start, text, BULLET, indent, 0, content, len(text), mark, box)

    def _leave(self, indent: int) -> None:
        while self._items and self._items[-1] > indent:
            self._items.pop()

    def _underlines(self, text: str) -> int:
        """Give the level of a setext heading this line makes of a lone short line above it, or 0."""
        underline = text.strip()
        if (underline.strip("=") and underline.strip("-")) or not self.lines or self.lines[-1].kind != TEXT:
            return 0
        above = self.lines[-2].kind if len(self.lines) > 1 else BLANK
        title = self.lines[-1].text.strip()
        is_title = title[0] not in "*_|>" and title[-1] not in ".:;,!?" and len(title.split()) <= _TITLE_WORDS
        return (1 if underline[0] == "=" else 2) if is_title and above in (BLANK, HEADING, COMMENT, FENCE) else 0

    def _without_comments(self, start: int, text: str) -> str:
        """Blank out the comments of a line, whether they begin, end or go on in it."""
        if self._comment is None and "<!--" not in text:
            return text
        pieces: list[str] = []
        kept = 0
        for opened in _openings(text, self._last_close - start, inside=self._comment is not None):
            if opened < kept:
                continue
            if self._comment is None:
                pieces.append(text[kept:opened])
                self._comment, kept = start + opened, opened
            close = text.find("-->", max(kept, self._comment + 2 - start))
            if close < 0:
                return "".join([*pieces, " " * (len(text) - kept)])
            self.comments.append((self._comment, start + close + 3))
            self._comment = None
            pieces.append(" " * (close + 3 - kept))
            kept = close + 3
        return "".join([*pieces, text[kept:]])


def _openings(text: str, last_close: int, *, inside: bool) -> Iterator[int]:
    """Yield where a comment may begin: not in inline code, and in the midst of text only if it is closed somewhere."""
    if inside:
        yield 0
    first_visible = len(text) - len(text.lstrip())
    last_tick = text.rfind("`")
    ticks = seen = 0
    at = text.find("<!--")
    while at >= 0:
        ticks += text.count("`", seen, at)
        seen = at
        in_code = ticks % 2 == 1 and at < last_tick
        if not in_code and (at < last_close or at <= first_visible):
            yield at
        at = text.find("<!--", at + 4)


def _mark(text: str) -> str:
    """Give the mark of a list item, `-` or `12.`, or the empty string."""
    stripped = text.lstrip(" \t")
    mark = stripped[:1]
    if mark.isdigit():
        digits = len(stripped) - len(stripped.lstrip("0123456789"))
        mark = stripped[: digits + 1] if digits <= 9 and stripped[digits : digits + 1] in (".", ")") else ""
    elif mark not in ("-", "*", "+"):
        return ""
    return mark if stripped[len(mark) : len(mark) + 1] in ("", " ", "\t") else ""


def _is_break(text: str) -> bool:
    """Say whether a line is a thematic break, `---` or `* * *`, or an underline `===` that makes no heading."""
    marks = text.replace(" ", "").replace("\t", "")
    return len(marks) >= 3 and marks[0] in "-*_=" and not marks.strip(marks[0])


def _heading(number: int, start: int, text: str) -> Line | None:
    stripped = text.lstrip(" \t")
    level = len(stripped) - len(stripped.lstrip("#"))
    if level > 6 or (len(stripped) > level and stripped[level] not in " \t"):
        return None
    content = len(text) - len(stripped) + level
    end = len(text.rstrip())
    closing = text[:end].rstrip("#")
    if closing != text[:end] and closing[-1:] in (" ", "\t"):
        end = max(content, len(closing.rstrip()))
    content = min(end, content + len(text[content:end]) - len(text[content:end].lstrip()))
    return Line(number, start, text, HEADING, 0, level, content, end)


def _indent(text: str) -> int:
    columns = 0
    for character in text:
        if character == " ":
            columns += 1
        elif character == "\t":
            columns += 4 - columns % 4
        else:
            break
    return columns
