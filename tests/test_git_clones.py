"""Rows of git's table, for every kind: work trees beside work trees, history that is cut, content that is elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gitkinds import ALL, BRIEF, FAULTY, FILES, LEAF, NONE, PLAN, SOUND, found, run, then_faulty
from gitrepo import Repo
from tables import holds

from packetlint.core.errors import UsageError
from packetlint.core.git import discover
from packetlint.core.limits import SIZE_LIMIT

if TYPE_CHECKING:
    from pathlib import Path


@holds("git", "worktree")
@pytest.mark.parametrize("below", [".", "tree"])
def test_a_linked_worktree_is_judged_by_its_own_index(repo: Repo, tmp_path: Path, below: str) -> None:
    repo.commit(SOUND)
    repo.git("worktree", "add", "--quiet", str(tmp_path / "side"), "-b", "side")
    _overwrite(tmp_path / "side", FAULTY)
    assert found(tmp_path / "side" / below, "--staged") == NONE
    repo.git("-C", str(tmp_path / "side"), "add", "--all")
    repo.write({LEAF: SOUND[LEAF] + b"\n"})
    for arguments in (("--staged",), ("--all-files",), (str(tmp_path / "side"),)):
        assert found(tmp_path / "side" / below, *arguments) == ALL
    assert (found(repo, "--staged"), found(repo)) == (NONE, NONE)


def _overwrite(top: Path, files: dict[str, bytes]) -> None:
    for path, content in files.items():
        (top / path).write_bytes(content)


@holds("git", "submodule")
def test_a_submodule_is_judged_from_within_and_left_alone_from_without(repo: Repo, tmp_path: Path) -> None:
    inner = Repo(tmp_path / "inner")
    first = inner.commit(SOUND)
    inner.commit(FAULTY)
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.top), "sub")
    repo.write(SOUND)
    repo.add()
    for arguments in ((), ("--staged",), ("--all-files",), ("--hook", "all", *FILES)):
        assert found(repo, *arguments) == NONE
    repo.commit(FAULTY)
    assert (found(repo), found(repo.top / "sub")) == (ALL, ALL)
    assert found(repo.top / "sub", "--from-ref", first, "--to-ref", "HEAD") == ALL
    _overwrite(repo.top / "sub", {path: SOUND[path] for path in FILES})
    repo.git("-C", "sub", "add", "--all")
    assert (found(repo.top / "sub" / "tree"), found(repo)) == (NONE, ALL)


# -- history that is cut, and content that is elsewhere ----------------------------------------------


def _cloned(repo: Repo, to: Path, *options: str) -> Path:
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repo.git("clone", "--quiet", *options, repo.top.as_uri(), str(to))
    return to


def _too_short(capsys: pytest.CaptureFixture[str], where: Path, old: str, new: str = "HEAD") -> bool:
    """Say whether it is, for a check of everything and for each hook that pre-commit gives no names."""
    for options in ((), *(("--hook", kind) for kind in ("links", "packet", "all"))):
        assert run(where, "check", *options, "--from-ref", old, "--to-ref", new) == (2, "")
    said = capsys.readouterr().err
    return said.count("packetlint: history too short: ") == said.count("\n") == 4


@holds("git", "shallow")
def test_a_range_whose_start_was_cut_off_is_not_judged(repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = then_faulty(repo)
    shallow = _cloned(repo, tmp_path / "shallow", "--depth=1")
    assert _too_short(capsys, shallow, first)
    assert found(shallow) == ALL
    assert found(shallow, "--from-ref", "0" * 40, "--to-ref", "HEAD") == ALL
    _overwrite(shallow, {BRIEF: SOUND[BRIEF] + b"\n- More\n", PLAN: FAULTY[PLAN] + b"\n"})
    repo.git("-C", str(shallow), "add", "--all")
    assert found(shallow, "--staged") == {"partition": {PLAN}}


@holds("git", "shallow")
def test_a_range_whose_branches_part_before_the_cut_is_not_judged(repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    repo.commit(SOUND)
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit({"README.md": "# Side\n"})
    repo.git("checkout", "--quiet", "main")
    repo.commit(FAULTY)
    shallow = _cloned(repo, tmp_path / "shallow", "--depth=1", "--no-single-branch")
    assert _too_short(capsys, shallow, "origin/side")
    repo.git("-C", str(shallow), "fetch", "--quiet", "--deepen=1")
    assert found(shallow, "--from-ref", "origin/side", "--to-ref", "HEAD") == ALL


@holds("git", "shallow")
def test_a_range_whose_branches_may_part_later_than_is_seen_is_not_judged(
    repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Main takes in half of a branch by a commit whose parent the clone has cut off: what that brought looks new, and is not."""
    base = repo.commit(SOUND)
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit(FAULTY)
    repo.git("checkout", "--quiet", "-b", "relay")
    relay = repo.commit({"relay.txt": "x\n"})
    repo.git("checkout", "--quiet", "main")
    repo.commit({"main.txt": "x\n"})
    repo.git("merge", "--quiet", "--no-edit", "relay")
    repo.git("checkout", "--quiet", "side")
    repo.commit({"README.md": "# Side\n"})
    assert found(repo, "--from-ref", "main", "--to-ref", "side") == NONE
    repo.write({".git/shallow": f"{relay}\n"})
    assert repo.git("merge-base", "main", "side").decode().strip() == base
    assert _too_short(capsys, repo.top, "main", "side")
    assert found(repo, "--from-ref", base, "--to-ref", "side") == ALL


@holds("git", "partial-clone")
def test_a_clone_without_blobs_is_judged_and_what_cannot_be_had_is_said(
    repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = then_faulty(repo)
    clone = _cloned(repo, tmp_path / "clone", "--filter=blob:none", "--no-checkout")
    repo.git("-C", str(clone), "read-tree", "HEAD")
    commands = (("--staged", "brief.md", "plan.json"), ("--from-ref", first, "--to-ref", "HEAD"))
    repo.git("-C", str(clone), "remote", "set-url", "origin", str(tmp_path / "gone"))
    for arguments in commands:
        status, printed = run(clone, "check", *arguments)
        said = capsys.readouterr().err
        assert (status, printed) == (2, "")
        assert said == (
            "packetlint: git cannot give the content of a tracked file: objects are damaged, or a partial clone lacks its remote\n"
        )
    repo.git("-C", str(clone), "remote", "set-url", "origin", repo.top.as_uri())
    assert found(clone, *commands[1]) == ALL


@holds("git", "partial-clone")
def test_asking_again_for_what_cannot_be_had_is_answered_alike(repo: Repo, tmp_path: Path) -> None:
    repo.commit(SOUND)
    oids = [repo.git("rev-parse", f"HEAD:{path}").decode().strip() for path in FILES]
    clone = _cloned(repo, tmp_path / "clone", "--filter=blob:none", "--no-checkout")
    repo.git("-C", str(clone), "remote", "set-url", "origin", str(tmp_path / "gone"))
    git = discover(str(clone))
    assert git is not None
    for oid in oids:
        with pytest.raises(UsageError, match="a partial clone lacks its remote"):
            git.blob(oid, SIZE_LIMIT)
    with pytest.raises(UsageError, match="a partial clone lacks its remote"):
        list(git.blobs(oids, SIZE_LIMIT))
    git.close()


@holds("git", "bare")
def test_a_bare_repository_is_judged_by_a_range_of_every_kind(repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = then_faulty(repo)
    bare = _cloned(repo, tmp_path / "with\nline end.git", "--bare")
    assert found(bare, "--from-ref", first, "--to-ref", "main") == ALL
    for kind in ("brief", "links", "partition", "packet"):
        assert found(bare / "refs", "--select", kind, "--from-ref", first, "--to-ref", "main") == {kind: ALL[kind]}
    for arguments in ((), ("--staged",), ("--all-files",), ("--hook", "all", BRIEF)):
        assert run(bare, "check", *arguments) == (2, "")
        assert "a bare repository has no" in capsys.readouterr().err
    assert run(bare, "rebuild", "--check", "--rev", "main")[0] == 1


@holds("git", "sha256")
def test_a_repository_with_longer_ids_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DEFAULT_HASH", "sha256")
    repo = Repo(tmp_path / "long")
    first = then_faulty(repo)
    assert len(first) == 64
    assert found(repo) == found(repo, "--from-ref", first, "--to-ref", "HEAD") == ALL
    repo.write({path: SOUND[path] for path in FILES})
    repo.add()
    assert (found(repo, "--staged"), found(repo, "--from-ref", "0" * 64, "--to-ref", first)) == (NONE, NONE)
    assert run(repo, "rebuild", "--check", "--rev", "HEAD")[0] == 1
