"""The format junit, read back by a parser of such reports."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest
from briefs import GOOD, LINE, WARNING
from junitparser import Failure, JUnitXml, Skipped, TestSuite
from linting import lint
from reports import NAMES, hostile, run, shown

from packetlint.cli.formats.junit import render

if TYPE_CHECKING:
    from gitrepo import Repo

    from packetlint.core.diagnostic import Diagnostic


def _suites(text: str) -> list[TestSuite]:
    """Read a report, and assert that its counts are those of its tests."""
    report = JUnitXml.fromstring(text.encode())
    suites = list(report)
    assert [(suite.tests, suite.failures, suite.skipped) for suite in suites] == [_counted(suite) for suite in suites]
    totals = tuple(map(sum, zip(*map(_counted, suites), strict=True)))
    assert (report.tests, report.failures, report.skipped) == totals
    return suites


def _counted(suite: TestSuite) -> tuple[int, int, int]:
    results = [result for test in suite for result in test.result]
    return (
        sum(1 for _ in suite),
        sum(isinstance(result, Failure) for result in results),
        sum(isinstance(result, Skipped) for result in results),
    )


def _is_error(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity == "error"


def test_an_error_is_a_failed_test_of_its_file() -> None:
    (suite,) = _suites(render(lint(LINE.encode()), _is_error))
    (test,) = suite
    assert (suite.name, test.name, test.classname) == ("brief.md", "brief/file-line-reference 7:38", "brief.md")
    (failure,) = test.result
    assert isinstance(failure, Failure)
    assert (failure.type, failure.message) == ("error", "`pager.py:40` names a line of a file, and lines move")
    assert failure.text.startswith("brief.md:7:38: error[brief/file-line-reference]")
    assert failure.text.endswith("\nhelp: name the type or function instead")


def test_nothing_found_is_a_passed_test() -> None:
    (suite,) = _suites(render(lint(GOOD.encode()), _is_error))
    assert [(test.name, test.is_passed) for test in suite] == [("no findings", True)]


@pytest.mark.parametrize(("options", "outcome", "status"), [((), Skipped, 0), (("--fail-on", "warning"), Failure, 1)])
def test_a_warning_fails_only_where_it_fails_the_run(repo: Repo, options: tuple[str, ...], outcome: type, status: int) -> None:
    repo.write({"a.md": WARNING})
    done = repo.run("packetlint", "check", "--format", "junit", *options)
    (suite,) = _suites(done.stdout.decode())
    assert done.returncode == status
    assert [type(result) for test in suite for result in test.result] == [outcome]


def test_every_hostile_name_is_a_suite(repo: Repo) -> None:
    hostile(repo)
    suites = _suites(run(repo, "--format", "junit"))
    assert {suite.name for suite in suites} == {*map(shown, NAMES), "text.md", "warning.md"}
    text = next(suite for suite in suites if suite.name == "text.md")
    assert "`f\\x1bx <&>> %0A :: \\u202e \\x9b" in next(iter(text)).result[0].message


def test_the_document_is_well_formed_and_declares_what_it_is() -> None:
    text = render(lint(LINE.encode()), _is_error)
    assert text.startswith("<?xml version='1.0' encoding='utf-8'?>\n")
    assert ET.fromstring(text.encode()).tag == "testsuites"
