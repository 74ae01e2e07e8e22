"""Source text: bytes -> text with a line index, newline style and byte-order mark."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from packetlint.core.diagnostic import Span
from packetlint.core.errors import UnreadableError

BOM = b"\xef\xbb\xbf"
_BREAK = re.compile("\r\n|\r|\n")


class Source:
    """One file's text and the way back from it to lines, columns and bytes.

    Offsets count characters of `text`, from 0; the byte-order mark is not part of `text`.
    Lines and columns count from 1. A line ends at LF, CRLF or CR, and at nothing else.
    """

    def __init__(self, path: str, raw: bytes) -> None:
        """Decode `raw`. Raises UnreadableError for NUL bytes, UTF-16 and anything that is not UTF-8."""
        self.path = path
        self.raw = raw
        self.has_bom = raw.startswith(BOM)
        self.text = decode(raw)

    @cached_property
    def starts(self) -> list[int]:
        """Give the offset at which each line starts; computed once, when first asked for."""
        return [0, *(match.end() for match in _BREAK.finditer(self.text))]

    @property
    def newline(self) -> str:
        """Give the file's own line end: that of its first line, LF when it has none."""
        match = _BREAK.search(self.text)
        return match.group() if match else "\n"

    def line(self, number: int) -> str:
        """Give the text of a line without its end. Raises IndexError beyond the last line."""
        start = self.starts[number - 1]
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def position(self, offset: int) -> tuple[int, int]:
        """Turn an offset into (line, column)."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Turn (line, column) into an offset."""
        return self.starts[line - 1] + column - 1

    def byte_offset(self, offset: int) -> int:
        """Turn an offset into the byte offset in `raw`."""
        first = len(BOM) if self.has_bom else 0
        if len(self.text) == len(self.raw) - first:
            return first + offset
        line, column = self.position(offset)
        start = self.starts[line - 1]
        return first + self._byte_starts[line - 1] + len(self.text[start : start + column - 1].encode())

    @cached_property
    def _byte_starts(self) -> list[int]:
        ends = [*self.starts[1:], len(self.text)]
        sizes = (len(self.text[start:end].encode()) for start, end in zip(self.starts, ends, strict=True))
        return list(accumulate(sizes, initial=0))

    def span(self, start: int, end: int) -> Span:
        """Give the span of text[start:end]."""
        return Span(*self.position(start), *self.position(max(start, end)))


def decode(raw: bytes) -> str:
    """Decode UTF-8 without its byte-order mark. Raises UnreadableError with the byte offset."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableError("is UTF-16, not UTF-8 (byte offset 0)")
    nul = raw.find(b"\0")
    if nul >= 0:
        raise UnreadableError(f"is binary: NUL byte at byte offset {nul}")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        offset = error.start + (len(BOM) if raw.startswith(BOM) else 0)
        raise UnreadableError(f"is not UTF-8: byte 0x{raw[offset]:02x} at byte offset {offset}") from None
