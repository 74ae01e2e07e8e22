"""HTML to text, by a library that lays it out as a browser would; headings keep their rank, as in markdown."""

from __future__ import annotations

import re
from typing import NamedTuple

import lxml.etree
import lxml.html
from inscriptis import Inscriptis
from inscriptis.model.config import ParserConfig

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_UNSEEN = ("template", "noscript", "svg")
_BLANK_LINES = re.compile(r"\n{3,}")
_LONGEST_TITLE = 200


class Page(NamedTuple):
    """The text of a page, and its title."""

    text: str
    title: str | None


def read_page(markup: str) -> Page:
    """Reduce a page to what a reader sees of it. Never raises for any markup."""
    parser = lxml.html.HTMLParser(encoding="utf-8")
    try:
        tree = lxml.html.document_fromstring(markup.encode("utf-8", "replace"), parser=parser)
    except (lxml.etree.LxmlError, ValueError):
        return Page("", None)
    title = " ".join((tree.findtext(".//title") or "").split())[:_LONGEST_TITLE]
    _drop_unseen(tree)
    _mark_headings(tree)
    lines = Inscriptis(tree, ParserConfig()).get_text().splitlines()
    text = _BLANK_LINES.sub("\n\n", "\n".join(map(str.rstrip, lines))).strip("\n")
    return Page(f"{text}\n" if text else "", title or None)


def _drop_unseen(tree: lxml.html.HtmlElement) -> None:
    """Take out what a browser does not show: a person could not have judged it."""
    for element in [*tree.iter(*_UNSEEN), *tree.xpath("//*[@hidden]")]:
        if element.getparent() is not None:
            element.drop_tree()


def _mark_headings(tree: lxml.html.HtmlElement) -> None:
    for element in tree.iter(*_HEADINGS):
        if "".join(element.itertext()).strip():
            element.text = f"{'#' * int(element.tag[1])} {(element.text or '').lstrip()}"
