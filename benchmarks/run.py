"""Measure a hook's start and its cost per file, as ratios to something in the same run.

    python -m benchmarks.run [--json]

Uses `hyperfine` for whole commands where it is installed (as the ratio in README.md), else its own
loop. What is measured is a real installation in a virtual environment of its own, because an editable
one has no compiled modules where PYTHONDONTWRITEBYTECODE is set.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.install import ROOT, install
from benchmarks.rows import Row, print_rows

RUNS = 40
FILES = 3000
_PACKET = (ROOT / "fixtures" / "demo" / "accepted.md").read_text(encoding="utf-8")
_PROPOSAL = ROOT / "fixtures" / "partition" / "realistic" / "good" / "active-set-for-an-outage" / "plans" / "checkout-outage.json"
_PROSE = "The quick brown fox jumps over the lazy dog, and then once more for the agent and its context packet. "


def main() -> int:
    """Measure every row, print the table (or JSON), and give 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        rows = list(_measure(Path(directory)))
    if arguments.json:
        print(json.dumps([row._asdict() for row in rows], indent=2))
    else:
        print_rows(rows)
    return int(any(row.ratio > row.bar for row in rows))


def _measure(directory: Path) -> list[Row]:
    binary = install(directory / "venv")
    repository = _repository(directory / "repo")
    python, hook = str(binary / "python"), str(binary / "packetlint-brief")
    start = _best([python, "-c", "import argparse, regex"], repository)
    idle = _best([python, "-c", "import argparse, subprocess; subprocess.run(['git', 'diff', '--cached'])"], repository)
    brief = _best([hook, "brief.md"], repository)
    names = [f"docs/{number}.md" for number in range(FILES)]
    return [
        Row("`packetlint-brief`, one changed brief", "`python -c 'import argparse, regex'`", brief / start, 1.6),
        Row("`packetlint` hook, nothing relevant staged", "`import argparse` and one git call", _idle(binary, repository) / idle, 2.0),
        Row(f"{FILES} markdown files without a brief, each", "reading the file", _per_file(hook, names, repository), 3.0),
        Row("64 KB line of `a.`", "64 KB of prose", _hostile(hook, repository), 3.0),
        *_partition(str(binary / "packetlint-partition"), repository),
    ]


def _partition(hook: str, repository: Path) -> list[Row]:
    """Measure one valid proposal against a plain JavaScript validator of the same rules, where there is node."""
    node = shutil.which("node")
    if not node:
        return []
    script = str(ROOT / "benchmarks" / "validate-partition.mjs")
    theirs = _best([node, script, "proposal.json"], repository)
    return [
        Row(
            "`packetlint-partition`, one valid proposal",
            "`node benchmarks/validate-partition.mjs`",
            _best([hook, "proposal.json"], repository) / theirs,
            0.7,
        )
    ]


def _idle(binary: Path, repository: Path) -> float:
    return _best([str(binary / "packetlint-all")], repository)


def _repository(top: Path) -> Path:
    (top / "docs").mkdir(parents=True)
    (top / "src" / "auth").mkdir(parents=True)
    (top / "src" / "auth" / "session.ts").write_text("export {}\n")
    shutil.copy(_PROPOSAL, top / "proposal.json")
    (top / "brief.md").write_text(_PACKET, encoding="utf-8")
    for number in range(FILES):
        (top / "docs" / f"{number}.md").write_text(f"# Page {number}\n\n{_PROSE * 40}\n")
    brief = _PACKET.replace("- Telling devices", "- {text}\n- Telling devices")
    (top / "hostile.md").write_text(brief.replace("{text}", "a." * (1 << 15)), encoding="utf-8")
    (top / "prose.md").write_text(brief.replace("{text}", (_PROSE * 700)[: 1 << 16]), encoding="utf-8")
    who = ["-c", "user.name=Benchmark", "-c", "user.email=benchmark@example.org"]
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "files"]):
        subprocess.run(["git", *who, *command], cwd=top, check=True)
    return top


def _per_file(hook: str, names: list[str], repository: Path) -> float:
    many, one = _best([hook, *names], repository, runs=9), _best([hook, names[0]], repository, runs=9)
    reads = []
    for _ in range(9):
        start = time.perf_counter()
        for name in names:
            with open(repository / name, "rb") as file:  # noqa: PTH123 - the fastest read is the fair one
                file.read()
        reads.append(time.perf_counter() - start)
    return (many - one) / min(reads)


def _hostile(hook: str, repository: Path) -> float:
    return _best([hook, "hostile.md"], repository, runs=9) / _best([hook, "prose.md"], repository, runs=9)


def _best(command: list[str], cwd: Path, runs: int = RUNS) -> float:
    """Give the shortest of several runs in seconds: the one that the machine disturbed least."""
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, cwd=cwd, env=environment, stdout=subprocess.DEVNULL, check=False)
        times.append(time.perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    sys.exit(main())
