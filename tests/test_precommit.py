"""The hooks through the real pre-commit program, in real repositories, offline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from briefs import GOOD, LINE
from precommit_home import ROOT, configuration, environment, hook_repository
from tables import holds

if TYPE_CHECKING:
    from gitrepo import Repo, Result

pytestmark = pytest.mark.xdist_group("pre-commit")


@pytest.fixture
def hooked(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Give a repository whose commits go through the hook `packetlint`."""
    return _hooked(repo, monkeypatch, "packetlint")


def _hooked(repo: Repo, monkeypatch: pytest.MonkeyPatch, *hooks: str, extra: str = "") -> Repo:
    repository, revision = hook_repository()
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    repo.write({".pre-commit-config.yaml": configuration(*hooks, repository=repository, revision=revision, extra=extra)})
    assert repo.run("pre-commit", "install", "-t", "pre-commit", "-t", "pre-merge-commit").returncode == 0
    return repo


def _commit(repo: Repo, *arguments: str) -> Result:
    return repo.run("git", "commit", "--message", "work", *arguments)


@holds("git", "first-commit")
def test_the_first_commit_of_a_good_brief_passes(hooked: Repo) -> None:
    hooked.write({"brief.md": GOOD})
    hooked.add()
    done = _commit(hooked)
    assert done.returncode == 0, done.stderr.decode()


@holds("git", "first-commit")
def test_a_bad_brief_blocks_the_first_commit_with_place_and_caret(hooked: Repo) -> None:
    hooked.write({"brief.md": LINE})
    hooked.add()
    done = _commit(hooked)
    shown = done.stderr.decode()
    assert done.returncode == 1
    assert "brief.md:7:38: error[brief/file-line-reference]" in shown
    assert "7 | The second page is sorted by id (see pager.py:40), whatever order was asked for.\n" in shown
    assert "\n  |                                      ^^^^^^^^^^^\n" in shown
    assert "help: name the type or function instead" in shown


def test_mending_the_brief_lets_the_commit_through(hooked: Repo) -> None:
    hooked.write({"brief.md": LINE})
    hooked.add()
    assert _commit(hooked).returncode == 1
    hooked.write({"brief.md": GOOD})
    hooked.add()
    assert _commit(hooked).returncode == 0


@holds("git", "commit-all")
def test_commit_all_is_judged_by_what_it_commits(hooked: Repo) -> None:
    hooked.commit({"brief.md": GOOD})
    hooked.write({"brief.md": LINE})
    assert _commit(hooked, "--all").returncode == 1


@holds("git", "commit-path")
def test_commit_path_is_judged_by_that_path_alone(hooked: Repo) -> None:
    hooked.commit({"brief.md": GOOD, "other.md": GOOD})
    hooked.write({"brief.md": LINE, "other.md": GOOD + "- More\n"})
    hooked.add("brief.md")
    assert _commit(hooked, "other.md").returncode == 0
    assert _commit(hooked, "brief.md").returncode == 1


@holds("git", "commit")
def test_what_is_not_staged_is_not_judged(hooked: Repo) -> None:
    hooked.write({"brief.md": GOOD})
    hooked.add()
    hooked.write({"brief.md": LINE})
    assert _commit(hooked).returncode == 0
    assert hooked.read("brief.md") == LINE


def test_a_commit_without_any_brief_passes(hooked: Repo) -> None:
    hooked.write({"run.py": "print(1)\n", "README.md": "# Read me\n"})
    hooked.add()
    assert _commit(hooked).returncode == 0


def test_all_files_judges_what_is_tracked(hooked: Repo) -> None:
    hooked.write({"brief.md": LINE, "docs/other.md": GOOD})
    hooked.add()
    hooked.git("commit", "--no-verify", "--quiet", "--message", "before the hook")
    done = hooked.run("pre-commit", "run", "--all-files")
    assert done.returncode == 1
    assert b"brief.md:7:38: error" in done.stdout
    assert b"docs/other.md" not in done.stdout


def test_a_range_is_judged_as_it_is_at_its_end(hooked: Repo) -> None:
    first = hooked.commit({"README.md": "# Read me\n"})
    hooked.write({"brief.md": LINE})
    hooked.add()
    hooked.git("commit", "--no-verify", "--quiet", "--message", "bad")
    bad = hooked.git("rev-parse", "HEAD").decode().strip()
    hooked.commit({"brief.md": GOOD})
    to_bad = hooked.run("pre-commit", "run", "--from-ref", first, "--to-ref", bad)
    to_head = hooked.run("pre-commit", "run", "--from-ref", first, "--to-ref", "HEAD")
    assert (to_bad.returncode, to_head.returncode) == (1, 0)
    assert b"brief.md:7:38: error[brief/file-line-reference]" in to_bad.stdout


@holds("git", "merge")
def test_a_merge_that_brings_a_bad_brief_is_stopped(hooked: Repo) -> None:
    hooked.commit({"README.md": "# Read me\n"})
    hooked.git("checkout", "--quiet", "-b", "side")
    hooked.write({"brief.md": LINE})
    hooked.add()
    hooked.git("commit", "--no-verify", "--quiet", "--message", "bad")
    hooked.git("checkout", "--quiet", "main")
    hooked.commit({"other.txt": "x\n"})
    assert hooked.run("git", "merge", "--no-edit", "side").returncode != 0


def test_the_hook_of_one_kind_takes_markdown_only(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    hooked = _hooked(repo, monkeypatch, "packetlint-brief")
    hooked.write({"brief.md": LINE, "brief.txt": LINE})
    hooked.add()
    done = _commit(hooked)
    assert done.returncode == 1
    assert b"brief.txt" not in done.stderr


def test_arguments_of_the_user_are_added(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    extra = "        args: [--format, concise, --ignore, brief/file-line-reference]\n"
    hooked = _hooked(repo, monkeypatch, "packetlint-brief", extra=extra)
    hooked.write({"brief.md": LINE})
    hooked.add()
    assert _commit(hooked).returncode == 0


def test_file_names_that_are_hard_to_read_are_judged(hooked: Repo) -> None:
    hooked.write({"a b/ü 'x' \"y\".md": LINE, "-dash.md": LINE})
    hooked.add()
    done = _commit(hooked)
    assert done.returncode == 1
    assert "a b/ü 'x' \"y\".md:7:38: error" in done.stderr.decode()
    assert "-dash.md:7:38: error" in done.stderr.decode()


def test_the_hook_of_partitions_takes_json_and_refuses_a_broken_seal(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    hooked = _hooked(repo, monkeypatch, "packetlint-partition")
    good = (ROOT / "fixtures/partition/realistic/good/active-set-for-an-outage/plans/checkout-outage.json").read_text(encoding="utf-8")
    hooked.write({"plan.json": good, "package.json": "{}\n", "brief.md": LINE})
    hooked.add()
    assert _commit(hooked).returncode == 0
    hooked.write({"plan.json": good.replace('"TRANSFERRED"', '"ASSIGNED"', 1)})
    refused = _commit(hooked, "--all")
    assert refused.returncode == 1
    assert b"error[partition/coverage-digest]" in refused.stderr
    assert b"brief.md" not in refused.stderr
