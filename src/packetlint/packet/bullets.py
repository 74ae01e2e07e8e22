"""The list items of a markdown text, as rules.md has them: each on one line, without its mark."""

from __future__ import annotations

import re

_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+(\S.*)")
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")


def bullets(text: str) -> tuple[str, ...]:
    """Give the items in order, nested ones too; a line that goes on with an item is joined to it, fenced code is passed over."""
    items: list[list[str]] = []
    fenced = is_open = False
    for line in text.splitlines():
        if _FENCE.match(line):
            fenced, is_open = not fenced, False
        elif not fenced and (match := _ITEM.fullmatch(line)):
            items.append([match[1].strip()])
            is_open = True
        elif is_open and line[:1].isspace() and line.strip():
            items[-1].append(line.strip())
        else:
            is_open = False
    return tuple(" ".join(parts) for parts in items)
