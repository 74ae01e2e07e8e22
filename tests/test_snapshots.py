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
