"""`packetlint check --files`: which files would be judged as what, and why others not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from briefs import GOOD, LINE

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo

_LEAF = "---\nsoft_links:\n  - /a.md\n---\n"


def _listed(repo: Repo, *arguments: str, cwd: str = ".") -> list[str]:
    done = repo.run("packetlint", "check", "--files", *arguments, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def test_each_file_is_named_with_its_kinds(repo: Repo) -> None:
    repo.write({"a.md": LINE, "b.md": _LEAF + GOOD, "c.md": "# Read me\n", "d.txt": GOOD, "e.json": "{}"})
    assert _listed(repo) == [
        "a.md: brief",
        "b.md: brief, links",
        "c.md: no artifact",
        "e.json: no artifact",
        "4 files (working tree), 2 to judge",
    ]


def test_an_excluded_file_is_listed_with_file_line_and_pattern(repo: Repo) -> None:
    repo.write({"packetlint.toml": 'exclude = [\n  "x/",\n  "old.md",\n]\n', "sub/packetlint.toml": "", "sub/old.md": GOOD, "x/a.md": GOOD})
    lines = _listed(repo)
    assert "sub/old.md: excluded by packetlint.toml:1: `old.md`" in lines
    assert "x/a.md: excluded by packetlint.toml:1: `x/`" in lines


def test_a_name_cannot_begin_a_line_with_a_command(repo: Repo) -> None:
    repo.write({"::add-mask::x.md": LINE})
    assert _listed(repo)[0] == "./::add-mask::x.md: brief"


def test_what_git_ignores_is_not_listed(repo: Repo) -> None:
    repo.write({".gitignore": "out/\n", "out/a.md": GOOD, "b.md": GOOD})
    assert _listed(repo) == ["b.md: brief", "1 file (working tree), 1 to judge"]


def test_a_named_file_that_cannot_be_read_is_listed_with_the_reason(repo: Repo, tmp_path: Path) -> None:
    repo.write({"utf16.md": GOOD.encode("utf-16"), "lfs.md": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"})
    repo.link("out.md", str(tmp_path / "secret.md"))
    repo.link("in.md", "utf16.md")
    lines = _listed(repo, ".", "gone.md")
    assert "out.md: the file is a symbolic link that leaves the repository" in lines
    assert "gone.md: the file does not exist" in lines
    assert "lfs.md: the file is only a large-file pointer; its content was not checked" in lines
    assert "in.md: gone, or a symbolic link to another file of the repository" in lines
    assert "utf16.md: the file is UTF-16, not UTF-8 (byte offset 0)" in lines


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--staged",), ["b.md: brief", "1 file (index), 1 to judge"]),
        (("--select", "links", "b.md"), ["b.md: no artifact", "1 file (working tree), 0 to judge"]),
        (("--all-files",), ["a.md: brief", "b.md: brief", "2 files (working tree), 2 to judge"]),
    ],
)
def test_it_lists_what_the_same_check_would_judge(repo: Repo, arguments: tuple[str, ...], expected: list[str]) -> None:
    repo.commit({"a.md": GOOD})
    repo.write({"b.md": GOOD})
    repo.add()
    repo.write({"c.md": GOOD})
    assert _listed(repo, *arguments) == expected


def test_names_are_shown_escaped_and_paths_count_from_the_top(repo: Repo) -> None:
    repo.write({"sub/a\x1b\nb.md": GOOD})
    assert _listed(repo, cwd="sub") == [r"sub/a\x1b\nb.md: brief", "1 file (working tree), 1 to judge"]


@pytest.mark.parametrize("option", [("--fix",), ("--diff",), ("--output-file", "x"), ("--format", "json"), ("--write-baseline", "x")])
def test_it_only_lists(repo: Repo, option: tuple[str, ...]) -> None:
    done = repo.run("packetlint", "check", "--files", *option)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


def test_it_lists_again_what_an_earlier_check_printed_something_else_for(repo: Repo) -> None:
    repo.commit({"a.md": GOOD})
    first = repo.run("packetlint", "check").stdout
    assert _listed(repo) == ["a.md: brief", "1 file (working tree), 1 to judge"]
    assert repo.run("packetlint", "check").stdout == first
