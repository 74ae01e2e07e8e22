"""Disturb every command that writes, and the check: kill it in a write, end it by a signal at any moment, leave it no room.

After each fault every file is the old one or the new one, whole; the next run does the job and leaves nothing behind.
`python tests/faults.py N` does it N times for each command and kind of fault.
"""

from __future__ import annotations

import io
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from faultjobs import CHECK, JOBS
from gitrepo import Repo, Result, program
from killed import MOMENTS, WHEN

from packetlint.cli.main import main as main_of_packetlint

if TYPE_CHECKING:
    from collections.abc import Callable

    from faultjobs import Job

_KILLED = str(Path(__file__).with_name("killed.py"))
_LONGEST = 0.6  # seconds; longer than any of the commands takes
_ROOM = 64  # bytes that a file may have where there is no room


def environment(top: Path) -> dict[str, str]:
    """Give the variables of a run: the person's home is beside the tree, and no repository around it is seen."""
    return {
        **os.environ,
        "HOME": str(top.parent / "home"),
        "XDG_CACHE_HOME": str(top.parent / "cache"),
        "GIT_CEILING_DIRECTORIES": str(top.parent),
    }


def run(top: Path, argv: list[str], room: int | None = None) -> Result:
    """Run a program in the tree; `room` is how many bytes a file may have at most."""
    limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))) if room is not None else None
    return subprocess.run(argv, cwd=top, env=environment(top), capture_output=True, check=False, timeout=60, preexec_fn=limit)


def disturb(job: Job, top: Path, number: int, fault: Callable[[Job, Path], None]) -> None:
    """Do the job once, change its inputs, disturb it, and look at every file; then do it again. Raises AssertionError."""
    _done(job, top, number)
    job.fill(top, number + 1)
    before = job.written(top)
    fault(job, top)
    after = job.written(top)
    _done(job, top, number + 1, fill=job.name != "fix")
    new = job.written(top)
    assert set(after) <= set(before) | set(new) | _temporary(after), f"{job.name} left {set(after) - set(before) - set(new)}"
    for path in after.keys() - _temporary(after):
        assert after[path] in (before.get(path), new.get(path)), f"{job.name}: {path} is neither the old nor the new one"
    left = [str(path) for path in top.parent.rglob(".packetlint-*")]
    assert not left, f"{job.name}: the next run left {left}"


def _temporary(files: dict[str, bytes]) -> set[str]:
    return {path for path in files if path.rpartition("/")[2].startswith(".packetlint-")}


def _done(job: Job, top: Path, number: int, *, fill: bool = True) -> None:
    """Do the job without a fault, in this process."""
    if fill:
        job.fill(top, number)
    before, words = Path.cwd(), io.StringIO()
    os.chdir(top)
    try:
        with patch.dict(os.environ, environment(top), clear=True), redirect_stdout(words), redirect_stderr(words):
            status = main_of_packetlint(list(job.argv))
    finally:
        os.chdir(before)
    assert status in (job.status, 0), (job.name, status, words.getvalue())


# -- the faults ------------------------------------------------------------------------------


def kill_in_write(source: random.Random) -> Callable[[Job, Path], None]:
    """Give the fault: SIGKILL right before or after a file is made, flushed or renamed."""

    def fault(job: Job, top: Path) -> None:
        moment, nth = f"{source.choice(WHEN)}-{source.choice(list(MOMENTS))}", source.choice((1, 1, 2, 5))
        done = run(top, [sys.executable, _KILLED, moment, str(nth), *job.argv])
        assert done.returncode in (-signal.SIGKILL, job.status), (job.name, moment, done.returncode, done.stderr)

    return fault


def end(number: signal.Signals, source: random.Random) -> Callable[[Job, Path], None]:
    """Give the fault: a signal at a random moment, once in a while to git too, as a terminal sends it."""

    def fault(job: Job, top: Path) -> None:
        process = subprocess.Popen(
            [program("packetlint"), *job.argv],
            cwd=top, env=environment(top), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        time.sleep(source.uniform(0, _LONGEST))
        if process.poll() is None:
            (os.killpg if source.random() < 0.5 else os.kill)(process.pid, number)
        _, error = process.communicate(timeout=60)
        hold_to_end(job, number, process.returncode, error.decode())

    return fault


def hold_to_end(job: Job, number: signal.Signals, status: int, error: str) -> None:
    """Assert that a run ended as it should: done already, by the signal, or with the status that stands for it."""
    if status in (job.status, 0) and "Traceback" not in error:
        return
    if number == signal.SIGINT and not _is_before_packetlint(error):
        assert status in (130, -signal.SIGINT), (job.name, status, error)
        assert error.count("\n") <= 1, (job.name, status, error)
    elif number != signal.SIGINT:
        assert status in (-number, 128 + number), (job.name, status, error)


def _is_before_packetlint(error: str) -> bool:
    """Say whether an interrupt came while Python itself started: no line of ours ran, so that none can say how it ends."""
    frames = re.findall(r'File "([^"]*)", line \d+, in (\S+)', error)
    return "KeyboardInterrupt" in error and not any("/packetlint/" in file and name != "<module>" for file, name in frames)


def leave_no_room(job: Job, top: Path) -> None:
    """Have no file grow: nothing is changed then, and a line says why."""
    before = job.written(top)
    done = run(top, [program("packetlint"), *job.argv], room=_ROOM)
    assert done.returncode in (1, 2), (job.name, done.returncode)
    lines = done.stderr.decode().splitlines()
    assert any("cannot be written" in line or "large" in line for line in lines), (job.name, lines)
    assert "Traceback" not in done.stderr.decode()
    assert job.written(top) == before, f"{job.name} changed something"


FAULTS: dict[str, Callable[[random.Random], Callable[[Job, Path], None]]] = {
    "kill in a write": kill_in_write,
    "SIGKILL": lambda source: end(signal.SIGKILL, source),
    "SIGTERM": lambda source: end(signal.SIGTERM, source),
    "SIGINT": lambda source: end(signal.SIGINT, source),
    "no room": lambda _: leave_no_room,
}
ENDS = tuple(FAULTS)[:-1]


def disturb_check(repo: Repo, fault: Callable[[Job, Path], None]) -> None:
    """Disturb a check that keeps what it reads: the next ones have the answer of one that was not disturbed. Raises AssertionError."""
    argv, place = [program("packetlint"), *CHECK.argv], repo.top.parent / "cache" / "packetlint"
    answer = run(repo.top, argv)
    shutil.rmtree(place)
    fault(CHECK, repo.top)
    again, third = run(repo.top, argv), run(repo.top, argv)
    assert (again.stdout, again.stderr) == (third.stdout, third.stderr) == (answer.stdout, answer.stderr)
    left = {path.name for path in place.iterdir() if path.suffix not in (".jsonl", ".last")}
    assert not left, f"the cache is left with {left}"


def committed(top: Path) -> Repo:
    """Make the repository that is checked."""
    repo = Repo(top)
    repo.write(CHECK.inputs(0))
    repo.add()
    repo.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "all")
    return repo


def main() -> int:
    """Disturb as often as the argument says."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    source = random.Random()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a script ignores in what it runs behind `&`
    with tempfile.TemporaryDirectory() as directory:
        repo = committed(Path(directory) / "tree")
        for name in ENDS:
            for _ in range(times):
                disturb_check(repo, FAULTS[name](source))
    sys.stdout.write(f"{', '.join(ENDS)}: {times} times each of a check that keeps what it reads; every answer right\n")
    for name, make in FAULTS.items():
        for job in JOBS:
            with tempfile.TemporaryDirectory() as directory:
                top = Path(directory) / "tree"
                top.mkdir()
                for number in range(times):
                    disturb(job, top, number, make(source))
        sys.stdout.write(f"{name}: {times} times each of {', '.join(job.name for job in JOBS)}; every file whole\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
