"""Say a JSON value in readable lines: a packet never holds raw JSON, whatever shape a file gave a field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packetlint.packet.quote import folded, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_STEP = "  "


def outline(value: Any) -> list[str]:
    """Give the lines of a value: texts as they are, lists and objects as nested bullets; nothing for what is empty."""
    if isinstance(value, str):
        return lines_of(value)
    if isinstance(value, dict):
        return [line for key, inner in value.items() for line in _member(key, inner)]
    if isinstance(value, list):
        return [line for inner in value for line in _item(outline(inner))]
    return [] if value is None else [_scalar(value)]


def _member(key: str, value: Any) -> Iterator[str]:
    lines = outline(value)
    name = folded(key).replace("_", " ")
    if len(lines) == 1 and not isinstance(value, dict | list):
        yield f"- **{name}:** {lines[0]}"
    elif lines:
        yield f"- **{name}:**"
        yield from (_STEP + line for line in lines)


def _item(lines: list[str]) -> Iterator[str]:
    """Give a value's lines as one item of a list; a list within a list has no mark of its own."""
    if lines and lines[0].startswith("- "):
        yield from lines
        return
    yield from (f"{_STEP if at else '- '}{line}" for at, line in enumerate(lines))


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
