"""Where the texts of a run wait until they are used: in memory while they are few, then in an unnamed temporary file.

A hundred links of two megabytes each would otherwise be held all at once.
"""

from __future__ import annotations

import os
from tempfile import SpooledTemporaryFile
from typing import NamedTuple

_IN_MEMORY = 8 << 20


class Spool:
    """Texts, one behind the other. The file has no name, and goes with the last text that refers to it."""

    def __init__(self) -> None:
        """Begin with none."""
        self._file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - lives as long as the texts

    def keep(self, text: str) -> Kept:
        """Put a text away and give the way back to it."""
        raw = text.encode("utf-8", "surrogatepass")
        start = self._file.seek(0, os.SEEK_END)
        self._file.write(raw)
        return Kept(self, start, len(raw))

    def read(self, start: int, length: int) -> str:
        """Give a text back."""
        self._file.seek(start)
        return self._file.read(length).decode("utf-8", "surrogatepass")

    def __del__(self) -> None:
        self._file.close()


class Kept(NamedTuple):
    """A text that was put away: where it begins and how many bytes it has."""

    spool: Spool
    start: int
    length: int

    def read(self) -> str:
        """Give the text."""
        return self.spool.read(self.start, self.length)
