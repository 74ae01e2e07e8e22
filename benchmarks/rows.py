"""What every benchmark gives: rows of a ratio and its bar, and how they are shown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEAD = "| work | against | ratio | bar |\n| --- | --- | --- | --- |\n"
_END = "<!-- end of what was measured -->\n"


class Row(NamedTuple):
    """One measurement: what, against what, the ratio, and the bar it must not pass; `ratio` is None where `lacking` is not installed."""

    work: str
    against: str
    ratio: float | None
    bar: float
    lacking: str = ""

    @property
    def is_missed(self) -> bool:
        """Say whether the ratio passes the bar."""
        return self.ratio is not None and self.ratio > self.bar

    def document(self) -> dict[str, object]:
        """Give the row as a JSON object."""
        skipped = {"skipped": f"{self.lacking} is not installed"} if self.lacking else {}
        return {"work": self.work, "against": self.against, "ratio": self.ratio, "bar": self.bar, **skipped}

    def line(self) -> str:
        """Give the row as a line of a markdown table."""
        digits = 2 if self.bar >= 1 else 3
        ratio = f"not measured: {self.lacking} is not installed" if self.ratio is None else f"{self.ratio:.{digits}f}"
        return f"| {self.work} | {self.against} | {ratio} | {self.bar:.{digits}f} |{' missed' if self.is_missed else ''}\n"


def table(rows: Sequence[Row]) -> str:
    """Give the rows as a markdown table."""
    return _HEAD + "".join(row.line() for row in rows)


def placed(text: str, table: str, command: str) -> str:
    """Put a table between the two marks in a text that name the command it is made by. Raises ValueError where they are not there once."""
    begin = f"<!-- measured by: {command} -->\n"
    pattern = re.compile(f"(?<={re.escape(begin)}).*?(?={re.escape(_END)})", re.DOTALL)
    if text.count(begin) != 1 or not pattern.search(text):
        raise ValueError(f"no place for the table: {begin.strip()} ... {_END.strip()}")
    return pattern.sub(lambda _: f"\n{table}\n", text)
