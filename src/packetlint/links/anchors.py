"""The anchors of a markdown text: the slugs that GitHub makes of its headings, and the ids its author wrote."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.core.markdown import BULLET, CODE, COMMENT, FENCE, HEADING, META, scan

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from packetlint.core.markdown import Line
    from packetlint.core.source import Source

_WRITTEN = re.compile(r"<[a-zA-Z][^<>]{0,500}?\s(?:id|name)\s*=\s*[\"']?([^\"'\s<>]+)")
_LINK = re.compile(r"!?\[([^\[\]]{0,500})\](?:\([^()\s]{0,1000}\)|\[[^\[\]]{0,500}\])")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,500}>")
_CODE = re.compile(r"(`+)([^`]+)\1")
_OPENED = re.compile(r"(?<!\w)_{1,3}(?=\w)")
_CLOSED = re.compile(r"(?<=[^\W_])_{1,3}(?!\w)")
_NESTED = re.compile(r"[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)+(#{1,6})[ \t]+(.*?)[ \t#]*$")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_LONGEST = 2000  # characters of a title that are looked at
_KEPT = ("L", "M", "Nd", "Pc")
_NO_PROSE = (CODE, FENCE, META, COMMENT)


def anchors(source: Source) -> list[str]:
    """List the anchors of a markdown text, in order: `title`, `title-1` for the next heading of the same words, ..."""
    seen: dict[str, int] = {}
    found = []
    for title in _titles(scan(source).lines):
        slug = slug_of(title)
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        found.append(f"{slug}-{count}" if count else slug)
    return found + [match[1] for match in _WRITTEN.finditer(source.text)]


def has_anchor(fragment: str, known: Collection[str]) -> bool:
    """Say whether a fragment names one of the known anchors; case does not matter, nor percent-encoding."""
    if fragment.lower() in ("", "top") or fragment.startswith(":~:"):  # the top of any page, and a browser's text fragment
        return True
    from urllib.parse import unquote  # few links have a fragment

    wanted = unquote(fragment)
    return wanted in known or wanted.lower() in {anchor.lower() for anchor in known}


def slug_of(title: str) -> str:
    """Make the anchor of a heading by GitHub's rule: lower case, letters, digits, `_` and `-` kept, blanks to `-`."""
    shown = _shown(title[:_LONGEST]).strip().lower()
    return "".join(filter(_is_kept, shown)).replace(" ", "-")


def _is_kept(character: str) -> bool:
    from unicodedata import category

    return character in " -" or category(character).startswith(_KEPT)


def _titles(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the titles of headings: with marks, underlined, and those within quotations and lists."""
    paragraph: list[str] = []
    for line in lines:
        if line.kind == HEADING:
            yield line.body
        elif line.kind not in _NO_PROSE:
            nested = _NESTED.match(line.text[:_LONGEST])
            if nested:
                yield nested[2]
            elif paragraph and _UNDERLINE.match(line.text[:_LONGEST]):
                yield " ".join(paragraph)
        text = line.text.strip()
        is_prose = text and line.kind not in (*_NO_PROSE, HEADING, BULLET) and not _UNDERLINE.match(line.text[:_LONGEST])
        paragraph = [*paragraph[-8:], text] if is_prose else []


def _shown(title: str) -> str:
    """Give a heading's text as it is shown: without the marks of links, tags and emphasis, and with entities read."""
    from html import unescape

    pieces = []
    end = 0
    for code in _CODE.finditer(title):
        pieces += [_plain(title[end : code.start()]), code[2]]
        end = code.end()
    return unescape("".join([*pieces, _plain(title[end:])]))


def _plain(text: str) -> str:
    text = _TAG.sub("", _LINK.sub(r"\1", text))
    if _OPENED.search(text) and _CLOSED.search(text):
        text = _CLOSED.sub("", _OPENED.sub("", text))
    return text
