"""`rebuild --check` and persisted snapshots of a context: stale ones are named, and never rewritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from gitrepo import Repo

_BRAIN = {
    "project-brain/CONVENTIONS.md": "# C\n",
    "project-brain/config.yaml": "primary_project: demo\n",
    "project-brain/tree/a.md": "---\nsoft_links: [/tree/b.md]\n---\n\n# A\n",
    "project-brain/tree/b.md": "---\nsoft_links: []\n---\n\n# B\n\nWords.\n",
    ".gitignore": ".context/\n",
}


@pytest.fixture
def persisted(repo: Repo) -> Repo:
    repo.commit(_BRAIN)
    done = repo.run("packetlint", "context", "tree/a.md", "--persist", cwd="project-brain")
    assert done.returncode == 0, done.stderr.decode()
    return repo


def test_a_snapshot_of_what_did_not_change_is_current(persisted: Repo) -> None:
    done = persisted.run("packetlint", "rebuild", "--check")
    assert (done.returncode, done.stdout + done.stderr) == (
        2,
        b"packetlint: there is no .geas folder in the working tree, so there is nothing to rebuild\n",
    )


def test_a_snapshot_that_is_older_than_its_source_is_named_and_left_alone(persisted: Repo) -> None:
    (snapshot,) = persisted.top.rglob("context.md")
    before = snapshot.read_bytes()
    persisted.write({"project-brain/tree/b.md": "---\nsoft_links: []\n---\n\n# B\n\nOther words.\n"})
    done = persisted.run("packetlint", "rebuild", "--check")
    path = snapshot.relative_to(persisted.top).as_posix()
    assert done.returncode == 1
    assert f"{path} is older than project-brain/tree/b.md: make it again" in (done.stdout + done.stderr).decode()
    assert snapshot.read_bytes() == before


def _said(repo: Repo) -> str:
    return repo.run("packetlint", "rebuild", "--check").stderr.decode()


def test_a_snapshot_of_large_files_and_of_either_line_end_is_current(repo: Repo) -> None:
    links = "[/tree/large.txt, /tree/unix.txt, /tree/windows.txt, /tree/large.bin]"
    files: dict[str, str | bytes] = {"unix.txt": "a\nb\n", "windows.txt": "a\r\nb\r\n"}
    files |= {"large.txt": "x\n" * (5 << 20), "large.bin": b"\0" * (9 << 20)}
    repo.commit({**_BRAIN, "project-brain/tree/a.md": f"---\nsoft_links: {links}\n---\n"})
    repo.write({f"project-brain/tree/{name}": content for name, content in files.items()})
    assert repo.run("packetlint", "context", "tree/a.md", "--persist", cwd="project-brain").returncode == 0
    repo.write({"project-brain/tree/unix.txt": "a\r\nb\r\n", "project-brain/tree/windows.txt": "a\nb\n"})
    assert "is older than" not in _said(repo)
    repo.write({"project-brain/tree/large.bin": b"\1" * (9 << 20), "project-brain/tree/unix.txt": "a\nc\n"})
    assert "older than project-brain/tree/large.bin, project-brain/tree/unix.txt: " in _said(repo)


def test_a_source_that_a_sparse_checkout_leaves_out_is_not_gone(persisted: Repo) -> None:
    persisted.git("update-index", "--skip-worktree", "project-brain/tree/b.md")
    (persisted.top / "project-brain/tree/b.md").unlink()
    assert "is older than" not in _said(persisted)
    persisted.git("update-index", "--no-skip-worktree", "project-brain/tree/b.md")
    assert "is older than project-brain/tree/b.md: " in _said(persisted)
