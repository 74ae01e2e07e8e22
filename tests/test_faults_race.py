"""A file that changes while it is read: what is said of it is never kept as an answer about what git has."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from packetlint.cli.main import main
from packetlint.core.cache import is_blob
from packetlint.core.content import WorkingTree

if TYPE_CHECKING:
    from gitrepo import Repo

_LEAF = "project-brain/tree/l5.md"
_SELF = "---\nsoft_links: [/tree/l5.md]\n---\n"


@pytest.fixture
def brain(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Give a brain of so many leaves that what is read of them is kept, and stand in it."""
    leaves = {f"project-brain/tree/l{number}.md": f"---\nsoft_links: []\n---\n{number}\n" for number in range(60)}
    repo.commit({"project-brain/CONVENTIONS.md": "# Conventions\n", **leaves})
    monkeypatch.chdir(repo.top)
    return repo


def _changing(path: str, during: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a file hold something else just while it is read."""
    read = WorkingTree.read

    def changed(self: WorkingTree, name: str) -> bytes:
        place = Path(path)
        before = place.read_bytes()
        if name == path:
            place.write_text(during)
        try:
            return read(self, name)
        finally:
            if name == path:
                place.write_bytes(before)

    monkeypatch.setattr(WorkingTree, "read", changed)


def _said(capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(["check", "--format", "concise", "."])
    out, err = capsys.readouterr()
    assert not err
    return status, out.splitlines()[0].partition(": ")[0]


def test_what_a_file_held_for_a_moment_is_not_remembered(
    brain: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as during:
        _changing(_LEAF, _SELF, during)
        assert _said(capsys) == (1, f"{_LEAF}:2:14")
    assert _said(capsys)[0] == 0, "the answer was kept"
    for path in Path(os.environ["HOME"]).rglob("*.last"):
        path.unlink()
    assert _said(capsys)[0] == 0, "what was read was kept by the blob's id"


def test_a_file_that_changes_after_it_was_recalled_is_said(
    brain: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    brain.commit({_LEAF: _SELF})
    assert _said(capsys) == (1, f"{_LEAF}:2:14")
    for path in Path(os.environ["HOME"]).rglob("*.last"):
        path.unlink()
    _changing(_LEAF, "---\nsoft_links: [/tree/l6.md, /tree/l5.md]\n---\n", monkeypatch)
    assert main(["check", "--format", "concise", "."]) == 1
    out, err = capsys.readouterr()
    assert not err
    assert out.startswith(f"{_LEAF}:1:1: error[file/unreadable-file] the file changed while it was read")


def test_a_file_that_others_replace_all_the_time_is_judged_as_one_of_them(repo: Repo) -> None:
    texts = [b"## Agent Brief\n" + b"See a.ts:4\n" * 3000, b"## Agent Brief\n" + b"text\n" * 30_000]
    allowed = set()
    for number, text in enumerate(texts):
        repo.write({"brief.md": text, f"../{number}.md": text})
        allowed.add(repo.run("packetlint", "check", "--format", "concise", "brief.md").stdout)
    assert len(allowed) == 2
    replacing = subprocess.Popen([sys.executable, "-c", _REPLACING], cwd=repo.top)
    try:
        said = [repo.run("packetlint", "check", "--format", "concise", "brief.md") for _ in range(4)]
    finally:
        replacing.kill()
        replacing.wait()
    assert {done.stdout for done in said} <= allowed
    assert {done.stderr for done in said} == {b""}


_REPLACING = """
import os, shutil
while True:
    for path in ("../0.md", "../1.md"):
        shutil.copyfile(path, "new")
        os.replace("new", "brief.md")
"""


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_bytes_are_known_as_their_blob_whatever_ends_their_lines(repo: Repo, algorithm: str) -> None:
    repo.git("init", "--quiet", f"--object-format={algorithm}", "other")
    oid = repo.git("-C", "other", "hash-object", "--stdin", stdin=b"a\nb\n").decode().strip()
    assert is_blob(oid, b"a\nb\n")
    assert is_blob(oid, b"a\r\nb\r\n")
    assert not is_blob(oid, b"a\nc\n")
