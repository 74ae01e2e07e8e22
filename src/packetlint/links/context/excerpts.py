"""Shorten one text: to its first paragraph, its head, its outline, or to what there is room for.

Source: materialize-context, process steps 5 and 6; "head" and "excerpt" are whole paragraphs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.links.context.markup import paragraph_ends, read_markup
from packetlint.links.context.tokens import room

if TYPE_CHECKING:
    from packetlint.links.context.roles import Keep

_SEARCHED = 1 << 16  # characters in which a title and a first paragraph are looked for
_INDENT = "  "


class Excerpt(NamedTuple):
    """What is kept of a text, and whether that is less than all of it."""

    text: str
    shortened: bool


def excerpt(text: str, title: str, keep: Keep, ratio: float) -> Excerpt:
    """Keep of a text what the role's budget allows. The title stands in front where the text's own heading does not."""
    if keep.how == "all":
        return Excerpt(text, shortened=False)
    if keep.how == "title":
        return Excerpt(title, shortened=text.strip() != title)
    if keep.how == "outline":
        return _outline(text)
    if keep.how == "head":
        kept = cut(text, room(keep.tokens, ratio))
        return Excerpt(kept, shortened=len(kept) < len(text.rstrip()))
    paragraph = first_paragraph(text)
    kept = f"{title}\n\n{paragraph}" if paragraph else title
    return Excerpt(kept, shortened=len(paragraph) < len(_without_heading(text).strip()))


def own_title(text: str) -> str | None:
    """Give a markdown text's title: its first heading of the highest level; None where it has no heading."""
    headings = [heading for heading in read_markup(text[:_SEARCHED]).headings if heading.title]
    return min(headings, key=lambda heading: heading.level).title if headings else None


def first_paragraph(text: str) -> str:
    """Give the first paragraph after the title; code, if there is nothing else; "" where there is nothing."""
    start, code = 0, ""
    searched = text[:_SEARCHED]
    for end in (*paragraph_ends(searched), len(searched)):
        block = _without_heading(searched[start:end].strip("\n"))
        start = end
        if block.lstrip().startswith(("```", "~~~")):
            code = code or block
        elif block.strip() and not _is_comment(block):
            return block.strip("\n").rstrip()
    return code.strip("\n").rstrip()


def _is_comment(block: str) -> bool:
    return block.lstrip().startswith("<!--") and block.rstrip().endswith("-->")


def _without_heading(block: str) -> str:
    """Take the headings off the beginning of a paragraph."""
    headings = read_markup(block[:_SEARCHED]).headings
    at = 0
    for heading in headings:
        if block[at : heading.start].strip():
            break
        at = heading.end
    return block[at:]


def _outline(text: str) -> Excerpt:
    """Keep everything up to the second heading of level 2, and the list of all headings."""
    headings = read_markup(text).headings
    sections = [heading.start for heading in headings if heading.level == 2]
    if len(sections) < 2:
        return Excerpt(text, shortened=False)
    top = min(heading.level for heading in headings)
    listed = "\n".join(f"{_INDENT * (heading.level - top)}- {heading.title}" for heading in headings)
    return Excerpt(f"{text[: sections[1]].rstrip()}\n\nHeadings:\n\n{listed}", shortened=True)


def cut(text: str, most: int) -> str:
    """Keep whole paragraphs up to `most` characters; whole lines, then words, where the first paragraph is longer than that."""
    if len(text) <= most:
        return text.rstrip()
    if most <= 0:
        return ""
    window = text[: most + 1]
    ends = [end for end in paragraph_ends(text[: most + 2]) if 0 < end <= most]
    places = (max(ends, default=0), window.rfind("\n"), window.rfind(" "), most)
    return next((kept for at in places if at > 0 and (kept := text[:at].rstrip())), "")
