"""Removed targets through the real pre-commit program: the names it passes never hold a deleted file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from brains import BRAIN, leaf
from precommit_home import configuration, environment, hook_repository
from tables import holds

if TYPE_CHECKING:
    from gitrepo import Repo, Result

pytestmark = pytest.mark.xdist_group("pre-commit")

FILES = {**BRAIN, "tree/other.md": leaf("tree/base.md", "/base.md"), "run.py": "print(1)\n"}


@pytest.fixture(params=["packetlint-links", "packetlint"])
def hooked(repo: Repo, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Repo:
    """Give a repository with a brain in it whose commits go through a hook."""
    repository, revision = hook_repository()
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    repo.commit({**FILES, ".pre-commit-config.yaml": configuration(request.param, repository=repository, revision=revision)})
    assert repo.run("pre-commit", "install", "-t", "pre-commit", "-t", "pre-merge-commit").returncode == 0
    return repo


def _commit(repo: Repo, *arguments: str) -> Result:
    return repo.run("git", "commit", "--message", "work", *arguments)


def _places(done: Result) -> list[str]:
    shown = (done.stdout + done.stderr).decode()
    return [line.partition(": error[links/target-removed]")[0] for line in shown.splitlines() if "error[" in line]


@holds("git", "rm")
def test_a_commit_that_only_removes_a_target_is_refused_naming_each_referrer(hooked: Repo) -> None:
    hooked.rm("tree/base.md")
    refused = _commit(hooked)
    assert refused.returncode == 1
    assert _places(refused) == ["tree/other.md:3:5", "tree/other.md:4:5", "tree/top.md:3:5"]
    hooked.write({"tree/other.md": leaf(), "tree/top.md": leaf()})
    hooked.add()
    assert _commit(hooked).returncode == 0


@holds("git", "mv")
def test_a_commit_that_renames_a_target_is_refused_and_passes_when_it_is_mended(hooked: Repo) -> None:
    hooked.mv("tree/base.md", "tree/ground.md")
    hooked.write({"run.py": "print(2)\n"})
    hooked.add()
    refused = _commit(hooked)
    assert (refused.returncode, len(_places(refused))) == (1, 3)
    assert hooked.run("packetlint", "check", "--staged", "--fix").returncode == 1
    hooked.add()
    assert hooked.read("tree/other.md") == leaf("tree/ground.md", "/ground.md")
    done = _commit(hooked)
    assert done.returncode == 0, (done.stdout + done.stderr).decode()


def test_a_range_names_the_referrers_too(hooked: Repo) -> None:
    hooked.rm("tree/base.md")
    hooked.git("commit", "--no-verify", "--quiet", "--message", "gone")
    done = hooked.run("pre-commit", "run", "--from-ref", "HEAD^", "--to-ref", "HEAD")
    assert (done.returncode, _places(done)) == (1, ["tree/other.md:3:5", "tree/other.md:4:5", "tree/top.md:3:5"])


def test_a_commit_of_something_else_passes_whatever_the_work_tree_lacks(hooked: Repo) -> None:
    (hooked.top / "tree" / "base.md").unlink()
    hooked.write({"run.py": "print(3)\n"})
    hooked.add("run.py")
    done = _commit(hooked)
    assert done.returncode == 0, (done.stdout + done.stderr).decode()
