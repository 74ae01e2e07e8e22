"""Read a file that a command is given by name: a regular one or a pipe, and through no link that a pull request could have brought."""
# ruff: noqa: PTH100, PTH123 - paths are bytes for the system, and pathlib costs a start

from __future__ import annotations

import os
import stat

from packetlint.core.errors import UsageError, reason_of
from packetlint.core.paths import from_argument, to_bytes
from packetlint.core.write import leads_away


def read_named(argument: str, limit: int) -> bytes:
    """Give a file's bytes, at most `limit` and one more. Raises UsageError where it cannot be read, or leads out of this directory."""
    path = os.path.abspath(from_argument(argument))
    if leads_away(path):
        raise UsageError(f"{argument} is a symbolic link that leaves this directory")
    try:
        with open(to_bytes(path), "rb") as file:
            if stat.S_ISBLK(os.fstat(file.fileno()).st_mode):
                raise UsageError(f"{argument} is not a regular file")
            return file.read(limit + 1)
    except OSError as error:
        raise UsageError(f"{argument} cannot be read: {reason_of(error)}") from None
