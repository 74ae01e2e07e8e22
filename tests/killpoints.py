"""Kill `packetlint` at a named point of the first file that it writes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

POINTS = ("made", "half written", "written", "renamed")
_AT_A_POINT = """
import os, signal, sys
from packetlint.core import write
from packetlint.cli.main import run

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

point = sys.argv.pop(1)
opened, replaced = os.fdopen, os.replace
class Half:
    def __init__(self, *given): self.file = opened(*given)
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def fileno(self): return self.file.fileno()
    def writelines(self, chunks): raw = next(iter(chunks)); self.file.write(raw[: len(raw) // 2]); self.file.flush(); die()
if point == "made": write.os.fchmod = die
if point == "half written": write.os.fdopen = Half
if point == "written": write.os.replace = die
if point == "renamed": write.os.replace = lambda *given: (replaced(*given), die())
run()
"""


def kill_at(top: Path, point: str, arguments: Sequence[str]) -> None:
    """Run `packetlint` and have it killed at one of POINTS of the first file that it writes. Raises AssertionError where it is not."""
    command = [sys.executable, "-c", _AT_A_POINT, point, *arguments]
    done = subprocess.run(
        command, cwd=top, capture_output=True, env={**os.environ, "GIT_CEILING_DIRECTORIES": str(top.parent)}, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
