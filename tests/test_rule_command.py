"""The command `packetlint rule`: the list of rules, and the page of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from packetlint.cli.explanation import explanation_of, for_terminal, split
from packetlint.cli.kinds import all_rules, rule_names
from packetlint.cli.main import main
from packetlint.core import rule as rules

if TYPE_CHECKING:
    from collections.abc import Callable

    Tell = Callable[..., str]


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Tell:
    """Give a function that runs the command, which must do its job, and gives what it prints."""

    def run(*arguments: str) -> str:
        assert main(["rule", *arguments]) == 0
        return capsys.readouterr().out

    return run


def test_without_a_name_every_rule_is_listed_in_order(tell: Tell) -> None:
    assert tuple(line.split()[0] for line in tell().splitlines()[1:]) == rule_names()


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_a_line_of_the_list_gives_severity_basis_and_summary(rule: rules.Rule, tell: Tell) -> None:
    line = next(line for line in tell().splitlines() if line.startswith(f"{rule.name} "))
    assert line.split(maxsplit=3) == [rule.name, rule.severity, "exact" if rule.exact else "heuristic", rule.summary]


def test_a_name_gives_the_first_line_severity_and_basis(tell: Tell) -> None:
    assert tell("brief/missing-task").splitlines()[:3] == [
        "brief/missing-task: no task (packet) or summary (agent brief)",
        "severity: error",
        'basis: exact; `preset = "recommended"` changes nothing',
    ]


def test_a_heuristic_error_is_said_to_become_a_warning(tell: Tell) -> None:
    assert 'basis: heuristic; `preset = "recommended"` makes it a warning\n' in tell("brief/shape-criterion")


def test_a_heuristic_warning_is_said_to_stay_one(tell: Tell) -> None:
    assert 'basis: heuristic; `preset = "recommended"` leaves it a warning\n' in tell("brief/vague-task")


def test_an_unsafe_fix_is_named_with_its_options(tell: Tell) -> None:
    assert "fix: unsafe (packetlint check --fix --unsafe-fixes)\n" in tell("brief/unknown-category")


def test_a_rule_without_a_fix_says_nothing_of_fixes(tell: Tell) -> None:
    assert "\nfix:" not in tell("brief/missing-task")


def test_a_name_gives_the_explanation_and_then_the_address(tell: Tell) -> None:
    text = explanation_of("brief/missing-task").text
    assert tell("brief/missing-task").endswith(f"\n{text}\n\n{rules.DOCUMENTATION}/brief/missing-task.md\n")


def test_a_kind_gives_every_rule_of_it(tell: Tell) -> None:
    output = tell("file")
    assert [name for name in rule_names() if f"{name}: " in output] == [name for name in rule_names() if name.startswith("file/")]


def test_a_glob_gives_what_it_matches(tell: Tell) -> None:
    output = tell("brief/over-*")
    assert [name for name in rule_names() if f"{name}: " in output] == ["brief/over-token-limit", "brief/over-token-target"]


def test_an_unknown_name_is_a_usage_error_that_gives_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["rule", "brief/mising-task"])
    error = "packetlint: no rule is called `brief/mising-task`; did you mean `brief/missing-task`?\n"
    assert (status, *capsys.readouterr()) == (2, "", error)


def test_a_renamed_rule_is_a_usage_error_that_gives_the_new_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(rules.RENAMED, "brief/no-task", "brief/missing-task")
    status = main(["rule", "brief/no-task"])
    assert (status, *capsys.readouterr()) == (2, "", "packetlint: rule `brief/no-task` is now called `brief/missing-task`\n")


def test_comments_for_the_tests_are_not_printed(tell: Tell) -> None:
    assert "<!--" not in tell("brief/packet-where-brief-belongs")


def test_comments_inside_an_example_are_printed(tell: Tell) -> None:
    assert "<!-- packetlint: ignore=" in tell("file/unused-ignore")


def test_dropping_a_comment_leaves_one_blank_line() -> None:
    assert for_terminal("## Bad\n\n<!-- file: a.md -->\n\nText\n") == "## Bad\n\nText"


def test_a_heading_inside_a_fence_begins_no_section() -> None:
    assert split("## Bad\n\n````markdown\n## Agent Brief\n````\n\n## Good\n\nB\n") == {
        "Bad": "````markdown\n## Agent Brief\n````",
        "Good": "B",
    }
