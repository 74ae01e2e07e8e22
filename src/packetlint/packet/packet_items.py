"""What the sections of a packet list: criteria, commands, rows of the rubric, prohibited paths, memories.

The same functions read what is committed and what the builder gives, so that only what they say is compared, and not
how it is marked up: with backticks or without, numbered or with dashes. Seed: context-packet, Packet Format.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.markdown import BLANK, BULLET, CODE, FENCE, TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.markdown import Line
    from packetlint.packet.packet_model import Part

_STATUS = re.compile(r" — \*\*(?:met|unmet|unknown)\*\*.*$")
_LABEL = re.compile(r"(?:[-*+]\s+)?\*\*([^*]+?):?\*\*:?\s*(.*)$")
_MEMORY = re.compile(r"\*\*\[([^\]]+)\]")
_CELL = re.compile(r"(?<!\\)\|")
_ESCAPE = re.compile(r"\\(?=[^\w\s])")
_TICKS = re.compile("`+")
_SEVERAL = "several lines:"
_INDENT = 3  # columns from which on an item belongs to another one


class Item(NamedTuple):
    """One thing that is listed: what it says, in one form whatever its mark-up, and its offsets."""

    text: str
    start: int
    end: int


class Quoted(NamedTuple):
    """A memory that a packet hands over: its id, whether it stands among the caution items, and its offsets."""

    memory_id: str
    doubtful: bool
    start: int
    end: int


def plain(text: str) -> str:
    """Give a text without the backslashes and the spacing that markdown asks for."""
    return " ".join(_ESCAPE.sub("", text).split())


def uncoded(text: str) -> str:
    """Give what stands in inline code, or the text itself where that is not all of it."""
    text = text.strip()
    ticks = _TICKS.match(text)
    inside = text[ticks.end() : -ticks.end()] if ticks and len(text) > 2 * ticks.end() and text.endswith(ticks[0]) else ""
    return inside.strip() if inside and ticks and ticks[0] not in inside else text


def _codes(text: str) -> list[str]:
    """List the pieces of inline code of a line, in one pass over its runs of backticks."""
    runs = list(_TICKS.finditer(text))
    following: dict[int, int] = {}
    closes: list[int | None] = [None] * len(runs)
    for at in range(len(runs) - 1, -1, -1):
        width = len(runs[at][0])
        closes[at] = following.get(width)
        following[width] = at
    found, at = [], 0
    while at < len(runs):
        close = closes[at]
        if close is not None:
            found.append(text[runs[at].end() : runs[close].start()].strip())
        at = at + 1 if close is None else close + 1
    return found


def _item(text: str, line: Line, last: Line | None = None) -> Item:
    end = last or line
    start = line.start + len(line.text) - len(line.text.lstrip())
    return Item(text, start, end.start + len(end.text.rstrip()))


def criteria(part: Part) -> list[Item]:
    """List the criteria: items that are not below another one, with the lines that go on with them, without their status."""
    items: list[Item] = []
    first: Line | None = None
    said: list[str] = []
    for line in (*part.lines, None):
        if line and first and line.kind == TEXT and line.indent:
            said.append(line.text.strip())
            continue
        if first:
            items.append(_item(plain(_STATUS.sub("", " ".join(said))), first))
        is_item = line is not None and line.kind == BULLET and line.indent <= _INDENT
        first, said = (line, [line.body]) if line and is_item else (None, [])
    return [item for item in items if item.text]


def commands(part: Part) -> list[Item]:
    """List the commands: each item or each line of a fence; the fence below `several lines:` is one."""
    items: list[Item] = []
    opened: tuple[Line, list[str]] | None = None
    for line in part.lines:
        if opened and line.kind in (CODE, FENCE):
            opened[1].append(line.text.strip() if line.kind == CODE else "")
            continue
        if opened:
            items.append(_item(plain(" ".join(opened[1])), opened[0]))
            opened = None
        if line.kind == BULLET and line.body == _SEVERAL:
            opened = (line, [])
        elif line.kind in (BULLET, CODE) or (line.kind == TEXT and line.text.strip().startswith("`")):
            items.append(_item(plain(uncoded(line.body or line.text)), line))
    if opened:
        items.append(_item(plain(" ".join(opened[1])), opened[0]))
    return [item for item in items if item.text]


def rubric(part: Part) -> list[Item]:
    """List the rows of the table as `dimension: threshold`, without its head."""
    rows = [(line, _cells(line.text)) for line in part.lines if line.text.lstrip().startswith("|")]
    body = [(line, cells) for line, cells in rows if len(cells) > 1 and not all(set(cell) <= set("-: ") for cell in cells)]
    return [_item(f"{plain(uncoded(cells[0]))}: {plain(cells[1])}", line) for line, cells in body if cells[0].casefold() != "dimension"]


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in _CELL.split(row.strip().strip("|"))]


def labelled(part: Part, label: str) -> list[Item] | None:
    """List the paths behind a bold label, on its line or as items below it; None where the label is not there."""
    found: list[Item] | None = None
    for line in part.lines:
        match = _LABEL.match(line.text.strip())
        if match and (found is None or not found):
            if match[1].casefold().rstrip(":") == label:
                found = [_item(path, line) for path in _paths(match[2])]
            elif found is not None:
                break
        elif match:
            break
        elif found is not None and line.kind == BULLET:
            found.append(_item(plain(uncoded(line.body)), line))
        elif found is not None and line.kind != BLANK:
            break
    return found


def _paths(text: str) -> Iterator[str]:
    """Yield the paths of a line: what stands in inline code, else what commas part."""
    yield from (plain(path) for path in (_codes(text) or text.split(",")) if path.strip() and path.strip().casefold() != "none")


def memories(part: Part) -> list[Quoted]:
    """List the memories, by the ids that stand in bold brackets; those below a line about caution are doubtful."""
    found: list[Quoted] = []
    doubtful = False
    for line in part.lines:
        if line.kind == BULLET and (match := _MEMORY.match(line.body)):
            at = line.start + line.content + match.start(1)
            found.append(Quoted(plain(match[1]), doubtful, at, at + len(match[1])))
        elif line.kind == TEXT and not line.text.lstrip().startswith(">") and "caution" in line.text.casefold():
            doubtful = True
    return found
