"""Real git repositories for tests, and the programs that packetlint installs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Result = subprocess.CompletedProcess[bytes]

WHO = "Ada Example"
MAIL = "ada@example.org"
WHEN = "2024-02-03T04:05:06+00:00"


def identity(config: Path) -> dict[str, str]:
    """Give the environment in which a commit is the same on every machine; `config` is git's only configuration."""
    people = {f"GIT_{role}_{part}": value for role in ("AUTHOR", "COMMITTER") for part, value in _PARTS.items()}
    return {**people, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": str(config), "GIT_TERMINAL_PROMPT": "0"}


_PARTS = {"NAME": WHO, "EMAIL": MAIL, "DATE": WHEN}


def program(name: str) -> str:
    """Give the path of a program that is installed beside this Python."""
    return str(Path(sys.executable).parent / name)


def unmeasured() -> dict[str, str]:
    """Give the environment without what has coverage measured in every process that is started: it imports much."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}


class Repo:
    """A repository in a directory of its own. `top` is its work tree."""

    def __init__(self, top: Path) -> None:
        """Make the directory and the repository, without a commit."""
        self.top = top
        top.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet")

    def git(self, *arguments: str, stdin: bytes | None = None) -> bytes:
        """Run git and give its standard output. A failure of git is a failure of the test, with git's own words."""
        done = self.run("git", *arguments, stdin=stdin)
        assert done.returncode == 0, f"git {' '.join(arguments)}: {done.stderr.decode(errors='replace')}"
        return done.stdout

    def run(self, *argv: str, stdin: bytes | None = None, env: Mapping[str, str] | None = None, cwd: str = ".") -> Result:
        """Run a program at `cwd` below the top; a bare name is looked for beside Python first. Nothing is raised for its status."""
        beside = program(argv[0])
        command = [beside if Path(beside).exists() else argv[0], *argv[1:]]
        return subprocess.run(command, cwd=self.top / cwd, input=stdin or b"", env=env, capture_output=True, check=False, timeout=60)

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files, with the directories they need; text is written as UTF-8 with its line ends as they are."""
        for path, content in files.items():
            target = self.top / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)

    def link(self, path: str, text: str) -> None:
        """Make a symbolic link with this text, with the directories it needs."""
        link = self.top / path
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(text)

    def read(self, path: str) -> str:
        """Give a file's text with its line ends as they are."""
        return (self.top / path).read_bytes().decode()

    def add(self, *paths: str) -> None:
        """Put paths into the index; everything when none is named."""
        self.git("add", "--all", *(("--", *paths) if paths else ()))

    def commit(self, files: Mapping[str, str | bytes] | None = None, message: str = "work") -> str:
        """Write and add `files` (or all there is), commit, and give the commit's id."""
        self.write(files or {})
        self.add()
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD").decode().strip()

    def mv(self, old: str, new: str) -> None:
        """Rename in the work tree and the index."""
        (self.top / new).parent.mkdir(parents=True, exist_ok=True)
        self.git("mv", old, new)

    def rm(self, *paths: str) -> None:
        """Remove from the work tree and the index."""
        self.git("rm", "--quiet", "-r", "--", *paths)
