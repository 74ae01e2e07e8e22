"""The nearest known word to one that is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """Give the known word closest to `word`, or None when nothing is close."""
    import difflib  # only for a word that is not known

    close = difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.6)
    return close[0] if close else None


def nearest(word: str, known: Iterable[str]) -> str:
    """Give `; did you mean ...?` for the closest known word, or the empty string."""
    close = nearest_word(word, known)
    return f"; did you mean `{close}`?" if close else ""
