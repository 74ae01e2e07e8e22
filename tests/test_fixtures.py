"""Every case of `fixtures/`, played as pre-commit would play it: the installed hook entry in a real repository."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from cases import EXPECTED, REALISTIC, Case, cases, label

from packetlint.cli.kinds import known_of, rule_names
from packetlint.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo

_UPDATE = bool(os.environ.get("PACKETLINT_UPDATE"))
_NEVER_ALONE = (REALISTIC, "unused-ignore")  # no rule; and an ignore is idle only where what it hides was looked for
_BESIDE = "<beside>"
_REPAIR = ("--fix", "--unsafe-fixes")
_every_case = pytest.mark.parametrize("case", cases("bad", "good"), ids=label)


def _played(case: Case, repo: Repo, *options: str) -> tuple[str, int]:
    """Run the hook's entry; give its findings without the closing line, and its exit status."""
    done = repo.run(case.hook.entry, *case.arguments(repo), "--format", "concise", *options, env={**os.environ, **case.environment})
    assert done.stderr == b""
    return _without_closing(done.stdout.decode(), repo), done.returncode


@_every_case
def test_the_hook_reports_what_the_case_expects_with_all_rules_and_with_its_own_alone(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    repo = case.repository(tmp_path)
    found, status = _played(case, repo)
    if _UPDATE:
        _rewrite(case, found)
    assert found == case.expected
    assert status == int(": error[" in found)
    if case.rule not in _NEVER_ALONE and case.full_rule in found:
        monkeypatch.chdir(repo.top)
        for name, value in case.environment.items():
            monkeypatch.setenv(name, value)
        own = "".join(line for line in case.expected.splitlines(keepends=True) if _rule(line) == case.full_rule)
        assert _played_alone(case, repo, capsys) == own, "the finding depends on other rules"


def _played_alone(case: Case, repo: Repo, capsys: pytest.CaptureFixture[str]) -> str:
    """Run with the case's rule only, in this process: starting the program once a case is enough."""
    hook = case.kind if case.kind in {known.name for known in known_of(None)} else "all"
    main(["check", "--hook", hook, "--select", case.full_rule, "--format", "concise", *case.arguments(repo)])
    return _without_closing(capsys.readouterr().out, repo)


def _without_closing(output: str, repo: Repo) -> str:
    """Drop the closing line, and give what lies beside the repository the same name on every machine."""
    lines = output.replace(str(repo.top.parent), _BESIDE).splitlines(keepends=True)
    assert lines, "even a run without findings says what it judged"
    return "".join(lines[:-1])


def _rewrite(case: Case, found: str) -> None:
    path = case.folder / EXPECTED
    if found:
        path.write_bytes(found.encode())
    else:
        path.unlink(missing_ok=True)


@_every_case
def test_a_bad_case_is_about_its_own_rule_and_a_good_case_about_nothing(case: Case) -> None:
    """A realistic file may break several rules; a file made for one rule must not need the others to be read."""
    reported = set(map(_rule, case.expected.splitlines()))
    if case.verdict == "good" or case.rule == REALISTIC:
        assert case.also == [], "only a file made for one rule says which others it breaks too"
    if case.verdict == "good":
        assert reported == set()
    elif case.rule == REALISTIC:
        assert reported
        assert reported <= set(rule_names())
    else:
        assert sorted(reported) == sorted([case.full_rule, *case.also])


def _rule(line: str) -> str:
    """Give the rule that a line of the format `concise` reports."""
    return line.partition("[")[2].partition("]")[0]


@pytest.mark.parametrize("fixed", cases("fixed"), ids=label)
def test_a_repair_gives_the_fixed_bytes_and_a_second_one_changes_nothing(fixed: Case, tmp_path: Path) -> None:
    bad = fixed._replace(verdict="bad")
    repo = bad.repository(tmp_path)
    _, status = _played(bad, repo, *_REPAIR)
    assert status == 1, "pre-commit has to see that files changed"
    mended = {path: (repo.top / path).read_bytes() for path in fixed.tree()}
    assert mended == fixed.tree()
    _, status = _played(bad, repo, *_REPAIR)
    assert status == 0
    assert {path: (repo.top / path).read_bytes() for path in fixed.tree()} == mended
