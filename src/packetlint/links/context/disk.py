"""The few questions that are asked of the file system by absolute path."""
# ruff: noqa: PTH103, PTH112, PTH113, PTH114, PTH123 - paths are bytes for the system, and pathlib knows only text

from __future__ import annotations

import os

from packetlint.core.errors import UsageError, reason_of
from packetlint.core.paths import to_bytes


def is_file(path: str) -> bool:
    """Say whether a path leads to a regular file."""
    return os.path.isfile(to_bytes(path))


def is_directory(path: str) -> bool:
    """Say whether a path leads to a directory."""
    return os.path.isdir(to_bytes(path))


def is_link(path: str) -> bool:
    """Say whether a path is a symbolic link."""
    return os.path.islink(to_bytes(path))


def is_taken(path: str) -> bool:
    """Say whether something has this name, be it a symbolic link to nothing."""
    return os.path.lexists(to_bytes(path))


def read_head(path: str, most: int) -> bytes | None:
    """Give at most so many bytes of a file; None where it cannot be read."""
    try:
        with open(to_bytes(path), "rb") as file:
            return file.read(most)
    except OSError:
        return None


def make_directory(path: str, *, exist_ok: bool = True) -> bool:
    """Make a directory for the person alone, with those above it. Raises UsageError where that cannot be done.

    Without `exist_ok`, says whether it was made here and now: of two runs at once, one alone is told so.
    """
    try:
        os.makedirs(to_bytes(path), mode=0o700, exist_ok=exist_ok)
    except OSError as error:
        if isinstance(error, FileExistsError) and not exist_ok:
            return False
        raise UsageError(f"{path} cannot be made: {reason_of(error)}") from None
    return True
