"""The rows of the table that `benchmarks/quality.py` prints, read from the reports of what was run."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import parse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from xml.etree.ElementTree import Element


class Line(NamedTuple):
    """One row: its verdict (`pass`, `miss`, `skip`), the table it is of, its name, and the figure that says how it went."""

    verdict: str
    table: str
    row: str
    figure: str


def of_measurements(name: str, report: Path) -> Iterator[Line]:
    """Yield a line a measurement: a list of objects with `work`, `ratio`, `bar`, and `skipped` where there is no ratio."""
    for row in json.loads(report.read_text("utf-8")):
        if row["ratio"] is None:
            yield Line("skip", name, row["work"], row["skipped"])
        else:
            verdict = "pass" if row["ratio"] <= row["bar"] else "miss"
            yield Line(verdict, name, row["work"], f"{row['ratio']:.3g} of at most {row['bar']:g}")


def of_tests(name: str, report: Path) -> Iterator[Line]:
    """Yield a line for each row that the tests of a JUnit report name and each test that proves it, with the number of its cells."""
    outcomes: dict[tuple[str, str], list[str]] = defaultdict(list)
    for case in parse(report).iter("testcase"):
        words = case.get("name", "").partition("[")[0].removeprefix("test_").replace("_", " ")
        for table, row in _rows(case) or [(name, "")]:
            outcomes[table, f"{row}: {words}" if row else words].append(_outcome(case))
    for (table, row), each in sorted(outcomes.items()):
        counts = {outcome: each.count(outcome) for outcome in ("pass", "miss", "skip")}
        verdict = "miss" if counts["miss"] else "pass" if counts["pass"] else "skip"
        skipped = f", {counts['skip']} skipped" if counts["skip"] else ""
        yield Line(verdict, table, row, f"{counts['pass']} of {len(each) - counts['skip']} cells{skipped}")


def _rows(case: Element) -> list[tuple[str, str]]:
    """Give the table and the name of each row that a test proves."""
    named = [one.get("value", "").partition("/") for one in case.iter("property") if one.get("name") == "holds"]
    return [(table, row) for table, _, row in named]


def _outcome(case: Element) -> str:
    tags = {child.tag for child in case}
    return "miss" if tags & {"failure", "error"} else "skip" if "skipped" in tags else "pass"
