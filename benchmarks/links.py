"""Measure the link hook on brains of 1,000, 5,000 and 10,000 leaves: cold, warm, and one changed leaf.

    python -m benchmarks.links [--json]

Every figure is the time of whole processes by the clock, the least of some runs, as a ratio to something of the
same run; against the existing validator, whose processor time is known, it is processor time. The last column of a
row is its bar. What is measured is a real installation in an environment of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.brains import make_brain
from benchmarks.install import install
from benchmarks.rows import Row, print_rows

SIZES = (1000, 5000, 10_000)
_READ = """
import os
for directory, _, names in os.walk("project-brain"):
    for name in names:
        with open(os.path.join(directory, name), encoding="utf-8") as file:
            file.read().splitlines()
"""
_EXISTING = 18.3  # seconds that the existing validator of such trees takes for 5,000 leaves on a machine like this


class Spent(NamedTuple):
    """Seconds that a process took: by the clock, and of processors."""

    clock: float
    processor: float


def measure(directory: Path) -> list[Row]:
    """Measure every row of the speed table that concerns links."""
    binary = install(directory / "venv")
    timed = {size: _Brain(directory, binary, size).times() for size in SIZES}
    start = _least([str(binary / "python"), "-c", "import argparse, regex"], directory, {}, runs=20)
    cold, warm, changed, read = timed[5000]
    return [
        Row("`packetlint-links`, one changed leaf of 5,000", "`python -c 'import argparse, regex'`", changed.clock / start.clock, 6.0),
        Row("whole brain of 5,000 leaves, cold", "reading its files and splitting their lines", cold.clock / read.clock, 4.0),
        Row("10,000 leaves, cold", "1,000 leaves, cold", timed[10_000][0].clock / timed[1000][0].clock, 11.0),
        Row("whole brain of 5,000 leaves, unchanged", "cold", warm.clock / cold.clock, 1 / 8),
        Row("whole brain of 5,000 leaves, cold", f"{_EXISTING} s, an existing validator", cold.processor / _EXISTING, 1 / 10),
        Row("whole brain of 5,000 leaves, unchanged", f"{_EXISTING} s, an existing validator", warm.processor / _EXISTING, 1 / 100),
    ]


class _Brain:
    """One generated brain, with a cache directory of its own."""

    def __init__(self, directory: Path, binary: Path, size: int) -> None:
        self.top = directory / f"brain-{size}"
        self.cache = directory / f"cache-{size}"
        self.environment = {"XDG_CACHE_HOME": str(self.cache), "HOME": str(directory)}
        self.binary = binary
        make_brain(self.top, size)

    def times(self) -> tuple[Spent, Spent, Spent, Spent]:
        """Give what a cold run takes, a warm one, one with a changed leaf, and only reading the files."""
        whole = [str(self.binary / "packetlint"), "check", "--select", "links", "."]
        read = _least([str(self.binary / "python"), "-c", _READ], self.top, self.environment)
        cold = _least_of([self._cold(whole) for _ in range(8)])
        warm = _least(whole, self.top, self.environment, runs=10)
        return cold, warm, self._changed(), read

    def _cold(self, command: list[str]) -> Spent:
        shutil.rmtree(self.cache, ignore_errors=True)
        return _least(command, self.top, self.environment, runs=1)

    def _changed(self) -> Spent:
        leaf = "project-brain/tree/area-003/part-3/leaf-00132.md"
        with (self.top / leaf).open("a") as file:
            file.write("\nOne more line.\n")
        subprocess.run(["git", "add", "."], cwd=self.top, check=True)
        return _least([str(self.binary / "packetlint-links"), leaf], self.top, self.environment, runs=10)


def _least(command: list[str], cwd: Path, environment: dict[str, str], runs: int = 8) -> Spent:
    """Give the least times of several runs."""
    times = []
    for _ in range(runs):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, cwd=cwd, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, check=True)
        after, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - start
        times.append(Spent(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return _least_of(times)


def _least_of(times: list[Spent]) -> Spent:
    return Spent(min(spent.clock for spent in times), min(spent.processor for spent in times))


def main() -> int:
    """Measure, print the table (or JSON), and give 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        rows = measure(Path(directory))
    if arguments.json:
        print(json.dumps([row._asdict() for row in rows], indent=2))
    else:
        print_rows(rows)
    return int(any(row.ratio > row.bar for row in rows))


if __name__ == "__main__":
    sys.exit(main())
