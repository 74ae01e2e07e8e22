"""Points in time: every spelling that is one, none that is not, and one form to write them in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packetlint.packet.instants import instant, newest, utc_text

_SAME = (
    "2026-04-20T09:00:00Z",
    "2026-04-20T09:00:00z",
    "2026-04-20t09:00:00Z",
    "2026-04-20 09:00:00Z",
    "2026-04-20T09:00:00",
    "2026-04-20T09:00Z",
    "2026-04-20T09:00:00.000Z",
    "2026-04-20T18:00:00+09:00",
    "2026-04-20T18:00:00+0900",
    "2026-04-20T18:00:00+09",
    "2026-04-20T01:30:00-07:30",
    "2026-04-20T08:59:60Z",
    "  2026-04-20T09:00:00 Z\n",
)


@pytest.mark.parametrize("text", _SAME)
def test_one_instant_in_many_spellings(text: str) -> None:
    assert utc_text(instant(text) or 0) == "2026-04-20T09:00:00Z"


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("2026-04-20", "2026-04-20T00:00:00Z"),
        ("2026-04-20T09:00:00.5Z", "2026-04-20T09:00:00.5Z"),
        ("2026-04-20T09:00:00,123456789Z", "2026-04-20T09:00:00.123456Z"),
        ("1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
        ("2024-02-29T12:00:00+00:00", "2024-02-29T12:00:00Z"),
    ],
)
def test_the_form_that_is_written(text: str, normal: str) -> None:
    assert utc_text(instant(text) or 0) == normal
    assert instant(normal) == instant(text)


_NONE = (
    "",
    "now",
    "2026-02-30",
    "2026-13-01T00:00:00Z",
    "2026-04-20T24:00:00Z",
    "2026-04-20T09:60:00Z",
    "2026-04-20T09:00:61Z",
    "20260420T090000Z",
    "2026-04-20T09",
    "26-04-20",
    "2026-04-20T09:00:00+",
    "2026-04-20T09:00:00 UTC",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+01:00",
    "9999-12-31T23:59:59-01:00",
    "٢٠٢٦-٠٤-٢٠",
    "2026-04-20T09:00:00Z\0",
    "1" * 100_000,
)


@pytest.mark.parametrize("text", _NONE, ids=range(len(_NONE)))
def test_what_is_no_time(text: str) -> None:
    assert instant(text) is None


@given(st.datetimes(), st.integers(-14 * 60, 14 * 60))
def test_any_time_in_any_zone_is_what_the_library_says(naive: datetime, minutes: int) -> None:
    time = naive.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    expected = (time - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
    found = instant(time.isoformat())
    if found is None:
        assert naive.year in (1, 9999), "only at the ends of the calendar a zone leads out of it"
    else:
        assert found == expected
        assert instant(utc_text(found)) == found


def test_the_newest_of_some_times_is_compared_as_an_instant() -> None:
    assert newest(["2026-04-20T10:00:00+09:00", "2026-04-20T02:00:00Z", "bad", ""]) == "2026-04-20T02:00:00Z"
    assert newest(["2026-04-20T23:00:00-05:00", "2026-04-21T03:59:59Z"]) == "2026-04-21T04:00:00Z"
    assert newest(["bad", ""]) is None
