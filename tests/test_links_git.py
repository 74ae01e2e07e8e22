"""Links in every state git can be in: what is judged is what would be committed, or what the range holds."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from brains import BRAIN, findings, leaf, through_hooks
from checking import check
from gitrepo import Repo
from tables import holds

if TYPE_CHECKING:
    from pathlib import Path

BROKEN = leaf("/tree/gone.md")
NOT_FOUND = ["tree/new.md:3 target-not-found"]
REMOVED = ["tree/top.md:3 target-removed"]


@holds("git", "first-commit")
def test_the_first_commit(repo: Repo) -> None:
    repo.write({**BRAIN, "tree/new.md": BROKEN})
    repo.add()
    assert findings(repo, "--staged") == NOT_FOUND


def test_a_target_that_is_only_on_disk_is_not_committed(repo: Repo) -> None:
    repo.commit(BRAIN)
    repo.write({"tree/new.md": BROKEN, "tree/gone.md": leaf()})
    repo.add("tree/new.md")
    assert findings(repo, "--staged") == ["tree/new.md:3 target-not-tracked"]
    repo.add("tree/gone.md")
    assert findings(repo, "--staged") == []


def test_the_working_copy_is_not_what_is_staged(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/new.md": leaf()})
    repo.write({"tree/new.md": BROKEN})
    assert findings(repo, "--staged") == []
    assert findings(repo) == NOT_FOUND


@holds("git", "commit")
@holds("git", "commit-all")
@holds("git", "commit-path")
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        pytest.param(("--all",), 1, id="all"),
        pytest.param(("tree/new.md",), 1, id="path"),
        pytest.param(("other.txt",), 0, id="another path"),
        pytest.param((), 0, id="what is staged"),
    ],
)
def test_a_commit_is_judged_by_what_it_commits(repo: Repo, arguments: tuple[str, ...], status: int) -> None:
    repo.commit({**BRAIN, "tree/new.md": leaf(), "other.txt": "x\n"})
    repo.write({"tree/new.md": BROKEN, "other.txt": "y\n"})
    repo.add("other.txt")
    done = through_hooks(repo, "commit", "--message", "work", *arguments)
    assert done.returncode == status, done.stderr.decode()
    assert (b"links/target-not-found" in done.stdout + done.stderr) == bool(status)


@holds("git", "rm")
@holds("git", "commit-all")
@holds("git", "commit-path")
@pytest.mark.parametrize(("arguments", "status"), [(("--all",), 1), (("tree/base.md",), 1), (("other.txt",), 0)])
def test_a_commit_that_removes_a_target_is_judged_by_what_it_commits(repo: Repo, arguments: tuple[str, ...], status: int) -> None:
    repo.commit({**BRAIN, "other.txt": "x\n"})
    (repo.top / "tree" / "base.md").unlink()
    repo.write({"other.txt": "y\n"})
    done = through_hooks(repo, "commit", "--message", "work", *arguments)
    assert done.returncode == status, done.stderr.decode()
    assert (b"tree/top.md:3:5: error[links/target-removed]" in done.stdout + done.stderr) == bool(status)


@holds("git", "add-patch")
@pytest.mark.parametrize(("answers", "expected"), [(b"y\nn\n", ["tree/new.md:3 target-not-found"]), (b"n\ny\n", [])])
def test_one_hunk_of_a_file_is_added(repo: Repo, answers: bytes, expected: list[str]) -> None:
    body = "# Leaf\n" + "".join(f"line {number}\n" for number in range(20))
    repo.commit({**BRAIN, "tree/new.md": leaf("/tree/base.md", body=body)})
    repo.write({"tree/new.md": leaf("/tree/gone.md", body=body + "more\n")})
    repo.git("add", "--patch", "tree/new.md", stdin=answers)
    assert findings(repo, "--staged") == expected


@holds("git", "add-intent")
def test_intent_to_add_is_neither_judged_nor_a_target(repo: Repo) -> None:
    repo.commit(BRAIN)
    repo.write({"tree/new.md": BROKEN, "tree/gone.md": leaf("/tree/nowhere.md")})
    repo.add("tree/new.md")
    repo.git("add", "--intent-to-add", "tree/gone.md")
    assert findings(repo, "--staged") == ["tree/new.md:3 target-not-tracked"]


@holds("git", "amend")
def test_amending_is_judged_against_the_commit_that_is_amended(repo: Repo) -> None:
    repo.commit({"README.md": "# Read me\n"})
    repo.commit(BRAIN)
    repo.rm("tree/base.md")
    done = through_hooks(repo, "commit", "--amend", "--no-edit")
    assert (done.returncode, b"links/target-removed" in done.stdout + done.stderr) == (1, True)
    repo.write({"tree/top.md": leaf()})
    repo.add()
    assert through_hooks(repo, "commit", "--amend", "--no-edit").returncode == 0


def _parted(repo: Repo, conflicting: bool = False) -> None:  # noqa: FBT001, FBT002 - a name says it
    """Let one branch remove a target, and the other link to it."""
    repo.commit({**BRAIN, "tree/top.md": leaf(), "note.txt": "x\n"})
    repo.git("checkout", "--quiet", "-b", "side")
    repo.rm("tree/base.md")
    repo.commit({"note.txt": "side\n"} if conflicting else {})
    repo.git("checkout", "--quiet", "main")
    repo.commit({"tree/top.md": leaf("/tree/base.md"), **({"note.txt": "main\n"} if conflicting else {})})


@holds("git", "merge")
def test_a_merge_that_parts_a_link_from_its_target_is_stopped(repo: Repo) -> None:
    _parted(repo)
    done = through_hooks(repo, "merge", "--no-edit", "side")
    assert done.returncode != 0
    assert b"tree/top.md:3:5: error[links/target-removed]" in done.stdout + done.stderr


@holds("git", "merge-conflict")
def test_a_merge_with_a_conflict_is_judged_when_it_is_committed(repo: Repo) -> None:
    _parted(repo, conflicting=True)
    assert repo.run("git", "merge", "side").returncode == 1
    assert findings(repo, "--staged") == REMOVED
    repo.write({"note.txt": "both\n"})
    repo.add()
    done = through_hooks(repo, "commit", "--no-edit")
    assert (done.returncode, b"links/target-removed" in done.stdout + done.stderr) == (1, True)
    repo.write({"tree/top.md": leaf()})
    repo.add()
    assert through_hooks(repo, "commit", "--no-edit").returncode == 0


def test_the_other_branch_s_range_names_the_link_that_the_merge_broke(repo: Repo) -> None:
    _parted(repo)
    repo.git("merge", "--quiet", "--no-edit", "side")
    assert findings(repo, "--from-ref", "HEAD^1", "--to-ref", "HEAD") == REMOVED


@holds("git", "unmerged")
def test_a_conflict_in_a_linked_file_is_its_own_fault(repo: Repo) -> None:
    repo.commit(BRAIN)
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit({"tree/base.md": leaf(body="# Side\n")})
    repo.git("checkout", "--quiet", "main")
    repo.commit({"tree/base.md": leaf(body="# Main\n")})
    assert repo.run("git", "merge", "side").returncode == 1
    repo.write({"tree/new.md": leaf("/tree/base.md")})
    repo.add("tree/new.md")
    status, lines = check(repo, "--select", "links", "--staged")
    assert (status, lines[0].partition(":")[0], lines[0].partition("[")[2].partition("]")[0]) == (1, "tree/base.md", "file/unreadable-file")
    assert len(lines) == 2


@holds("git", "rebase")
def test_a_rebase_that_stops_is_judged_and_its_result_too(repo: Repo) -> None:
    _parted(repo)
    repo.git("rebase", "--quiet", "--exec", "true", "side")
    assert findings(repo, "--from-ref", "side", "--to-ref", "HEAD") == ["tree/top.md:3 target-not-found"]
    repo.run("git", "rebase", "--quiet", "--exec", "false", "HEAD^")
    repo.write({"tree/new.md": BROKEN})
    repo.add()
    assert findings(repo, "--staged") == NOT_FOUND


@holds("git", "worktree")
@pytest.mark.parametrize("below", [".", "tree"])
def test_a_linked_worktree_has_its_own_index(repo: Repo, tmp_path: Path, below: str) -> None:
    repo.commit(BRAIN)
    repo.git("worktree", "add", "--quiet", str(tmp_path / "side"), "-b", "side")
    where = str(tmp_path / "side" / below)
    repo.git("-C", str(tmp_path / "side"), "rm", "--quiet", "tree/base.md")
    assert findings(repo, "--staged", cwd=where) == REMOVED
    assert findings(repo, cwd=where) == ["tree/top.md:3 target-not-found"]
    assert (findings(repo, "--staged"), findings(repo)) == ([], [])


def test_the_index_that_git_names_is_the_one_judged(repo: Repo) -> None:
    repo.commit(BRAIN)
    other = str(repo.top / ".git" / "other-index")
    repo.run("cp", str(repo.top / ".git" / "index"), other)
    repo.run("git", "rm", "--quiet", "--cached", "tree/base.md", env={**os.environ, "GIT_INDEX_FILE": other})
    assert findings(repo, "--staged") == []
    assert findings(repo, "--staged", GIT_INDEX_FILE=other) == REMOVED


@holds("git", "shallow")
def test_a_range_into_a_shallow_clone_says_that_history_is_too_short(repo: Repo, tmp_path: Path) -> None:
    first = repo.commit(BRAIN)
    repo.rm("tree/base.md")
    repo.commit()
    repo.git("clone", "--quiet", "--depth", "1", f"file://{repo.top}", str(tmp_path / "shallow"))
    status, lines = check(repo, "--from-ref", first, "--to-ref", "HEAD", cwd=str(tmp_path / "shallow"))
    assert (status, len(lines), "history too short" in lines[0]) == (2, 1, True)


@holds("git", "bare")
def test_a_bare_repository_judges_a_range(repo: Repo, tmp_path: Path) -> None:
    first = repo.commit(BRAIN)
    repo.rm("tree/base.md")
    repo.commit({"tree/new.md": BROKEN})
    repo.git("clone", "--quiet", "--bare", str(repo.top), str(tmp_path / "bare.git"))
    found = findings(repo, "--from-ref", first, "--to-ref", "main", cwd=str(tmp_path / "bare.git"))
    assert found == [*NOT_FOUND, *REMOVED]


@holds("git", "sha256")
def test_a_repository_with_sha256_ids(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "sha256")
    repo.run("rm", "-r", ".git")
    repo.git("init", "--quiet", "--object-format=sha256")
    repo.commit(BRAIN)
    repo.mv("tree/base.md", "tree/ground.md")
    assert findings(repo, "--staged") == REMOVED
    repo.write({"tree/announced.md": ""})
    repo.git("add", "--intent-to-add", "tree/announced.md")
    repo.write({"tree/new.md": leaf("/tree/announced.md")})
    repo.add("tree/new.md")
    assert findings(repo, "--staged") == ["tree/new.md:3 target-not-tracked", *REMOVED]


@holds("git", "quotepath")
@pytest.mark.parametrize("quotepath", ["true", "false"])
def test_names_outside_ascii_whatever_quotepath_says(repo: Repo, quotepath: str) -> None:
    repo.git("config", "core.quotepath", quotepath)
    names = ("설계/개요.md", "ключ.md", 'a "b"\t.md', "été.md")
    repo.commit(
        {
            **BRAIN,
            **{f"tree/{name}": leaf() for name in names},
            "tree/top.md": leaf(*(f"'/tree/{name}'" for name in names[:2]), "/tree/été.md"),
        }
    )
    assert findings(repo) == []
    repo.rm("tree/설계/개요.md")
    repo.mv("tree/été.md", "tree/hiver.md")
    assert findings(repo, "--staged") == ["tree/top.md:3 target-removed", "tree/top.md:5 target-removed"]


@holds("git", "autocrlf")
def test_autocrlf_changes_no_finding_and_no_line(repo: Repo) -> None:
    repo.git("config", "core.autocrlf", "true")
    repo.commit({path: text.replace("\n", "\r\n") for path, text in {**BRAIN, "tree/new.md": BROKEN}.items()})
    assert findings(repo) == NOT_FOUND
    assert findings(repo, "--all-files") == NOT_FOUND
    repo.rm("tree/base.md")
    assert findings(repo, "--staged") == REMOVED


@holds("git", "sparse")
def test_a_sparse_checkout_knows_what_is_not_on_disk(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/far/base.md": leaf("/tree/base.md"), "tree/near/top.md": leaf("/tree/far/base.md", "/tree/far/none.md")})
    repo.git("sparse-checkout", "set", "tree/near")
    assert not (repo.top / "tree" / "far").exists()
    assert findings(repo) == ["tree/near/top.md:4 target-not-found"]
    repo.git("rm", "--quiet", "--cached", "--sparse", "tree/base.md")
    assert findings(repo, "--staged") == ["tree/far/base.md:3 target-removed", "tree/top.md:3 target-removed"]
