"""A page's elements made fewer and tamer before they are laid out: what is hidden goes, and what has no bearing on the text.

The layout library indents by what a page's styles say and pads the cells of a table to one width: a page of a few
kilobytes could ask for gigabytes of blanks. So tables become rows with `|` between their cells, and no style is left.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lxml.etree import strip_attributes, strip_tags

if TYPE_CHECKING:
    from lxml.html import HtmlElement

ROW, TABLE = "x-row", "x-table"
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_UNSEEN = ("template", "noscript", "svg")
_HIDING = re.compile(r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)
_NUMBER = re.compile("[0-9]{1,9}")
_DEEPEST = 8  # lists in lists that are indented
_DEEP_LISTS = f"//*[self::ul or self::ol][count(ancestor::*[self::ul or self::ol]) >= {_DEEPEST}]"
_CELLS = ("td", "th")
# What begins no line: without these tags there are far fewer elements to lay out, for the same text.
_INLINE = (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark s samp small strike strong sub sup time tt u var"
    " colgroup col tbody tfoot thead"
).split()


def simplify(tree: HtmlElement) -> None:
    """Take out what a reader does not see, and mark headings and cells in the text."""
    _drop_unseen(tree)
    _mark_headings(tree)
    _unroll_tables(tree)
    for deep in tree.xpath(_DEEP_LISTS):
        deep.tag = "div"
    for item in tree.xpath("//li[@value]"):
        if not _NUMBER.fullmatch(item.get("value")):
            del item.attrib["value"]
    strip_attributes(tree, "style", "align", "valign")
    strip_tags(tree, *_INLINE, *_CELLS)


def _drop_unseen(tree: HtmlElement) -> None:
    """Take out what a browser does not show: a person could not have judged it."""
    styled = [element for element in tree.xpath("//*[@style]") if _HIDING.search(element.get("style"))]
    for element in [*tree.iter(*_UNSEEN), *tree.xpath("//*[@hidden]"), *styled]:
        if element.getparent() is not None:
            element.drop_tree()


def _mark_headings(tree: HtmlElement) -> None:
    for element in tree.iter(*_HEADINGS):
        if "".join(element.itertext()).strip():
            element.text = f"{'#' * int(element.tag[1])} {(element.text or '').lstrip()}"


def _unroll_tables(tree: HtmlElement) -> None:
    for cell in tree.iter(*_CELLS):
        following = cell.getnext()
        if following is not None and following.tag in _CELLS:
            cell.tail = " | "
    for element in tree.iter("table", "tr"):
        element.tag = ROW if element.tag == "tr" else TABLE
