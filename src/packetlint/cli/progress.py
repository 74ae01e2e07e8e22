"""A line on a terminal that says how far a long run is; nothing where nobody looks, or under pre-commit."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_Item = TypeVar("_Item")

_LEAST = 50  # fewer items are done before anybody could read the line
_STEP = 20
_CLEAR = "\r\x1b[K"


def progress(items: Sequence[_Item], what: str) -> Iterator[_Item]:
    """Yield the items, and show how many of them are done."""
    if len(items) < _LEAST or not sys.stderr.isatty() or os.environ.get("PRE_COMMIT"):
        yield from items
        return
    try:
        for number, item in enumerate(items):
            if number % _STEP == 0:
                sys.stderr.write(f"{_CLEAR}{number} of {len(items)} {what}")
                sys.stderr.flush()
            yield item
    finally:
        sys.stderr.write(_CLEAR)
        sys.stderr.flush()
