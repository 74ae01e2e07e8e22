"""What every benchmark gives: rows of a ratio and its bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Row(NamedTuple):
    """One measurement: what, against what, the ratio, and the bar it must not pass."""

    what: str
    against: str
    ratio: float
    bar: float


def print_rows(rows: Sequence[Row]) -> None:
    """Print the table."""
    print("| work | against | ratio | bar |\n| --- | --- | --- | --- |")
    for row in rows:
        digits = 2 if row.bar >= 1 else 3
        print(f"| {row.what} | {row.against} | {row.ratio:.{digits}f} | {row.bar:.{digits}f} |{'' if row.ratio <= row.bar else ' missed'}")
