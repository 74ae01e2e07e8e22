"""HTML to text, by a library that lays it out as a browser would; headings keep their rank, as in markdown."""

from __future__ import annotations

import re
import sys
from itertools import islice
from typing import NamedTuple

import lxml.etree
import lxml.html
from inscriptis import Inscriptis
from inscriptis.css_profiles import RELAXED_CSS_PROFILE, STRICT_CSS_PROFILE
from inscriptis.html_properties import Display
from inscriptis.model.config import ParserConfig
from inscriptis.model.html_element import HtmlElement

from packetlint.online.html_tree import ROW, TABLE, simplify
from packetlint.online.result import SIZE_LIMIT

_REFERENCE = re.compile(r"&#(?:[xX]0*([0-9a-fA-F]+)|0*([0-9]+));?")
_MOST_DIGITS = 8
_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # the library reads them, and then refuses to write them
_BLANK_LINES = re.compile(r"\n{3,}")
_LONGEST_TITLE = 200
_START = re.compile("<[a-zA-Z]")
MOST_ELEMENTS = 100_000  # each takes up to half a kilobyte while it is laid out
_BLOCKS = "center dd details dialog dl dt fieldset form legend menu optgroup option search section summary".split()
_LAYOUT = {
    **RELAXED_CSS_PROFILE,
    "div": STRICT_CSS_PROFILE["div"],  # a page has many, one in the other: indented by each, a heading would be none
    **{name: HtmlElement(display=Display.block) for name in (*_BLOCKS, TABLE, ROW)},
}


class Page(NamedTuple):
    """The text of a page, and its title; a note where not all of the page was read."""

    text: str
    title: str | None
    note: str = ""


def read_page(markup: str) -> Page:
    """Reduce a page to what a reader sees of it. Never raises for any markup."""
    markup, note = _bounded(markup)
    parser = lxml.html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        tree = lxml.html.document_fromstring(_writable(markup).encode(), parser=parser)
    except (lxml.etree.LxmlError, ValueError):
        return Page("", None, note)
    title = " ".join((tree.findtext(".//title") or "").split())[:_LONGEST_TITLE]
    simplify(tree)
    lines = Inscriptis(tree, ParserConfig(css=_LAYOUT)).get_text().splitlines()
    text = _BLANK_LINES.sub("\n\n", "\n".join(map(str.rstrip, lines))).strip("\n")
    if len(text) > SIZE_LIMIT:
        text, note = text[:SIZE_LIMIT], f"only the first {SIZE_LIMIT:,} characters of its text were read"
    return Page(f"{text}\n" if text else "", title or None, note)


def _bounded(markup: str) -> tuple[str, str]:
    """Give as much of a page as may be read, and a note where that is not all of it."""
    beyond = next(islice(_START.finditer(markup), MOST_ELEMENTS, None), None)
    if beyond is None:
        return markup, ""
    return markup[: beyond.start()], f"only its first {MOST_ELEMENTS:,} elements were read"


def _writable(markup: str) -> str:
    """Put U+FFFD in place of what is no character of a text, written as it is or as a reference to it."""
    return _NO_TEXT.sub("\ufffd", _REFERENCE.sub(_checked, markup) if "&#" in markup else markup)


def _checked(reference: re.Match[str]) -> str:
    digits = reference[1] or reference[2]
    code = int(digits, 16 if reference[1] else 10) if len(digits) <= _MOST_DIGITS else -1
    return reference[0] if 0 <= code <= sys.maxunicode and not _NO_TEXT.match(chr(code)) else "\ufffd"
