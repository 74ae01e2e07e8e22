"""Git's own hooks in repositories of tests: packetlint on PATH, installed hooks, a server to push to."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from gitrepo import Repo, program

if TYPE_CHECKING:
    import pytest
    from gitrepo import Result

FOUND = "error[brief/file-line-reference]"
SYSTEM = "/usr/local/bin:/usr/bin:/bin"


def find_packetlint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the packetlint that is tested on PATH, before any other."""
    monkeypatch.setenv("PATH", f"{Path(program('packetlint')).parent}{os.pathsep}{os.environ['PATH']}")


def install(repo: Repo, *arguments: str, cwd: str = ".") -> list[str]:
    """Run `packetlint install`, which must succeed, and give its lines."""
    done = repo.run("packetlint", "install", *arguments, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def said(done: Result) -> str:
    """Give what a person sees."""
    return (done.stdout + done.stderr).decode()


def unchecked(repo: Repo, files: dict[str, str], message: str = "work") -> str:
    """Commit with the hooks turned off, and give the commit's id."""
    repo.write(files)
    repo.add()
    repo.git("commit", "--quiet", "--no-verify", "--allow-empty", "--message", message)
    return repo.git("rev-parse", "HEAD").decode().strip()


class Server(Repo):
    """A bare repository."""

    def __init__(self, top: Path, *options: str) -> None:
        """Make it."""
        self.top = top
        top.mkdir(parents=True)
        self.git("init", "--quiet", "--bare", *options)

    def refs(self) -> dict[str, str]:
        """Give the refs with the commits they are at."""
        lines = self.git("for-each-ref", "--format=%(refname) %(objectname)").decode().splitlines()
        return dict(line.split(" ") for line in lines)
