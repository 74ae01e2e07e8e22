"""The table of `python -m benchmarks.quality`: what it makes of the reports it reads."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

from precommit_home import ROOT

from benchmarks.lines import Line, of_measurements, of_tests

if TYPE_CHECKING:
    from pathlib import Path

_TESTS = """
import pytest
@pytest.mark.parametrize("cell", [1, 2])
@pytest.mark.holds("safety", "names")
def test_a_name_is_escaped(cell): pass
@pytest.mark.holds("git", "bare")
def test_bare(): assert False
@pytest.mark.holds("git", "rm")
def test_rm(): pytest.skip("no git")
def test_else(): pass
"""


def test_each_row_that_a_test_names_is_a_line(tmp_path: Path) -> None:
    (tmp_path / "test_rows.py").write_text(_TESTS)
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text("utf-8"))
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = holds(table, row)\n")
    report, command = tmp_path / "report.xml", [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "--rootdir", str(tmp_path)]
    environment = {"PYTHONPATH": str(ROOT / "tests"), "PATH": "/usr/bin:/bin"}
    subprocess.run([*command, f"--junitxml={report}"], cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert list(of_tests("rows", report)) == [
        Line("miss", "git", "bare: bare", "0 of 1 cells"),
        Line("skip", "git", "rm: rm", "0 of 0 cells, 1 skipped"),
        Line("pass", "rows", "else", "1 of 1 cells"),
        Line("pass", "safety", "names: a name is escaped", "2 of 2 cells"),
    ]


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
