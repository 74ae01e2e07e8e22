"""The times a command line is given: --as-of, and SOURCE_DATE_EPOCH."""

from __future__ import annotations

import os

from packetlint.core.errors import UsageError
from packetlint.packet.instants import instant, utc_text

_SECOND = 10**6
_DIGITS = 11  # of seconds since 1970: enough for three thousand years


def as_of(argument: str | None) -> str | None:
    """Read --as-of as UTC; None where it is not given. Raises UsageError for what is no time."""
    at = None if argument is None else instant(argument)
    if argument is not None and at is None:
        raise UsageError(f"--as-of `{argument}` is no time such as 2026-04-20T09:00:00Z")
    return None if at is None else utc_text(at)


def from_seconds(seconds: int) -> str:
    """Give seconds since 1970 as UTC."""
    return utc_text(seconds * _SECOND)


def source_date_epoch() -> str | None:
    """Read SOURCE_DATE_EPOCH as UTC; None where it is not set. Raises UsageError for what is no number of seconds."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if not epoch:
        return None
    if not (epoch.isascii() and epoch.isdigit() and len(epoch) <= _DIGITS):
        raise UsageError(f"SOURCE_DATE_EPOCH `{epoch}` is no number of seconds since 1970")
    return from_seconds(int(epoch))
