"""How much of a linked text each reader gets, by its role; and what goes first when there is too much.

Source: materialize-context, process steps 1, 5 and 6, as the contract settles the lengths it leaves open.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

Consumer = Literal["reviewer", "author", "brief", "full"]
CONSUMERS: tuple[Consumer, ...] = get_args(Consumer)
CEILINGS: dict[Consumer, int | None] = {"reviewer": 8_000, "author": 32_000, "brief": 2_000, "full": None}
ROLES = ("spec", "prior-decision", "related-work", "conversation", "scratch", "external-reference")
REQUIRED = ("prior-decision", "spec")  # cut at a paragraph, never dropped whole; in the order in which they give way
TRIM_ORDER = ("scratch", "external-reference", "conversation", "related-work", *REQUIRED)
_OTHER = "related-work"  # what a link without a role, or with one of the reader's own, counts as


class Keep(NamedTuple):
    """How much of a text is kept: all of it, its outline, its title and first paragraph, its head, or its title.

    `tokens` is the limit of a head; `name` is what a reader is told.
    """

    how: Literal["all", "outline", "first", "head", "title"]
    name: str
    tokens: int = 0


def _head(tokens: int, word: str) -> Keep:
    return Keep("head", f"{word} of {tokens:,} tokens", tokens)


FULL = Keep("all", "full text")
OUTLINE = Keep("outline", "first section and headings")
FIRST = Keep("first", "title and first paragraph")
TITLE = Keep("title", "title only")
_HEAD, _EXCERPT, _LONG_EXCERPT = _head(1_000, "head"), _head(500, "excerpt"), _head(2_000, "excerpt")

TABLE: dict[str, dict[Consumer, Keep]] = {
    "spec": {"reviewer": FULL, "author": FULL, "brief": OUTLINE, "full": FULL},
    "prior-decision": {"reviewer": FULL, "author": FULL, "brief": OUTLINE, "full": FULL},
    "related-work": {"reviewer": FIRST, "author": _HEAD, "brief": TITLE, "full": FULL},
    "conversation": {"reviewer": _EXCERPT, "author": _LONG_EXCERPT, "brief": TITLE, "full": FULL},
    "scratch": {"reviewer": TITLE, "author": _HEAD, "brief": TITLE, "full": FULL},
    "external-reference": {"reviewer": FIRST, "author": FIRST, "brief": TITLE, "full": FULL},
}


def counts_as(role: str | None) -> str:
    """Give the role whose budget a link has."""
    return role if role in TABLE else _OTHER


def keep_of(consumer: Consumer, role: str | None) -> Keep:
    """Give how much a consumer gets of a text that is linked in a role."""
    return TABLE[counts_as(role)][consumer]
