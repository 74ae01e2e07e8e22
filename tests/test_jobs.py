"""However many processes judge, they find the same; one that dies loses nothing, and an interrupted run leaves none behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from brains import leaf
from briefs import GOOD, LINE
from geastrees import WORKER, with_packets

from packetlint.cli.judge import _jobs
from packetlint.cli.options import CheckOptions
from packetlint.core.intake import Candidate

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo

FORMATS = ("full", "concise", "json", "sarif", "github", "gitlab", "junit", "html")
_PATHS = f"import sys; sys.path[:0] = {[path for path in sys.path if path]!r}\n"
_RUN = "from packetlint.cli.main import run; run(sys.argv[1:])"
_CHILD = "import os, time, signal\nfrom packetlint.core.{module} import {name}\nparent, real = os.getpid(), {name}.{method}\n"


@pytest.fixture
def mixed(repo: Repo) -> Repo:
    """Give a repository with files of every kind, some of them faulty, some of them nothing."""
    packets = with_packets()
    packets[WORKER] = packets[WORKER].replace(b"quota", b"limit")
    proposal = json.dumps({"schemaVersion": "2.0.0", "dispositions": [], "coverageDigest": "sha256:0"})
    faulty = {number: (LINE if number % 3 else GOOD).replace("Ranking", f"Ranking {number}") for number in range(12)}
    repo.commit(
        {
            **packets,
            **{f"issues/{number:02}.md": text for number, text in faulty.items()},
            **{f"plans/{number}.json": proposal for number in range(5)},
            "docs/ignored.md": LINE.replace("## Agent Brief", "<!-- packetlint: ignore-file=brief/* old -->\n## Agent Brief"),
            "docs/broken.md": b"## Agent Brief\n\xff\n",
            **{f"docs/plain-{number}.md": f"# Plain {number}\n" for number in range(12)},
            "project-brain/CONVENTIONS.md": "# Conventions\n",
            **{f"project-brain/tree/{number}.md": leaf(f"/tree/{number + 1}.md") for number in range(8)},
        }
    )
    repo.write({"issues/12.md": LINE})
    return repo


def _check(repo: Repo, *arguments: str, script: str = "") -> subprocess.CompletedProcess[bytes]:
    """Check in a process of its own, with nothing cached, after a script that changes what packetlint does."""
    cache = {"XDG_CACHE_HOME": str(repo.top.parent / "none" / str(time.monotonic_ns()))}
    command = [sys.executable, "-c", f"{_PATHS}{script}{_RUN}", "check", *arguments]
    return subprocess.run(command, cwd=repo.top, env={**os.environ, **cache}, capture_output=True, check=False)


def test_any_number_of_processes_gives_the_same_bytes_in_every_format(mixed: Repo, tmp_path: Path) -> None:
    seen = []
    for jobs in ("1", "2", "5"):
        reports = [(name, str(tmp_path / f"{jobs}.{name}")) for name in FORMATS]
        options = [word for name, file in reports for word in ("--format", name, "--output-file", file)]
        done = _check(mixed, "--jobs", jobs, *options)
        assert done.returncode == 1, done.stderr
        seen.append((done.stdout, done.stderr, *((tmp_path / f"{jobs}.{name}").read_bytes() for name in FORMATS)))
    found = {each["rule"].partition("/")[0] for each in json.loads(seen[0][2 + FORMATS.index("json")])["diagnostics"]}
    assert found == {"brief", "links", "partition", "packet", "file"}
    assert seen[1] == seen[0]
    assert seen[2] == seen[0]


def _dying(module: str, name: str, method: str) -> str:
    """Give a script that lets every process but the first be killed when it begins."""
    dies = f"{name}.{method} = lambda *given: os.kill(os.getpid(), signal.SIGKILL) if os.getpid() != parent else real(*given)\n"
    return _CHILD.format(module=module, name=name, method=method) + dies


@pytest.mark.parametrize("where", [("intake", "Intake", "_share"), ("engine", "Linter", "_share")])
def test_what_a_killed_process_should_have_done_is_done(mixed: Repo, where: tuple[str, str, str]) -> None:
    alone = _check(mixed, "--jobs", "1")
    done = _check(mixed, "--jobs", "3", script=_dying(*where))
    assert (done.returncode, done.stdout, done.stderr) == (alone.returncode, alone.stdout, alone.stderr)


_FAULTY = """
from packetlint.core.engine import Linter
from packetlint.core.errors import ConfigurationError
real = Linter._verdict
def verdict(self, kind, artifact, *given):
    if artifact.path == "issues/12.md":
        raise ConfigurationError("packetlint.toml", "is too slow")
    return real(self, kind, artifact, *given)
Linter._verdict = verdict
"""


def test_what_is_raised_in_a_process_is_said_as_if_there_were_none(mixed: Repo) -> None:
    alone, done = (_check(mixed, "--jobs", jobs, script=_FAULTY) for jobs in ("1", "3"))
    assert (alone.returncode, alone.stderr) == (2, b"packetlint: packetlint.toml: is too slow\n")
    assert (done.returncode, done.stdout, done.stderr) == (alone.returncode, alone.stdout, alone.stderr)


_SLEEPS = _CHILD.format(module="intake", name="Intake", method="_share") + (
    "def sleep(*given):\n    open(f'../{os.getpid()}.pid', 'w').close(); time.sleep(100)\nIntake._share = sleep\n"
)


@pytest.mark.parametrize("send", [os.killpg, os.kill], ids=["to all", "to the first"])
def test_an_interrupted_run_ends_silently_and_leaves_no_process_behind(mixed: Repo, send: Any) -> None:
    command = [sys.executable, "-c", f"{_PATHS}{_SLEEPS}{_RUN}", "check", "--jobs", "3"]
    with subprocess.Popen(command, cwd=mixed.top, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        try:
            while len(asleep := list(mixed.top.parent.glob("*.pid"))) < 3 and process.poll() is None:
                time.sleep(0.02)
            send(process.pid, signal.SIGINT)
            output = process.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, output) == (130, (b"", b""))
    assert len(asleep) == 3
    assert [path.stem for path in asleep if _runs(int(path.stem))] == []


def _runs(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


_BLOBS = """
from packetlint.core.git import discover
from packetlint.core.workers import shared_out
git = discover(".")
oids = [entry.oid for entry in git.index()] * 20
alone = [git.blob(oid, 1 << 20) for oid in oids]
shared = shared_out(lambda share: [git.blob(oid, 1 << 20) for oid in share], oids, 4)
print([blob for share in shared for blob in share] == alone)
"""


def test_processes_do_not_read_each_others_blobs(mixed: Repo) -> None:
    done = subprocess.run([sys.executable, "-c", _PATHS + _BLOBS], cwd=mixed.top, capture_output=True, check=True)
    assert done.stdout == b"True\n"


def test_a_small_run_starts_no_process_unless_it_is_told_to() -> None:
    few, many = ([Candidate(f"{number}.md", named=False) for number in range(count)] for count in (19_999, 20_000))
    assert _jobs(CheckOptions(), few) == 1
    assert _jobs(CheckOptions(), many) == len(os.sched_getaffinity(0))
    assert _jobs(CheckOptions(jobs=7), few) == 7


def test_a_configuration_that_git_ignores_is_known_whoever_read_it(mixed: Repo) -> None:
    """A run that went by one is not remembered for the next."""
    mixed.write({".git/info/exclude": "packetlint.toml\n", "zz/packetlint.toml": 'exclude = ["a.md"]\n', "zz/a.md": LINE})
    command = ["packetlint", "check", "--jobs", "3", "--format", "concise"]
    assert b"zz/a.md" not in mixed.run(*command).stdout
    mixed.write({"zz/packetlint.toml": ""})
    assert b"zz/a.md" in mixed.run(*command).stdout
