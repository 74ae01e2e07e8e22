"""The hook pre-push, with real pushes to a bare repository on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from briefs import GOOD, LINE
from gitrepo import Repo
from hooking import FOUND, Server, find_packetlint, install, said, unchecked

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Result


class Pushed(NamedTuple):
    """A repository with the hook, its remote `origin`, and main pushed there."""

    repo: Repo
    server: Server

    def push(self, *arguments: str) -> Result:
        """Push to origin."""
        return self.repo.run("git", "push", "origin", *arguments)


@pytest.fixture
def pushed(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pushed:
    find_packetlint(monkeypatch)
    server = Server(tmp_path / "a server ü.git")
    repo.git("remote", "add", "origin", str(server.top))
    unchecked(repo, {"old.md": LINE})
    repo.git("push", "--quiet", "origin", "main")
    install(repo, "--hook", "pre-push")
    return Pushed(repo, server)


def _refused(done: Result) -> str:
    assert done.returncode == 1
    assert FOUND in said(done)
    return said(done)


def test_what_is_new_is_judged_and_what_is_old_is_not(pushed: Pushed) -> None:
    unchecked(pushed.repo, {"two words ü.md": LINE})
    text = _refused(pushed.push("main"))
    assert "packetlint: refs/heads/main\ntwo words ü.md:7:38" in text
    assert "old.md" not in text
    unchecked(pushed.repo, {"two words ü.md": GOOD})
    assert pushed.push("main").returncode == 0


def test_the_end_of_a_range_counts_and_not_its_middle(pushed: Pushed) -> None:
    unchecked(pushed.repo, {"a.md": LINE})
    unchecked(pushed.repo, {"a.md": GOOD})
    assert pushed.push("main").returncode == 0


def test_the_working_tree_does_not_count(pushed: Pushed) -> None:
    unchecked(pushed.repo, {"a.md": GOOD})
    pushed.repo.write({"a.md": LINE, "b.md": LINE})
    assert pushed.push("main").returncode == 0


def test_of_a_new_branch_everything_counts_that_the_remote_has_not(pushed: Pushed) -> None:
    pushed.repo.git("checkout", "--quiet", "-b", "topic")
    unchecked(pushed.repo, {"a.md": GOOD})
    unchecked(pushed.repo, {"b.md": LINE})
    unchecked(pushed.repo, {"c.md": GOOD})
    text = _refused(pushed.push("topic"))
    assert "b.md:7:38" in text
    assert "old.md" not in text


def test_a_new_branch_that_took_in_the_remotes_main_answers_for_its_own_only(pushed: Pushed) -> None:
    pushed.repo.git("checkout", "--quiet", "-b", "topic")
    unchecked(pushed.repo, {"a.md": GOOD})
    pushed.repo.git("checkout", "--quiet", "main")
    unchecked(pushed.repo, {"theirs.md": LINE})
    pushed.repo.git("push", "--quiet", "--no-verify", "origin", "main")
    pushed.repo.git("checkout", "--quiet", "topic")
    pushed.repo.git("merge", "--quiet", "--no-verify", "--no-edit", "main")
    assert pushed.push("topic").returncode == 0


def test_of_the_first_push_everything_counts(pushed: Pushed, tmp_path: Path) -> None:
    empty = Server(tmp_path / "empty.git")
    pushed.repo.git("remote", "add", "other", str(empty.top))
    assert "old.md:7:38" in _refused(pushed.repo.run("git", "push", "other", "main"))
    assert empty.refs() == {}


def test_of_a_new_branch_at_an_address_without_a_name_everything_counts(pushed: Pushed) -> None:
    unchecked(pushed.repo, {"a.md": GOOD})
    assert pushed.repo.run("git", "push", str(pushed.server.top), "main").returncode == 0
    assert "old.md:7:38" in _refused(pushed.repo.run("git", "push", str(pushed.server.top), "main:topic"))


def test_a_branch_whose_commits_the_remote_has_is_not_judged(pushed: Pushed) -> None:
    pushed.repo.git("branch", "copy")
    done = pushed.push("copy")
    assert done.returncode == 0
    assert "packetlint" not in said(done)


@pytest.mark.parametrize("options", [(), ("--annotate", "--message", "one")], ids=["light", "annotated"])
def test_a_tag_is_judged_as_the_commit_it_stands_for(pushed: Pushed, options: tuple[str, ...]) -> None:
    unchecked(pushed.repo, {"a.md": LINE})
    pushed.repo.git("tag", *options, "v1")
    assert "packetlint: refs/tags/v1" in _refused(pushed.push("v1"))
    pushed.repo.git("reset", "--quiet", "--hard", "HEAD^")
    pushed.repo.git("tag", "--force", *options, "v1")
    assert pushed.push("v1").returncode == 0


def test_a_tag_on_something_that_is_no_commit_passes(pushed: Pushed) -> None:
    pushed.repo.git("tag", "text", "HEAD:old.md")
    done = pushed.push("text")
    assert (done.returncode, b"packetlint" in done.stderr, b"error" in done.stderr) == (0, False, False)


def test_a_deletion_passes(pushed: Pushed) -> None:
    pushed.repo.git("branch", "gone")
    pushed.push("gone")
    done = pushed.push("--delete", "gone")
    assert done.returncode == 0
    assert set(pushed.server.refs()) == {"refs/heads/main"}


def test_a_forced_push_is_judged_from_where_the_branches_part(pushed: Pushed) -> None:
    unchecked(pushed.repo, {"a.md": LINE})
    pushed.repo.git("push", "--quiet", "--no-verify", "origin", "main")
    pushed.repo.git("reset", "--quiet", "--hard", "HEAD^")
    unchecked(pushed.repo, {"b.md": LINE})
    text = _refused(pushed.push("--force", "main"))
    assert "b.md:7:38" in text
    assert "a.md" not in text
    unchecked(pushed.repo, {"b.md": GOOD})
    assert pushed.push("--force", "main").returncode == 0


def test_a_forced_push_over_commits_that_are_not_known_here_is_judged_from_what_is(pushed: Pushed, tmp_path: Path) -> None:
    other = Repo(tmp_path / "other")
    other.git("pull", "--quiet", str(pushed.server.top), "main")
    unchecked(other, {"theirs.md": GOOD})
    other.git("push", "--quiet", str(pushed.server.top), "HEAD:main")
    unchecked(pushed.repo, {"b.md": LINE})
    text = _refused(pushed.push("--force", "main"))
    assert "b.md:7:38" in text
    assert "old.md" not in text


def test_one_faulty_branch_of_two_refuses_both_and_each_is_named(pushed: Pushed) -> None:
    pushed.repo.git("checkout", "--quiet", "-b", "good")
    unchecked(pushed.repo, {"g.md": GOOD})
    pushed.repo.git("checkout", "--quiet", "-b", "bad", "main")
    unchecked(pushed.repo, {"b.md": LINE})
    text = _refused(pushed.push("good", "bad"))
    assert text.count("packetlint: refs/heads/") == 2
    assert set(pushed.server.refs()) == {"refs/heads/main"}


def test_a_branch_and_a_tag_at_the_same_commit_are_judged_once(pushed: Pushed) -> None:
    pushed.repo.git("checkout", "--quiet", "-b", "topic")
    unchecked(pushed.repo, {"b.md": LINE})
    pushed.repo.git("tag", "v1")
    assert _refused(pushed.push("topic", "v1")).count("b.md:7:38") == 1


def test_a_removed_target_refuses_the_push(pushed: Pushed) -> None:
    leaf = "---\nsoft_links:\n  - /b.md\n---\n# A\n"
    unchecked(pushed.repo, {"NODE.md": "# Top\n", "a.md": leaf, "b.md": "# B\n"})
    pushed.repo.git("push", "--quiet", "--no-verify", "origin", "main")
    pushed.repo.git("rm", "--quiet", "b.md")
    unchecked(pushed.repo, {})
    done = pushed.push("main")
    assert done.returncode == 1
    assert "links/target-removed" in said(done)


def test_a_push_from_a_linked_worktree_is_judged(pushed: Pushed, tmp_path: Path) -> None:
    pushed.repo.git("worktree", "add", "--quiet", "-b", "linked", str(tmp_path / "linked"))
    (tmp_path / "linked/a.md").write_text(LINE)
    pushed.repo.run("git", "add", "--all", cwd="../linked")
    pushed.repo.run("git", "commit", "--quiet", "--message", "work", cwd="../linked")
    done = pushed.repo.run("git", "push", "origin", "linked", cwd="../linked")
    assert "a.md:7:38" in _refused(done)
