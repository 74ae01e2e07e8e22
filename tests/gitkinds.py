"""One small repository with an artifact of every kind, sound or faulty, so that one scenario of git proves all four kinds at once."""

from __future__ import annotations

import json
from contextlib import chdir, redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

import pytest
from brains import BRAIN, leaf
from briefs import GOOD, LINE
from geastrees import CONTRACT, TESTER, WORKER, with_packets
from gitrepo import Repo
from packets import as_bytes, contract
from precommit_home import configuration, environment, hook_repository
from proposals import sealed, sound, text

from packetlint.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gitrepo import Result

BRIEF, LEAF, PLAN = "brief.md", "tree/top.md", "plan.json"
TARGET = "tree/base.md"
FILES = (BRIEF, LEAF, PLAN, CONTRACT)
ALL = {"brief": {BRIEF}, "links": {LEAF}, "partition": {PLAN}, "packet": {TESTER, WORKER}}
"""What is found, by kind, where each of the four files is faulty: a contract's fault is that its packets do not say it."""

NONE: dict[str, set[str]] = {}
SOUND: dict[str, bytes] = {
    **{path: content.encode() for path, content in BRAIN.items()},
    BRIEF: GOOD.encode(),
    PLAN: text(sealed(sound())),
    **with_packets(),
}
FAULTY: dict[str, bytes] = {
    BRIEF: LINE.encode(),
    LEAF: leaf("/tree/gone.md").encode(),
    PLAN: text({**sealed(sound()), "coverageDigest": "sha256:" + "0" * 64}),
    CONTRACT: as_bytes(contract(goal="Refuse it, and say why")),
}


def found(where: Repo | Path, *arguments: str, **variables: str) -> dict[str, set[str]]:
    """Check in process, standing at `where`; give the paths with findings by kind (`file` for those that could not be judged)."""
    return placed(report(where, *arguments, **variables))


def report(where: Repo | Path, *arguments: str, **variables: str) -> list[dict[str, str]]:
    """Check in process and give the diagnostics. A check that could not do its job is a failure of the test."""
    status, printed = run(where, "check", "--format", "json", *arguments, **variables)
    assert status in (0, 1)
    found: list[dict[str, str]] = json.loads(printed)["diagnostics"]
    return found


def placed(diagnostics: list[dict[str, str]]) -> dict[str, set[str]]:
    """Give the paths of diagnostics by kind."""
    paths: dict[str, set[str]] = {}
    for each in diagnostics:
        paths.setdefault(each["rule"].partition("/")[0], set()).add(each["path"])
    return paths


def run(where: Repo | Path, *arguments: str, **variables: str) -> tuple[int, str]:
    """Run a command in process, standing at `where`, with more in the environment; give its status and its output."""
    top = where.top if isinstance(where, Repo) else where
    printed = StringIO()
    with pytest.MonkeyPatch.context() as patch, chdir(top), redirect_stdout(printed):
        for name, value in variables.items():
            patch.setenv(name, value)
        status = main(arguments)
    return status, printed.getvalue()


def then_faulty(repo: Repo) -> str:
    """Commit what is sound, then what is faulty, and give the first commit."""
    first = repo.commit(SOUND)
    repo.commit(FAULTY)
    return first


# -- through the real pre-commit program -------------------------------------------------------------


def hooked(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Have the repository's commits and merges go through the hook `packetlint`, as pre-commit itself installs it."""
    repository, revision = hook_repository()
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    repo.write({".pre-commit-config.yaml": configuration("packetlint", repository=repository, revision=revision)})
    for name, content in _hooks(repo).items():
        path = repo.top / ".git" / "hooks" / name
        path.write_bytes(content)
        path.chmod(0o755)
    return repo


_HOOKS = ("pre-commit", "pre-merge-commit")
_installed: dict[str, bytes] = {}


def _hooks(repo: Repo) -> Mapping[str, bytes]:
    """Give the files that pre-commit installs: the same for every repository, so they are made once."""
    if not _installed:
        assert repo.run("pre-commit", "install", *(word for name in _HOOKS for word in ("-t", name))).returncode == 0
        _installed.update({name: (repo.top / ".git" / "hooks" / name).read_bytes() for name in _HOOKS})
    return _installed


def refused(done: Result) -> dict[str, set[str]]:
    """Give the paths with findings by kind of a commit that the hook refused; nothing where it let it through."""
    shown = (done.stdout + done.stderr).decode().splitlines()
    lines = [line.partition("[") for line in shown if ": error[" in line]
    assert bool(lines) == (done.returncode != 0), shown
    return placed([{"path": place.partition(":")[0], "rule": rest.partition("]")[0]} for place, _, rest in lines])
