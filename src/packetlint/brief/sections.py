"""Split a brief's lines into sections by its labels and headings, and a section's lines into items."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.brief.labels import HEADED, Label, read_label
from packetlint.brief.model import Item, Section, is_blank
from packetlint.brief.names import VALUE_LABELS, Names
from packetlint.core.markdown import BLANK, BULLET, CODE, COMMENT, FENCE, HEADING, SETEXT, TEXT, Line

if TYPE_CHECKING:
    from collections.abc import Iterable

SUBLABEL = "sublabel"  # a line whose unknown label or heading parts a section without ending it


class _Open(NamedTuple):
    """A section while its lines are collected."""

    label: Label
    line: Line
    below: list[Line]


def read_sections(lines: Iterable[Line], names: Names) -> tuple[Section, ...]:
    """Read the sections of a brief from the lines below its heading."""
    opened: list[_Open] = []
    above: Line | None = None
    for line in lines:
        current = opened[-1] if opened else None
        label = read_label(line, above, current.label if current else None, names)
        if label and _begins(label, current):
            opened.append(_Open(label, line, []))
        elif current:
            current.below.append(line._replace(kind=SUBLABEL) if label else line)
        else:
            opened.append(_Open(Label("", 0, 0, len(line.text), ""), line._replace(text=""), [line]))
        above = line
    return tuple(_section(part) for part in opened)


def _begins(label: Label, current: _Open | None) -> bool:
    """Say whether a label begins a section of its own: a known one does, an unknown one unless it is a part of the current."""
    if label.name or current is None:
        return True
    if current.label.way == HEADED:
        return label.way == HEADED and label.level <= current.label.level
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
