"""The table of speed in README.md is written by the benchmarks, and says what was not measured."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from docpages import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


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


def test_the_table_takes_its_place_in_readme_and_nothing_else(rows: Any) -> None:
    written = rows.with_table(README, _some(rows))
    assert rows.table(_some(rows)) in written
    assert rows.with_table(written, _some(rows)) == written
    before, _, rest = README.partition("| work | against |")
    assert written.startswith(before)
    assert written.endswith(rest[rest.index("\n<!-- end") :])


def test_a_text_without_a_place_for_the_table_is_left_alone(rows: Any) -> None:
    with pytest.raises(ValueError, match="no place for the table"):
        rows.with_table("# Another page\n", _some(rows))
