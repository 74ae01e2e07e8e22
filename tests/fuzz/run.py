"""Make inputs until the minutes are over, go on after a failure, and keep the first input of every class of failure."""

from __future__ import annotations

import argparse
import random
import re
import resource
import secrets
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from contextlib import contextmanager, suppress
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cases import ROOT

from fuzz.corpus import corpus, fixtures
from fuzz.targets import TARGETS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

    from fuzz.corpus import Tree
    from fuzz.targets import Input

KEPT = ROOT / ".cache" / "fuzz"
MEMORY = 4 << 30  # bytes of address space
HANGS = 60  # seconds after which an input is a failure, whatever it waits for
_MOST_CLASSES = 30


class Outcome(NamedTuple):
    """What came of one input: the target, and what is wrong with it, if anything is."""

    target: str
    made: Sequence[Input]
    error: BaseException | None = None

    @property
    def kind(self) -> str:
        """Give what a failure has in common with others of its class: where it came from, and its words without what is in them."""
        frames = traceback.extract_tb(self.error.__traceback__) if self.error else []
        places = [
            f"{Path(frame.filename).stem}:{frame.name}"
            for frame in frames
            if "/packetlint/" in frame.filename or "/tests/" in frame.filename
        ]
        words = re.sub(r"\d+|'[^']*'|\"[^\"]*\"|`[^`]*`", "_", str(self.error))[:160]
        return f"{self.target} {type(self.error).__name__} {' '.join(places[-2:])} {words}"


def tried(seed: str, number: int, trees: Sequence[Tree], only: Sequence[str] = ()) -> Outcome:
    """Make and try the input of that number; the same seed and number make the same input."""
    source = random.Random(f"{seed}/{number}")
    names = [name for name in TARGETS if not only or name in only]
    (target,) = source.choices(names, [TARGETS[name][0] for name in names])
    made: list[Input] = []
    try:
        with _limited():
            TARGETS[target][1](trees, source, made)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        return Outcome(target, made, error)
    return Outcome(target, made)


@contextmanager
def _limited() -> Iterator[None]:
    def stop(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"hangs: not done after {HANGS} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(HANGS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def keep(outcome: Outcome, seed: str, number: int, again: str) -> Path:
    """Write a failing input, what was done with it, and what went wrong."""
    directory = KEPT / f"{outcome.target}-{seed}-{number}"
    for one in outcome.made:
        for path, content in one.tree.items():
            place = directory / "tree" / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    directory.mkdir(parents=True, exist_ok=True)
    trace = "".join(traceback.format_exception(outcome.error)) if outcome.error else ""
    words = "\n".join(one.what for one in outcome.made)
    (directory / "what.txt").write_text(f"{again}\n{words}\n\n{trace}", "utf-8", "backslashreplace")
    return directory


def work(arguments: argparse.Namespace) -> int:
    """Try inputs one by one until the time is over, or somebody has had enough."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    trees = [*fixtures(), *(tree for directory in arguments.corpus for tree in corpus(directory))]
    counts: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    with suppress(KeyboardInterrupt):
        for number in _numbers(arguments):
            outcome = tried(arguments.seed, number, trees, arguments.only)
            counts[outcome.target] += 1
            if outcome.error is not None:
                _tell(outcome, arguments.seed, number, is_new=not classes[outcome.kind])
                classes[outcome.kind] += 1
            if len(classes) == _MOST_CLASSES:
                break
    numbers = ", ".join(f"{times} {name}" for name, times in sorted(counts.items()))
    sys.stdout.write(f"seed {arguments.seed}: {counts.total()} inputs ({numbers}), {classes.total()} failures of {len(classes)} classes\n")
    return int(bool(classes))


def _numbers(arguments: argparse.Namespace) -> Iterator[int]:
    """Yield the numbers of inputs: the one that is asked for, or all until the time is over."""
    if arguments.number is not None:
        yield arguments.number
        return
    until = time.monotonic() + 60 * arguments.minutes
    yield from takewhile(lambda _: time.monotonic() < until, count())


def _tell(outcome: Outcome, seed: str, number: int, *, is_new: bool) -> None:
    """Keep the first input of a class of failures, and say so."""
    if is_new:
        place = keep(outcome, seed, number, f"--seed {seed} --number {number}")
        sys.stdout.write(f"{outcome.kind}\n    kept in {place}\n")
        sys.stdout.flush()


def _parsed(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python tests/fuzz", description=__doc__)
    parser.add_argument("minutes", nargs="?", type=float, default=1.0, help="how long (default: 1)")
    parser.add_argument("--seed", default=None, help="make the inputs of this seed (default: others each time)")
    parser.add_argument("--number", type=int, help="try only the input of this number of the seed")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes at once (default: 1)")
    parser.add_argument("--only", action="append", default=[], choices=list(TARGETS), help="only this target")
    parser.add_argument("--corpus", action="append", default=[], type=Path, metavar="DIR", help="change what is there too")
    arguments = parser.parse_args(argv)
    arguments.seed = arguments.seed or secrets.token_hex(4)
    return arguments


def main() -> int:
    """Run in as many processes as are asked for; 1 where anything failed."""
    arguments = _parsed(sys.argv[1:])
    if arguments.jobs < 2:
        return work(arguments)
    argv = [sys.executable, str(Path(__file__).parent), *sys.argv[1:], "--jobs", "1"]
    runs = [subprocess.Popen([*argv, "--seed", f"{arguments.seed}-{job}"]) for job in range(arguments.jobs)]
    return max([run.wait() for run in runs])
