"""What git holds is what is judged: index, ranges, worktrees, submodules, renames, odd repositories."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from briefs import GOOD, LINE
from checking import check, places
from gitrepo import Repo
from tables import holds

from packetlint.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path


@holds("git", "first-commit")
def test_staged_judges_the_index_not_the_working_copy(repo: Repo) -> None:
    repo.write({"brief.md": LINE})
    repo.add()
    repo.write({"brief.md": GOOD})
    assert check(repo, "--staged") == (
        1,
        [
            "brief.md:7:38: error[brief/file-line-reference] `pager.py:40` names a line of a file, and lines move",
            "1 file read (index), 1 brief: 1 error",
        ],
    )


@holds("git", "commit")
def test_staged_judges_only_what_changes_against_head(repo: Repo) -> None:
    repo.commit({"old.md": LINE})
    repo.write({"new.md": LINE, "note.txt": "x"})
    repo.add()
    assert places(check(repo, "--staged")[1]) == ["new.md"]


def test_a_deleted_file_is_no_fault(repo: Repo) -> None:
    repo.commit({"old.md": LINE})
    repo.rm("old.md")
    assert check(repo, "--staged") == (0, ["0 files read (index): nothing was judged"])


def test_a_named_path_is_judged_in_the_index_even_if_unchanged(repo: Repo) -> None:
    repo.commit({"old.md": LINE, "docs/a.md": LINE})
    repo.write({"docs/b.md": LINE})
    repo.add()
    assert places(check(repo, "--staged", "old.md", "docs")[1]) == ["docs/b.md", "old.md"]


@holds("git", "add-intent")
def test_intent_to_add_is_not_committed_so_not_judged(repo: Repo) -> None:
    repo.commit({"README.md": "# Read me\n"})
    repo.write({"brief.md": LINE})
    repo.git("add", "--intent-to-add", "brief.md")
    assert check(repo, "--staged")[0] == 0


def test_a_partly_added_file_is_judged_as_added(repo: Repo) -> None:
    repo.commit({"brief.md": GOOD})
    repo.write({"brief.md": GOOD + "- More\n"})
    repo.add()
    repo.write({"brief.md": LINE})
    assert check(repo, "--staged")[0] == 0


def test_the_index_that_git_names_is_the_one_judged(repo: Repo) -> None:
    repo.commit({"brief.md": GOOD})
    other = str(repo.top / ".git" / "other-index")
    repo.run("cp", str(repo.top / ".git" / "index"), other)
    repo.write({"brief.md": LINE})
    repo.run("git", "add", "brief.md", env={**os.environ, "GIT_INDEX_FILE": other})
    assert check(repo, "--staged")[0] == 0
    assert check(repo, "--staged", GIT_INDEX_FILE=other)[0] == 1


@holds("git", "unmerged")
def test_an_unmerged_entry_is_named_and_the_rest_is_judged(repo: Repo) -> None:
    _conflict(repo)
    repo.write({"other.md": LINE})
    repo.add("other.md")
    status, lines = check(repo, "--staged")
    assert status == 1
    assert lines[0] == "brief.md:1:1: error[file/unreadable-file] the file has an unresolved merge conflict in the index"
    assert places(lines) == ["brief.md", "other.md"]


@holds("git", "merge-conflict")
def test_conflict_markers_in_a_brief_are_found(repo: Repo) -> None:
    _conflict(repo)
    assert any("error[file/conflict-marker]" in line for line in check(repo, "brief.md")[1])


def _conflict(repo: Repo) -> None:
    repo.commit({"brief.md": GOOD})
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit({"brief.md": GOOD.replace("Ranking", "Ranking of results")})
    repo.git("checkout", "--quiet", "main")
    repo.commit({"brief.md": GOOD.replace("Ranking", "Sorting")})
    assert repo.run("git", "merge", "side").returncode == 1


@holds("git", "merge")
def test_a_merge_in_progress_is_judged_by_its_index(repo: Repo) -> None:
    repo.commit({"README.md": "# Read me\n"})
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit({"brief.md": LINE})
    repo.git("checkout", "--quiet", "main")
    repo.commit({"other.txt": "x\n"})
    repo.git("merge", "--no-commit", "--no-ff", "side")
    assert places(check(repo, "--staged")[1]) == ["brief.md"]


def test_a_range_gives_the_files_of_its_end(repo: Repo) -> None:
    first = repo.commit({"a.md": GOOD, "b.md": LINE})
    second = repo.commit({"a.md": LINE})
    repo.commit({"a.md": GOOD})
    assert places(check(repo, "--from-ref", first, "--to-ref", second)[1]) == ["a.md"]
    assert check(repo, "--from-ref", first, "--to-ref", "HEAD")[0] == 0


def test_a_range_of_two_branches_starts_where_they_part(repo: Repo) -> None:
    repo.commit({"README.md": "# Read me\n"})
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit({"mine.md": LINE})
    repo.git("checkout", "--quiet", "main")
    repo.commit({"theirs.md": LINE})
    assert places(check(repo, "--from-ref", "main", "--to-ref", "side")[1]) == ["mine.md"]


def test_the_variables_of_pre_commit_name_a_range(repo: Repo) -> None:
    first = repo.commit({"a.md": GOOD})
    second = repo.commit({"a.md": LINE})
    repo.write({"a.md": GOOD})
    status, lines = check(repo, "a.md", PRE_COMMIT_FROM_REF=first, PRE_COMMIT_TO_REF=second)
    assert (status, lines[-1]) == (1, f"1 file read (range {first[:12]}...{second[:12]}), 1 brief: 1 error")


def test_a_range_from_nothing_is_everything_at_its_end(repo: Repo) -> None:
    repo.commit({"a.md": LINE})
    assert places(check(repo, "--from-ref", "0" * 40, "--to-ref", "HEAD")[1]) == ["a.md"]


@holds("git", "shallow")
def test_a_range_into_a_shallow_clone_says_that_history_is_too_short(repo: Repo, tmp_path: Path) -> None:
    first = repo.commit({"a.md": GOOD})
    repo.commit({"a.md": LINE})
    repo.git("clone", "--quiet", "--depth", "1", f"file://{repo.top}", str(tmp_path / "shallow"))
    done = repo.run("packetlint", "check", "--from-ref", first, "--to-ref", "HEAD", cwd=str(tmp_path / "shallow"))
    assert done.returncode == 2
    assert done.stderr.decode() == f"packetlint: history too short: `{first}` is not in this shallow clone\n"


@holds("git", "shallow")
def test_a_detached_head_and_a_shallow_clone_are_judged(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.md": GOOD})
    repo.git("clone", "--quiet", "--depth", "1", f"file://{repo.top}", str(tmp_path / "shallow"))
    repo.git("-C", str(tmp_path / "shallow"), "checkout", "--quiet", "--detach")
    (tmp_path / "shallow" / "b.md").write_text(LINE)
    repo.git("-C", str(tmp_path / "shallow"), "add", "b.md")
    assert check(repo, "--staged", cwd=str(tmp_path / "shallow"))[0] == 1


def test_all_files_is_what_git_tracks(repo: Repo) -> None:
    repo.commit({"docs/a.md": LINE})
    repo.write({"untracked.md": LINE})
    assert places(check(repo, "--all-files", cwd="docs")[1]) == ["docs/a.md"]


def test_without_a_path_everything_that_is_not_ignored_is_judged(repo: Repo) -> None:
    repo.commit({"a.md": LINE, ".gitignore": "out/\n"})
    repo.write({"untracked.md": LINE, "out/b.md": LINE, "nested/c.md": LINE})
    Repo(repo.top / "nested")
    assert places(check(repo, cwd="nested/..")[1]) == ["a.md", "untracked.md"]


def test_a_directory_is_everything_below_it(repo: Repo) -> None:
    repo.write({"a.md": LINE, "docs/b.md": LINE, "docs/deep/c.md": LINE})
    assert places(check(repo, "docs")[1]) == ["docs/b.md", "docs/deep/c.md"]
    assert places(check(repo, "deep", cwd="docs")[1]) == ["docs/deep/c.md"]


@holds("git", "worktree")
def test_a_linked_worktree_is_judged_by_its_own_index(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.md": GOOD, "docs/b.md": GOOD})
    repo.git("worktree", "add", "--quiet", str(tmp_path / "tree"), "-b", "side")
    (tmp_path / "tree" / "docs" / "b.md").write_text(LINE)
    repo.git("-C", str(tmp_path / "tree"), "add", "--all")
    assert places(check(repo, "--staged", cwd=str(tmp_path / "tree" / "docs"))[1]) == ["docs/b.md"]
    assert check(repo, "--staged")[0] == 0


def test_git_dir_and_work_tree_are_honoured(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.md": GOOD})
    repo.write({"a.md": LINE})
    repo.add()
    places = {"GIT_DIR": str(repo.top / ".git"), "GIT_WORK_TREE": str(repo.top)}
    assert check(repo, "--staged", cwd=str(tmp_path), **places)[0] == 1
    assert check(repo, "--staged", GIT_DIR=".git")[0] == 1


@holds("git", "submodule")
def test_a_submodule_is_not_read_through_its_superproject(repo: Repo, tmp_path: Path) -> None:
    inner = Repo(tmp_path / "inner")
    inner.commit({"a.md": LINE})
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.top), "sub")
    repo.commit({"b.md": LINE})
    assert places(check(repo)[1]) == ["b.md"]
    assert places(check(repo, cwd="sub")[1]) == ["a.md"]


@holds("git", "bare")
def test_a_bare_repository_judges_a_range(repo: Repo, tmp_path: Path) -> None:
    first = repo.commit({"a.md": GOOD})
    repo.commit({"a.md": LINE})
    repo.git("clone", "--quiet", "--bare", str(repo.top), str(tmp_path / "bare.git"))
    bare = str(tmp_path / "bare.git")
    assert places(check(repo, "--from-ref", first, "--to-ref", "main", cwd=bare)[1]) == ["a.md"]
    assert check(repo, cwd=bare) == (2, ["packetlint: a bare repository has no files to check; use --from-ref and --to-ref"])


@holds("git", "sha256")
def test_a_repository_with_sha256_ids_is_judged(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "sha256")
    repo.run("rm", "-r", ".git")
    repo.git("init", "--quiet", "--object-format=sha256")
    repo.commit({"a.md": GOOD})
    repo.write({"a.md": LINE})
    repo.add()
    assert check(repo, "--staged")[0] == 1


@holds("git", "quotepath")
@pytest.mark.parametrize("quotepath", ["true", "false"])
def test_names_outside_ascii_are_found_whatever_quotepath_says(repo: Repo, quotepath: str) -> None:
    repo.git("config", "core.quotepath", quotepath)
    repo.write({'ключ/ü\t"x".md': LINE})
    repo.add()
    assert check(repo, "--staged")[1][0].startswith('ключ/ü\t"x".md:7:38: error')


@holds("git", "autocrlf")
def test_autocrlf_changes_nothing(repo: Repo) -> None:
    repo.git("config", "core.autocrlf", "true")
    repo.write({"a.md": GOOD.replace("\n", "\r\n")})
    repo.add()
    assert (check(repo, "--staged")[0], check(repo, "a.md")[0]) == (0, 0)


@holds("git", "sparse")
def test_a_sparse_checkout_is_judged_as_far_as_it_goes(repo: Repo) -> None:
    repo.commit({"in/a.md": LINE, "out/b.md": LINE})
    repo.git("sparse-checkout", "set", "in")
    assert places(check(repo)[1]) == ["in/a.md"]


@holds("git", "dubious-ownership")
def test_a_repository_of_somebody_else_is_refused_in_gits_words(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write({"a.md": LINE})
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    status, lines = check(repo)
    assert (status, len(lines)) == (2, 1)
    assert lines[0].startswith("packetlint: git refuses this repository: detected dubious ownership")


def test_fix_refuses_a_file_whose_working_copy_is_not_what_was_judged(repo: Repo) -> None:
    repo.write({"a.md": GOOD.replace("bug", "fix", 1)})
    repo.add()
    repo.write({"a.md": GOOD.replace("bug", "fix", 1) + "- Work in progress\n"})
    status, lines = check(repo, "--staged", "--fix", "--unsafe-fixes")
    assert (status, lines[-1]) == (2, "packetlint: a.md on disk is not what was judged (index), so it was not fixed")
    assert "Work in progress" in repo.read("a.md")


def test_running_in_process_leaves_no_git_behind(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.top)
    repo.write({"a.md": GOOD})
    repo.add()
    assert main(["check", "--staged"]) == 0
