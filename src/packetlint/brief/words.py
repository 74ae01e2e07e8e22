"""Words and scripts of a text, as far as a rule needs to know them."""

from __future__ import annotations

import re

_MARKS = str.maketrans("", "", '*_~"“”')
_APART = str.maketrans({"—": " ", "–": " ", "：": " ", "，": " ", "；": " ", "。": " ", "（": " ", "）": " "})
_LINKS = r"\[\[?|\]\]?(?:\([^()\s]*\))?"


def plain(text: str) -> str:
    """Give a text without inline code (a name each), emphasis and link marks."""
    if "`" in text:
        text = re.sub(r"`[^`\n]*`", "X", text)
    if "[" in text:
        text = re.sub(_LINKS, "", text)
    return text.translate(_MARKS)


def words(text: str) -> list[str]:
    """Give the plain text's words in lower case, without the marks around them; a dash between words parts them."""
    parts = plain(text).translate(_APART).casefold().split()
    return [word for part in parts if (word := part.strip(".,:;!?()'’"))]


def is_latin(text: str) -> bool:
    """Say whether a text is written in Latin script: at least half of its letters are."""
    if text.isascii():
        return True
    letters = [character for character in text if character.isalpha()]
    return sum(ord(letter) < 0x250 for letter in letters) * 2 >= len(letters)


# Scripts written without blanks between words: Thai to Khmer, Kana, and the CJK ideographs.
_SPACELESS = (
    range(0x0E00, 0x0F00),
    range(0x1000, 0x10A0),
    range(0x1780, 0x1800),
    range(0x3040, 0x3100),
    range(0x3400, 0xA000),
    range(0xF900, 0xFB00),
    range(0x20000, 0x40000),
)


def has_spaceless_script(text: str) -> bool:
    """Say whether words cannot be counted by blanks."""
    return not text.isascii() and any(ord(character) in block for character in text for block in _SPACELESS)
