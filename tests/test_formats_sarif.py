"""The format sarif: valid by the published schema, and true to what was found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

import pytest
from briefs import CATEGORY, GOOD, LINE
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator, FormatChecker
from linting import lint
from reports import NAMES, hostile, run

from packetlint.cli.formats.sarif import render
from packetlint.cli.formats.sarif_rules import descriptor
from packetlint.cli.kinds import all_rules

if TYPE_CHECKING:
    from gitrepo import Repo

_SCHEMA = json.loads((Path(__file__).parent / "schemas" / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
_VALIDATOR = Draft4Validator(_SCHEMA, format_checker=FormatChecker())


def _document(text: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(text)
    assert [error.message for error in _VALIDATOR.iter_errors(document)] == []
    return document


def _results(text: str) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = _document(text)["runs"][0]["results"]
    return results


def _location(result: dict[str, Any]) -> dict[str, Any]:
    location: dict[str, Any] = result["locations"][0]["physicalLocation"]
    return location


def test_the_schema_refuses_what_is_wrong() -> None:
    assert not _VALIDATOR.is_valid({"version": "2.1.0", "runs": [{"tool": {}}]})


def test_a_result_says_rule_level_place_and_help() -> None:
    (result,) = _results(render(lint(LINE.encode())))
    assert (result["ruleId"], result["level"]) == ("brief/file-line-reference", "error")
    assert result["message"]["text"] == (
        "`pager.py:40` names a line of a file, and lines move.\n\nHelp: name the type or function instead."
    )
    assert _location(result)["artifactLocation"] == {"uri": "brief.md", "uriBaseId": "%SRCROOT%"}
    assert _location(result)["region"] == {"startLine": 7, "startColumn": 38, "endLine": 7, "endColumn": 49}
    assert result["properties"] == {"contract": "BLOCK"}


def test_nothing_found_is_a_run_without_results() -> None:
    (run,) = _document(render(lint(GOOD.encode())))["runs"]
    assert (run["results"], run["tool"]["driver"]["rules"]) == ([], [])


def test_every_hostile_name_and_text_is_held(repo: Repo) -> None:
    hostile(repo)
    results = _results(run(repo, "--format", "sarif"))
    uris = {unquote_to_bytes(_location(result)["artifactLocation"]["uri"]).decode("utf-8", "surrogateescape") for result in results}
    assert uris == {*NAMES, "text.md", "warning.md"}
    quoted = next(result["message"]["text"] for result in results if result["ruleId"] == "brief/unknown-category")
    assert "`f\\x1bx <&>> %0A :: \\u202e \\x9b x`" in quoted


@pytest.mark.parametrize(
    ("message", "text"), [("see [x](1)", "see \\[x\\](1)."), ("an unknown key `a[0]`", "an unknown key `a[0]`."), ("a\nb", "a\\nb.")]
)
def test_a_message_holds_no_link(message: str, text: str) -> None:
    report = lint(LINE.encode())
    report = report._replace(diagnostics=[report.diagnostics[0]._replace(message=message, help="")])
    assert _results(render(report))[0]["message"]["text"] == text


@pytest.mark.parametrize("start", ["", "\ufeff", "第二\n\n"])
def test_a_fix_counts_in_lines_and_columns(start: str) -> None:
    text = start + CATEGORY
    (result,) = _results(render(lint(text.encode())))
    (change,) = result["fixes"][0]["artifactChanges"]
    (replacement,) = change["replacements"]
    region, lines = replacement["deletedRegion"], text.removeprefix("\ufeff").split("\n")
    assert lines[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1] == "fix"
    assert (region["startLine"], replacement["insertedContent"]) == (region["endLine"], {"text": "bug"})
    assert "--unsafe-fixes" in result["fixes"][0]["description"]["text"]


@given(st.text(alphabet="b\n\u00e9\U0001f600 ", max_size=30))
def test_a_fix_is_at_the_place_of_its_finding(before: str) -> None:
    for result in _results(render(lint((before + "\n" + CATEGORY).encode()))):
        for fix in result.get("fixes", ()):
            assert fix["artifactChanges"][0]["replacements"][0]["deletedRegion"] == _location(result)["region"]


def test_a_fingerprint_outlives_a_move_and_tells_twins_apart() -> None:
    line = "The second page is sorted by id (see pager.py:40), whatever order was asked for."
    once = _results(render(lint(LINE.encode())))
    twice = _results(render(lint(("\n\n" + LINE.replace(line, f"{line}\n\n{line}")).encode())))
    prints = [result["partialFingerprints"]["packetlint/v1"] for result in twice]
    assert prints[0] == once[0]["partialFingerprints"]["packetlint/v1"]
    assert len(set(prints)) == 2


def test_a_rule_comes_with_its_page(repo: Repo) -> None:
    repo.write({"a.md": LINE})
    (rule,) = _document(run(repo, "--format", "sarif"))["runs"][0]["tool"]["driver"]["rules"]
    assert rule["helpUri"] == "https://github.com/packetlint/packetlint/blob/main/docs/rules/brief/file-line-reference.md"
    assert "## Why it matters" in rule["help"]["markdown"]
    assert rule["properties"]["precision"] == "very-high"


def test_every_rule_can_be_described() -> None:
    rules = [descriptor(rule) for rule in all_rules()]
    assert len({rule["name"] for rule in rules}) == len(rules)
    document = json.loads(render(lint(GOOD.encode())))
    document["runs"][0]["tool"]["driver"]["rules"] = rules
    _document(json.dumps(document))
    assert [rule["id"] for rule in rules if "<!--" in rule["fullDescription"]["text"] or not rule["fullDescription"]["text"]] == []


def test_a_rule_that_fails_makes_the_run_a_failure() -> None:
    report = lint(GOOD.encode())._replace(crashes=["internal error in rule x on file \x1b"])
    (run,) = _document(render(report))["runs"]
    assert run["invocations"][0]["executionSuccessful"] is False
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"] == "internal error in rule x on file \\x1b"
