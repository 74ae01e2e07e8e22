"""Split a brief's lines into sections by its labels and headings, and a section's lines into items."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.brief.model import AROUND_NONE, NONE, Item, Section, is_blank
from packetlint.brief.names import VALUE_LABELS, Names
from packetlint.core.markdown import BLANK, BULLET, CODE, COMMENT, FENCE, HEADING, SETEXT, TEXT, Line

if TYPE_CHECKING:
    from collections.abc import Iterable

SUBLABEL = "sublabel"  # a line whose unknown label or heading parts a section without ending it
_COLONS = ":："
_LONGEST_NAME = 120
_BOLD_WAY, _PLAIN_WAY, _LISTED_WAY, _HEADING_WAY = "bold", "plain", "listed", "heading"


class _Label(NamedTuple):
    """A line that begins a section: its canonical name ("" if unknown), title and value by column, and how it is written."""

    name: str
    start: int
    end: int
    value: int
    way: str
    level: int = 0


class _Open(NamedTuple):
    """A section while its lines are collected."""

    label: _Label
    line: Line
    below: list[Line]


def read_sections(lines: Iterable[Line], names: Names) -> tuple[Section, ...]:
    """Read the sections of a brief from the lines below its heading."""
    opened: list[_Open] = []
    above: Line | None = None
    for line in lines:
        current = opened[-1] if opened else None
        label = _label(line, above, current, names)
        if label and _begins(label, current):
            opened.append(_Open(label, line, []))
        elif current:
            current.below.append(line._replace(kind=SUBLABEL) if label else line)
        else:
            opened.append(_Open(_Label("", 0, 0, len(line.text), ""), line._replace(text=""), [line]))
        above = line
    return tuple(_section(part) for part in opened)


def _label(line: Line, above: Line | None, current: _Open | None, names: Names) -> _Label | None:
    if line.kind == HEADING:
        name = names.read(line.body)
        value = _heading_value(line) if name else len(line.text)
        return _Label(name, line.content, line.content_end, value, _HEADING_WAY, line.level)
    if line.kind == TEXT and line.indent <= 3:
        return _bold(line, names, _BOLD_WAY) or _plain(line, above, current, names)
    if line.kind == BULLET and line.indent <= 1 and _in_preamble(current):
        label = _bold(line, names, _LISTED_WAY)
        return label if label and label.name else None
    return None


def _heading_value(line: Line) -> int:
    """Give where a heading's value begins: behind its colon (`### Category: bug`), or at a `(none)`."""
    for at in range(line.content, min(line.content_end, line.content + _LONGEST_NAME)):
        rest = line.text[at + 1 : line.content_end]
        if (line.text[at] in _COLONS and rest.strip()) or (line.text[at] in "(（—–-" and _is_none(rest)):
            return _skip_blanks(line.text, at + 1)
    return len(line.text)


def _in_preamble(current: _Open | None) -> bool:
    """Say whether values are still being given, so that `- **Category:** bug` is a label and no item."""
    return current is None or current.label.name in VALUE_LABELS or current.label.way in ("", _LISTED_WAY)


def _bold(line: Line, names: Names, way: str) -> _Label | None:
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
    within = next((at for at, character in enumerate(inner[:-1]) if character in _COLONS), -1)
    if name and within > 0 and names.read(inner[:within]) and not text[closing + len(mark) :].strip():  # `**Category: bug**`
        return _Label(name, start + len(mark), start + len(mark) + within, _skip_blanks(text, start + len(mark) + within + 1), way)
    is_closed = inner[-1:] in _COLONS
    value = closing + len(mark) if is_closed else _after_note(text, closing + len(mark))
    has_colon = is_closed or text[value - 1] in _COLONS
    if len(mark) == 1 and not (name and is_closed):
        return None
    if not has_colon and not _may_follow(text[value:].strip(), name):
        return None
    value = _skip_blanks(text, value) if has_colon else _skip_dash(text, value)
    return _Label(name, start + len(mark), closing, value, way)


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


def _plain(line: Line, above: Line | None, current: _Open | None, names: Names) -> _Label | None:
    """Read `Category: bug` without the stars, where nothing else can be meant."""
    text = line.text
    found = [at for at in map(text.find, _COLONS) if 0 < at < _LONGEST_NAME]
    colon = min(found, default=0)
    name = names.read(text[:colon]) if colon and "*" not in text[:colon] else ""
    if not name:
        return None
    alone = not text[colon + 1 :].strip() and (above is None or above.kind in (BLANK, COMMENT))
    is_plain = current is None or current.label.way in ("", _PLAIN_WAY)
    if not (alone or (_in_preamble(current) and name in VALUE_LABELS) or (is_plain and " " in name)):
        return None
    return _Label(name, len(text) - len(text.lstrip()), colon, colon + 1, _PLAIN_WAY)


def _begins(label: _Label, current: _Open | None) -> bool:
    """Say whether a label begins a section of its own: a known one does, an unknown one unless it is a part of the current."""
    if label.name or current is None:
        return True
    if current.label.way == _HEADING_WAY:
        return label.way == _HEADING_WAY and label.level <= current.label.level
    if any(line.kind == SUBLABEL and line.level == label.level for line in current.below):
        return False
    return bool(current.line.text[current.label.value :].strip()) or any(line.kind not in (BLANK, COMMENT) for line in current.below)


def _section(part: _Open) -> Section:
    label, line, below = part
    value = _value(part)
    paragraphs = [value.item] if value else []
    rest = below[value.used :] if value else below
    return Section(
        name=label.name,
        start=line.start + label.start,
        end=line.start + label.end,
        level=label.level,
        value=value.item if value else None,
        value_lines=value.lines if value else 0,
        lines=tuple(below),
        items=tuple(_bullets(rest) or [*paragraphs, *_paragraphs(rest)]),
        is_empty=value is None and not any(_says(entry) for entry in below),
    )


def _says(line: Line) -> bool:
    if line.kind in (TEXT, BULLET):
        return bool(line.body) and not is_blank(line.body)
    return line.kind in (HEADING, SETEXT, SUBLABEL) or (line.kind == CODE and bool(line.text.strip()))


class _Value(NamedTuple):
    """A label's value as an item, the number of lines it takes, and how many of those are below the label's."""

    item: Item
    lines: int
    used: int


def _value(part: _Open) -> _Value | None:
    """Read the value of a label: beside it with the lines that go on, or, for a label of one value, the paragraph below."""
    beside = part.line.text[part.label.value :].strip()
    taken = [part.line._replace(content=part.label.value, content_end=len(part.line.text))] if beside else []
    skipped = 0
    if not beside:
        if part.label.name not in VALUE_LABELS:
            return None
        skipped = next((at for at, line in enumerate(part.below) if line.kind not in (BLANK, COMMENT)), 0)
    for line in part.below[skipped:]:
        if line.kind != TEXT and (taken or line.kind != BULLET):
            break
        taken.append(line)
    if not taken:
        return None
    return _Value(_item(taken)._replace(mark=""), len(taken), skipped + len(taken) - bool(beside))


def _bullets(lines: list[Line]) -> list[Item]:
    """Group bullets with their wrapped lines and nested bullets."""
    base = min((line.indent for line in lines if line.kind == BULLET), default=0)
    groups: list[list[Line]] = []
    is_open, after_blank = False, False
    for line in lines:
        if line.kind == BULLET and line.indent <= base + 1:
            groups.append([line])
            is_open = True
        elif line.kind in (BLANK, COMMENT):
            after_blank = True
            continue
        elif line.kind in (BULLET, TEXT) and is_open and (line.indent > base or not after_blank):
            groups[-1].append(line)
        elif line.kind not in (CODE, FENCE):
            is_open = False
        after_blank = False
    return [_item(group) for group in groups]


def _item(group: list[Line]) -> Item:
    first, last = group[0], group[-1]
    nested = next((at for at, line in enumerate(group) if at and line.kind == BULLET), len(group))
    content = first.start + first.content
    return Item(
        start=first.start + (len(first.text) - len(first.text.lstrip()) if first.mark else first.content),
        end=last.start + len(last.text.rstrip()),
        content=content,
        content_end=max(content, first.start + len(first.text.rstrip())),
        head=_joined(group[:nested]),
        text=_joined(group),
        mark=first.mark,
        box=first.box,
    )


def _joined(lines: list[Line]) -> str:
    """Fold lines to one."""
    return " ".join(text for line in lines if (text := " ".join(line.body.split())))


def _paragraphs(lines: list[Line]) -> list[Item]:
    """Group prose into paragraphs; table rows are none."""
    groups: list[list[Line]] = [[]]
    for line in lines:
        if line.kind == TEXT and not line.text.lstrip().startswith("|"):
            groups[-1].append(line)
        elif groups[-1]:
            groups.append([])
    return [_item(group) for group in groups if group]
