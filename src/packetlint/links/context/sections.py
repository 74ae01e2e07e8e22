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
    from packetlint.links.context.model import Content, Ref
    from packetlint.links.context.roles import Consumer

_SLACK = 2  # more than fits by so much, what is held shows that it has to be cut


class Budget(NamedTuple):
    """For whom, with how many tokens at most (None: no limit), at how many characters a token."""

    consumer: Consumer
    max_tokens: int | None
    ratio: float


def section_of(ref: Ref, content: Content, budget: Budget) -> Section:
    """Make the section of one resolved link."""
    keep = keep_of(budget.consumer, ref.role)
    if content.text is None:
        body = f"[{content.note}]"
        return Section(ref, content, body, estimate(len(body), budget.ratio), estimate(len(body), budget.ratio))
    kept = excerpt(content.text, content.title, _fitting(keep, content), budget.ratio)
    whole = estimate(len(content.text), budget.ratio)
    section = Section(ref, content._replace(text=None), kept.text, estimate(len(kept.text), budget.ratio), whole)
    section = section._replace(trim=keep.name) if kept.shortened else section
    return _held(section, budget)


def _fitting(keep: Keep, content: Content) -> Keep:
    """Without headings there is no outline: the text stays as it is. Its first paragraph is its first paragraph."""
    return FULL if keep.how == "outline" and not content.markdown else keep


def _held(section: Section, budget: Budget) -> Section:
    """Let go of what lies beyond the ceiling in any case."""
    if budget.max_tokens is None:
        return section
    most = room(budget.max_tokens, budget.ratio) + _SLACK
    return section._replace(body=section.body[:most]) if len(section.body) > most else section


def to_title(section: Section, ratio: float) -> Section:
    """Shorten a section to its title, because of the ceiling."""
    title = section.content.title
    return section._replace(body=title, tokens=estimate(len(title), ratio), trim=f"{TITLE.name} (ceiling)", forced=True)


def to_length(section: Section, body: str, ratio: float) -> Section:
    """Give a section a body that was cut, because of the ceiling."""
    return section._replace(body=body, tokens=estimate(len(body), ratio), trim="cut at a paragraph (ceiling)", forced=True)
