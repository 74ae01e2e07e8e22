"""Say what is wrong with frontmatter that is no YAML: where exactly, in plain words, and how it is mended."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.links.frontmatter import INVALID
from packetlint.links.model import Fault

if TYPE_CHECKING:
    from ruamel.yaml.error import MarkedYAMLError


class Unreadable(Exception):  # noqa: N818 - a fault in a file is no error of ours
    """Frontmatter that cannot be read; `fault` says why."""

    def __init__(self, start: int, end: int, message: str, help: str = "") -> None:
        """Keep the place (offsets in the file's text) and the words."""
        super().__init__(message)
        self.fault = Fault(INVALID, start, max(end, start + 1), message, help)


DEEPEST = 64  # levels of lists and mappings
_QUOTE = "put it in quotes"
_INDENT = "begin all lines of one level in the same column"
_SHOWN = 40
_WORD = re.compile(r"[^\s,\[\]{}]++")
_LINE = re.compile(r"[^\r\n]*")

# What ruamel.yaml says, and where (see _said) -> what to say, and how to mend it. `{}` stands for what is written there.
_AT_THE_PROBLEM: tuple[tuple[str, str, str], ...] = (
    (r"character '\\t'", "a tab stands where YAML wants spaces", "use spaces"),
    (r"that cannot start any token", "`{}` begins with a character that YAML keeps for itself", _QUOTE),
    (
        r"mapping values are not allowed.*, the first colon",
        "this line goes on with the value above it, and so cannot be a pair",
        "begin it in the column of its neighbours, and put a blank behind the colon of each",
    ),
    (r"mapping values are not allowed", "a second colon with a blank behind it stands in one value", "put the value in quotes"),
    (r"sequence entries are not allowed", "a list cannot begin behind its key", "begin it on the next line, or write it as `[a, b]`"),
    (r"mapping keys are not allowed", "a `?` with a blank behind it cannot stand here", "put the value in quotes"),
    (r"found unexpected ':'", "a colon stands where YAML does not expect one", "put the value in quotes"),
    (r"unknown escape character", "`\\{}` is no escape that YAML knows", r"use single quotes, or write a backslash as `\\`"),
    (r"expected escape sequence", "an escape has too few digits here", r"use single quotes, or write a backslash as `\\`"),
    (
        r"more indented follow up line",
        "the first lines of this text are indented less than the blank line above",
        "take the blanks out of it",
    ),
    (
        r"chomping or indentation indicators|scanning a block scalar",
        "`|` and `>` announce the lines below; a text that begins with one needs quotes",
        _QUOTE,
    ),
    (r"<block end>, but found '<scalar>'.*, within a line", "`{}` stands behind the end of a value", "put the whole value in quotes"),
    (r"<block end>, but found", "this line is indented unlike those above it", _INDENT),
    (
        r"expected ',' or '.', but got '(?!<stream end>)",
        "`{}` stands where a comma or a closing bracket is due",
        "put a comma before it, or close first what opened last",
    ),
    (r"node content, but found '(?!<stream end>)", "`{}` stands where a value is due", "put a value before it, or quotes around it"),
    (r"undefined tag handle", "`{}` is read as a tag, because it begins with `!`", _QUOTE),
    (r"document start", "`{}` stands behind the end of a value", "put a colon and a blank behind each key"),
    (r"document separator", "a quote is still open where the line `{}` stands", "close the quote"),
)
# The same, where the trouble is what began earlier.
_WHERE_IT_BEGAN: tuple[tuple[str, str, str], ...] = (
    (r"while scanning an alias", "`{}` is read as an alias, because it begins with `*`", _QUOTE),
    (r"while scanning a directive", "`{}` is read as a directive, because it begins with `%`", _QUOTE),
    (r"while scanning an anchor", "`{}` is read as an anchor, because it begins with `&`", _QUOTE),
    (r"while (?:scanning|parsing) a tag", "`{}` is read as a tag, because it begins with `!`", _QUOTE),
    (r"could not find expected ':'", "the line is no `key: value`", "put a colon and a blank behind the key, or indent the line"),
    (r"unexpected end of stream", "the quote that opens here is not closed", "close it"),
    (r"but got ':'.*, on a later line", "the bracket that opens here is not closed before the next key", "close it"),
    (r"'<stream end>'", "the bracket that opens here is not closed", "close it"),
)


def explained(error: MarkedYAMLError, text: str, first: int, last: int) -> Unreadable:
    """Turn a complaint of ruamel.yaml about text[first:last] into a fault of the whole text."""
    if conflict := _CONFLICT.search(text, first, last):
        return Unreadable(*conflict.span(), "a merge conflict is not resolved here", "keep one side, and take its marks out")
    problem, context = error.problem_mark or error.context_mark, error.context_mark or error.problem_mark
    at = first + (problem.index if problem else 0)
    said = _said(error, text, at)
    if "node content, but found '<stream end>'" in said:
        at = _open_bracket(text, first, at)
        return _worded(text, at, "the bracket that opens here is not closed", "close it")
    for mark, words in ((context, _WHERE_IT_BEGAN), (problem, _AT_THE_PROBLEM)):
        for pattern, message, help in words:
            if mark and re.search(pattern, said):
                return _template(text, first + mark.index) or _worded(text, first + mark.index, message, help)
    return _template(text, at) or Unreadable(*_extent(text, at), f"this is no YAML: {shortened(' '.join(said.split()), 200)}")


def _open_bracket(text: str, first: int, at: int) -> int:
    """Give the offset of the last bracket in text[first:at] that nothing closes."""
    closed = 0
    for offset in range(at - 1, first - 1, -1):
        if text[offset] in "]}":
            closed += 1
        elif text[offset] in "[{":
            if not closed:
                return offset
            closed -= 1
    return at


_CONFLICT = re.compile(r"(?<=[\r\n])(?:<{7}|>{7})(?= )")


def _said(error: MarkedYAMLError, text: str, at: int) -> str:
    """Give the parser's words, and what its place tells besides."""
    before = text[max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1 : at]
    said = f"{error.context}: {error.problem}"
    if before.strip(" \t"):
        said += ", within a line"
    if ": " not in before:
        said += ", the first colon"
    if error.context_mark and error.problem_mark and error.context_mark.line != error.problem_mark.line:
        said += ", on a later line"
    return said


def _worded(text: str, at: int, message: str, help: str) -> Unreadable:
    start, end = _extent(text, at)
    return Unreadable(start, end, message.format(shortened(text[start:end])), help)


def _extent(text: str, at: int) -> tuple[int, int]:
    """Give the extent of the word at an offset; of one character where no word begins."""
    if word := _WORD.match(text, at):
        return at, word.end()
    return at, min(at + 1, len(text))


def shortened(spelling: str, most: int = _SHOWN) -> str:
    """Give a spelling short enough for a message."""
    return spelling if len(spelling) <= most else f"{spelling[:most]}..."


_TEMPLATE = re.compile(r"""(?<![^\s\[,])\{\{[^}\r\n]*+\}*+|(?<![^\s\[,])\{%[^\r\n]*""")


def _template(text: str, at: int) -> Unreadable | None:
    """Find `{{X}}` without quotes in the line that holds an offset."""
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    line = _LINE.match(text, begin)
    match = _TEMPLATE.search(text, begin, line.end()) if line else None
    return unfilled(match.start(), text) if match else None


def unfilled(start: int, text: str) -> Unreadable:
    """Say that what begins with `{{` or `{%` is a template's place that nobody filled in."""
    match = _TEMPLATE.match(text, start)
    end = match.end() if match else start + 2
    return Unreadable(start, end, f"`{shortened(text[start:end])}` is not filled in", "write the value there, or put quotes around it")


def too_deep(start: int) -> Unreadable:
    """Say that what begins here is nested too deeply."""
    return Unreadable(start, start + 1, f"this is nested more than {DEEPEST} levels deep")


def unacceptable(text: str, at: int) -> Unreadable:
    """Say that a control character, or one that is none, stands in the text."""
    help = "take it out, or write it as an escape in double quotes"
    return Unreadable(at, at + 1, f"the character U+{ord(text[at]):04X} cannot stand in YAML", help)


_ESCAPES: tuple[tuple[str, str], ...] = (
    (r"\\(?:u|U0000)[dD][89a-fA-F][0-9a-fA-F]{2}", "`{}` is half a character"),
    (r"\\U(?!00(?:0[0-9a-fA-F]|10))[0-9a-fA-F]{8}", "`{}` is beyond the last character"),
)


def misplaced_directive(text: str, start: int, end: int) -> Unreadable:
    """Say that a directive stands where none can."""
    match = re.compile(r"^%[^\r\n]*", re.MULTILINE).search(text, start, end)
    span = match.span() if match else (start, min(start + 1, len(text)))
    return Unreadable(*span, "a YAML directive cannot stand in frontmatter", "take the line out, or quote what begins with `%`")


def wrong_escape(text: str, start: int, end: int) -> Unreadable:
    """Say which escape in text[start:end] stands for no character."""
    for pattern, message in _ESCAPES:
        if match := re.compile(pattern).search(text, start, end):
            return Unreadable(*match.span(), message.format(match[0]), "write the character itself")
    return Unreadable(start, min(start + 1, len(text)), "this is no YAML that can be read")
