"""Acceptance criteria: behaviour that can be tested, one thing each. Seed: context-pack, Acceptance Criteria."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.brief.words import is_latin, plain
from packetlint.core.diagnostic import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.brief.facts import Facts
    from packetlint.brief.model import Brief, Item
    from packetlint.core.config import Settings

VERBS = (
    "accepts rejects produces notifies persists retries times-out validates returns dispatches redirects throws logs "
    "increments decrements retrieves emits caches invalidates authenticates"
).split()
_VERB = "|".join("times[- ]out" if verb == "times-out" else verb for verb in VERBS)
_LISTED = re.compile(rf"(?:{_VERB})\b", re.IGNORECASE)
_BASE_FORMS = frozenset(
    "accept reject produce notify persist retry time validate return dispatch redirect throw log increment decrement retrieve emit cache invalidate authenticate".split()
)

_SUBORDINATE = re.compile(r"\b(?:if|when|unless|until|while|that|which)\b[^,;]*", re.IGNORECASE)
_SHAPE = re.compile(
    r"\b(?:(?:is|are|should be) (?:defined|present|exported|declared)"
    r"|(?:has|have) (?:an? |the )?(?:propert(?:y|ies)|fields?|methods?|columns?)"
    r"|exists|should exist)\b",
    re.IGNORECASE,
)


def main_clause(text: str) -> str:
    """Give a criterion without code, emphasis and its subordinate clauses."""
    return _SUBORDINATE.sub(" ", plain(text))


def shape_criterion(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a criterion whose main clause says that something is there, not what it does."""
    for item in _criteria(brief):
        match = _shape(item)
        if match:
            yield _on(item, f"`{match}` says that something is there, not what it does", _example())


def _shape(item: Item) -> str | None:
    match = _SHAPE.search(main_clause(item.text))
    return match[0] if match else None


def unlisted_verb(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report, once a section, the first criterion of a packet that does not begin with a behaviour verb."""
    if not brief.is_packet:
        return
    for section in brief.named("acceptance criteria"):
        odd = [item for item in section.said() if is_latin(item.text) and not _shape(item) and not _VAGUE.fullmatch(plain(item.text))]
        first = next((item for item in odd if not _is_verb_led(item.text)), None)
        if first:
            word = (plain(first.text).split() or [""])[0]
            yield _on(first, f"`{word}` is none of the behaviour verbs", f"begin with one of: {', '.join(VERBS)}")


def _is_verb_led(text: str) -> bool:
    words = plain(text).split()
    first = words[0].strip(".,:;").casefold() if words else ""
    return bool(_LISTED.match(" ".join(words[:2]))) or first in _BASE_FORMS


_SECOND = re.compile(rf"(?:\b(?:and|then|plus)|[;,])\s+(?:(?:and|then|also|plus)\s+)*({_VERB})\s+([\w'\"(<\[$/-]+)", re.IGNORECASE)
_NO_OBJECT = frozenset(
    "about above across after against along and are as at before below between but by during for from has have if in inside into is nor of off on onto or out over per so than then through to under until up upon via when while with within without".split()
)


def bundled_criterion(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a criterion with a second behaviour verb that has an object of its own."""
    for item in _criteria(brief):
        clause = main_clause(item.head)
        if not _LISTED.match(clause.lstrip()):
            continue
        second = next((match for match in _SECOND.finditer(clause) if match[2].casefold() not in _NO_OBJECT), None)
        if second:
            message = f"the criterion asks for a second thing: `{second[1]} {second[2]} ...`"
            finding = _on(item, message, "make two criteria of it, so that each can fail alone")
            yield finding._replace(severity="warning") if brief.is_packet else finding._replace(contract="BLOCK")


def criterion_not_checkbox(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a criterion that cannot be ticked off."""
    for item in _criteria(brief):
        if item.box is None:
            what = "bullet" if item.is_bullet else "paragraph"
            yield _on(item, f"the criterion is a plain {what}", "write `- [ ] ...`, so that it can be ticked off")


_VAGUE = re.compile(
    r"\W*(?:(?:[\w'-]+\s+){0,3}?(?:works?|behaves?|functions?|is handled|are handled)"
    r"(?:\s+(?:correctly|properly|fine|well|as\s+(?:expected|intended|before|it\s+should)))?|as\s+expected)\W*",
    re.IGNORECASE,
)


def vague_criterion(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a criterion that only says that something works."""
    for item in _criteria(brief):
        if _VAGUE.fullmatch(plain(item.text)):
            yield _on(item, "the criterion does not say what can be observed", _example())


def _criteria(brief: Brief) -> list[Item]:
    return brief.items("acceptance criteria")


def _example() -> str:
    return "say what it does: `Rejects ...`, `Returns ... when ...`"


def _on(item: Item, message: str, help: str) -> Finding:
    return Finding(item.content, item.content_end, message, help)
