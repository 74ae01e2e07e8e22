"""What a hook takes to start, and what a file costs it."""

from __future__ import annotations

import shutil
import subprocess
import time
from typing import TYPE_CHECKING

from benchmarks.install import ROOT
from benchmarks.rows import Row
from benchmarks.timing import shortest

if TYPE_CHECKING:
    from pathlib import Path

_RUNS, _FEW = 60, 12
_FILES = 3000
_PACKET = (ROOT / "fixtures" / "demo" / "accepted.md").read_text(encoding="utf-8")
_PROPOSAL = ROOT / "fixtures" / "partition" / "realistic" / "good" / "active-set-for-an-outage" / "plans" / "checkout-outage.json"
_PROSE = "The quick brown fox jumps over the lazy dog, and then once more for the agent and its context packet. "
_LINE = 1 << 16
# Each is repeated until it fills the line: what an expression that goes back and forth would take long for.
_HOSTILE = ("a.", "a/", "a.ts:1", "src/a-", "`", "(a", "must ", "1,", "TBD{{", "<!--", "**a", "[a](")
_FORGETFUL = {"HOME": "", "XDG_CACHE_HOME": ""}  # without a cache: what is unchanged would not be read at all
START = ("-c", "import argparse, regex")
AGAINST_START = "`python -c 'import argparse, regex'`"


def measure(directory: Path, binary: Path) -> list[Row]:
    """Measure the programs in `binary` on a repository made in `directory`."""
    top = _repository(directory / "starts")
    hook, python = str(binary / "packetlint-brief"), str(binary / "python")
    start, brief = _times([[python, *START], [hook, "brief.md"]], top)
    call = "import argparse, subprocess; subprocess.run(['git', 'diff', '--cached'])"
    idle, nothing = _times([[python, "-c", call], [str(binary / "packetlint-all")]], top)
    return [
        Row("`packetlint-brief`, one changed brief", AGAINST_START, brief / start, 1.6),
        Row("`packetlint` hook, nothing relevant staged", "`import argparse` and one git call", nothing / idle, 2.0),
        _partition(str(binary / "packetlint-partition"), top),
        Row(f"{_FILES:,} markdown files without a brief, each", "reading the file", _per_file(hook, top), 3.0),
        Row(f"64 KB on one line, the worst of {len(_HOSTILE)}", "64 KB of prose", _hostile(hook, top), 3.0),
    ]


def _partition(hook: str, top: Path) -> Row:
    """Measure one valid proposal against a plain JavaScript validator of the same rules, where there is node."""
    work, against, bar = "`packetlint-partition`, one valid proposal", "`node benchmarks/validate-partition.mjs`", 0.7
    node = shutil.which("node")
    if not node:
        return Row(work, against, None, bar, "node")
    validator = str(ROOT / "benchmarks" / "validate-partition.mjs")
    theirs, ours = _times([[node, validator, "proposal.json"], [hook, "proposal.json"]], top)
    return Row(work, against, ours / theirs, bar)


def _per_file(hook: str, top: Path) -> float:
    names = [f"docs/{number}.md" for number in range(_FILES)]
    reads = [_reading(top, names)]
    many, one = shortest([[hook, *names], [hook, names[0]]], top, _FORGETFUL, _FEW)
    return (many - one) / min(*reads, _reading(top, names))


def _reading(top: Path, names: list[str]) -> float:
    times = []
    for _ in range(_FEW):
        start = time.perf_counter()
        for name in names:
            with open(top / name, "rb") as file:  # noqa: PTH123 - the fastest read is the fair one
                file.read()
        times.append(time.perf_counter() - start)
    return min(times)


def _hostile(hook: str, top: Path) -> float:
    hostile = [[hook, f"hostile-{number}.md"] for number in range(len(_HOSTILE))]
    prose, *others = _times([[hook, "prose.md"], *hostile], top, _FEW)
    return max(others) / prose


def _times(commands: list[list[str]], top: Path, runs: int = _RUNS) -> list[float]:
    return shortest(commands, top, {"HOME": str(top.parent)}, runs)


def _repository(top: Path) -> Path:
    (top / "docs").mkdir(parents=True)
    (top / "src" / "auth").mkdir(parents=True)
    (top / "src" / "auth" / "session.ts").write_text("export {}\n")
    shutil.copy(_PROPOSAL, top / "proposal.json")
    (top / "brief.md").write_text(_PACKET, encoding="utf-8")
    for number in range(_FILES):
        (top / "docs" / f"{number}.md").write_text(f"# Page {number}\n\n{_PROSE * 40}\n")
    for name, text in {"prose": _PROSE, **{f"hostile-{number}": text for number, text in enumerate(_HOSTILE)}}.items():
        line = (text * _LINE)[:_LINE]
        (top / f"{name}.md").write_text(_PACKET.replace("- Telling devices", f"- {line}\n- Telling devices"), encoding="utf-8")
    who = ["-c", "user.name=Benchmark", "-c", "user.email=benchmark@example.org"]
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "files"]):
        subprocess.run(["git", *who, *command], cwd=top, check=True)
    return top
