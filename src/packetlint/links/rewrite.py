"""Give a scalar another value and leave everything around it as it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.links.frontmatter import PRINTABLE

if TYPE_CHECKING:
    from packetlint.links.model import Place


def rewritten(text: str, place: Place, old: str, new: str) -> str | None:
    """Give what to write for text[place.start:place.end] so that the scalar there, now `old`, is read as `new`.

    The kind of quotes stays. A plain scalar gets single quotes where `new` would be no text without any; what
    single quotes cannot hold goes into double ones. None where it cannot be done: for an alias, and for a block
    scalar of more than one line, or whose line ends `new` does not have.
    """
    if place.style == "alias":
        return None
    if place.style == "block":
        return _in_block(text, place, old, new)
    if place.style == "plain" and _is_plain(new):
        return new
    if place.style != "double" and not _NEEDS_ESCAPE.search(new):
        return "'" + new.replace("'", "''") + "'"
    return f'"{_escaped(new)}"'


# What single quotes cannot hold as it is: control characters, line breaks, byte-order marks, what is no character.
_NEEDS_ESCAPE = re.compile(f"[^{PRINTABLE}]")


def _escaped(value: str) -> str:
    value = value.replace("\\", "\\\\").replace('"', '\\"')
    return _NEEDS_ESCAPE.sub(lambda match: f"\\u{ord(match[0]):04X}", value)


def _is_plain(value: str) -> bool:
    """Say whether a value without quotes is a text, the same in both notations: ruamel.yaml is asked."""
    if _NEEDS_ESCAPE.search(value):
        return False
    return _reads_as(f"- {value}", value) and _reads_as(f"[{value}]", value) and _reads_as(f"[{{uri: {value}, role: x}}]", value)


def _reads_as(yaml: str, value: str) -> bool:
    from ruamel.yaml.error import YAMLError

    from packetlint.links.parsing import loader

    try:
        read = loader().load(yaml)
    except (YAMLError, ValueError, LookupError, ArithmeticError, TypeError, AttributeError):
        return False
    return bool(read in ([value], [{"uri": value, "role": "x"}]))


_ONE_LINE = re.compile(r"(?P<head>[|>][^\r\n]*+(?:\r\n|\n|\r) ++)[^\r\n]++")


def _in_block(text: str, place: Place, old: str, new: str) -> str | None:
    """Put another line into a block scalar that has one."""
    block = _ONE_LINE.fullmatch(text, place.start, place.end)
    line, breaks = new.rstrip("\n"), old[len(old.rstrip("\n")) :]
    if block is None or new != line + breaks or line != line.strip() or not line or _NEEDS_ESCAPE.search(line):
        return None
    return block["head"] + line
