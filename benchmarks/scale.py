"""Measure packetlint on monorepos of 1,000, 10,000 and 100,000 files: time, processor time, memory, and how they grow.

    python -m benchmarks.scale [--files N] [--runs N] [--json FILE] [--docs] [--keep DIRECTORY]

A tenth of the files are artifacts of all kinds (see benchmarks/monorepo.py). Of several runs of a command the least
time counts, and the most memory. What is measured is a real installation in an environment of its own.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.growth import ALONE, WHOLE, Line, rows, table
from benchmarks.install import ROOT, install
from benchmarks.monorepo import make_monorepo
from benchmarks.observed import observe
from benchmarks.rows import Row, placed
from benchmarks.rows import table as ratios

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_PAGE = ROOT / "docs" / "scale.md"
COMMAND = "python -m benchmarks.scale --docs"
SIZES = (1000, 10_000, 100_000)
_PROJECT = "projects/project-000"
_CHANGED = (f"{_PROJECT}/issues/brief-001.md", f"{_PROJECT}/project-brain/tree/area-1/leaf-001.md")


class Work(NamedTuple):
    """Something to measure: its name, the command, and what is done before each run of it."""

    name: str
    command: Sequence[str]
    before: Callable[[], object] = bool


def measure(directory: Path, binary: Path, files: int, runs: int) -> Iterator[Line]:
    """Make a repository of so many files and measure everything on it."""
    top, cache = directory / f"files-{files}", directory / f"cache-{files}"
    if not top.exists():
        make_monorepo(top, files)
    environment = {"HOME": str(directory), "XDG_CACHE_HOME": str(cache)}
    for work in _works(top, cache, binary):
        seen = []
        for run in range(runs + 1):  # the memory of one, the time of the others: watching takes time
            work.before()
            seen.append(observe(work.command, top, environment, is_watched=run == 0))
        if not {one.status for one in seen} <= {0, 1}:
            raise ValueError(f"{work.name} ended with {[one.status for one in seen]}: {seen[0].said}")
        watched, *timed = seen
        least = min(timed, key=lambda one: one.clock)
        yield Line(files, work.name, least._replace(memory=watched.memory, processor=min(one.processor for one in timed)))


def _works(top: Path, cache: Path, binary: Path) -> list[Work]:
    def forget() -> None:
        shutil.rmtree(cache, ignore_errors=True)

    def change() -> None:
        for path in _CHANGED:
            with (top / path).open("a", encoding="utf-8") as file:
                file.write("\nOne more line.\n")

    def stage() -> None:
        change()
        subprocess.run(["git", "add", *_CHANGED], cwd=top, check=True)

    def start_again() -> None:
        forget()
        stage()

    check = [str(binary / "packetlint"), "check"]
    hook = [str(binary / "packetlint-all"), *_CHANGED]
    return [
        Work(ALONE, [*check, "--jobs", "1"], forget),
        Work(WHOLE, check, forget),
        Work("check, nothing changed", check),
        Work("check, two files changed", check, change),
        Work("hook, two files changed", hook, stage),
        Work("hook, two files changed, nothing cached", hook, start_again),
        Work("rebuild --check", [str(binary / "packetlint"), "rebuild", "--check"]),
    ]


def main() -> int:
    """Measure, print the tables, and give 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, metavar="N", help="only a repository of so many files")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="how often each is run (default: 3)")
    parser.add_argument("--json", metavar="FILE", help="write the ratios there, with what was measured; - is standard output")
    parser.add_argument("--docs", action="store_true", help="write the table into docs/scale.md")
    parser.add_argument("--keep", metavar="DIRECTORY", help="make the repositories there, and use those that are there")
    arguments = parser.parse_args()
    sizes = (arguments.files,) if arguments.files else SIZES
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(arguments.keep or temporary).absolute()
        place.mkdir(parents=True, exist_ok=True)
        binary = install(Path(temporary) / "venv")
        lines = [line for files in sizes for line in measure(place, binary, files, arguments.runs)]
    found = list(rows(lines))
    document = json.dumps([{**row.document(), "measured": _measured(row, lines)} for row in found], indent=2) + "\n"
    if arguments.json and arguments.json != "-":
        Path(arguments.json).write_text(document, encoding="utf-8")
    if arguments.docs:
        _PAGE.write_text(placed(_PAGE.read_text(encoding="utf-8"), table(lines), COMMAND), encoding="utf-8")
    sys.stdout.write(document if arguments.json == "-" else f"{table(lines)}\n{ratios(found)}")
    return int(any(row.is_missed for row in found))


def _measured(row: Row, lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Give what was measured of the work that a row is about."""
    return [line.document() for line in lines if row.work.startswith((f"{line.work}:", f"most memory: {line.work},"))]


if __name__ == "__main__":
    sys.exit(main())
