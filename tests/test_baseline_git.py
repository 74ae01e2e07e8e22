"""Baselines and git: renames, merges, files that are not what they seem, and what cannot be asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from briefs import CATEGORY, GOOD, LINE
from checking import check

if TYPE_CHECKING:
    from gitrepo import Repo

_BASE = ("--baseline", "base.jsonl")


@pytest.fixture
def old(repo: Repo) -> Repo:
    """Give a repository whose commit holds an error and the baseline with it."""
    repo.commit({"docs/a.md": LINE, "other.md": GOOD})
    assert repo.run("packetlint", "check", "--write-baseline", "base.jsonl").returncode == 0
    repo.commit()
    return repo


def _paths(repo: Repo) -> list[str]:
    lines = repo.read("base.jsonl").splitlines()[1:]
    return [json.loads(line)["path"] for line in lines]


@pytest.mark.parametrize("options", [(), ("--staged",), ("--all-files",), ("--hook", "all", "notes/b.md")])
def test_a_staged_rename_is_followed(old: Repo, options: tuple[str, ...]) -> None:
    old.mv("docs/a.md", "notes/b.md")
    status, lines = check(old, *_BASE, *options)
    assert (status, [line for line in lines if "1 in the baseline" not in line]) == (0, [])


def test_a_committed_rename_is_followed_and_written(old: Repo) -> None:
    old.mv("docs/a.md", "notes/b.md")
    old.commit({"notes/b.md": "# More\n\n" + old.read("notes/b.md")})
    assert check(old, *_BASE)[0] == 0
    assert check(old, *_BASE, "--from-ref", "HEAD~1", "--to-ref", "HEAD")[0] == 0
    old.run("packetlint", "check", "--write-baseline", "base.jsonl")
    assert _paths(old) == ["notes/b.md"]


def test_a_copy_is_no_rename(old: Repo) -> None:
    old.commit({"b.md": LINE})
    status, lines = check(old, *_BASE)
    assert (status, [line.partition(":")[0] for line in lines[:-1]]) == (1, ["b.md"])


def test_a_deleted_file_is_stale_and_dropped(old: Repo) -> None:
    old.rm("docs/a.md")
    assert check(old, *_BASE)[1][1:] == [
        "packetlint: base.jsonl: 1 entry matches nothing any more; --write-baseline base.jsonl drops it",
        "packetlint:   docs/a.md: brief/file-line-reference",
    ]
    old.run("packetlint", "check", "--write-baseline", "base.jsonl")
    assert _paths(old) == []


def test_a_squash_merge_brings_the_baseline_of_its_branch(old: Repo) -> None:
    old.git("checkout", "--quiet", "-b", "work")
    old.mv("docs/a.md", "docs/b.md")
    old.commit()
    old.commit({"docs/b.md": old.read("docs/b.md").replace("Ranking", "Ranking\n- Sorting"), "new.md": CATEGORY})
    old.run("packetlint", "check", "--write-baseline", "base.jsonl")
    old.commit()
    old.git("checkout", "--quiet", "main")
    old.git("merge", "--quiet", "--squash", "work")
    old.commit()
    assert check(old, *_BASE) == (0, ["3 files read (working tree), 3 briefs: no findings, 2 in the baseline"])


def test_two_peoples_entries_merge(old: Repo) -> None:
    old.commit({".gitattributes": "base.jsonl merge=union\n"})
    for branch, name in (("one", "docs/b.md"), ("two", "docs/c.md")):
        old.git("checkout", "--quiet", "-b", branch, "main")
        old.write({name: LINE})
        old.run("packetlint", "check", "--write-baseline", "base.jsonl")
        old.commit()
    old.git("merge", "--quiet", "--no-edit", "one")
    assert sorted(_paths(old)) == ["docs/a.md", "docs/b.md", "docs/c.md"]
    assert check(old, *_BASE)[0] == 0


def test_a_reason_beside_a_new_entry_merges(old: Repo) -> None:
    old.commit({".gitattributes": "base.jsonl merge=union\n"})
    old.git("checkout", "--quiet", "-b", "one")
    old.commit({"base.jsonl": old.read("base.jsonl").replace("}\n", ', "reason": "old"}\n').replace('1, "reason": "old"', "1")})
    old.git("checkout", "--quiet", "-b", "two", "main")
    old.write({"docs/b.md": LINE})
    old.run("packetlint", "check", "--write-baseline", "base.jsonl")
    old.commit()
    old.git("merge", "--quiet", "--no-edit", "one")
    assert sorted(_paths(old)) == ["docs/a.md", "docs/a.md", "docs/b.md"]
    assert check(old, *_BASE)[0] == 0
    old.run("packetlint", "check", "--write-baseline", "base.jsonl")
    assert _paths(old) == ["docs/a.md", "docs/b.md"]
    assert '"reason": "old"' in old.read("base.jsonl")


def test_an_editors_text_is_judged_by_the_baseline_of_its_file(old: Repo) -> None:
    options = ("check", "--format", "concise", "--baseline", "../base.jsonl", "--stdin-filename", "a.md", "-")
    for text, status in ((LINE, 0), (f"# Above\n\n{LINE}", 0), (LINE + "- see x.py:9\n", 1)):
        done = old.run("packetlint", *options, cwd="docs", stdin=text.encode())
        assert (done.returncode, done.stdout.count(b"brief/file-line-reference")) == (status, status)


def test_entries_in_different_places_merge_without_any_setting(old: Repo) -> None:
    for branch, name in (("one", "a.md"), ("two", "z.md")):
        old.git("checkout", "--quiet", "-b", branch, "main")
        old.write({name: LINE})
        old.run("packetlint", "check", "--write-baseline", "base.jsonl")
        old.commit()
    old.git("merge", "--quiet", "--no-edit", "one")
    assert _paths(old) == ["a.md", "docs/a.md", "z.md"]


def test_a_shallow_clone_that_cannot_tell_a_rename_shows_the_finding(old: Repo) -> None:
    old.mv("docs/a.md", "docs/b.md")
    old.commit()
    old.commit({"other.md": GOOD + "\n"})
    old.git("clone", "--quiet", "--depth", "1", f"file://{old.top}", "shallow")
    status, lines = check(old, *_BASE, cwd="shallow")
    assert (status, lines[0].partition(": ")[0]) == (1, "docs/b.md:7:38")


def test_outside_git_the_baseline_works_by_path(old: Repo) -> None:
    plain = old.top / "plain"
    plain.mkdir()
    (plain / "a.md").write_text(LINE)
    environment = {"GIT_CEILING_DIRECTORIES": str(old.top)}
    old.write({"plain/base.jsonl": ""})
    assert check(old, "--write-baseline", "base.jsonl", cwd="plain", **environment)[0] == 0
    assert check(old, *_BASE, cwd="plain", **environment)[0] == 0
    (plain / "a.md").rename(plain / "b.md")
    assert check(old, *_BASE, cwd="plain", **environment)[0] == 1


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (("--baseline", "none.jsonl"), "none.jsonl does not exist; --write-baseline none.jsonl makes it"),
        (("--baseline", "docs"), "docs is not a regular file"),
        (("--baseline", "pipe"), "pipe is not a regular file"),
        (("--baseline", "secret"), "secret is a symbolic link that leaves this directory"),
        (("--baseline", "dangling"), "dangling is a symbolic link that leaves this directory"),
        (("--baseline", "other.md"), "other.md:1: the line is not JSON"),
        (("--write-baseline", "out/base.jsonl"), "out/base.jsonl is a symbolic link that leaves this directory"),
        (("--write-baseline", "none/base.jsonl"), "none/base.jsonl cannot be written: no such file or directory"),
        (("--write-baseline", "b", "--fix"), "--write-baseline goes with none of --fix, --diff"),
        (("--write-baseline", "base.jsonl", "-"), "standard input (-) is written into no baseline"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_two(old: Repo, options: tuple[str, ...], fault: str) -> None:
    (old.top.parent / "outside").mkdir()
    (old.top.parent / "outside" / "secret").write_text("a secret\n")
    old.link("secret", "../outside/secret")
    old.link("dangling", "../outside/none")
    old.link("out", "../outside")
    old.run("mkfifo", "pipe")
    done = old.run("packetlint", "check", *options)
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", f"packetlint: {fault}\n")
    assert not (old.top.parent / "outside" / "base.jsonl").exists()


def test_a_merge_conflict_in_the_baseline_is_named(old: Repo) -> None:
    old.write({"base.jsonl": "<<<<<<< HEAD\n" + old.read("base.jsonl")})
    done = old.run("packetlint", "check", *_BASE)
    assert done.stderr == b"packetlint: base.jsonl:1: a merge conflict is left; keep the entries of both sides and drop the markers\n"


def test_a_rule_that_fails_writes_no_baseline(old: Repo) -> None:
    before = old.read("base.jsonl")
    old.write({"new.md": LINE})
    script = (
        "import sys; from packetlint.brief import kind; from packetlint.cli.main import main\n"
        "def broken(*_): raise ValueError('boom')\n"
        "rules = tuple(r._replace(check=broken) if r.name == 'brief/vague-task' else r for r in kind.KIND.rules)\n"
        "kind.KIND = kind.KIND._replace(rules=rules)\n"
        "sys.exit(main(['check', '--write-baseline', 'base.jsonl']))\n"
    )
    done = old.run("python", "-c", script)
    assert (done.returncode, b"internal error in rule brief/vague-task" in done.stderr) == (2, True)
    assert old.read("base.jsonl") == before
