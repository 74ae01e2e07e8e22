"""Every report format, read back: what was found is in it, once each, and nothing of a file's text breaks it."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import fromstring

from pages import assert_is_sealed

from packetlint.cli.output import render

if TYPE_CHECKING:
    from collections.abc import Callable

    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.engine import Report

_SCHEMA = Path(__file__).parent.parent / "schemas" / "sarif-2.1.0-rtm.5.json"
_COMMAND = re.compile(r"::(error|warning) file=[^,]*,line=\d+,endLine=\d+,(?:col=\d+,endColumn=\d+,)?title=[\w/-]+::.+")
_HEADLINE = re.compile(r".*:\d+:\d+: (error|warning)\[[\w/-]+\] .+")
_UNSHOWN = ("Cc", "Cf", "Cs", "Zl", "Zp")
MOST = 200  # findings; what a report of more looks like is no other thing


def hold_to_formats(report: Report, *, by_schema: bool = False) -> None:
    """Render a report in every format and read each back. Raises AssertionError."""
    report = report._replace(diagnostics=report.diagnostics[:MOST])
    for format, read in _READERS.items():
        text = render(format, report, _is_error, color=False).encode("utf-8", "backslashreplace").decode()
        if format != "json":
            assert_printable(text)
        if report.diagnostics or format not in ("github", "concise", "full"):
            read(text, report)
    if by_schema:
        document = json.loads(render("sarif", report, _is_error, color=False))
        assert [error.message for error in _validator().iter_errors(document)] == []


def assert_printable(text: str) -> None:
    """Assert that nothing in a text can steer a terminal, hide, or turn its direction."""
    if not text.isascii() or not text.replace("\n", "").replace("\t", "").isprintable():
        odd = {character for character in set(text) - {"\n", "\t"} if unicodedata.category(character) in _UNSHOWN}
        assert not odd, f"unprintable {odd!r}"


def _is_error(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity == "error"


@cache
def _validator() -> Any:
    from jsonschema import Draft4Validator

    return Draft4Validator(json.loads(_SCHEMA.read_text("utf-8")))


def _json(text: str, report: Report) -> None:
    found = json.loads(text)["diagnostics"]
    assert [one["rule"] for one in found] == [diagnostic.rule for diagnostic in report.diagnostics]
    assert [(one["line"], one["column"], one["end_line"], one["end_column"]) for one in found] == [one.span for one in report.diagnostics]


def _sarif(text: str, report: Report) -> None:
    results = json.loads(text)["runs"][0]["results"]
    assert [one["ruleId"] for one in results] == [diagnostic.rule for diagnostic in report.diagnostics]
    assert len({one["partialFingerprints"]["packetlint/v1"] for one in results}) == len(results)


def _gitlab(text: str, report: Report) -> None:
    issues = json.loads(text)
    assert [one["check_name"] for one in issues] == [diagnostic.rule for diagnostic in report.diagnostics]
    assert len({one["fingerprint"] for one in issues}) == len(issues)


def _junit(text: str, report: Report) -> None:
    root = fromstring(text.encode())
    cases = [case for suite in root for case in suite]
    assert len(cases) == max(1, len(report.diagnostics))
    assert int(root.get("failures", "")) == sum(map(_is_error, report.diagnostics))


def _github(text: str, report: Report) -> None:
    assert text.endswith("\n")
    lines = text.removesuffix("\n").split("\n")
    assert len(lines) == len(report.diagnostics)
    assert all(_COMMAND.fullmatch(line) for line in lines)


def _concise(text: str, report: Report) -> None:
    lines = text.removesuffix("\n").split("\n")
    assert len(lines) == len(report.diagnostics)
    assert all(_HEADLINE.fullmatch(line) for line in lines)
    assert not any(line.lstrip().startswith("::") for line in lines)


def _full(text: str, report: Report) -> None:
    lines = text.split("\n")
    assert sum(bool(_HEADLINE.fullmatch(line)) for line in lines) >= len(report.diagnostics)
    assert not any(line.lstrip().startswith("::") for line in lines)


def _html(text: str, report: Report) -> None:
    elements = assert_is_sealed(text).skeleton
    assert sum(element.startswith("<article ") for element in elements) == len(report.diagnostics)


_READERS: dict[str, Callable[[str, Report], None]] = {
    "json": _json,
    "sarif": _sarif,
    "gitlab": _gitlab,
    "junit": _junit,
    "github": _github,
    "concise": _concise,
    "full": _full,
    "html": _html,
}
