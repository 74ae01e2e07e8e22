"""One commit's tree, read through GitPython."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from packetlint.core.errors import UnreadableError, UsageError
from packetlint.core.history import Change, Commit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gitrepo import Repo

_WHEN = 1706933106  # 2024-02-03T04:05:06Z, when every test's commit is made


@pytest.fixture
def opened(repo: Repo) -> Iterator[Commit]:
    repo.commit({"a.txt": "one\n", "b/ü ñ.txt": b"\0\xff\r\n", "empty": ""})
    (repo.top / "link").symlink_to("a.txt")
    repo.commit({"a.txt": "two\n"})
    commit = Commit(str(repo.top), "HEAD")
    yield commit
    commit.close()


def test_it_lists_files_and_symbolic_links(opened: Commit) -> None:
    assert opened.paths() == ["a.txt", "b/ü ñ.txt", "empty", "link"]


def test_it_gives_the_bytes(opened: Commit) -> None:
    assert [opened.read(path) for path in opened.paths()] == [b"two\n", b"\0\xff\r\n", b"", b"two\n"]


@pytest.mark.parametrize("path", ["missing", "b", "../a.txt"])
def test_what_is_no_file_of_the_commit_is_missing(opened: Commit, path: str) -> None:
    with pytest.raises(UnreadableError, match="does not exist") as refused:
        opened.read(path)
    assert refused.value.missing


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        ("../secret", "is a symbolic link that leaves the repository"),
        ("/etc/hostname", "is a symbolic link that leaves the repository"),
        ("link", "is a loop of symbolic links"),
        ("nowhere", "does not exist"),
    ],
)
def test_a_symbolic_link_that_leads_to_no_file_of_the_commit_is_not_read(repo: Repo, target: str, fault: str) -> None:
    repo.link("link", target)
    repo.commit()
    commit = Commit(str(repo.top), "HEAD")
    with pytest.raises(UnreadableError, match=fault):
        commit.read("link")
    commit.close()


def test_an_earlier_commit_is_another_tree(repo: Repo, opened: Commit) -> None:
    earlier = Commit(str(repo.top), "HEAD~1")
    assert earlier.read("a.txt") == b"one\n"
    earlier.close()


def test_it_knows_who_changed_a_file_last(repo: Repo, opened: Commit) -> None:
    head, first = (repo.git("rev-parse", name).decode().strip() for name in ("HEAD", "HEAD~1"))
    assert opened.last_change("a.txt") == Change(head, _WHEN)
    assert opened.last_change("b/ü ñ.txt") == Change(first, _WHEN)
    assert opened.last_change("*.txt") is None
    assert opened.last_change("missing") is None


def test_a_file_that_is_too_large_is_refused(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("packetlint.core.history.size_limit", lambda _: 3)
    repo.commit({"a.txt": "four"})
    commit = Commit(str(repo.top), "HEAD")
    with pytest.raises(UnreadableError, match="is 4 bytes, over the limit of 3"):
        commit.read("a.txt")
    commit.close()


@pytest.mark.parametrize("revision", ["nowhere", "--all", "HEAD:a.txt", "", "HEAD^{tree}"])
def test_what_names_no_commit_is_refused(repo: Repo, revision: str) -> None:
    repo.commit({"a.txt": "x"})
    with pytest.raises(UsageError, match="git knows no commit"):
        Commit(str(repo.top), revision)


def test_a_folder_without_a_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="needs a git repository"):
        Commit(str(tmp_path), "HEAD")


def test_a_tag_and_another_hash_work(tmp_path: Path) -> None:
    from gitrepo import Repo

    done = subprocess.run(["git", "init", "--quiet", "--object-format=sha256", str(tmp_path / "r")], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("this git knows no SHA-256")
    repo = Repo(tmp_path / "r")
    repo.commit({"a.txt": "x"})
    repo.git("tag", "--annotate", "v1", "--message", "one")
    commit = Commit(str(repo.top), "v1")
    assert (commit.read("a.txt"), len(commit.id)) == (b"x", 64)
    commit.close()


def test_gitpython_is_imported_for_a_commit_only() -> None:
    script = "import sys, packetlint.core.history, packetlint.cli.geas_tree, packetlint.packet.builder; sys.exit('git' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
