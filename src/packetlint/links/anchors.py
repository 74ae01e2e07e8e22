"""The anchors of a markdown text: the slugs that GitHub makes of its headings, and the ids its author wrote."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.core.markdown import HEADING, SETEXT, scan

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from packetlint.core.source import Source

_WRITTEN = re.compile(r"<[a-zA-Z][^<>]{0,500}?\s(?:id|name)\s*=\s*[\"']?([^\"'\s<>]+)")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^\[\]]*\])")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_EMPHASIS = re.compile(r"(?<![\w\\])(\*{1,3}|_{1,3}|~~)(?=\S)(.+?)(?<=\S)\1(?!\w)")
_KEPT = ("L", "M", "Nd", "Pc")


def anchors(source: Source) -> list[str]:
    """List the anchors of a markdown text, in order: `title`, `title-1` for the next heading of the same words, ..."""
    seen: dict[str, int] = {}
    found = []
    for title in _titles(source):
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
    shown = _shown(title).strip().lower()
    return "".join(filter(_is_kept, shown)).replace(" ", "-")


def _is_kept(character: str) -> bool:
    from unicodedata import category

    return character in " -" or category(character).startswith(_KEPT)


def _titles(source: Source) -> Iterator[str]:
    lines = scan(source).lines
    for at, line in enumerate(lines):
        if line.kind == HEADING:
            yield line.body
        elif line.kind == SETEXT and at:
            yield lines[at - 1].text.strip()


def _shown(title: str) -> str:
    """Give a heading's text as it is shown, without the marks of links, tags and emphasis."""
    text = _TAG.sub("", _LINK.sub(r"\1", title))
    for _ in range(3):
        text = _EMPHASIS.sub(r"\2", text)
    return text
