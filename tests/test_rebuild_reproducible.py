"""The same tree gives the same bytes: whatever the clock, the zone, the locale, the hash seed, the place and the order of files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from gitrepo import Repo
from test_rebuild import rebuild

if TYPE_CHECKING:
    from collections.abc import Callable

_EXAMPLES = Path(__file__).parent.parent / "fixtures" / "geas"


@pytest.fixture(params=["seed", "nested"])
def example(request: pytest.FixtureRequest, repo: Repo) -> Repo:
    """Give a repository with a committed example tree, without its packets."""
    shutil.copytree(_EXAMPLES / request.param / ".geas", repo.top / ".geas", ignore=shutil.ignore_patterns("packets"))
    repo.commit()
    return repo


def _packets(top: Path) -> dict[str, bytes]:
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in top.rglob("packets/**/*") if path.is_file()}


def _of_example(repo: Repo) -> dict[str, bytes]:
    kind = "nested" if (repo.top / ".geas/missions/mission-rebook/tasks/task-001").is_dir() else "seed"
    return _packets(_EXAMPLES / kind)


@pytest.mark.parametrize(
    "environment",
    [
        {"TZ": "Asia/Seoul"},
        {"TZ": "America/St_Johns", "PYTHONHASHSEED": "7"},
        {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"},
        {"LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "12345"},
        {"PYTHONOPTIMIZE": "2"},
    ],
    ids=str,
)
def test_in_any_environment(example: Repo, environment: dict[str, str]) -> None:
    assert rebuild(example, "--all", **environment).status == 0
    assert _packets(example.top) == _of_example(example)


def _clone(repo: Repo) -> Repo:
    top = repo.top.parent / "a clone, elsewhere"
    repo.git("clone", "--quiet", ".", str(top))
    return Repo(top)


def _reordered(repo: Repo) -> Repo:
    """Write the files again, the last first, so that folders list them in another order; with other times."""
    top = repo.top.parent / "reordered"
    for path in sorted(repo.top.rglob("*"), reverse=True):
        target = top / path.relative_to(repo.top)
        if path.is_file() and ".git" not in path.parts:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
            os.utime(target, (0, 0))
    return Repo(top)


@pytest.mark.parametrize("moved", [_clone, _reordered])
def test_in_any_place(example: Repo, moved: Callable[[Repo], Repo]) -> None:
    other = moved(example)
    assert rebuild(other, "--all").status == 0
    assert _packets(other.top) == _of_example(example)


def test_from_a_commit_as_from_the_files(example: Repo) -> None:
    assert rebuild(example, "--all", "--rev", "HEAD").status == 0
    assert _packets(example.top) == _of_example(example)


def test_a_commit_is_read_and_not_the_files(example: Repo) -> None:
    shutil.rmtree(example.top / ".geas")
    assert rebuild(example, "--all", "--rev", "HEAD").status == 0
    assert _packets(example.top) == _of_example(example)


def test_from_a_subdirectory(example: Repo) -> None:
    assert rebuild(example, "--all", cwd=".geas/missions").status == 0
    assert _packets(example.top) == _of_example(example)
