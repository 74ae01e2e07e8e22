"""`--isolated` and `--config-from`: pull requests from strangers are not judged by what they bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from briefs import GOOD, LINE
from checking import check

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo

_LOOSE = 'ignore = ["brief"]\nexclude = ["*.md"]\n'


@pytest.mark.parametrize("file", ["packetlint.toml", "sub/packetlint.toml", "pyproject.toml"])
@pytest.mark.parametrize("content", [(), ("--staged",), ("--all-files",), ("sub/a.md",), ("--hook", "all", "sub/a.md")])
def test_isolated_reads_no_configuration_of_the_repository(repo: Repo, file: str, content: tuple[str, ...]) -> None:
    table = "[tool.packetlint]\n" if file == "pyproject.toml" else ""
    repo.write({"sub/a.md": LINE, file: table + _LOOSE})
    repo.add()
    assert check(repo, *content)[0] == 0
    status, lines = check(repo, "--isolated", *content)
    assert (status, lines[0].partition(":")[0]) == (1, "sub/a.md")


def test_isolated_is_not_stopped_by_a_configuration_that_cannot_be_used(repo: Repo) -> None:
    repo.write({"a.md": GOOD, "packetlint.toml": "no toml"})
    assert check(repo)[0] == 2
    assert check(repo, "--isolated")[0] == 0


def test_isolated_holds_on_standard_input_and_the_command_line_still_counts(repo: Repo) -> None:
    repo.write({"packetlint.toml": _LOOSE})
    command = ("packetlint", "check", "--isolated", "--stdin-filename", "a.md", "-")
    assert repo.run(*command, stdin=LINE.encode()).returncode == 1
    assert repo.run(*command[:2], "--ignore", "brief", *command[2:], stdin=LINE.encode()).returncode == 0


def test_the_configuration_is_that_of_the_ref(repo: Repo) -> None:
    repo.commit({"packetlint.toml": 'ignore = ["brief/vague-task"]\n', "README.md": "# Read me\n"})
    repo.git("checkout", "--quiet", "-b", "theirs")
    repo.commit({"packetlint.toml": _LOOSE, "sub/packetlint.toml": _LOOSE, "sub/a.md": LINE})
    change = ("--from-ref", "main", "--to-ref", "theirs")
    assert check(repo, *change)[0] == 0
    assert check(repo, *change, "--config-from", "theirs")[0] == 0
    status, lines = check(repo, *change, "--config-from", "main")
    assert (status, lines[0].partition(":")[0]) == (1, "sub/a.md")


def test_what_the_ref_excludes_is_excluded_though_the_change_takes_it_back(repo: Repo) -> None:
    repo.commit({"packetlint.toml": 'exclude = ["old/"]\n'})
    repo.write({"packetlint.toml": "", "old/a.md": LINE})
    assert check(repo)[0] == 1
    assert check(repo, "--config-from", "HEAD")[0] == 0


def test_a_ref_without_configuration_stands_for_none(repo: Repo) -> None:
    base = repo.commit({"README.md": "# Read me\n"})
    repo.commit({"a.md": LINE, "packetlint.toml": _LOOSE})
    assert check(repo, "--config-from", base)[0] == 1


def test_the_ref_may_have_moved_since_the_last_check(repo: Repo) -> None:
    repo.commit({"a.md": LINE})
    assert check(repo, "--config-from", "rules")[0] == 2, "there is no such branch yet"
    repo.git("branch", "rules")
    assert check(repo, "--config-from", "rules")[0] == 1
    repo.git("checkout", "--quiet", "rules")
    repo.commit({"packetlint.toml": _LOOSE})
    repo.git("checkout", "--quiet", "main")
    assert check(repo, "--config-from", "rules")[0] == 0


def test_a_symbolic_link_at_the_ref_leads_nowhere_outside(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "loose.toml").write_text(_LOOSE)
    repo.link("packetlint.toml", str(tmp_path / "loose.toml"))
    repo.commit({"a.md": LINE})
    status, lines = check(repo, "--config-from", "HEAD")
    assert (status, lines) == (2, ["packetlint: packetlint.toml: is a symbolic link that leaves the repository"])


def test_a_broken_configuration_at_the_ref_is_one_line(repo: Repo) -> None:
    repo.commit({"packetlint.toml": "fail_on = 1\n"})
    repo.write({"packetlint.toml": "", "a.md": GOOD})
    status, lines = check(repo, "--config-from", "HEAD")
    assert (status, len(lines)) == (2, 1)
    assert lines[0].startswith("packetlint: packetlint.toml:1: `fail_on`: is not a known key")


@pytest.mark.parametrize("ref", ["nowhere", "--output=x", "", "HEAD:packetlint.toml"])
def test_an_unknown_ref_is_one_line(repo: Repo, ref: str) -> None:
    repo.commit({"packetlint.toml": ""})
    status, lines = check(repo, f"--config-from={ref}")
    assert (status, len(lines)) == (2, 1)


def test_a_ref_outside_git_is_one_line(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    status, lines = check(repo, "--config-from", "HEAD", cwd="../plain")
    assert (status, len(lines)) == (2, 1)
    assert "--config-from needs a git repository" in lines[0]


def test_only_one_of_the_two(repo: Repo) -> None:
    repo.commit({"a.md": GOOD})
    assert check(repo, "--isolated", "--config-from", "HEAD") == (2, ["packetlint: --isolated and --config-from exclude one another"])


def test_a_file_called_like_the_option_does_not_turn_it_off(repo: Repo) -> None:
    repo.commit({"packetlint.toml": ""})
    names = ("--isolated", "--config-from=HEAD", "--staged")
    repo.write({"a.md": LINE, "packetlint.toml": _LOOSE, **dict.fromkeys(names, "x\n")})
    assert check(repo, "--isolated")[0] == 1
    assert check(repo, "--config-from=HEAD")[0] == 1


def _aliased(repo: Repo, tmp_path: Path) -> None:
    """Make a brain with a link into another repository, by an alias of its own registry."""
    other = tmp_path / "other"
    (other / "tree").mkdir(parents=True)
    (other / "CONVENTIONS.md").write_text("# Conventions\n")
    (other / "tree/there.md").write_text("# There\n")
    registry = f"aliases:\n  other:\n    brain: {other}\n"
    leaf = "---\nsoft_links:\n  - other:/tree/there.md\n---\n# A\n"
    repo.commit({"CONVENTIONS.md": "# Conventions\n", "config.yaml": registry, "tree/a.md": leaf})


def test_isolated_follows_no_alias_out_of_the_repository(repo: Repo, tmp_path: Path) -> None:
    _aliased(repo, tmp_path)
    before = check(repo)
    assert before[0] == 0
    isolated = check(repo, "--isolated")
    assert (isolated[0], len(isolated[1])) == (1, 2)
    assert "tree/a.md:3:5: error[links/alias-root-unreachable]" in isolated[1][0]
    (tmp_path / "other/tree/there.md").unlink()
    assert check(repo, "--isolated") == isolated, "nothing there was looked at"
    assert check(repo) != before
