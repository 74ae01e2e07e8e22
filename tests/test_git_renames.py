"""Files that a brief names and git no longer has: renamed, deleted, never there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from briefs import GOOD
from checking import check
from tables import holds

from packetlint.core.git import Git, discover
from packetlint.core.git_output import Rename

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo

STALE = GOOD + "\n**Files Touched:**\n- `src/pager.py` (Pager) — loads a page\n"


@holds("git", "mv")
@pytest.mark.parametrize("committed", [True, False])
def test_a_rename_git_knows_is_told_and_mended(repo: Repo, committed: bool) -> None:  # noqa: FBT001 - a parameter
    repo.commit({"src/pager.py": "class Pager: ...\n" * 9, "brief.md": STALE})
    repo.mv("src/pager.py", "src/search/pages.py")
    if committed:
        repo.commit()
    status, lines = check(repo, "brief.md")
    assert (status, lines[0]) == (0, "brief.md:22:4: warning[brief/stale-file] `src/pager.py` is now `src/search/pages.py`")
    assert check(repo, "--fix", "--unsafe-fixes", "brief.md") == (
        1,
        ["fixed brief.md: 1 fix", "1 file read (working tree), 1 brief: no findings"],
    )
    assert repo.read("brief.md") == STALE.replace("src/pager.py", "src/search/pages.py")


@holds("git", "directory-rename")
def test_a_directory_renamed_twice_is_followed(repo: Repo) -> None:
    repo.commit({"src/pager.py": "class Pager: ...\n" * 9, "src/other.py": "x = 1\n" * 9, "brief.md": STALE})
    repo.mv("src", "lib")
    repo.commit()
    repo.mv("lib", "core")
    repo.commit()
    assert "`src/pager.py` is now `core/pager.py`" in check(repo, "brief.md")[1][0]


@holds("git", "case-rename")
def test_a_case_only_rename_is_told(repo: Repo) -> None:
    repo.commit({"src/pager.py": "class Pager: ...\n" * 9, "brief.md": STALE})
    repo.mv("src/pager.py", "src/Pager.py")
    assert "`src/pager.py` is now `src/Pager.py`" in check(repo, "brief.md")[1][0]


@holds("git", "rm")
@pytest.mark.parametrize(
    ("steps", "message"),
    [
        pytest.param(("rm -q src/pager.py", "commit -qm gone"), "`src/pager.py` was deleted", id="deleted"),
        pytest.param(("rm -q src/pager.py",), "`src/pager.py` was deleted", id="deletion staged"),
        pytest.param(("checkout -q --orphan new", "rm -qf src/pager.py"), "`src/pager.py` never existed in this repository", id="never"),
    ],
)
def test_a_file_that_is_gone_is_told_from_one_that_never_was(repo: Repo, steps: tuple[str, ...], message: str) -> None:
    repo.commit({"src/pager.py": "class Pager: ...\n" * 9, "brief.md": STALE})
    for step in steps:
        repo.git(*step.split())
    assert message in check(repo, "brief.md")[1][0]


@holds("git", "shallow")
def test_a_shallow_clone_does_not_claim_that_a_file_never_was(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"brief.md": STALE})
    repo.commit({"x.txt": "x\n"})
    repo.git("clone", "--quiet", "--depth", "1", f"file://{repo.top}", str(tmp_path / "shallow"))
    assert "`src/pager.py` is not in this repository" in check(repo, "brief.md", cwd=str(tmp_path / "shallow"))[1][0]


def test_a_brief_below_a_package_may_name_files_from_there(repo: Repo) -> None:
    repo.commit({"web/src/pager.py": "x\n", "web/docs/brief.md": STALE})
    assert check(repo)[1] == ["1 file read (working tree), 1 brief: no findings"]


def test_a_rename_is_followed_through_the_merge_of_a_branch_that_began_before_it(repo: Repo) -> None:
    repo.commit({"src/pager.py": "class Pager: ...\n" * 9, "brief.md": STALE})
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit({"other.txt": "x\n"})
    repo.git("checkout", "--quiet", "main")
    repo.mv("src/pager.py", "src/pages.py")
    repo.commit()
    repo.git("merge", "--quiet", "--no-edit", "side")
    assert "`src/pager.py` is now `src/pages.py`" in check(repo, "brief.md")[1][0]
    repo.git("checkout", "--quiet", "side")
    repo.git("reset", "--quiet", "--hard", "HEAD")
    repo.git("merge", "--quiet", "--no-ff", "--no-edit", "main^1")
    assert "`src/pager.py` is now `src/pages.py`" in check(repo, "brief.md")[1][0]


@pytest.mark.parametrize("committed", [True, False])
def test_a_rename_is_followed_whatever_the_person_has_configured(repo: Repo, committed: bool) -> None:  # noqa: FBT001 - a parameter
    for name, value in (("diff.renames", "false"), ("diff.renameLimit", "1"), ("diff.noprefix", "true"), ("diff.relative", "true")):
        repo.git("config", name, value)
    texts = {name: f"class {name}: ...\n" * 9 for name in ("pager", "other", "third")}
    repo.commit({"brief.md": STALE, **{f"src/{name}.py": text for name, text in texts.items()}})
    for name, text in texts.items():
        repo.mv(f"src/{name}.py", f"lib/new_{name}.py")
        repo.write({f"lib/new_{name}.py": f"{text}# more\n"})
    repo.add()
    if committed:
        repo.commit()
    assert "`src/pager.py` is now `lib/new_pager.py`" in check(repo, "brief.md")[1][0]


def test_a_file_that_came_and_went_on_a_branch_was_there(repo: Repo) -> None:
    repo.commit({"brief.md": STALE})
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit({"src/pager.py": "class Pager: ...\n" * 9})
    repo.mv("src/pager.py", "src/pages.py")
    repo.commit()
    repo.git("checkout", "--quiet", "main")
    repo.commit({"other.txt": "x\n"})
    repo.git("merge", "--quiet", "--no-edit", "side")
    assert "`src/pager.py` is now `src/pages.py`" in check(repo, "brief.md")[1][0]


def _moved(repo: Repo) -> list[str]:
    """Move a directory twice, one of its files in between on another branch and one on its own; give all the paths that are gone."""
    names = [f"{number:02}.md" for number in range(30)]
    repo.commit({f"one/{name}": f"{name}\n" * 9 for name in names})
    repo.rm("one/03.md")
    repo.commit()
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit({"one/05.md": "05.md\n" * 9 + "more\n"})
    repo.git("checkout", "--quiet", "main")
    repo.mv("one", "two")
    repo.commit()
    repo.git("merge", "--quiet", "--no-edit", "side")
    repo.commit({"one/07.md": "again\n"})
    repo.rm("one/07.md")
    repo.commit()
    repo.mv("two", "three")
    repo.commit()
    return [f"one/{name}" for name in (*names, "never.md")]


def test_paths_that_went_together_are_followed_together_as_each_alone(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = _moved(repo)
    asked: list[str] = []
    run = Git.run

    def counted(git: Git, *arguments: str, **options: object) -> bytes:
        asked.append(arguments[0])
        return run(git, *arguments, **options)  # type: ignore[arg-type]

    git = discover(str(repo.top))
    assert git
    monkeypatch.setattr(Git, "run", counted)
    together = git.renamed(paths)
    assert len(asked) < len(paths)
    assert together == {path: git.renamed([path])[path] for path in paths}
    assert together["one/00.md"] == Rename("three/00.md", existed=True)
    assert together["one/03.md"] == Rename(None, existed=True)
    assert together["one/never.md"] == Rename(None, existed=False)
