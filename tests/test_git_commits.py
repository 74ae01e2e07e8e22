"""The rows of git's table that a commit goes through: the real pre-commit program, with a file of every kind at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from geastrees import CONTRACT
from gitkinds import ALL, BRIEF, FAULTY, FILES, LEAF, NONE, PLAN, SOUND, found, hooked, refused
from gitrepo import Repo
from tables import holds

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


pytestmark = pytest.mark.xdist_group("pre-commit")

GOOD = {path: content for path, content in SOUND.items() if path in FILES}


@pytest.fixture
def sound(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Give a repository whose first commit is sound, and whose further ones go through the hook."""
    repo.commit(SOUND)
    return hooked(repo, monkeypatch)


def _commit(repo: Repo, *arguments: str, stdin: bytes | None = None) -> Mapping[str, set[str]]:
    return refused(repo.run("git", "commit", "--message", "work", *arguments, stdin=stdin))


@holds("git", "first-commit")
def test_the_first_commit(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    hooked(repo, monkeypatch)
    repo.write({**SOUND, **FAULTY})
    repo.add()
    repo.write(GOOD)
    assert _commit(repo) == ALL
    repo.add()
    assert _commit(repo) == NONE


@holds("git", "commit")
def test_a_plain_commit_is_judged_by_what_is_staged(sound: Repo) -> None:
    sound.write(FAULTY)
    sound.add()
    sound.write(GOOD)
    assert _commit(sound) == ALL
    sound.add()
    sound.write(FAULTY)
    assert _commit(sound, "--allow-empty") == NONE
    assert {path: (sound.top / path).read_bytes() for path in FILES} == FAULTY


@holds("git", "commit-all")
def test_a_commit_of_all_is_judged_by_what_lies_on_disk(sound: Repo) -> None:
    sound.write({**FAULTY, "loose.md": FAULTY[BRIEF]})
    assert _commit(sound, "--all") == ALL
    assert sound.git("diff", "--cached", "--name-only") == b""


@holds("git", "commit-path")
def test_a_commit_of_paths_is_judged_by_those_alone(sound: Repo) -> None:
    sound.write({**FAULTY, "note.txt": "x\n"})
    sound.add(BRIEF, LEAF, "note.txt")
    assert _commit(sound, PLAN, CONTRACT) == {kind: ALL[kind] for kind in ("partition", "packet")}
    assert _commit(sound, "note.txt") == NONE


@holds("git", "add-patch")
def test_a_commit_of_some_hunks_is_judged_by_those(sound: Repo) -> None:
    """Of each file the first hunk holds the fault, and the second is not added."""
    tail = {BRIEF: b"- More\n", LEAF: b"More.\n", PLAN: b"\n", CONTRACT: b"\n"}
    long = {path: content + b"\n" * 20 for path, content in GOOD.items()}
    sound.write(long)
    sound.git("commit", "--quiet", "--no-verify", "--all", "--message", "longer")
    sound.write({path: FAULTY[path] + b"\n" * 20 + tail[path] for path in FILES})
    sound.git("add", "--patch", *FILES, stdin=b"y\nn\n" * len(FILES))
    assert len(sound.git("diff", "--name-only").split()) == len(FILES)
    assert _commit(sound) == ALL


@holds("git", "add-intent")
def test_a_commit_beside_what_is_only_announced_is_judged_without_it(sound: Repo) -> None:
    sound.write({"new.md": FAULTY[BRIEF], "new.json": FAULTY[PLAN], "note.txt": "x\n"})
    sound.git("add", "--intent-to-add", "new.md", "new.json")
    sound.add("note.txt")
    assert _commit(sound) == NONE


@holds("git", "amend")
def test_an_amended_commit_is_judged_by_what_is_added_to_it(sound: Repo) -> None:
    sound.write({"note.txt": "x\n"})
    sound.add()
    sound.git("commit", "--quiet", "--no-verify", "--message", "in a hurry")
    sound.write(FAULTY)
    assert _commit(sound, "--amend", "--all") == ALL


def _parted(repo: Repo, main: Mapping[str, str | bytes]) -> None:
    """Let a branch `side` have a fault of every kind, unchecked, and main go on."""
    repo.git("checkout", "--quiet", "-b", "side")
    for branch, files in (("side", FAULTY), ("main", main)):
        repo.git("checkout", "--quiet", branch)
        repo.write(files)
        repo.add()
        repo.git("commit", "--quiet", "--no-verify", "--message", branch)


@holds("git", "merge")
def test_a_merge_is_judged_by_what_it_brings(sound: Repo) -> None:
    _parted(sound, {"note.txt": "x\n"})
    assert refused(sound.run("git", "merge", "--no-edit", "side")) == ALL
    assert found(sound, "--staged") == ALL


@holds("git", "merge-conflict")
def test_a_merge_with_a_conflict_is_judged_when_it_is_committed(sound: Repo) -> None:
    _parted(sound, {BRIEF: "# Main\n", LEAF: "# Main\n", PLAN: "{}\n", CONTRACT: "{}\n"})
    assert sound.run("git", "merge", "side").returncode == 1
    sound.write(FAULTY)
    sound.add()
    assert refused(sound.run("git", "commit", "--no-edit")) == ALL


@holds("git", "merge")
def test_a_merge_that_was_refused_and_is_committed_all_the_same_is_judged_by_what_it_leaves_behind(sound: Repo) -> None:
    """Pre-commit then passes only what was in conflict, which is nothing: what the merge concerns beyond it is still found."""
    _parted(sound, {"note.txt": "x\n"})
    assert refused(sound.run("git", "merge", "--no-edit", "side")) == ALL
    assert refused(sound.run("git", "commit", "--no-edit")) == {"packet": ALL["packet"]}


@holds("git", "worktree")
def test_a_commit_in_a_linked_worktree_is_judged_by_its_own_index(sound: Repo, tmp_path: Path) -> None:
    sound.git("commit", "--quiet", "--no-verify", "--allow-empty", "--all", "--message", "x")
    sound.git("worktree", "add", "--quiet", str(tmp_path / "side"))
    side = tmp_path / "side"
    (side / ".pre-commit-config.yaml").write_text(sound.read(".pre-commit-config.yaml"))
    for path, content in FAULTY.items():
        (side / path).write_bytes(content)
    sound.run("git", "add", "--all", cwd=str(side))
    assert refused(sound.run("git", "commit", "--message", "work", cwd=str(side / "tree"))) == ALL


@holds("git", "submodule")
def test_a_commit_in_a_superproject_does_not_judge_its_submodule(sound: Repo, tmp_path: Path) -> None:
    inner = Repo(tmp_path / "inner")
    inner.commit({**SOUND, **FAULTY})
    sound.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.top), "sub")
    assert _commit(sound) == NONE
    assert found(sound.top / "sub") == ALL
