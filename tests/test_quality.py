"""The table of `python -m benchmarks.quality`: what it makes of the reports it reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from conftest import pytest_collection_modifyitems
from tables import holds

from benchmarks.lines import Line, of_measurements, of_tests

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

_REPORT = """<testsuites><testsuite>
<testcase name="test_a_name_is_escaped[1]"><properties><property name="holds" value="safety/names" /></properties></testcase>
<testcase name="test_a_name_is_escaped[2]"><properties><property name="holds" value="safety/names" /></properties></testcase>
<testcase name="test_bare"><properties><property name="holds" value="git/bare" /></properties><failure>x</failure></testcase>
<testcase name="test_rm"><properties><property name="holds" value="git/rm" /></properties><skipped>no git</skipped></testcase>
<testcase name="test_else" />
</testsuite></testsuites>"""


def test_each_row_that_a_test_names_is_a_line(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(_REPORT)
    assert list(of_tests("rows", report)) == [
        Line("miss", "git", "bare: bare", "0 of 1 cells"),
        Line("skip", "git", "rm: rm", "0 of 0 cells, 1 skipped"),
        Line("pass", "rows", "else", "1 of 1 cells"),
        Line("pass", "safety", "names: a name is escaped", "2 of 2 cells"),
    ]


def test_a_test_names_its_row_in_its_report(request: pytest.FixtureRequest) -> None:
    request.node.add_marker(holds("git", "commit"))
    pytest_collection_modifyitems([request.node])
    assert request.node.user_properties.pop() == ("holds", "git/commit")


def test_a_measurement_passes_misses_or_is_skipped(tmp_path: Path) -> None:
    rows = [
        {"work": "a", "against": "b", "ratio": 1.0, "bar": 1.0},
        {"work": "c", "against": "b", "ratio": 1.01, "bar": 1.0},
        {"work": "d", "against": "b", "ratio": None, "bar": 1.0, "skipped": "node is not installed"},
    ]
    (tmp_path / "rows.json").write_text(json.dumps(rows))
    assert list(of_measurements("speed", tmp_path / "rows.json")) == [
        Line("pass", "speed", "a", "1 of at most 1"),
        Line("miss", "speed", "c", "1.01 of at most 1"),
        Line("skip", "speed", "d", "node is not installed"),
    ]
