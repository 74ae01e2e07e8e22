"""Points in time: what timestamps mean, whatever zone they are written in, and the one form they are written out in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# RFC 3339, and what is usually meant by it: a blank for the T, no seconds, no zone, no time of day.
_TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,18}))?)?\s?(?:([Zz])|([+-])(\d\d):?(\d\d)?)?)?", re.ASCII
)
_SECOND = 10**6
_LATEST = 253402300799 * _SECOND + 999_999  # the end of the year 9999
_EARLIEST = -62135596800 * _SECOND  # the beginning of the year 1


def instant(text: str) -> int | None:
    """Read a timestamp such as `2026-04-20T09:00:00Z`, `...+09:00` or `2026-04-20`: microseconds since 1970 (UTC).

    Without a zone it is UTC; None for what is no time. Digits beyond the microsecond are dropped.
    """
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    days = _days(year, month, day)
    if days is None or hour > 23 or minute > 59 or second > 60:  # 60: a leap second
        return None
    shift = (int(match[10] or 0) * 60 + int(match[11] or 0)) * (-1 if match[9] == "-" else 1)
    seconds = days * 86400 + hour * 3600 + (minute - shift) * 60 + second
    at = seconds * _SECOND + int((match[7] or "0").ljust(6, "0")[:6])
    return at if _EARLIEST <= at <= _LATEST else None


def _days(year: int, month: int, day: int) -> int | None:
    """Give the days from 1970 to a date, None for one that does not exist."""
    from datetime import date

    try:
        return date(year, month, day).toordinal() - date(1970, 1, 1).toordinal()
    except ValueError:
        return None


def utc_text(at: int) -> str:
    """Write an instant as `2026-04-20T09:00:00Z`, with a fraction of a second only where it has one."""
    from datetime import date

    seconds, fraction = divmod(at, _SECOND)
    days, rest = divmod(seconds, 86400)
    day = date.fromordinal(days + date(1970, 1, 1).toordinal()).isoformat()
    part = f".{fraction:06}".rstrip("0") if fraction else ""
    return f"{day}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}{part}Z"


def newest(times: Iterable[str]) -> str | None:
    """Give the newest of some timestamps, compared as instants, in the form of `utc_text`; None where none is a time."""
    latest = max((at for at in map(instant, times) if at is not None), default=None)
    return None if latest is None else utc_text(latest)
