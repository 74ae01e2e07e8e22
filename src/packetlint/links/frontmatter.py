"""Where the frontmatter of a markdown file stands: found by its fences, before anybody reads it as YAML.

It opens with a line `---` that is the first of the file; a byte-order mark (which is not part of a source's
text), and HTML comments with the blank lines around them, may stand before it, blank lines alone may not. It
closes at the next line `---` or `...` at column 1. No text in it can hide such a line: the content of a block
scalar is indented, and YAML allows no such line within quotes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from packetlint.links.model import Fault

INVALID = "links/frontmatter-invalid"
SIZE_LIMIT = 64 << 10
_SHORT = SIZE_LIMIT >> 2  # characters that are surely no more bytes than the limit
# For a class of characters: what YAML takes as it stands. Line breaks and tabs are not in it, nor what is read as either.
PRINTABLE = "\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff"


class Block(NamedTuple):
    """Frontmatter by its offsets in the text.

    `fence` is where the opening line begins, `start` where the YAML does, `end` where the closing line begins,
    and `body` where the markdown behind it does.
    """

    fence: int
    start: int
    end: int
    body: int


_BREAK = r"(?:\r\n|\n|\r|\Z)"
_OPENING = re.compile(rf"---[ \t]*+{_BREAK}")
_CLOSING = re.compile(rf"[\n\r](?:---|\.\.\.)[ \t]*+{_BREAK}")
_COMMENT = re.compile(r"[ \t\r\n]*+<!--")
_BLANKS = re.compile(r"[ \t\r\n]*+")


def find(text: str) -> Block | Fault | None:
    """Find the frontmatter of a text: None where it has none, a fault where it has no end or is too long."""
    if (usual := _usual(text)) is not None:
        return usual
    fence = opening_at(text)
    opening = None if fence is None else _OPENING.match(text, fence)
    if fence is None or opening is None:
        return None
    start = opening.end()
    closing = _CLOSING.search(text, start - 1)
    if closing is None:
        return _unclosed(text, fence)
    block = Block(fence, start, max(closing.start() + 1, start), closing.end())
    return _too_long(text, block) or _second(text, block) or block


def _usual(text: str) -> Block | None:
    """Find what most files begin with, without an expression: LF, plain fences, a blank line and a heading behind them."""
    end = text.find("\n---\n\n#", 3) if text.startswith("---\n") else -1
    if not 0 < end < _SHORT or text.find("\r", 0, end) >= 0 or text.find("\n---", 3, end) >= 0 or text.find("\n...", 3, end) >= 0:
        return None
    return Block(0, 4, end + 1, end + 5)


def opening_at(text: str) -> int | None:
    """Give the offset at which frontmatter may open: 0, or the first line behind HTML comments; None if nothing opens there."""
    if text.startswith("---"):
        return 0
    at = 0
    while comment := _COMMENT.match(text, at):
        end = text.find("-->", comment.end())
        if end < 0:
            return None
        at = end + 3
    blanks = _BLANKS.match(text, at) if at else None
    at = blanks.end() if blanks else 0
    return at if text.startswith("---", at) and text[at - 1] in "\r\n" else None


_LOOKALIKE = re.compile(r"[\n\r]([ \t]*+[-\u2013\u2014]{2,}+)[ \t]*+(?=[\n\r]|\Z)")


def _unclosed(text: str, fence: int) -> Fault:
    help = "put a line `---` below its last key"
    if found := _LOOKALIKE.search(text, fence + 3):
        line = len(re.findall(r"\r\n|\n|\r", text[: found.start(1)])) + 1
        help = f"write line {line} as `---`, three hyphens that begin the line"
    return Fault(INVALID, fence, fence + 3, "the frontmatter that begins here has no end", help)


def _too_long(text: str, block: Block) -> Fault | None:
    size = block.end - block.start
    if size * 4 > SIZE_LIMIT:
        size = len(text[block.start : block.end].encode("utf-8", "surrogatepass"))
    if size <= SIZE_LIMIT:
        return None
    message = f"the frontmatter is {size} bytes long, and {SIZE_LIMIT} are the most that is read"
    return Fault(INVALID, block.fence, block.fence + 3, message, "move what is no metadata into the text below it")


_SECOND = re.compile(r"""(?:[ \t]*+(?:\r\n|\n|\r))*+(---)[ \t]*+(?:\r\n|\n|\r)(?:[a-z_][\w-]*+|"[^"\r\n]++"|'[^'\r\n]++'):(?=[ \r\n])""")


def _second(text: str, block: Block) -> Fault | None:
    """Find frontmatter directly behind the first: a fence, a line that begins with a key, and a closing fence."""
    match = _SECOND.match(text, block.body)
    if match is None or not _CLOSING.search(text, match.end()):
        return None
    help = "one block is read: move its keys into the first, and take its fences out"
    return Fault(INVALID, match.start(1), match.end(1), "a second block of frontmatter begins here", help)
