"""`rebuild` in trees and on disks that are not as they should be: links, ignored files, no room."""

from __future__ import annotations

import json
import os
import resource
from typing import TYPE_CHECKING

import pytest
from packets import MISSION, contract
from test_rebuild import rebuild, tree

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo

_PACKETS = f"{MISSION}/packets"
_WORKER = f"{_PACKETS}/t1/software_engineer.md"


def test_a_folder_of_packets_that_leads_out_is_not_written_through(repo: Repo, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    repo.write(tree())
    (repo.top / _PACKETS).symlink_to(outside)
    done = rebuild(repo)
    assert done.status == 1
    assert done.err[0] == f"{_WORKER} is a symbolic link that leaves the repository"
    assert not list(outside.iterdir())


def test_a_packet_that_is_a_link_out_is_not_read(repo: Repo, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret\n")
    repo.write(tree())
    (repo.top / _PACKETS / "t1").mkdir(parents=True)
    (repo.top / _WORKER).symlink_to(secret)
    done = rebuild(repo, "--diff", "--task", "t1", "--role", "software_engineer")
    assert (done.status, done.out) == (1, [])
    assert done.err[0] == f"{_WORKER} is a symbolic link that leaves the repository"
    assert secret.read_text() == "secret\n"


def test_ignored_files_are_not_part_of_the_tree(repo: Repo) -> None:
    repo.write({**tree(), ".gitignore": "agents/\n", ".geas/memory/agents/software_engineer.md": "secret\n"})
    rebuild(repo)
    assert "secret" not in repo.read(_WORKER)


def test_a_file_that_was_deleted_is_not_missed(repo: Repo) -> None:
    repo.commit({**tree(t1={}, t2={}), f"{MISSION}/spec.json": "{}"})
    (repo.top / f"{MISSION}/spec.json").unlink()
    (repo.top / f"{MISSION}/tasks/t2.json").unlink()
    done = rebuild(repo)
    assert (done.status, len(done.out), len(done.err)) == (0, 2, 1)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_is_one_line(repo: Repo) -> None:
    repo.write(tree())
    (repo.top / MISSION).chmod(0o555)
    done = rebuild(repo)
    (repo.top / MISSION).chmod(0o755)
    assert done == (2, [], [f"packetlint: {_PACKETS}/t1 cannot be made: permission denied"])


def test_a_file_where_the_folder_belongs_is_one_line(repo: Repo) -> None:
    repo.write({**tree(), _PACKETS: "not a folder"})
    assert rebuild(repo) == (2, [], [f"packetlint: {_PACKETS}/t1 cannot be made: not a directory"])


def test_a_full_disk_leaves_the_old_packet_whole(repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from packetlint.cli.main import main

    repo.write(tree())
    rebuild(repo)
    before = repo.read(_WORKER)
    repo.write(tree(t1={"goal": "word " * 2000}))
    monkeypatch.chdir(repo.top)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        status = main(["rebuild"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (status, capsys.readouterr().err) == (2, f"packetlint: {repo.top}/{_WORKER} cannot be written: file too large\n")
    assert repo.read(_WORKER) == before
    assert {path.name for path in (repo.top / _PACKETS / "t1").iterdir()} == {"software_engineer.md", "qa_engineer.md"}


def test_read_only_runs_change_no_file(repo: Repo) -> None:
    repo.commit(tree())

    def state() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in repo.top.rglob("*") if path.is_file() and path.name != "index"}

    before = state()
    for arguments in (("--check",), ("--diff",), ("--check", "--explain"), ("--check", "--rev", "HEAD"), ("--diff", "--all")):
        rebuild(repo, *arguments)
    assert state() == before


def test_a_bare_repository_can_be_checked_and_not_written(repo: Repo, tmp_path: Path) -> None:
    repo.commit(tree())
    rebuild(repo)
    repo.commit()
    repo.git("clone", "--quiet", "--bare", ".", str(tmp_path / "bare.git"))
    assert rebuild(repo, "--check", "--rev", "HEAD", cwd="../bare.git").status == 0
    assert rebuild(repo, cwd="../bare.git").err == [
        "packetlint: a bare repository has no files to rebuild from; use --rev with --check or --diff"
    ]
    assert rebuild(repo, "--rev", "HEAD", "--task", "t1", "--as-of", "2030-01-01", cwd="../bare.git").status == 2


def test_two_repositories_in_one_folder_are_two(repo: Repo) -> None:
    repo.write({**tree(), "sub/.geas/missions/m1/tasks/t1.json": json.dumps(contract())})
    assert len(rebuild(repo).out) == 4
    assert repo.read(f"sub/{_WORKER}") == repo.read(_WORKER)
