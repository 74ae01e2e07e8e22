"""Read a line as the label of a section: bold, italic, plain, in a list or as a heading."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.brief.model import AROUND_NONE, NONE
from packetlint.brief.names import VALUE_LABELS
from packetlint.core.markdown import BLANK, BULLET, COMMENT, HEADING, TEXT

if TYPE_CHECKING:
    from packetlint.brief.names import Names
    from packetlint.core.markdown import Line

_COLONS = ":："
_LONGEST_NAME = 120
BOLD, PLAIN, LISTED, HEADED = "bold", "plain", "listed", "headed"


class Label(NamedTuple):
    """A line that begins a section: its canonical name ("" if unknown), title and value by column, and how it is written."""

    name: str
    start: int
    end: int
    value: int
    way: str
    level: int = 0


def read_label(line: Line, above: Line | None, current: Label | None, names: Names) -> Label | None:
    """Read a line as a label, by the line above it and the label of the section it stands in."""
    if line.kind == HEADING:
        name = names.read(line.body)
        value = _heading_value(line) if name else len(line.text)
        return Label(name, line.content, line.content_end, value, HEADED, line.level)
    if line.kind == TEXT and line.indent <= 3:
        return _bold(line, names, BOLD) or _plain(line, above, current, names)
    if line.kind == BULLET and line.indent <= 1 and _in_preamble(current):
        label = _bold(line, names, LISTED)
        return label if label and label.name else None
    return None


def _heading_value(line: Line) -> int:
    """Give where a heading's value begins: behind its colon (`### Category: bug`), or at a `(none)`."""
    for at in range(line.content, min(line.content_end, line.content + _LONGEST_NAME)):
        rest = line.text[at + 1 : line.content_end]
        if (line.text[at] in _COLONS and rest.strip()) or (line.text[at] in "(（—–-" and _is_none(rest)):
            return _skip_blanks(line.text, at + 1)
    return len(line.text)


def _in_preamble(current: Label | None) -> bool:
    """Say whether values are still being given, so that `- **Category:** bug` is a label and no item."""
    return current is None or current.name in VALUE_LABELS or current.way in ("", LISTED)


def _bold(line: Line, names: Names, way: str) -> Label | None:
    """Read `**Name**: value`, `**Name:** value`, `**Name** (note): value`, or `**Name**` alone on its line.

    Of a known name also `_Name:_ value` and `**Name** - value`.
    """
    text = line.text
    start = _skip_blanks(text, line.content)
    if text[start : start + 1] not in ("*", "_"):
        return None
    mark = text[start : start + 2] if text[start : start + 2] in ("**", "__") else text[start : start + 1]
    closing = text.find(mark, start + len(mark), start + _LONGEST_NAME) if mark in ("**", "__", "*", "_") else -1
    if closing <= start + len(mark):
        return None
    inner = text[start + len(mark) : closing].rstrip()
    name = names.read(inner.rstrip(" \t" + _COLONS))
    within = _value_within(inner, names)
    if within and not text[closing + len(mark) :].strip():
        colon = start + len(mark) + within
        return Label(name, start + len(mark), colon, _skip_blanks(text, colon + 1), way)
    is_closed = inner[-1:] in _COLONS
    value = closing + len(mark) if is_closed else _after_note(text, closing + len(mark))
    has_colon = is_closed or text[value - 1] in _COLONS
    if len(mark) == 1 and not (name and is_closed):
        return None
    if not has_colon and not _may_follow(text[value:].strip(), name):
        return None
    value = _skip_blanks(text, value) if has_colon else _skip_dash(text, value)
    return Label(name, start + len(mark), closing, value, way)


def _value_within(inner: str, names: Names) -> int:
    """Give where the colon stands in `Category: bug`, when all of it is bold; 0 when it is not so."""
    within = next((at for at, character in enumerate(inner[:-1]) if character in _COLONS), 0)
    return within if within and names.read(inner[:within]) else 0


def _may_follow(rest: str, name: str) -> bool:
    """Say whether what follows bold text that no colon ends leaves it a label: nothing, `(none)`, a dash behind a known name."""
    return not rest or _is_none(rest) or bool((name and rest[0] in "–—") or (name and rest.startswith("- ")))


def _skip_dash(text: str, at: int) -> int:
    after = _skip_blanks(text, at)
    return _skip_blanks(text, after + 1) if text[after : after + 1] in ("–", "—") or text[after : after + 2] == "- " else after


def _after_note(text: str, at: int) -> int:
    """Give where the value begins: behind a note in parentheses and a colon, if there is one. `(none)` is no note."""
    after = _skip_blanks(text, at)
    opened = after + 1 if text[after : after + 2] in ("_(", "*(") else after
    if text[opened : opened + 1] in ("(", "（") and not _is_none(text[after:]):
        closing = max(text.find(")", opened), text.find("）", opened)) + (opened - after)
        colon = _skip_blanks(text, closing + 1)
        after = colon if closing > opened and (colon == len(text) or text[colon] in _COLONS) else at
    return after + 1 if text[after : after + 1] and text[after] in _COLONS else after


def _is_none(text: str) -> bool:
    return text.strip(AROUND_NONE).casefold() in NONE


def _skip_blanks(text: str, at: int) -> int:
    while text[at : at + 1] in (" ", "\t"):
        at += 1
    return at


def _plain(line: Line, above: Line | None, current: Label | None, names: Names) -> Label | None:
    """Read `Category: bug` without the stars, where nothing else can be meant."""
    text = line.text
    found = [at for at in map(text.find, _COLONS) if 0 < at < _LONGEST_NAME]
    colon = min(found, default=0)
    name = names.read(text[:colon]) if colon and "*" not in text[:colon] else ""
    if not name:
        return None
    alone = not text[colon + 1 :].strip() and (above is None or above.kind in (BLANK, COMMENT))
    is_plain = current is None or current.way in ("", PLAIN)
    if not (alone or (_in_preamble(current) and name in VALUE_LABELS) or (is_plain and " " in name)):
        return None
    return Label(name, len(text) - len(text.lstrip()), colon, colon + 1, PLAIN)
