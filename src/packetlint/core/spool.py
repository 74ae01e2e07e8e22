"""Where the texts of a run wait until they are used: in memory while they are few, then in an unnamed temporary file.

A hundred links of two megabytes each would otherwise be held all at once.
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from packetlint.core.errors import UsageError, reason_of

_IN_MEMORY = 8 << 20


class Spool:
    """Texts, one behind the other. The file has no name, and goes with the last text that refers to it."""

    def __init__(self, directory: str | None = None) -> None:
        """Begin with none. `directory` is where the file will lie, made when it is needed; the system's own where it cannot be."""
        self._directory = directory
        self._file: IO[bytes] = BytesIO()

    def keep(self, text: str) -> Kept:
        """Put a text away and give the way back to it. Raises UsageError where there is no room for it."""
        raw = text.encode("utf-8", "surrogatepass")
        try:
            start = self._file.seek(0, os.SEEK_END)
            if isinstance(self._file, BytesIO) and start + len(raw) > _IN_MEMORY:
                self._file = _on_disk(self._directory, self._file)
            self._file.write(raw)
            self._file.flush()
        except OSError as error:
            raise UsageError(f"there is no room for the texts of the links: {reason_of(error)}") from None
        return Kept(self, start, len(raw), len(text))

    def read(self, start: int, length: int) -> str:
        """Give a text back."""
        self._file.seek(start)
        return self._file.read(length).decode("utf-8", "surrogatepass")

    def __del__(self) -> None:
        self._file.close()


class Kept(NamedTuple):
    """A text that was put away: where it begins, how many bytes and how many characters it has."""

    spool: Spool
    start: int
    length: int
    characters: int

    def read(self) -> str:
        """Give the text."""
        return self.spool.read(self.start, self.length)

    def head(self, text: str) -> Kept:
        """Give the way to the beginning of the text, which reads `text`."""
        return self._replace(length=len(text.encode("utf-8", "surrogatepass")), characters=len(text))


def _on_disk(directory: str | None, held: BytesIO) -> IO[bytes]:
    file = _unnamed(directory)
    file.write(held.getvalue())
    return file


def _unnamed(directory: str | None) -> IO[bytes]:
    if directory is not None:
        try:
            Path(directory).mkdir(mode=0o700, parents=True, exist_ok=True)
            return TemporaryFile(dir=directory)
        except OSError:  # the place for the file is no reason to end a run
            pass
    return TemporaryFile()
