"""What whole processes take: the shortest of several runs, the one that the machine disturbed least."""

from __future__ import annotations

import json
import os
import resource
import shlex
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


ROUNDS = 4


class Spent(NamedTuple):
    """Seconds that a process and its children took: by the clock, and of processors."""

    clock: float
    processor: float


def shortest(commands: Sequence[Sequence[str]], cwd: Path, environment: Mapping[str, str], runs: int) -> list[float]:
    """Give the seconds by the clock that each command takes, measured with hyperfine where it is installed.

    The commands take turns: what disturbs the machine for some seconds must not fall on one of them alone.
    Raises ValueError where one ends with neither 0 nor 1 (findings).
    """
    rounds = [[_shortest(command, cwd, environment, runs // ROUNDS) for command in commands] for _ in range(ROUNDS)]
    return [min(times) for times in zip(*rounds, strict=True)]


def _shortest(command: Sequence[str], cwd: Path, environment: Mapping[str, str], runs: int) -> float:
    hyperfine = shutil.which("hyperfine")
    if hyperfine is None:
        return least(command, cwd, environment, runs).clock
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        options = ["-N", "--ignore-failure", "--style", "none", "--warmup", "1", "--runs", str(runs), "--export-json", report.name]
        subprocess.run([hyperfine, *options, shlex.join(command)], cwd=cwd, env=_all(environment), check=True, capture_output=True)
        result = json.loads(Path(report.name).read_bytes())["results"][0]
    _require_done(command, result["exit_codes"])
    return float(result["min"])


def least(command: Sequence[str], cwd: Path, environment: Mapping[str, str], runs: int, before: Callable[[], object] = bool) -> Spent:
    """Give the seconds of the processor as well, by a loop of our own; `before` is called before each run. Raises as `shortest` does."""
    times, statuses = [], []
    for _ in range(runs):
        before()
        used, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(command, cwd=cwd, env=_all(environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        clock, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(Spent(clock, after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime))
        statuses.append(done.returncode)
    _require_done(command, statuses)
    return least_of(times)


def least_of(times: Sequence[Spent]) -> Spent:
    """Give the least of each, which need not be of one run."""
    return Spent(min(spent.clock for spent in times), min(spent.processor for spent in times))


def _require_done(command: Sequence[str], statuses: Sequence[int]) -> None:
    if not set(statuses) <= {0, 1}:
        raise ValueError(f"{shlex.join(command)} ended with {statuses}")


def _all(environment: Mapping[str, str]) -> dict[str, str]:
    return {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, **environment}
