"""Files that cannot be judged: each named in one diagnostic, the rest linted, no traceback."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from briefs import LINE

if TYPE_CHECKING:
    from gitrepo import Repo

_MESSAGES = {
    "binary.md": "is binary: NUL byte at byte offset 4",
    "directory.md": "is a directory",
    "empty-directory": "is a directory",
    "fifo.md": "is not a regular file",
    "large.md": "is 8388609 bytes, over the limit of 8388608",
    "latin.md": "is not UTF-8: byte 0xe9 at byte offset 5",
    "loop.md": "is a loop of symbolic links",
    "missing.md": "does not exist",
    "picture.png": "is binary: NUL byte at byte offset 1",
    "utf16.md": "is UTF-16, not UTF-8 (byte offset 0)",
}


@pytest.fixture
def full(repo: Repo) -> Repo:
    """Give a repository with every kind of file that cannot be read, and a brief that can."""
    repo.write(
        {
            "binary.md": b"# a\n\0",
            "brief.md": LINE,
            "latin.md": b"# caf\xe9\n",
            "large.md": b"#" * ((8 << 20) + 1),
            "picture.png": b"x\0",
            "utf16.md": "## Agent Brief\n".encode("utf-16"),
        }
    )
    (repo.top / "directory.md").mkdir()
    (repo.top / "empty-directory").mkdir()
    (repo.top / "loop.md").symlink_to("loop.md")
    os.mkfifo(repo.top / "fifo.md")
    return repo


@pytest.mark.parametrize("command", [("packetlint", "check"), ("packetlint-brief",), ("packetlint-all",)], ids=lambda command: command[0])
def test_each_named_file_is_named_in_one_diagnostic_and_the_rest_is_linted(full: Repo, command: tuple[str, ...]) -> None:
    done = full.run(*command, "--format", "concise", "brief.md", *_MESSAGES)
    expected = [f"{name}:1:1: error[file/unreadable-file] the file {message}" for name, message in _MESSAGES.items()]
    lines = done.stdout.decode().splitlines()
    assert [line for line in lines if "unreadable" in line] == expected
    assert [line.split(":")[0] for line in lines if "brief/" in line] == ["brief.md"]
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_named(full: Repo) -> None:
    (full.top / "brief.md").chmod(0)
    done = full.run("packetlint", "check", "--format", "concise", "brief.md")
    assert done.stdout.startswith(b"brief.md:1:1: error[file/unreadable-file] the file cannot be read: permission denied")


def test_permission_errors_have_words_of_their_own(full: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from packetlint.cli.main import main
    from packetlint.core import content

    read = content._read  # noqa: SLF001 - only the system can refuse

    def refuse(path: bytes, limit: int) -> tuple[bytes, int]:
        if path.endswith(b"brief.md"):
            raise PermissionError(13, "Permission denied", path)
        return read(path, limit)

    monkeypatch.chdir(full.top)
    monkeypatch.setattr(content, "_read", refuse)
    main(["check", "--format", "concise", "--select", "file", "brief.md"])
    assert capsys.readouterr().out.startswith("brief.md:1:1: error[file/unreadable-file] the file cannot be read: permission denied\n")


def test_when_nothing_can_be_read_the_tool_did_not_do_its_job(full: Repo) -> None:
    done = full.run("packetlint", "check", "--format", "concise", "missing.md")
    assert done.returncode == 2
    assert done.stdout.startswith(b"missing.md:1:1: error[file/unreadable-file] the file does not exist\n")
    assert done.stderr == b"packetlint: nothing could be read\n"


def test_what_nobody_named_is_reported_only_if_it_would_be_an_artifact(full: Repo) -> None:
    lines = full.run("packetlint", "check", "--format", "concise").stdout.decode().splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == ["brief.md", "large.md", "utf16.md"]


def test_a_text_that_no_kind_takes_is_read_and_left_alone(full: Repo) -> None:
    full.write({"run.py": "## Agent Brief\n"})
    done = full.run("packetlint", "check", "run.py")
    assert (done.returncode, done.stdout) == (0, b"1 file read (working tree): no artifact among them, nothing was judged\n")


def test_a_file_that_vanishes_while_it_is_listed_is_passed_over(full: Repo) -> None:
    full.add("brief.md")
    (full.top / "brief.md").unlink()
    done = full.run("packetlint", "check", "--all-files")
    assert (done.returncode, done.stdout) == (0, b"0 files read (working tree): nothing was judged\n")


def test_reading_changes_nothing(full: Repo) -> None:
    before = _tree(full)
    full.run("packetlint", "check")
    full.run("packetlint", "check", "--diff", "--unsafe-fixes")
    assert _tree(full) == before


def _tree(repo: Repo) -> dict[str, tuple[int, int]]:
    states = {path: path.lstat() for path in repo.top.rglob("*")}
    return {str(path): (state.st_mtime_ns, state.st_size) for path, state in states.items()}


def test_a_pointer_to_data_in_json_is_named_only_if_somebody_named_it(repo: Repo) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    repo.write({"data.json": pointer, "brief.md": pointer})
    found = repo.run("packetlint", "check", "--format", "concise").stdout.decode().splitlines()[:-1]
    named = repo.run("packetlint", "check", "--format", "concise", "data.json").stdout.decode().splitlines()[:-1]
    assert [line.partition(":")[0] for line in found] == ["brief.md"]
    assert [line.partition(":")[0] for line in named] == ["data.json"]
