"""A command that is killed, interrupted, or without room leaves each file old or new, whole, and the next run does the job.

`python tests/faults.py N` does the same N times, at other moments each time.
"""

from __future__ import annotations

import random
import signal
import sys
from typing import TYPE_CHECKING

import pytest
from faultjobs import JOBS
from faults import disturb, end, kill_in_write, leave_no_room, run

from packetlint.cli.main import main
from packetlint.core.errors import is_of_interrupt

if TYPE_CHECKING:
    from pathlib import Path

    from faultjobs import Job

_NAMES = [job.name for job in JOBS]


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """Give the directory of a tree."""
    (tmp_path / "tree").mkdir()
    return tmp_path / "tree"


@pytest.mark.parametrize("job", JOBS, ids=_NAMES)
def test_a_kill_in_a_write_leaves_whole_files(job: Job, top: Path) -> None:
    disturb(job, top, 0, kill_in_write(random.Random(job.name)))


@pytest.mark.parametrize("job", JOBS, ids=_NAMES)
def test_without_room_nothing_is_changed(job: Job, top: Path) -> None:
    disturb(job, top, 0, leave_no_room)


@pytest.mark.parametrize(
    ("name", "number"), [("fix", signal.SIGINT), ("context", signal.SIGINT), ("rebuild", signal.SIGTERM), ("baseline", signal.SIGTERM)]
)
def test_a_signal_at_any_moment_ends_a_run_cleanly(name: str, number: signal.Signals, top: Path) -> None:
    job = JOBS[_NAMES.index(name)]
    disturb(job, top, 0, end(number, random.Random(name)))


_INTERRUPTED = """
import _thread, sys

class Trap:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            _thread.interrupt_main()
            for _ in range(9):
                pass

sys.meta_path.insert(0, Trap())
from packetlint.cli.main import run
run(["check", "--format", "json"])
"""


@pytest.mark.parametrize("module", ["core.errors", "core.paths", "cli.judge", "brief.rules.smells", "cli.formats.json"])
def test_an_interrupt_while_anything_is_imported_is_130_without_a_word(top: Path, module: str) -> None:
    (top / "brief.md").write_text("## Agent Brief\n")
    argv = [sys.executable, "-c", _INTERRUPTED, f"packetlint.{module}"]
    done = run(top, argv)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_what_python_makes_of_an_interrupt_is_one_still(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    def dispatch(_: list[str]) -> int:
        class Made:
            here = Interrupting()

        return bool(Made.here)

    monkeypatch.setattr("packetlint.cli.main._dispatch", dispatch)
    assert main([]) == 130
    assert not is_of_interrupt(ValueError())
