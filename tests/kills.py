"""Kill `packetlint rebuild` at random moments: every packet is then the old one or the new one, whole. `python tests/kills.py N`."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from gitrepo import program
from packets import MISSION, contract

from packetlint.packet.provenance import read_provenance

_TASKS = 40
_LONGEST = 0.6  # about as long as the rebuild takes


def kill(top: Path, source: random.Random) -> None:
    """Change every contract, start a rebuild, kill it at some moment, and look at every packet. Raises AssertionError."""
    mark = f"goal {source.getrandbits(40):x}"
    old = _packets(top)
    _write_contracts(top, mark)
    process = subprocess.Popen(
        [program("packetlint"), "rebuild"], cwd=top, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=_environment(top)
    )
    time.sleep(source.uniform(0.05, _LONGEST))
    process.send_signal(signal.SIGKILL)
    process.wait()
    for path, content in _packets(top).items():
        found = read_provenance(content)
        is_new = mark.encode() in content
        assert found is not None, path
        assert not found.edited, path
        assert is_new or content == old[path], path
    done = subprocess.run([program("packetlint"), "rebuild"], cwd=top, capture_output=True, env=_environment(top), check=False)
    assert done.returncode == 0, done.stderr
    assert all(mark.encode() in content for content in _packets(top).values())
    assert not list(top.rglob(".packetlint-*")), "what a killed run leaves behind is removed by the next"


def _environment(top: Path) -> dict[str, str]:
    return {**os.environ, "GIT_CEILING_DIRECTORIES": str(top.parent)}


def _packets(top: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in top.rglob("packets/*/*.md")}


def _write_contracts(top: Path, goal: str) -> None:
    for number in range(_TASKS):
        path = top / f"{MISSION}/tasks/t{number}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(contract(task_id=f"t{number}", goal=goal)))


def main() -> int:
    """Kill as often as the argument says, in one tree."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    source = random.Random()
    with tempfile.TemporaryDirectory() as directory:
        for _ in range(times):
            kill(Path(directory), source)
    sys.stdout.write(f"{times} kills, every packet whole\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
