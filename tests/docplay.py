"""Play a page of the documentation in a scratch repository: write its files, run its commands, compare what they print."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from docpages import SITE, blocks_of
from gitrepo import program
from precommit_home import environment, hook_repository

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docpages import Block, Step
    from gitrepo import Repo, Result

GAP = "..."  # stands for any number of lines
# What needs the network, another machine or the project's own checkout. A test of its own says what is known of each.
ELSEWHERE = re.compile(r"(?:pip|gh|make|hyperfine)\b")


def play(page: str, text: str, repo: Repo) -> int:
    """Play a page from top to bottom, and give how many commands ran. A difference fails the test, with its line."""
    ran = 0
    for block in blocks_of(text):
        if name := block.noted("file"):
            repo.write({name: _local(block.text) if name == ".pre-commit-config.yaml" else block.text})
        elif block.tag == "console":
            ran += _play_block(page, block, repo)
    return ran


def _local(configuration: str) -> str:
    """Let a configuration of pre-commit take the hooks from this checkout: the page names a release."""
    repository, revision = hook_repository()
    return re.sub(r"rev: \S+", f"rev: {revision}", configuration.replace(SITE, str(repository)))


def _play_block(page: str, block: Block, repo: Repo) -> int:
    steps = [step for step in block.steps if not ELSEWHERE.match(step.command)]
    for step in steps:
        wanted = int(block.noted("exits") or 0) if step is steps[-1] else 0
        expect(step, wanted, repo, f"{page}, block at line {block.line}")
    return len(steps)


def expect(step: Step, status: int, repo: Repo, place: str) -> None:
    """Run a command; fail unless it ends with this status and prints what is shown."""
    done = run(step.command, repo)
    said = f"{place}: $ {step.command}\n{_output(done)}"
    assert done.returncode == status, f"exits {done.returncode}, not {status}: {said}"
    assert not step.shown or occurs(step.shown, _output(done).rstrip().splitlines()), f"shows something else: {said}"


def run(command: str, repo: Repo, **variables: str) -> Result:
    """Run a line as a person's shell would, with packetlint and pre-commit on PATH."""
    path = f"{Path(program('packetlint')).parent}{os.pathsep}{os.environ['PATH']}"
    hooks = environment() if "pre-commit" in command or "git commit" in command else {}
    return repo.run("sh", "-c", command, env={**os.environ, **hooks, "PATH": path, **variables})


def _output(done: Result) -> str:
    return (done.stdout + done.stderr).decode()


def occurs(shown: Sequence[str], output: Sequence[str]) -> bool:
    """Say whether the output is what is shown: three dots stand for any number of lines, at a line's end for the rest of it."""
    wanted = "".join("(?:.*\n)*?" if line == GAP else f"{_line(line.rstrip())}\n" for line in shown)
    return re.fullmatch(wanted, "".join(f"{line.rstrip()}\n" for line in output)) is not None


def _line(shown: str) -> str:
    return f"{re.escape(shown.removesuffix(GAP))}.*" if shown.endswith(GAP) else re.escape(shown)
