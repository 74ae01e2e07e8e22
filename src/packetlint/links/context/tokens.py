"""How many tokens a text has, estimated by its length. Source: materialize-context, process step 5: about four characters each."""

from __future__ import annotations

RATIO = 4.0


def estimate(length: int, ratio: float = RATIO) -> int:
    """Give the tokens of a text of so many characters, rounded up."""
    return int(-(-length // ratio))


def room(tokens: int, ratio: float = RATIO) -> int:
    """Give the most characters a text of so many tokens may have."""
    return int(tokens * ratio)
