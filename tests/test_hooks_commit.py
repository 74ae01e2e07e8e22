"""The hooks pre-commit and pre-merge-commit, as git itself runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from briefs import GOOD, LINE
from hooking import FOUND, SYSTEM, find_packetlint, install, said, unchecked
from tables import holds

if TYPE_CHECKING:
    from gitrepo import Repo, Result

_ODD = ("two words.md", "ümläut/ß.md", "-dash.md", "quo\"te'.md", "line\nbreak.md")


@pytest.fixture
def hooked(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Give a repository with the usual hooks, and packetlint on PATH."""
    find_packetlint(monkeypatch)
    install(repo)
    return repo


def _commit(repo: Repo, *arguments: str, cwd: str = ".") -> Result:
    return repo.run("git", "commit", "--message", "work", *arguments, cwd=cwd)


@holds("git", "commit")
@holds("git", "commit-all")
def test_the_index_is_judged_and_not_the_working_tree(hooked: Repo) -> None:
    hooked.write({"a.md": LINE})
    hooked.add()
    hooked.write({"a.md": GOOD})
    assert _commit(hooked).returncode == 1
    assert _commit(hooked, "--all").returncode == 0


@holds("git", "commit-path")
def test_a_path_that_is_committed_alone_is_judged_alone(hooked: Repo) -> None:
    hooked.commit({"a.md": GOOD, "b.md": GOOD})
    hooked.write({"a.md": LINE, "b.md": f"{GOOD}\n"})
    assert _commit(hooked, "b.md").returncode == 0
    assert "a.md:7" in said(_commit(hooked, "a.md"))


@pytest.mark.parametrize("name", _ODD)
def test_a_file_of_any_name_is_judged(hooked: Repo, name: str) -> None:
    hooked.write({name: LINE})
    hooked.add()
    done = _commit(hooked)
    assert done.returncode == 1
    assert FOUND in said(done)


@holds("git", "amend")
def test_a_commit_below_the_top_and_an_amended_one_are_judged(hooked: Repo) -> None:
    hooked.commit({"sub/a.md": GOOD})
    hooked.write({"sub/a.md": LINE})
    hooked.add()
    assert _commit(hooked, cwd="sub").returncode == 1
    assert _commit(hooked, "--amend").returncode == 1


def test_no_verify_passes_by(hooked: Repo) -> None:
    hooked.write({"a.md": LINE})
    hooked.add()
    assert _commit(hooked, "--no-verify").returncode == 0


def _branched(repo: Repo, files: dict[str, str]) -> None:
    """Make a branch `side` with these files, unchecked, and go on with main."""
    repo.commit({"README.md": "# Read me\n"})
    repo.git("checkout", "--quiet", "-b", "side")
    unchecked(repo, files)
    repo.git("checkout", "--quiet", "main")
    repo.commit({"other.txt": "x\n"})


@holds("git", "merge")
def test_a_merge_is_judged_before_it_is_made(hooked: Repo) -> None:
    _branched(hooked, {"a b.md": LINE})
    done = hooked.run("git", "merge", "--no-edit", "side")
    assert done.returncode == 1
    assert "a b.md:7:38" in said(done)
    hooked.write({"a b.md": GOOD})
    hooked.add()
    assert _commit(hooked).returncode == 0


def test_a_clean_merge_is_made(hooked: Repo) -> None:
    _branched(hooked, {"a.md": GOOD})
    assert hooked.run("git", "merge", "--no-edit", "side").returncode == 0


def test_options_come_from_gits_own_configuration(hooked: Repo) -> None:
    hooked.write({"a.md": LINE, "packetlint.toml": 'exclude = ["*.md"]\n'})
    hooked.add()
    assert _commit(hooked, "--dry-run").returncode == 0
    hooked.git("config", "packetlint.options", "--isolated --select file*,brief/*")
    assert _commit(hooked).returncode == 1


def _with_module(tmp_path: Path) -> str:
    """Give a PATH with a python3 that has packetlint as a module, and no program of that name."""
    directory = tmp_path / "bin"
    directory.mkdir()
    python = directory / "python3"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    return f"{directory}{os.pathsep}{SYSTEM}"


def test_python_runs_packetlint_where_there_is_no_program(hooked: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", _with_module(tmp_path))
    hooked.write({"a.md": LINE})
    hooked.add()
    done = subprocess.run(["git", "commit", "-m", "x"], cwd=hooked.top, capture_output=True, check=False)
    assert done.returncode == 1
    assert FOUND in said(done)


def test_nothing_of_the_repository_is_run(hooked: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's directory `packetlint` must not pass for the module."""
    monkeypatch.setenv("PATH", _with_module(tmp_path))
    hooked.write({"packetlint/__init__.py": "open('stolen', 'w')\n", "packetlint/__main__.py": "open('stolen', 'w')\n", "a.md": LINE})
    hooked.add()
    done = subprocess.run(["git", "commit", "-m", "x"], cwd=hooked.top, capture_output=True, check=False)
    assert (done.returncode, FOUND in said(done)) == (1, True)
    assert not (hooked.top / "stolen").exists()


@pytest.mark.parametrize("hook", ["pre-commit", "pre-merge-commit", "pre-push", "pre-receive"])
def test_a_missing_packetlint_is_one_line_and_refuses(hook: str, tmp_path: Path) -> None:
    path = Path(__file__).resolve().parents[1] / "hooks" / hook
    done = subprocess.run(["/bin/sh", str(path), "origin"], env={"PATH": str(tmp_path)}, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"packetlint is not on PATH")
    assert done.stderr.count(b"\n") == 1
