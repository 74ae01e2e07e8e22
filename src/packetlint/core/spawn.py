"""Run a program for its output at the least cost: importing `subprocess` takes longer than what git does for a hook."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

CAN_SPAWN = hasattr(os, "posix_spawnp")
_CHUNK = 1 << 16


def output_of(argv: Sequence[bytes], environment: Mapping[str, str]) -> bytes | None:
    """Give a program's standard output; what it says on stderr is dropped.

    None when it did not exit with 0, or where this way of starting one is not there. Raises OSError when it cannot be started.
    """
    return outputs_of([argv], environment)[0] if CAN_SPAWN else None


def outputs_of(
    commands: Iterable[Sequence[bytes]], environment: Mapping[str, str], meanwhile: Callable[[], object] = bool
) -> list[bytes | None]:
    """Run programs side by side and give the output of each, as `output_of` does; `meanwhile` is called while they run.

    Each is started as soon as it is known.
    """
    started = [_start(argv, environment) for argv in commands]
    meanwhile()
    return [_finish(process, read) for process, read in started]


def _start(argv: Sequence[bytes], environment: Mapping[str, str]) -> tuple[int, int]:
    """Start a program; give its process id and the end of the pipe it writes to."""
    read, write = os.pipe()
    try:
        actions = [
            (os.POSIX_SPAWN_DUP2, write, 1),
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        return os.posix_spawnp(argv[0], list(argv), environment, file_actions=actions), read
    except OSError:
        os.close(read)
        raise
    finally:
        os.close(write)


def _finish(process: int, read: int) -> bytes | None:
    try:
        output = b"".join(iter(lambda: os.read(read, _CHUNK), b""))
    finally:
        os.close(read)
    _, status = os.waitpid(process, 0)
    return output if os.waitstatus_to_exitcode(status) == 0 else None
