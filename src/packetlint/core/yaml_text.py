"""Where YAML holds text: a `#` in it begins no comment."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SIZE_LIMIT = 256 << 10
_QUOTES_AND_BLOCKS = re.compile(r"[\"'|>]")
_LINE = re.compile(r"[^\n\r]*")


def texts(yaml: str) -> list[tuple[int, int]]:
    """Give the offsets, each from and to, of the quoted and block scalars; of what is no YAML, those before the first fault.

    The library is asked only where there may be one. What is longer than anything we read as YAML counts as text throughout.
    """
    if not _QUOTES_AND_BLOCKS.search(yaml):
        return []
    if len(yaml) > _SIZE_LIMIT:
        return [(0, len(yaml))]
    return list(_scanned(yaml))


def _scanned(yaml: str) -> Iterator[tuple[int, int]]:
    from ruamel.yaml.error import YAMLError
    from ruamel.yaml.tokens import ScalarToken

    from packetlint.core.yaml_nodes import bounded_yaml

    with suppress(YAMLError):
        for token in bounded_yaml().scan(yaml):
            if isinstance(token, ScalarToken) and not token.plain:
                yield _start(yaml, token.start_mark.index, token.style), token.end_mark.index


def is_in(offset: int, ranges: Sequence[tuple[int, int]]) -> bool:
    """Say whether an offset lies in one of the ranges, which are in order."""
    before = bisect_right(ranges, (offset, sys.maxsize))
    return before > 0 and offset < ranges[before - 1][1]


def _start(yaml: str, start: int, style: str | None) -> int:
    """Give where the text begins: that of a block on the line below its header, which may end in a comment."""
    header = _LINE.match(yaml, start)
    return header.end() if header and style in ("|", ">") else start
