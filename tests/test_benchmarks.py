"""The tables of what was measured are written by the benchmarks, and say what was not."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from docpages import ROOT


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT))
    return import_module("benchmarks.rows")


def _some(rows: Any) -> list[Any]:
    return [
        rows.Row("a hook", "a start", 1.5, 2.0),
        rows.Row("a check", "cold", 0.2, 0.125),
        rows.Row("a proposal", "`node`", None, 0.7, "node"),
    ]


def test_a_table_says_what_is_missed_and_what_was_not_measured(rows: Any) -> None:
    assert rows.table(_some(rows)).splitlines()[2:] == [
        "| a hook | a start | 1.50 | 2.00 |",
        "| a check | cold | 0.200 | 0.125 | missed",
        "| a proposal | `node` | not measured: node is not installed | 0.700 |",
    ]


def test_growth_is_measured_from_size_to_size(rows: Any) -> None:
    growth, observed = import_module("benchmarks.growth"), import_module("benchmarks.observed").Observed
    times = [(1000, growth.ALONE, 0.1), (10_000, growth.ALONE, 0.9), (100_000, growth.ALONE, 12.0), (100_000, growth.WHOLE, 9.0)]
    lines = [growth.Line(files, work, observed(clock, clock, files / 200, 0, "")) for files, work, clock in times]
    found = [(row.against, round(row.ratio, 2), row.is_missed) for row in growth.rows(lines)]
    assert found == [("1,000 files", 9.0, False), ("10,000 files", 13.33, True), ("1000 MB", 0.5, False), ("--jobs 1", 0.75, False)]


@pytest.mark.parametrize(("page", "module"), [("README.md", "run"), ("docs/scale.md", "scale")])
def test_a_table_takes_its_place_in_a_page_and_nothing_else(rows: Any, page: str, module: str) -> None:
    command = import_module(f"benchmarks.{module}").COMMAND
    before, after = (ROOT / page).read_text(encoding="utf-8"), "| work |\n| --- |\n"
    written = rows.placed(before, after, command)
    start, end = before.index(f"<!-- measured by: {command} -->\n"), before.index("<!-- end of what was measured -->")
    assert written == f"{before[:start]}<!-- measured by: {command} -->\n\n{after}\n{before[end:]}"
    assert rows.placed(written, after, command) == written


def test_a_text_without_a_place_for_the_table_is_left_alone(rows: Any) -> None:
    with pytest.raises(ValueError, match="no place for the table"):
        rows.placed("# Another page\n", "", "python -m benchmarks.run --readme")
