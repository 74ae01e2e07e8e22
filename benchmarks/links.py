"""What a brain of 1,000, 5,000 and 10,000 leaves takes: cold, unchanged, and with one changed leaf.

Against the existing validator of such trees, whose processor time is known, it is processor time that counts.
"""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.brains import make_brain
from benchmarks.rows import Row
from benchmarks.starts import AGAINST_START, START
from benchmarks.timing import ROUNDS, Spent, least, least_of, shortest

if TYPE_CHECKING:
    from pathlib import Path

SIZES = (1000, 5000, 10_000)
_LEAF = "project-brain/tree/area-003/part-3/leaf-00132.md"
_READ = """
import os
for directory, _, names in os.walk("project-brain"):
    for name in names:
        with open(os.path.join(directory, name), encoding="utf-8") as file:
            file.read().splitlines()
"""
_EXISTING = 18.3  # seconds that the existing validator takes for 5,000 leaves on a machine like this
_AGAINST_EXISTING = f"{_EXISTING} s of processor time, an existing validator"


class Times(NamedTuple):
    """What a run takes with an empty cache and with nothing changed, and what only reading the files takes.

    `changed` is what a hook on one changed leaf takes, in starts of Python.
    """

    cold: Spent
    warm: Spent
    reading: float
    changed: float


def measure(directory: Path, binary: Path) -> list[Row]:
    """Measure the programs in `binary` on brains made in `directory`."""
    few, some, many = (_Brain(directory, binary, size).times() for size in SIZES)
    whole = "whole brain of 5,000 leaves"
    return [
        Row("`packetlint-links`, one changed leaf of 5,000", AGAINST_START, some.changed, 6.0),
        Row(f"{whole}, cold", "reading its files and splitting their lines", some.cold.clock / some.reading, 4.0),
        Row("10,000 leaves, cold", "1,000 leaves, cold", many.cold.clock / few.cold.clock, 11.0),
        Row(f"{whole}, unchanged", "cold", some.warm.clock / some.cold.clock, 1 / 8),
        Row(f"{whole}, cold", _AGAINST_EXISTING, some.cold.processor / _EXISTING, 1 / 10),
        Row(f"{whole}, unchanged", _AGAINST_EXISTING, some.warm.processor / _EXISTING, 1 / 100),
    ]


class _Brain:
    """One generated brain, with a cache directory of its own."""

    def __init__(self, directory: Path, binary: Path, size: int) -> None:
        self.top = directory / f"brain-{size}"
        self.cache = directory / f"cache-{size}"
        self.environment = {"XDG_CACHE_HOME": str(self.cache), "HOME": str(directory)}
        self.binary = binary
        make_brain(self.top, size)

    def times(self) -> Times:
        whole = [str(self.binary / "packetlint"), "check", "--select", "links", "."]
        reading, cold, warm = [], [], []
        for _ in range(2 * ROUNDS):  # they take turns, as in `shortest`; what takes long is disturbed more often
            reading.append(least([str(self.binary / "python"), "-c", _READ], self.top, self.environment, 3).clock)
            cold.append(least(whole, self.top, self.environment, 3, lambda: shutil.rmtree(self.cache, ignore_errors=True)))
            warm.append(least(whole, self.top, self.environment, 5))
        return Times(least_of(cold), least_of(warm), min(reading), self._changed())

    def _changed(self) -> float:
        with (self.top / _LEAF).open("a") as file:
            file.write("\nOne more line.\n")
        subprocess.run(["git", "add", "."], cwd=self.top, check=True)
        start = [str(self.binary / "python"), *START]
        starting, hook = shortest([start, [str(self.binary / "packetlint-links"), _LEAF]], self.top, self.environment, runs=20)
        return hook / starting
