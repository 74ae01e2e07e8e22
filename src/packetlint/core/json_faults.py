"""Say what is wrong with a text that is no JSON, at the very character where it stops being JSON."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

DEPTH = 200

# What may be due at a place.
VALUE, KEY, END = "a value", "a key in double quotes", "the end of the file"


class JsonFault(Exception):  # noqa: N818 - a fault in a file is no error of ours
    """A text that is not JSON as `JSON.parse` has it: character offsets, what is wrong there, what to do."""

    def __init__(self, start: int, end: int, message: str, help: str = "") -> None:
        """Keep the place and the words."""
        super().__init__(message)
        self.start = start
        self.end = end
        self.message = message
        self.help = help


_ANYWHERE = (
    (r"//[^\r\n]*|/\*|#[^\r\n]*", "a comment cannot stand in JSON", "take it out"),
    ("\ufeff", "a byte-order mark cannot stand in JSON", "take it out"),
)
_AS_VALUE = (
    (r"'[^'\r\n]*'?", "a text in single quotes is no JSON string", "put it in double quotes"),
    (r"[-+]?(?:NaN|Infinity)\b", "`{}` is no JSON number", "write a number, or null"),
    (r"(?:[Tt]rue|TRUE|[Ff]alse|FALSE|None|undefined|NULL|Null|nil)\b", "`{}` is no JSON value", "write true, false or null"),
    (r"[-+]?0[xXoObB][0-9a-fA-F]+", "`{}` is no JSON number", "write it in decimal digits"),
    (r"\+[0-9.][0-9.eE+-]*", "`{}` is no JSON number: no number begins with a plus", "drop the plus"),
    (r"-?0[0-9][0-9.eE+-]*", "`{}` is no JSON number: no number begins with a needless 0", "drop the zeros"),
    (r"-?\.[0-9]+", "`{}` is no JSON number: a digit has to stand before the point", "write a 0 before the point"),
    (r"-?[0-9]+\.(?![0-9])", "`{}` is no JSON number: a digit has to stand behind the point", "drop the point, or write a 0 behind it"),
    (r"-?[0-9][0-9.]*[eE][+-]?(?![0-9])", "`{}` is no JSON number: its exponent has no digits", ""),
    (r"-?[0-9][0-9A-Za-z_.+-]*", "`{}` is no JSON number", ""),
    (r"-", "`-` is no JSON number: it has no digits", ""),
    (r"[^\W\d][\w$-]*", "`{}` has no quotes", "put a string in double quotes"),
)
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+')
_SHOWN = 40


def fault_at(text: str, at: int, due: str) -> JsonFault:
    """Explain why `due` (a value, a key, a mark) does not stand at an offset that is no blank."""
    if at == len(text):
        return JsonFault(at, at, f"the text ends where {due} is due" if text.strip() else "the file holds nothing", "it may be cut off")
    is_value = due in (VALUE, KEY)
    if is_value and text[at] == '"':
        return _string_fault(text, at)
    for pattern, message, help in (*_ANYWHERE, *(_AS_VALUE if is_value else ())):
        if match := re.compile(pattern).match(text, at):
            return JsonFault(at, match.end(), message.format(_cut(match[0])), help)
    return JsonFault(at, at + 1, f"`{text[at]}` stands where {due} is due")


def _cut(found: str) -> str:
    return found if len(found) <= _SHOWN else f"{found[:_SHOWN]}..."


def _string_fault(text: str, at: int) -> JsonFault:
    """Explain what keeps the quote at an offset from beginning a string."""
    match = _PLAIN.match(text, at + 1)
    end = match.end() if match else at + 1
    if end == len(text):
        return JsonFault(at, at + 1, "the string that begins here has no end", "close it with a double quote")
    if text[end] == "\\":
        return JsonFault(end, min(end + 2, len(text)), f"`{text[end : end + 2]}` is no JSON escape", r"write a backslash as `\\`")
    code = f"U+{ord(text[end]):04X}"
    return JsonFault(end, end + 1, f"the character {code} cannot stand in a string as it is", rf"write it as `\u{ord(text[end]):04x}`")


def number_fault(start: int, spelling: str) -> JsonFault:
    """Say that a number is beyond what a double can hold."""
    shown = spelling if len(spelling) <= _SHOWN else f"{spelling[:16]}... ({len(spelling)} characters)"
    message = f"the number {shown} is too large: JavaScript reads it as Infinity"
    return JsonFault(start, start + len(spelling), message, "write a number below 1.8e308")


def depth_fault(at: int) -> JsonFault:
    """Say that a bracket opens one level too many."""
    return JsonFault(at, at + 1, f"brackets are nested more than {DEPTH} deep here")


def comma_fault(at: int, closing: str) -> JsonFault:
    """Say that a comma has nothing behind it."""
    return JsonFault(at, at + 1, f"a comma stands before the closing `{closing}`", "drop the comma")


_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL)


def lone_surrogates(text: str) -> Iterator[tuple[int, int]]:
    r"""Yield the spans of escapes such as `\ud83d` that are half a character: JSON allows them, UTF-8 does not."""
    for match in _ESCAPE.finditer(text):
        if match[1]:
            yield match.span()
