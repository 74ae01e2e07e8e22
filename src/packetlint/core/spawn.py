"""Run a program for its output at the least cost: importing `subprocess` takes longer than what git does for a hook."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CAN_SPAWN = hasattr(os, "posix_spawnp")
_CHUNK = 1 << 16


def output_of(argv: Sequence[bytes], environment: Mapping[str, str]) -> bytes | None:
    """Give a program's standard output, or None when it did not exit with 0; what it says on stderr is dropped.

    Raises OSError when it cannot be started.
    """
    read, write = os.pipe()
    try:
        actions = [
            (os.POSIX_SPAWN_DUP2, write, 1),
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        process = os.posix_spawnp(argv[0], list(argv), environment, file_actions=actions)
        os.close(write)
        write = -1
        chunks = list(iter(lambda: os.read(read, _CHUNK), b""))
        _, status = os.waitpid(process, 0)
    finally:
        os.close(read)
        if write >= 0:
            os.close(write)
    return b"".join(chunks) if os.waitstatus_to_exitcode(status) == 0 else None
