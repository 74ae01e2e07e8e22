"""Every row of the tables has a test that names it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

_MODULES = sorted(path.stem for path in Path(__file__).parent.glob("test_*.py") if "from tables import" in path.read_text("utf-8"))


def _marks() -> Iterator[pytest.Mark]:
    for name in _MODULES:
        for value in vars(import_module(name)).values():
            yield from (mark for mark in getattr(value, "pytestmark", ()) if mark.name == "holds")


@pytest.mark.parametrize("table", TABLES)
def test_no_row_is_without_a_test(table: str) -> None:
    proven = {mark.args[1] for mark in _marks() if mark.args[0] == table}
    assert set(TABLES[table]) - proven == set()
