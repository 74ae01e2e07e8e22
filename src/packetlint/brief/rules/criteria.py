"""Acceptance criteria: behaviour that can be tested, one thing each. Seed: context-pack, Acceptance Criteria."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.brief.placeholders import is_placeholder, template_texts
from packetlint.brief.words import is_latin, plain, words
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
_LISTED = frozenset(VERBS)
_BASE_FORMS = frozenset(
    "accept reject produce notify persist retry time-out validate return dispatch redirect throw log increment decrement "
    "retrieve emit cache invalidate authenticate".split()
)
_SUBORDINATORS = frozenset(["if", "when", "unless", "until", "while", "that", "which"])
_SHAPE = (
    r"(?<![\w-])(?:(?:is|are|should be) (?:defined|present|exported|declared)"
    r"|(?:has|have) (?:an? |the )?(?:propert(?:y|ies)|fields?|methods?|columns?)"
    r"|exists|should exist)(?![\w-])"
)
_SHAPE_WORDS = ("defined", "present", "exported", "declared", "has ", "have ", "exist")


def main_clause(text: str) -> list[str]:
    """Give the words of a criterion without code, quotes, notes and subordinate clauses; `,` and `;` are words of their own.

    A clause that stands first, or begins with that or which, runs to the next comma. Another one goes on
    over commas (`when name, mail or phone exists`), unless a behaviour follows: `when called, then returns ...`.
    """
    bare = re.sub(_ASIDE, " X ", plain(text.replace("\\", "")) if '"' not in text else plain(re.sub(r'"[^"]*"', " X ", text)))
    words = bare.replace(",", " , ").replace(";", " ; ").split()
    clause: list[str] = []
    opened = ""
    for at, word in enumerate(words):
        low = word.casefold()
        if low in _SUBORDINATORS:
            opened = "first" if not clause else low
        elif word == ";" or (word == "," and (opened in ("first", "that", "which") or _goes_on(words[at + 1 : at + 3]))):
            opened = ""
        if not opened:
            clause.append(word)
    return clause


_ASIDE = r"\([^()]*\)|(?<!\w)'[^']*'(?!\w)|“[^”]*”|«[^»]*»"


def _goes_on(following: list[str]) -> bool:
    """Say whether a behaviour follows a comma, maybe behind `then` or `and`."""
    low = [word.casefold() for word in following]
    return low[:1] == ["then"] or any(word in _LISTED for word in (low[1:2] if low[:1] == ["and"] else low[:1]))


def shape_criterion(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a criterion whose main clause says that something is there, not what it does."""
    for item in _criteria(brief):
        match = _shape(item)
        if match:
            yield _on(item, f"`{match}` says that something is there, not what it does", _example())


def _shape(item: Item) -> str | None:
    low = item.text.casefold()
    if not any(word in low for word in _SHAPE_WORDS):
        return None
    match = re.search(_SHAPE, " ".join(main_clause(item.text)), re.IGNORECASE)
    return match[0] if match else None


def unlisted_verb(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report, once a section, the first criterion of a packet that does not begin with a behaviour verb."""
    if not brief.is_packet:
        return
    for section in brief.named("acceptance criteria"):
        odd = (item for item in section.said() if is_latin(item.text) and not _is_verb_led(item.text))
        first = next((item for item in odd if not (_shape(item) or _is_vague(item) or _is_template(item))), None)
        if first:
            word = next(iter(plain(first.text.replace("`", "")).split()), first.text)
            yield _on(first, f"`{word}` is none of the behaviour verbs", f"begin with one of: {', '.join(VERBS)}")


def _is_template(item: Item) -> bool:
    return is_placeholder(item.text) or any(template_texts(item.text, frozenset()))


def _is_verb_led(text: str) -> bool:
    led = words(text.replace("`", ""))[:2]
    first = "-".join(led) if led[:1] in (["times"], ["time"]) else "".join(led[:1])
    return first in _LISTED or first in _BASE_FORMS


_CONNECTORS = frozenset([",", ";", "and", "then", "plus"])
_FILLERS = _CONNECTORS | {"also"}
_NO_OBJECT = frozenset(
    "about above across after against along and are as at before below between but by during for from has have in inside "
    "into is nor of off on onto or out over per so than then through to under up upon via with within without".split()
)


def bundled_criterion(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a criterion with a second behaviour verb that has an object of its own."""
    for item in _criteria(brief):
        second = _second(main_clause(item.head))
        if second:
            message = f"the criterion asks for a second thing: `{second} ...`"
            finding = _on(item, message, "make two criteria of it, so that each can fail alone")
            yield finding._replace(severity="warning") if brief.is_packet else finding._replace(contract="BLOCK")


def _second(clause: list[str]) -> str | None:
    """Give the second behaviour and the first word of its object, in a clause that begins with a behaviour."""
    low = [word.casefold().strip(".:!") for word in clause]
    if not low or (low[0] not in _LISTED and low[:2] != ["times", "out"]):
        return None
    for at in range(1, len(low) - 1):
        if low[at] in _LISTED and low[at - 1] in _FILLERS and _CONNECTORS.intersection(_before(low, at)):
            follows = low[at + 1]
            if follows not in _NO_OBJECT and follows not in _CONNECTORS and clause[at][-1] not in ".:":
                return f"{clause[at]} {clause[at + 1]}"
    return None


def _before(low: list[str], at: int) -> list[str]:
    """Give the run of connecting words that ends before `at`."""
    start = at
    while start > 0 and low[start - 1] in _FILLERS:
        start -= 1
    return low[start:at]


def criterion_not_checkbox(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a criterion that cannot be ticked off."""
    for item in _criteria(brief):
        if item.box is None:
            what = "bullet" if item.is_bullet else "paragraph"
            yield _on(item, f"the criterion is a plain {what}", "write `- [ ] ...`, so that it can be ticked off")


_WORKING = frozenset(["work", "works", "behave", "behaves", "function", "functions", "handled"])
_NO_MORE = frozenset("correctly properly fine well as expected intended before it should".split())
_LONGEST_SUBJECT = 4


def vague_criterion(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a criterion that only says that something works."""
    for item in _criteria(brief):
        if _is_vague(item):
            yield _on(item, "the criterion does not say what can be observed", _example())


def _is_vague(item: Item) -> bool:
    said = words(item.text)
    if said == ["as", "expected"]:
        return True
    verb = next((at for at, word in enumerate(said[: _LONGEST_SUBJECT + 1]) if word in _WORKING), None)
    if verb is None or not _NO_MORE.issuperset(said[verb + 1 :]) or said[0] in _LISTED:
        return False
    return said[verb] != "handled" or (verb > 0 and said[verb - 1] in ("is", "are", "gets", "get") and len(said) > verb + 1)


def _criteria(brief: Brief) -> list[Item]:
    return brief.items("acceptance criteria")


def _example() -> str:
    return "say what it does: `Rejects ...`, `Returns ... when ...`"


def _on(item: Item, message: str, help: str) -> Finding:
    return Finding(item.content, item.content_end, message, help)
