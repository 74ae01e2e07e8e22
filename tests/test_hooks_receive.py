"""The hook pre-receive in a bare repository: the findings are on the pusher's screen, and nothing gets in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from briefs import GOOD, LINE
from gitrepo import Repo
from hooking import FOUND, SYSTEM, Server, find_packetlint, install, said, unchecked
from tables import holds

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Result


class Served(NamedTuple):
    """A repository whose remote `origin` has the hook, and main as it was before the hook came."""

    repo: Repo
    server: Server

    def push(self, *arguments: str) -> Result:
        """Push to origin."""
        return self.repo.run("git", "push", "origin", *arguments)


@pytest.fixture(params=["sha1", "sha256"])
def served(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Served:
    find_packetlint(monkeypatch)
    monkeypatch.setenv("GIT_DEFAULT_HASH", request.param)
    server = Server(tmp_path / "a server ü.git")
    repo = Repo(tmp_path / "repo")
    repo.git("remote", "add", "origin", str(server.top))
    unchecked(repo, {"old.md": LINE})
    repo.git("push", "--quiet", "origin", "main")
    install(server)
    return Served(repo, server)


@holds("git", "bare")
@holds("git", "sha256")
def test_a_faulty_push_is_refused_with_the_findings_and_leaves_nothing(served: Served) -> None:
    before = served.server.refs()
    commit = unchecked(served.repo, {"two words ü.md": LINE})
    done = served.push("main")
    assert done.returncode == 1
    assert f"remote: two words ü.md:7:38: {FOUND}" in said(done)
    assert "pre-receive hook declined" in said(done)
    assert "old.md" not in said(done)
    assert served.server.refs() == before
    assert served.server.run("git", "cat-file", "-e", commit).returncode != 0, "what was refused is not kept"


def test_a_clean_push_is_accepted(served: Served) -> None:
    commit = unchecked(served.repo, {"a.md": GOOD})
    assert served.push("main").returncode == 0
    assert served.server.refs() == {"refs/heads/main": commit}


def test_of_a_new_branch_only_what_is_new_counts(served: Served) -> None:
    served.repo.git("checkout", "--quiet", "-b", "topic")
    unchecked(served.repo, {"a.md": GOOD})
    assert served.push("topic").returncode == 0
    served.repo.git("checkout", "--quiet", "-b", "other")
    unchecked(served.repo, {"b.md": LINE})
    done = served.push("other")
    assert done.returncode == 1
    assert "b.md:7:38" in said(done)
    assert "old.md" not in said(done)


def test_of_the_first_push_everything_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, repo: Repo) -> None:
    find_packetlint(monkeypatch)
    server = Server(tmp_path / "empty.git")
    install(server)
    unchecked(repo, {"a.md": GOOD, "b.md": LINE})
    done = repo.run("git", "push", str(server.top), "main")
    assert done.returncode == 1
    assert "b.md:7:38" in said(done)


@pytest.mark.parametrize("options", [(), ("--annotate", "--message", "one")], ids=["light", "annotated"])
def test_a_tag_is_judged_as_its_commit(served: Served, options: tuple[str, ...]) -> None:
    served.repo.git("tag", *options, "v0")
    assert served.push("v0").returncode == 0, "the server has the commit"
    unchecked(served.repo, {"a.md": LINE})
    served.repo.git("tag", *options, "v1")
    done = served.push("v1")
    assert done.returncode == 1
    assert "remote: packetlint: refs/tags/v1" in said(done)


def test_a_tag_on_something_that_is_no_commit_is_accepted_without_a_word(served: Served) -> None:
    served.repo.git("tag", "text", "HEAD:" + served.repo.git("ls-files").decode().split()[0])
    done = served.push("text")
    assert (done.returncode, b"remote:" in done.stderr) == (0, False)


def test_a_deletion_is_accepted(served: Served) -> None:
    served.repo.git("branch", "gone")
    served.push("gone")
    assert served.push("--delete", "gone").returncode == 0
    assert set(served.server.refs()) == {"refs/heads/main"}


def test_a_forced_push_is_judged(served: Served) -> None:
    served.repo.git("commit", "--quiet", "--amend", "--no-verify", "--message", "again")
    unchecked(served.repo, {"b.md": LINE})
    done = served.push("--force", "main")
    assert done.returncode == 1
    assert "b.md:7:38" in said(done)
    unchecked(served.repo, {"b.md": GOOD, "old.md": GOOD})
    assert served.push("--force", "main").returncode == 0


def test_an_unrelated_history_is_judged_whole(served: Served) -> None:
    served.repo.git("checkout", "--quiet", "--orphan", "root")
    unchecked(served.repo, {"new.md": LINE})
    done = served.push("--force", "root:main")
    assert done.returncode == 1
    assert "new.md:7:38" in said(done)


def test_a_mirror_of_many_refs_is_refused_as_one(served: Served) -> None:
    before = served.server.refs()
    served.repo.git("branch", "same")
    unchecked(served.repo, {"b.md": LINE})
    assert served.push("--mirror").returncode == 1
    assert served.server.refs() == before


def test_the_administrators_options_hold_whatever_is_pushed(served: Served) -> None:
    """A pushed configuration turns no rule off on a server that goes by no such file."""
    files = {"b.md": LINE, "packetlint.toml": 'exclude = ["*.md"]\n', "--isolated": "a file so named turns nothing off\n"}
    unchecked(served.repo, files)
    served.server.git("config", "packetlint.options", "--isolated")
    done = served.push("main")
    assert done.returncode == 1
    assert "b.md:7:38" in said(done)
    served.server.git("config", "packetlint.options", "--config-from main")
    assert served.push("main").returncode == 1
    served.server.git("config", "--unset", "packetlint.options")
    assert served.push("main").returncode == 0


def test_a_baseline_of_the_server_accepts_old_faults_wherever_they_go_and_no_new_one(served: Served) -> None:
    served.repo.run("packetlint", "check", "--write-baseline", str(served.server.top / "base.jsonl"))
    served.server.git("config", "packetlint.options", "--baseline base.jsonl")
    unchecked(served.repo, {"old.md": f"# Above\n\n{LINE}"})
    served.repo.mv("old.md", "moved.md")
    unchecked(served.repo, {})
    assert served.push("main").returncode == 0
    unchecked(served.repo, {"moved.md": f"# Above\n\n{LINE}- see x.py:9\n"})
    done = served.push("main")
    assert (done.returncode, said(done).count(FOUND)) == (1, 1)


def test_a_repository_with_a_work_tree_can_be_a_server_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, repo: Repo) -> None:
    find_packetlint(monkeypatch)
    central = Repo(tmp_path / "central")
    install(central, "--hook", "pre-receive")
    unchecked(repo, {"b.md": LINE})
    done = repo.run("git", "push", str(central.top), "main:topic")
    assert done.returncode == 1
    assert "b.md:7:38" in said(done)
    unchecked(repo, {"b.md": GOOD})
    assert repo.run("git", "push", str(central.top), "main:topic").returncode == 0


def test_a_server_without_packetlint_accepts_nothing(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    unchecked(served.repo, {"a.md": GOOD})
    monkeypatch.setenv("PATH", SYSTEM)
    done = served.push("main")
    assert done.returncode == 1
    assert "remote: packetlint is not on PATH of this server" in said(done)


def test_a_commit_that_git_cannot_read_is_refused(served: Served) -> None:
    """Where git fails, nothing is let through for want of findings."""
    hook = served.server.run("sh", "hooks/pre-receive", stdin=f"{'0' * 40} {'1' * 40} refs/heads/x\n".encode())
    assert (hook.returncode, hook.stdout) == (1, b"")
