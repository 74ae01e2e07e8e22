"""Run one command, and see what it and all its children take: time, processor time, and the most memory at once.

Memory is what the processes of the tree hold together, a page that several share counted once (Linux: `Pss`). It is looked
at ten times a second where it is asked for, which takes time too; where it cannot be looked at, it is that of the largest single process.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_EVERY = 0.1  # seconds
_MEGABYTE = 1024  # kilobytes


class Observed(NamedTuple):
    """Seconds by the clock and of processors, the most memory at once in megabytes, the exit status, and the last line printed."""

    clock: float
    processor: float
    memory: float
    status: int
    said: str


def observe(command: Sequence[str], cwd: Path, environment: Mapping[str, str], *, is_watched: bool = True) -> Observed:
    """Run a command to its end; watch its memory, or else give that of its largest process."""
    start = time.perf_counter()
    everything = {**os.environ, **environment}
    with subprocess.Popen(command, cwd=cwd, env=everything, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        most = [0]
        done = threading.Event()
        watcher = threading.Thread(target=_watch, args=(process.pid, done, most))
        if is_watched:
            watcher.start()
        output = process.stdout.read() if process.stdout else b""
        done.set()
        _, status, usage = os.wait4(process.pid, 0)
        clock = time.perf_counter() - start
        if is_watched:
            watcher.join()
        process.returncode = os.waitstatus_to_exitcode(status)
    said = output.decode("utf-8", "replace").rstrip().rpartition("\n")[2]
    memory = max(most[0], usage.ru_maxrss) / _MEGABYTE
    return Observed(clock, usage.ru_utime + usage.ru_stime, memory, process.returncode, said)


def _watch(process: int, done: threading.Event, most: list[int]) -> None:
    while not done.wait(_EVERY):
        most[0] = max(most[0], sum(map(_held, _tree(process))))


def _tree(process: int) -> Iterator[int]:
    """Yield a process and all that it started."""
    yield process
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from _tree(int(child))


def _held(process: int) -> int:
    """Give the kilobytes that a process holds, its share of what it has in common with others; 0 where nobody can say."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
