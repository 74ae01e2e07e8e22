"""How much of a text that somebody wrote is said again in a message."""

from __future__ import annotations

LONGEST = 80
_LONGEST_MESSAGE = 1000
_KEPT = (700, 250)  # characters of the beginning and of the end


def short(text: str) -> str:
    """Give a text as it is quoted in a line: the beginning of a long one."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def bounded(message: str) -> str:
    """Give a message in at most so many characters that a person can read it, whatever it quotes."""
    return message if len(message) <= _LONGEST_MESSAGE else f"{message[: _KEPT[0]]} … {message[-_KEPT[1] :]}"
