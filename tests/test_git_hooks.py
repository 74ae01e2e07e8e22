"""Git's own hooks in hooks/, through core.hooksPath."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from briefs import GOOD, LINE
from gitrepo import program

if TYPE_CHECKING:
    import pytest
    from gitrepo import Repo, Result


def _hook(repo: Repo, *arguments: str) -> Result:
    hooks = Path(__file__).resolve().parents[1] / "hooks"
    repo.git("config", "core.hooksPath", str(hooks))
    return repo.run("git", *arguments)


def test_gits_own_hook_judges_the_index(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{Path(program('git')).parent}{os.pathsep}{os.environ['PATH']}")
    repo.write({"a.md": LINE})
    repo.add()
    repo.write({"a.md": GOOD})
    refused = _hook(repo, "commit", "--message", "work")
    assert refused.returncode == 1
    assert b"a.md:7:38: error[brief/file-line-reference]" in refused.stderr + refused.stdout
    assert _hook(repo, "commit", "--all", "--message", "work").returncode == 0


def test_gits_own_hook_judges_a_merge(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{Path(program('git')).parent}{os.pathsep}{os.environ['PATH']}")
    repo.commit({"README.md": "# Read me\n"})
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit({"a.md": LINE})
    repo.git("checkout", "--quiet", "main")
    repo.commit({"other.txt": "x\n"})
    assert _hook(repo, "merge", "--no-edit", "side").returncode != 0


def test_gits_own_hook_says_when_packetlint_is_missing(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    repo.write({"a.md": GOOD})
    repo.add()
    done = _hook(repo, "commit", "--message", "work")
    assert (done.returncode, done.stderr) == (1, b"packetlint is not on PATH; install it, or commit with --no-verify\n")
