"""Shorten each content by the role's budget, as soon as it is there: what can never be written is let go.

Source: materialize-context, process step 5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.links.context.excerpts import excerpt
from packetlint.links.context.model import Section
from packetlint.links.context.roles import FULL, TITLE, Keep, keep_of
from packetlint.links.context.tokens import estimate, room

if TYPE_CHECKING:
    from packetlint.core.spool import Kept, Spool
    from packetlint.links.context.model import Content, Ref
    from packetlint.links.context.roles import Consumer

_SLACK = 2  # more than fits by so much, what is held shows that it has to be cut


class Budget(NamedTuple):
    """For whom, with how many tokens at most (None: no limit), at how many characters a token."""

    consumer: Consumer
    max_tokens: int | None
    ratio: float


def section_of(ref: Ref, content: Content, budget: Budget, spool: Spool) -> Section:
    """Make the section of one resolved link; its text goes into the spool."""
    keep, ratio = keep_of(budget.consumer, ref.role), budget.ratio
    if content.text is None:
        note = f"[{content.note}]"
        return Section(ref, content, spool.keep(note), False, estimate(len(note), ratio), estimate(len(note), ratio))
    kept = excerpt(content.text, content.title, _fitting(keep, content), ratio)
    return Section(
        ref,
        content._replace(text=None, kept=None),
        _put_away(_held(kept.text, budget), content, spool),
        kept.text == content.title,
        estimate(len(kept.text), ratio),
        estimate(len(content.text), ratio),
        keep.name if kept.shortened else "",
    )


def _fitting(keep: Keep, content: Content) -> Keep:
    """Without headings there is no outline: the text stays as it is. Its first paragraph is its first paragraph."""
    return FULL if keep.how == "outline" and not content.markdown else keep


def _held(text: str, budget: Budget) -> str:
    """Let go of what lies beyond the ceiling in any case."""
    return text if budget.max_tokens is None else text[: room(budget.max_tokens, budget.ratio) + _SLACK]


def _put_away(body: str, content: Content, spool: Spool) -> Kept:
    """Put a body away; where it is the beginning of a text that is put away already, that will do."""
    if content.kept is not None and content.text is not None and content.text.startswith(body):
        return content.kept.head(body)
    return spool.keep(body)


def to_title(section: Section, ratio: float) -> Section:
    """Shorten a section to its title, because of the ceiling."""
    title = section.content.title
    shortened = section._replace(body=section.body.spool.keep(title), only_title=True)
    return shortened._replace(tokens=estimate(len(title), ratio), trim=f"{TITLE.name} (ceiling)", forced=True)


def to_beginning(section: Section, text: str, ratio: float) -> Section:
    """Leave of a section's body its beginning, `text`, because of the ceiling."""
    shortened = section._replace(body=section.body.head(text), only_title=text == section.content.title)
    return shortened._replace(tokens=estimate(len(text), ratio), trim="cut at a paragraph (ceiling)", forced=True)
