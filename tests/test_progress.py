"""The line that says how far a run is: on a terminal, for long runs only."""

from __future__ import annotations

import gc
import io
import sys
from typing import TYPE_CHECKING

from packetlint.cli.progress import progress

if TYPE_CHECKING:
    import pytest


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _shown(monkeypatch: pytest.MonkeyPatch, items: int, stream: io.StringIO | None = None) -> str:
    """Give what is shown while a number of items are done, by default on a terminal."""
    stream = stream or _Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    assert list(progress(range(items), "packets")) == list(range(items))
    return stream.getvalue()


def test_it_shows_and_clears_the_number_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = ("0 of 60 packets", "20 of 60 packets", "40 of 60 packets", "")
    assert _shown(monkeypatch, 60) == "".join(f"\r\x1b[K{part}" for part in parts)


def test_it_clears_the_line_when_the_run_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = _Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    for _ in progress(range(60), "packets"):
        break
    gc.collect()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_it_is_silent_for_short_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _shown(monkeypatch, 49) == ""


def test_it_is_silent_under_pre_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRE_COMMIT", "1")
    assert _shown(monkeypatch, 60) == ""


def test_it_is_silent_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _shown(monkeypatch, 60, io.StringIO()) == ""
