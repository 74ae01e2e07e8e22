"""Repositories of every make: each is judged as a plain one is, by all kinds."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from brains import leaf
from gitkinds import ALL, BRIEF, FAULTY, FILES, LEAF, NONE, PLAN, SOUND, TARGET, found, report, run
from gitrepo import Repo

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def _plain(repo: Repo) -> Path:
    return repo.top


def _detached(repo: Repo) -> Path:
    repo.git("checkout", "--quiet", "--detach")
    return repo.top


def _long_index(repo: Repo) -> Path:
    repo.git("update-index", "--index-version", "4", "--split-index", "--untracked-cache", "--force-write-index")
    return repo.top


def _borrowing(repo: Repo) -> Path:
    repo.git("clone", "--quiet", "--shared", str(repo.top), "../borrower")
    return repo.top.parent / "borrower"


def _pointing(repo: Repo) -> Path:
    """Have a `.git` file in the place of the directory, and a work tree that only the configuration knows."""
    (repo.top / ".git").rename(repo.top.parent / "away.git")
    repo.write({".git": "gitdir: ../away.git\n"})
    repo.git("config", "core.worktree", str(repo.top))
    return repo.top


def _own_settings(repo: Repo) -> Path:
    repo.git("config", "extensions.worktreeConfig", "true")
    repo.git("worktree", "add", "--quiet", "../own")
    repo.git("-C", "../own", "config", "--worktree", "core.quotepath", "false")
    return repo.top.parent / "own"


def _ignored(repo: Repo) -> Path:
    """Have the repository inside a directory that another one ignores."""
    outer = Repo(repo.top.parent / "outer")
    outer.commit({".gitignore": "/parts/\n", BRIEF: "# Read me\n"})
    repo.top.rename(outer.top / "parts")
    return outer.top / "parts"


def _broken_line(repo: Repo) -> Path:
    """Have line ends in the names of the repository's directory."""
    return repo.top.rename(repo.top.parent / "two\nlines\r\n")


def _stashed(repo: Repo) -> Path:
    repo.write(FAULTY)
    repo.git("stash", "--quiet")
    return repo.top


def _packed(repo: Repo) -> Path:
    repo.git("gc", "--quiet")
    repo.git("pack-refs", "--all")
    return repo.top


_MAKES: tuple[Callable[[Repo], Path], ...] = (
    _plain, _detached, _long_index, _borrowing, _pointing, _own_settings, _ignored, _broken_line, _stashed, _packed,
)  # fmt: skip


@pytest.mark.parametrize("make", _MAKES, ids=lambda make: make.__name__[1:])
def test_a_repository_of_any_make_is_judged(repo: Repo, make: Callable[[Repo], Path]) -> None:
    first = repo.commit(SOUND)
    repo.top = make(repo)
    assert (found(repo), found(repo, "--staged")) == (NONE, NONE)
    repo.write(FAULTY)
    assert found(repo.top / "tree", "--staged") == NONE
    repo.add()
    for arguments in (("--staged",), ("--all-files",), ("--hook", "all", *FILES)):
        assert found(repo, *arguments) == ALL
    assert found(repo.top / "tree", str(repo.top)) == ALL
    repo.git("commit", "--quiet", "--message", "faulty")
    assert found(repo, "--from-ref", first, "--to-ref", "HEAD") == ALL
    assert run(repo, "rebuild", "--check", "--rev", "HEAD")[0] == 1


def test_a_repository_with_its_refs_in_tables_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DEFAULT_REF_FORMAT", "reftable")
    repo = Repo(tmp_path / "repo")
    if not (repo.top / ".git" / "reftable").exists():
        pytest.skip("this git keeps refs in files only")
    test_a_repository_of_any_make_is_judged(repo, _plain)


def test_a_branch_without_a_commit_is_judged_whole(repo: Repo) -> None:
    repo.commit({"README.md": "# Read me\n"})
    repo.commit({**SOUND, **FAULTY})
    repo.git("checkout", "--quiet", "--orphan", "new")
    assert found(repo, "--staged") == found(repo, "--hook", "all", *FILES) == found(repo) == ALL
    repo.git("commit", "--quiet", "--message", "first")
    assert found(repo, "--from-ref", "main", "--to-ref", "new") == NONE, "the two trees are the same but for what main has more"
    assert found(repo, "--from-ref", "main^", "--to-ref", "new") == ALL


def test_a_stash_that_is_taken_back_with_a_conflict_is_judged(repo: Repo) -> None:
    repo.commit({**SOUND, **dict.fromkeys(FILES, "")})
    repo.write(FAULTY)
    repo.git("stash", "--quiet")
    repo.commit(SOUND)
    assert repo.run("git", "stash", "pop").returncode == 1
    assert found(repo, "--staged") == {"file": set(FILES)}


def test_what_stands_in_for_an_object_is_not_what_is_pushed(repo: Repo) -> None:
    """A commit or a blob may be replaced here, and its parents grafted: that is nobody else's view."""
    first = repo.commit(SOUND)
    faulty = repo.commit(FAULTY)
    expected = report(repo, "--from-ref", first, "--to-ref", faulty)
    for path in (BRIEF, LEAF, PLAN):
        repo.git("replace", f"HEAD:{path}", f"{first}:{path}")
    assert report(repo, "--from-ref", first, "--to-ref", faulty) == expected
    assert found(repo, "--staged", *FILES[:3]) == {kind: ALL[kind] for kind in ("brief", "links", "partition")}
    repo.git("replace", faulty, first)
    assert report(repo, "--from-ref", first, "--to-ref", faulty) == expected
    assert found(repo, "--staged") == NONE
    repo.write({".git/info/grafts": f"{faulty}\n"})
    assert report(repo, "--from-ref", first, "--to-ref", faulty) == expected


def test_a_file_on_disk_that_was_replaced_is_judged_as_it_lies_there(repo: Repo) -> None:
    repo.commit({**SOUND, LEAF: leaf("/tree/NODE.md"), "other.md": leaf("/tree/xxxx.md")})
    repo.git("rm", "--quiet", "--cached", "other.md")
    repo.git("replace", f"HEAD:{LEAF}", "HEAD:other.md")
    (repo.top / "other.md").unlink()
    assert found(repo) == NONE
    (repo.top / LEAF).unlink()
    repo.git("checkout", "--", LEAF)
    assert repo.read(LEAF) == leaf("/tree/xxxx.md")
    os.utime(repo.top / ".git" / "index", (2**31, 2**31))  # some time goes by
    assert repo.git("diff-files", "--name-only") == b""
    assert found(repo) == {"links": {LEAF}}


@pytest.mark.parametrize("name", ["tree/new\nname.md", "tree/1:a.md", "tree/ .md", "tree/:(top)x.md", "tree/*.md", "tree/HEAD:x.md"])
def test_a_file_that_gets_a_hard_name_is_followed(repo: Repo, name: str) -> None:
    repo.commit({**SOUND, LEAF: leaf("/tree/base.md", '"/tree/[x].md"'), "tree/[x].md": leaf(body="# X\n\nSome words.\n")})
    assert found(repo) == NONE
    repo.mv(TARGET, name)
    repo.write({LEAF: leaf()})
    repo.add()
    assert found(repo, "--staged") == NONE
    repo.git("reset", "--quiet", LEAF)
    assert found(repo, "--staged") == {"links": {LEAF}}
    repo.mv(BRIEF, f"{name}.md")
    repo.write({f"{name}.md": FAULTY[BRIEF]})
    repo.add(f":(literal){name}.md")
    assert found(repo, "--staged")["brief"] == {f"{name}.md"}


def test_a_name_that_reads_like_a_side_of_a_conflict_is_a_name(repo: Repo) -> None:
    """A symbolic link leads to it, so that it is asked for by name."""
    repo.link("link.md", "1:brief.md")
    repo.link("two.md", "link.md")
    repo.commit({"1:brief.md": FAULTY[BRIEF]})
    for arguments in (("--staged",), ("--from-ref", "0" * 40, "--to-ref", "HEAD")):
        assert found(repo, *arguments, "link.md", "two.md") == {"brief": {"link.md", "two.md"}}


def test_a_symbolic_link_to_a_directory_is_no_text(repo: Repo) -> None:
    repo.link("link.md", "tree")
    repo.link("round.md", "about.md")
    repo.link("about.md", "round.md")
    repo.commit(SOUND)
    for arguments in ((), ("--staged",), ("--from-ref", "0" * 40, "--to-ref", "HEAD")):
        assert {each["path"]: each["message"] for each in report(repo, *arguments, BRIEF, "link.md", "round.md")} == {
            "link.md": "the file does not exist" if arguments == ("--staged",) else "the file is a directory",
            "round.md": "the file is a loop of symbolic links",
        }


def test_a_file_that_is_not_checked_out_is_taken_from_the_index_whatever_its_name(repo: Repo) -> None:
    repo.commit({**SOUND, LEAF: leaf("/1:base.md"), "1:base.md": leaf(body="# Base\n\nIn words of its own.\n")})
    repo.git("sparse-checkout", "set", "--no-cone", "/*", "!/1:base.md")
    assert not (repo.top / "1:base.md").exists()
    assert found(repo) == NONE
    assert run(repo, "context", LEAF, "--out", str(repo.top / "out"))[0] == 0
    assert ["In words of its own." in path.read_text("utf-8") for path in (repo.top / "out").rglob("context.md")] == [True]
