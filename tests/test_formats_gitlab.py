"""The format gitlab: what GitLab's parser of code quality reports takes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from briefs import GOOD, LINE
from jsonschema import Draft202012Validator
from linting import lint
from reports import NAMES, hostile, run, shown

from packetlint.cli.formats.gitlab import render

if TYPE_CHECKING:
    from gitrepo import Repo

# The fields that GitLab documents for a code quality report; of the two forms of a place, this is the older one.
_TEXT = {"type": "string", "minLength": 1}
_LINE = {"type": "integer", "minimum": 1}
_LINES = {"type": "object", "required": ["begin"], "properties": {"begin": _LINE, "end": _LINE}}
_PATH = {"type": "string", "pattern": r"^(?!\./)(?!/).+"}
_LOCATION = {"type": "object", "required": ["path", "lines"], "properties": {"path": _PATH, "lines": _LINES}}
_ISSUE = {
    "type": "object",
    "required": ["description", "check_name", "fingerprint", "severity", "location"],
    "properties": {
        "description": _TEXT,
        "check_name": _TEXT,
        "fingerprint": _TEXT,
        "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
        "location": _LOCATION,
    },
}
_VALIDATOR = Draft202012Validator({"type": "array", "items": _ISSUE})


def _issues(text: str) -> list[dict[str, Any]]:
    issues: list[dict[str, Any]] = json.loads(text)
    assert [error.message for error in _VALIDATOR.iter_errors(issues)] == []
    return issues


def test_an_issue_has_the_documented_fields() -> None:
    (issue,) = _issues(render(lint(LINE.encode())))
    assert (issue["check_name"], issue["severity"]) == ("brief/file-line-reference", "major")
    assert issue["description"] == "`pager.py:40` names a line of a file, and lines move (name the type or function instead)"
    assert issue["location"] == {"path": "brief.md", "lines": {"begin": 7, "end": 7}}


def test_nothing_found_is_an_empty_array() -> None:
    assert _issues(render(lint(GOOD.encode()))) == []


def test_every_hostile_name_is_held_and_fingerprints_are_unique(repo: Repo) -> None:
    hostile(repo)
    issues = _issues(run(repo, "--format", "gitlab"))
    assert {issue["location"]["path"] for issue in issues} == {*map(shown, NAMES), "text.md", "warning.md"}
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    assert {issue["severity"] for issue in issues} == {"major", "minor"}


def test_twins_on_one_line_have_fingerprints_of_their_own() -> None:
    issues = _issues(render(lint(LINE.replace("pager.py:40", "pager.py:40 and pager.py:40").encode())))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == 2
