"""How much of a text that somebody wrote is said again in a message."""

from __future__ import annotations

LONGEST = 80


def short(text: str) -> str:
    """Give a text as it is quoted in a line: the beginning of a long one."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
