"""Run `packetlint check` in a repository, for tests of what git makes it judge."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gitrepo import Repo


def check(repo: Repo, *arguments: str, cwd: str = ".", **environment: str) -> tuple[int, list[str]]:
    """Give the status and the findings, one a line, of `check --format concise`."""
    done = repo.run("packetlint", "check", "--format", "concise", *arguments, cwd=cwd, env={**os.environ, **environment})
    return done.returncode, (done.stdout + done.stderr).decode().splitlines()


def places(lines: list[str]) -> list[str]:
    return [line.partition(":")[0] for line in lines[:-1]]
