"""Everything that must hold and does not fit into `make test`, in one table with a line a row.

    python -m benchmarks.quality [--minutes N] [--times N] [--only NAME ...]

The rows of tests/tables.py are proven by the tests that name them, the speed table by benchmarks/, the rest by programs
that run for long. What a machine lacks is skipped by name. Gives 1 when a row misses.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.install import ROOT
from benchmarks.lines import Line, of_measurements, of_tests

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

MINUTES, TIMES = 5.0, 50
_NO_TESTS = 5  # pytest's status where all there was is skipped


class Step(NamedTuple):
    """One program: its name in the table, its arguments behind `python`, how its report is read (None: by its status alone)."""

    name: str
    arguments: tuple[str, ...]
    report: Callable[[str, Path], Iterator[Line]] | None = None
    environment: Mapping[str, str] = {}


def steps(minutes: float, times: int, report: str) -> list[Step]:
    """List what there is to run; each program writes its report to the path `report`."""
    tests = ("-m", "pytest", "-q", "-p", "no:randomly", "-n", "2", f"--junitxml={report}")
    return [
        Step("speed", ("-m", "benchmarks.run", "--json", report), of_measurements),
        Step("scale", ("-m", "benchmarks.scale", "--json", report), of_measurements),
        Step("memory", ("-m", "benchmarks.context", "--json", report), of_measurements),
        Step("plan", ("benchmarks/partition.py",)),
        Step("rows", (*tests, "-m", "holds"), of_tests),
        Step("properties", (*tests, "-m", "hypothesis"), of_tests, {"PACKETLINT_EXAMPLES": "10"}),
        Step("browser", (*tests, "tests/browser_pages.py"), of_tests),
        Step("sarif", (*tests, "tests/test_formats_sarif_read.py"), of_tests),
        Step("faults", ("tests/faults.py", str(times))),
        Step("fuzz", ("tests/fuzz", str(minutes))),
        Step("coverage", ("-m", "benchmarks.branches")),
    ]


def main() -> int:
    """Run every step, then print the table of all rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=MINUTES, help="how long to fuzz")
    parser.add_argument("--times", type=int, default=TIMES, help="how often to kill, to fill disks and the like")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="run these steps alone")
    arguments = parser.parse_args()
    lines: list[Line] = []
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory) / "report"
        for step in steps(arguments.minutes, arguments.times, str(report)):
            if not arguments.only or step.name in arguments.only:
                lines += _run(step, report)
    print_table(lines)
    return int(any(line.verdict == "miss" for line in lines))


def _run(step: Step, report: Path) -> list[Line]:
    report.unlink(missing_ok=True)
    start = time.monotonic()
    print(f"-- {step.name}: python {' '.join(step.arguments)}", flush=True)
    command, environment = [sys.executable, *step.arguments], {**os.environ, **step.environment}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    sys.stdout.write(done.stdout)
    last = (done.stdout.strip().splitlines() or ["nothing said"])[-1]
    took = f"{time.monotonic() - start:,.0f} s"
    found = list(step.report(step.name, report)) if step.report and report.exists() else []
    is_skipped = done.returncode == _NO_TESTS and found
    if done.returncode and not is_skipped and not any(line.verdict == "miss" for line in found):
        return [*found, Line("miss", step.name, last, f"exit status {done.returncode}")]
    return found or [Line("pass", step.name, last, took)]


def print_table(lines: Sequence[Line]) -> None:
    """Print a line a row, and how many there are of each verdict."""
    width = max((len(line.table) for line in lines), default=0)
    print()
    for line in lines:
        print(f"{line.verdict:4}  {line.table:{width}}  {line.row}  {line.figure}")
    counts = {verdict: sum(line.verdict == verdict for line in lines) for verdict in ("pass", "miss", "skip")}
    print(f"\n{counts['pass']} rows pass, {counts['miss']} miss, {counts['skip']} skipped")


if __name__ == "__main__":
    sys.exit(main())
