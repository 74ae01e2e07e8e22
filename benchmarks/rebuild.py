"""What rebuilding the packets of 1,000 tasks takes against 100, and one packet's share on top of reading its files.

The whole command is measured, where every packet is missing, and where none is. All times are the processor's, and the
trees are in memory where there is a file system for that: how long a disk takes to make a file safe is not what is measured.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.geas import PACKETS, tree
from benchmarks.rows import Row
from benchmarks.timing import least

SIZES = (100, 1000)
_RUNS = 3
_SHARE = 0.003  # seconds that a packet may take
_IN_MEMORY = "/dev/shm"


class Times(NamedTuple):
    """Seconds of processor time: the rebuild of missing packets, the check of current ones, reading the files."""

    write: float
    check: float
    read: float


def measure(directory: Path, binary: Path) -> list[Row]:
    """Measure the programs in `binary` on trees made in memory, else in `directory`."""
    with tempfile.TemporaryDirectory(dir=_IN_MEMORY if Path(_IN_MEMORY).is_dir() else directory) as place:
        few, many = (_times(Path(place) / str(tasks), binary, tasks) for tasks in SIZES)
    share = (many.write - many.read) / (SIZES[1] * PACKETS)
    return [
        Row("`rebuild`, 1,000 tasks", "100 tasks", many.write / few.write, 11.0),
        Row("`rebuild --check`, 1,000 tasks", "100 tasks", many.check / few.check, 11.0),
        Row("`rebuild`, one packet on top of reading its files", f"{_SHARE * 1000:.0f} ms", share / _SHARE, 1.0),
    ]


def _times(top: Path, binary: Path, tasks: int) -> Times:
    for path, content in tree(tasks).items():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(content if isinstance(content, str) else json.dumps(content, indent=2), encoding="utf-8")
    subprocess.run(["git", "init", "--quiet"], cwd=top, check=True)
    command, environment = [str(binary / "packetlint"), "rebuild"], {"HOME": str(top.parent)}
    write = least(command, top, environment, _RUNS, lambda: _forget(top)).processor
    check = least([*command, "--check"], top, environment, _RUNS).processor
    return Times(write, check, min(_reading(top) for _ in range(_RUNS)))


def _forget(top: Path) -> None:
    for folder in list(top.rglob("packets")):
        shutil.rmtree(folder)


def _reading(top: Path) -> float:
    start = time.process_time()
    for path in top.rglob("*.json"):
        path.read_bytes()
    return time.process_time() - start
