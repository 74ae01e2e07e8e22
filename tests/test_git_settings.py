"""What a person has configured, or has in the environment, changes nothing of what is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from brains import leaf
from briefs import GOOD
from geastrees import HAND_WRITTEN
from gitkinds import ALL, BRIEF, FAULTY, FILES, NONE, SOUND, found, run
from gitrepo import program
from packets import as_bytes, contract

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo

SETTINGS = {
    "alias.diff": "!false",
    "color.ui": "always",
    "column.ui": "always",
    "core.abbrev": "4",
    "core.checkStat": "minimal",
    "core.commitGraph": "false",
    "core.eol": "crlf",
    "core.fileMode": "false",
    "core.fsmonitor": "false",
    "core.ignorecase": "true",
    "core.pager": "false",
    "core.precomposeunicode": "true",
    "core.preloadIndex": "false",
    "core.splitIndex": "true",
    "core.untrackedCache": "true",
    "core.whitespace": "cr-at-eol",
    "diff.external": "false",
    "diff.ignoreSubmodules": "all",
    "diff.mnemonicPrefix": "true",
    "diff.noprefix": "true",
    "diff.orderFile": "/nonexistent",
    "diff.relative": "true",
    "diff.renameLimit": "1",
    "diff.renames": "false",
    "diff.submodule": "log",
    "grep.column": "true",
    "grep.fullName": "false",
    "grep.lineNumber": "true",
    "grep.patternType": "perl",
    "index.version": "4",
    "log.decorate": "full",
    "log.follow": "true",
    "log.showSignature": "true",
    "merge.renames": "false",
    "pager.diff": "false",
    "protocol.allow": "never",
    "safe.bareRepository": "explicit",
    "status.showUntrackedFiles": "no",
    "submodule.recurse": "true",
    "trace2.normalTarget": "2",
}
OTHERS = {"diff.renames": "copies", "diff.renameLimit": "0", "core.abbrev": "no", "feature.manyFiles": "true", "core.trustctime": "false"}

_COMMANDS = (
    ("check", "--format", "json"),
    ("check", "--format", "json", "--staged"),
    ("check", "--format", "json", "--hook", "all", *FILES),
    ("check", "--format", "json", "--from-ref", "HEAD^", "--to-ref", "HEAD"),
    ("rebuild", "--check", "--rev", "HEAD"),
    ("graph", "--format", "json"),
)
LONE = {"primary_worker_type": "software_engineer"}
OLD, NEW = ".geas/missions/m2/tasks/t1.json", ".geas/missions/m2/packets/t1/software_engineer.md"


@pytest.fixture
def busy(repo: Repo) -> Repo:
    """Give a repository in which much of what is found takes some asking of git.

    A brief names a file that was renamed long ago and quotes one that git calls binary, a packet without provenance is older
    than its contract, links lead to files that move and change at once, and there is a fault of every kind.
    """
    lines = "".join(f"{number} seconds to wait at gate {number * 7}\n" for number in range(16))
    stale = (
        GOOD.replace("The second page is", f"```\n{lines}```\nThe second page is")
        + "\n**Files Touched:**\n- `src/pager.py` (Pager) — loads\n"
    )
    targets = {f"tree/t{number}.md": leaf(body=f"# T{number}\n\nKnown by {number * 7919} words.\n") for number in range(3)}
    by_hand = {OLD: as_bytes(contract(routing={"primary_worker_type": "software_engineer"})), NEW: HAND_WRITTEN.encode()}
    repo.commit(
        {"src/pager.py": "class Pager: ...\n" * 9, ".gitattributes": "*.conf -diff\n", "gates.conf": lines, "old.md": stale, **by_hand}
    )
    repo.mv("src/pager.py", "src/pages.py")
    later = {OLD: as_bytes(contract(goal="Another", routing=LONE))}
    repo.commit({**SOUND, **targets, "tree/many.md": leaf(*(f"/{path}" for path in targets)), **later})
    for path, text in targets.items():
        repo.mv(path, path.replace("tree/t", "tree/far/u"))
        repo.write({path.replace("tree/t", "tree/far/u"): f"{text}\nMore.\n"})
    repo.write(FAULTY)
    repo.add()
    repo.write({"loose.md": FAULTY[BRIEF]})
    return repo


def _answers(repo: Repo, cache: Path, **variables: str) -> list[tuple[int, str]]:
    return [run(repo, *command, XDG_CACHE_HOME=str(cache), **variables) for command in _COMMANDS]


def test_there_is_something_to_find(busy: Repo, tmp_path: Path) -> None:
    whole, staged, hook, committed, rebuilt, _ = _answers(busy, tmp_path / "cache")
    assert [whole[0], staged[0], hook[0], committed[0], rebuilt[0]] == [1, 1, 1, 0, 0]
    for rule in ("brief/stale-file", "brief/embedded-file", "packet/stale-packet", "links/target-not-found", "partition/coverage-digest"):
        assert f'"rule": "{rule}"' in whole[1]
    assert "`src/pager.py` is now `src/pages.py`" in whole[1]
    assert "lines of `gates.conf`" in whole[1]
    assert staged[1].count("tree/far/u") >= 3


@pytest.mark.parametrize("settings", [SETTINGS, OTHERS], ids=["settings", "others"])
def test_settings_change_nothing(busy: Repo, tmp_path: Path, settings: dict[str, str]) -> None:
    expected = _answers(busy, tmp_path / "before")
    for name, value in settings.items():
        busy.git("config", name, value)
    assert _answers(busy, tmp_path / "after") == expected


@pytest.mark.parametrize(
    "variables",
    [
        {"GIT_LITERAL_PATHSPECS": "1", "GIT_EXTERNAL_DIFF": "false", "GIT_PAGER": "false", "LANGUAGE": "de", "GIT_TRACE": "1"},
        {"GIT_GLOB_PATHSPECS": "1", "GIT_ICASE_PATHSPECS": "1", "GIT_PAGER_IN_USE": "1", "GIT_PREFIX": "tree/", "GIT_NAMESPACE": "x"},
        {"GIT_NOGLOB_PATHSPECS": "1", "GIT_DIR": ".git", "GIT_DIFF_OPTS": "-u1", "CLICOLOR_FORCE": "1"},
        {"GIT_DIR": ".git", "GIT_WORK_TREE": ".", "GIT_INDEX_FILE": ".git/index", "GIT_COMMON_DIR": ".git"},
        {"GIT_CONFIG_PARAMETERS": "'diff.renames=false' 'color.ui=always'", "GIT_REPLACE_REF_BASE": "refs/other/"},
    ],
    ids=["literal", "glob", "noglob", "places", "parameters"],
)
def test_variables_change_nothing(busy: Repo, tmp_path: Path, variables: dict[str, str]) -> None:
    expected = _answers(busy, tmp_path / "before")
    assert _answers(busy, tmp_path / "after", **variables) == expected


def test_a_place_that_is_given_from_where_the_person_stands_is_found(busy: Repo, tmp_path: Path) -> None:
    expected = _answers(busy, tmp_path / "before")
    (busy.top / ".git").rename(tmp_path / "elsewhere")
    variables = {"GIT_DIR": "../../elsewhere", "GIT_WORK_TREE": ".."}
    below = [run(busy.top / "tree", *_up(command), XDG_CACHE_HOME=str(tmp_path / "after"), **variables) for command in _COMMANDS]
    assert below == expected


def _up(command: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"../{word}" if word in FILES else word for word in command)


def test_attributes_that_a_person_keeps_elsewhere_are_seen(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"NODE.md": leaf(), "a.md": leaf("/b.md"), "b.md": leaf()})
    assert found(repo) == NONE
    (tmp_path / "attributes").write_text("*.md filter=same\n")
    repo.git("config", "core.attributesFile", str(tmp_path / "attributes"))
    repo.git("config", "filter.same.clean", "sed s/x.md/b.md/")
    repo.write({"a.md": leaf("/x.md")})  # as long as before: git looks no further than at the length
    repo.git("update-index", "--refresh")
    assert found(repo) == {"links": {"a.md"}}


def test_a_watcher_of_files_that_says_the_truth_changes_nothing(repo: Repo) -> None:
    repo.commit(SOUND)
    watcher = repo.top / ".git" / "watcher"
    watcher.write_text(r"#!/bin/sh" + "\n" + r'printf "token\0/\0"' + "\n")
    watcher.chmod(0o755)
    repo.git("config", "core.fsmonitor", str(watcher))
    repo.git("status")
    repo.write(FAULTY)
    assert (found(repo, "--staged"), found(repo)) == (NONE, ALL)
    repo.add()
    assert found(repo, "--staged") == ALL


@pytest.mark.parametrize("below", [".", "tree"])
def test_an_alias_is_judged_where_git_was_sent(repo: Repo, tmp_path: Path, below: str) -> None:
    repo.commit(SOUND)
    repo.git("worktree", "add", "--quiet", str(tmp_path / "side"))
    side = str(tmp_path / "side" / below)
    alias = f"alias.lint=!'{program('packetlint')}' check --staged --format concise"
    assert repo.run("git", "-C", side, "-c", alias, "lint").returncode == 0
    (tmp_path / "side" / BRIEF).write_bytes(FAULTY[BRIEF])
    repo.git("-C", str(tmp_path / "side"), "add", BRIEF)
    done = repo.run("git", "-C", side, "-c", alias, "lint")
    assert (done.returncode, done.stdout.partition(b":")[0].decode()) == (1, BRIEF)
    assert repo.run("git", "-C", below, "-c", alias, "lint").returncode == 0
