"""Words and scripts of a text, as far as a rule needs to know them."""

from __future__ import annotations

import re

_CODE = re.compile(r"`[^`\n]*`")
_MARKS = re.compile(r"[*_~\"“”]|\[\[?|\]\]?(?:\([^)]*\))?")


def plain(text: str) -> str:
    """Give a text without inline code (a name each), emphasis and link marks."""
    return _MARKS.sub("", _CODE.sub("X", text))


def is_latin(text: str) -> bool:
    """Say whether a text is written in Latin script: at least half of its letters are."""
    letters = [character for character in text if character.isalpha()]
    return sum(ord(letter) < 0x250 for letter in letters) * 2 >= len(letters)


# Scripts written without blanks between words: Thai to Khmer, Kana, and the CJK ideographs.
_SPACELESS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def has_spaceless_script(text: str) -> bool:
    """Say whether words cannot be counted by blanks."""
    return bool(_SPACELESS.search(text))
