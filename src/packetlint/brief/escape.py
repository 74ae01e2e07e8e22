r"""Fold and escape texts, so that no text of a draft changes the structure of the brief it is put into.

Everything becomes one line; a mark that would begin something (a heading, a list, a fence, a comment, a
label) gets a backslash, which markdown does not show.
"""

from __future__ import annotations

import re
import unicodedata

from packetlint.brief.model import AROUND_NONE, NONE
from packetlint.brief.names import names_of


def fold(text: str) -> str:
    """Put a text on one line, with one blank for every run of white space."""
    return " ".join(text.split())


def unwritable(text: str) -> str:
    """Give the first character that a text file should not hold (a control character, half a surrogate pair), or ""."""
    return next((char for char in text if unicodedata.category(char) in ("Cc", "Cs") and not char.isspace()), "")


def bullet(text: str) -> str:
    """Make a folded text safe behind `- `."""
    return visible_comments(_lead(text))


def paragraph(text: str) -> str:
    """Make a folded text safe as a paragraph below a label."""
    return visible_comments(f"\\{text}" if text.startswith("|") else _label(_lead(text)))


_OPENS = re.compile(
    r"(?=[-+*](?:\s|$)|[-*_=][-*_=\s]*$|#{1,6}(?:\s|$)|~{3}|`{3,}[^`]*$)"  # gets a backslash in front
    r"|(?P<number>[0-9]{1,9})(?=[.)](?:\s|$))"  # gets one behind the digits
)


def _lead(text: str) -> str:
    """Escape a text that begins like a list item, a heading, a fence, a rule or an underline."""
    match = _OPENS.match(text)
    if not match:
        return text
    number = match["number"] or ""
    return f"{number}\\{text[len(number) :]}"


_COLONS = (":", "：")
_AFTER_LABEL = re.compile(r"\s*(?:[(（].*[)）]\s*)?(?:[:：]|$)")
_NAME_MARKS = re.compile(r"[(\[/:,-]")


def _label(text: str) -> str:
    r"""Escape a text that is written as a label: `\*\*Note:** ...`, and `Summary\:` where that is a known name."""
    mark = text[:2]
    closing = text.find(mark, 3) if mark in ("**", "__") else -1
    if closing > 0:
        inner, rest = text[2:closing].rstrip(), text[closing + 2 :]
        is_label = inner.endswith(_COLONS) or _AFTER_LABEL.match(rest) or rest.strip(AROUND_NONE).casefold() in NONE
        return f"\\{text[0]}\\{text[1:]}" if is_label else text
    is_name = text.endswith(":") and names_of(()).read(text[:-1])
    return _NAME_MARKS.sub(r"\\\g<0>", text) if is_name else text


_COMMENT = re.compile("<!--")


def visible_comments(text: str) -> str:
    r"""Escape `<!--` as `<\!--`, but not in inline code, where it opens nothing."""
    return _COMMENT.sub(_visible, text)


def _visible(comment: re.Match[str]) -> str:
    text, start = comment.string, comment.start()
    in_code = text.count("`", 0, start) % 2 == 1 and text.find("`", start) > 0
    return "<!--" if in_code else r"<\!--"
