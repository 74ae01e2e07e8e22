"""The form of labels and bullets. Seed: context-pack, Output Format (v2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.brief.paths import is_library, looks_like_path
from packetlint.brief.words import has_spaceless_script, is_latin, words
from packetlint.core.diagnostic import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.brief.facts import Facts
    from packetlint.brief.model import Brief, Item
    from packetlint.core.config import Settings

_FEWEST_WORDS = 4
_LOOKED_AT = 5
_NO_VERB_FIRST = frozenset(
    "a an the i you we they he she it this that these those my your our their its his her who which what there".split()
)
_LINKING = frozenset(["is", "are", "was", "were"])


def vague_task(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a Task of fewer than four words or of several lines."""
    section = brief.section("task")
    if not brief.is_packet or section is None or section.value is None:
        return
    value = section.value
    if section.value_lines > 1:
        yield _on(value, f"Task takes {section.value_lines} lines", "one line says the goal; details belong in the sections")
    elif len(value.text.split()) < _FEWEST_WORDS and not has_spaceless_script(value.text):
        yield _on(value, f"Task has fewer than {_FEWEST_WORDS} words", "say what is to behave differently, and where")


def task_not_verb_led(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a Task that describes instead of asking: an article, pronoun or `there` first, or is/are/was/were early on."""
    section = brief.section("task")
    if not brief.is_packet or section is None or section.value is None or not is_latin(section.text):
        return
    first = words(section.text)[:_LOOKED_AT]
    if first and (first[0] in _NO_VERB_FIRST or _LINKING.intersection(first)):
        yield _on(section.value, "Task does not begin with what to do", "begin with a verb: `Add ...`, `Reject ...`")


def scope_is_a_path(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a Scope that is, or lists, a path."""
    section = brief.section("scope")
    if not brief.is_packet or section is None:
        return
    for item in dict.fromkeys([section.value, *section.said()] if section.value else section.said()):
        parts = [part.strip().strip("`*_") for part in re.split(r"[,;]\s|\s+(?:and|&)\s+|[,;]$", item.text)]
        paths = [part for part in parts if looks_like_path(part.replace("*", "x")) and not is_library(part)]
        if paths:
            yield _on(item, f"Scope names the path `{paths[0]}`", "name types or modules; paths belong under Files Touched")


def constraint_form(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a constraint that does not begin MUST, MUST NOT or BLOCKED BY, or is blocked by a path only."""
    if not brief.is_packet:
        return
    for item in brief.items("constraints"):
        said = words(item.text.replace("`", ""))
        if said[:1] != ["must"] and said[:2] != ["blocked", "by"]:
            help = "begin with MUST, MUST NOT or BLOCKED BY, so that it cannot be read as advice"
            yield _on(item, "the constraint does not say how binding it is", help)
        elif said[0] == "blocked" and len(said) == len(item.text.split()) == 3 and looks_like_path(item.text.split()[2].strip("`*_.")):
            yield _on(item, "the constraint is blocked by a path", "name the contract or decision it waits for")


_ALTERNATIVES = (" over ", " rather than ", " instead of ")


def decision_without_reason(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a decision that does not say what was chosen over what, and because of what."""
    if not brief.is_packet:
        return
    for item in brief.items("decisions made"):
        said = f" {' '.join(words(item.text))} "
        has_alternative = any(alternative in said for alternative in _ALTERNATIVES)
        if not is_latin(item.text) or (has_alternative and " because " in said):
            continue
        lacks = "why" if has_alternative else "what it was chosen over"
        yield _on(item, f"the decision does not say {lacks}", "write `chose X over Y because ...`")


_OUTCOMES = (" - ", "—", "–", " -- ", "->", "→", ": ", "：")


def _has_outcome(text: str) -> bool:
    return any(text.partition(mark)[2].strip(" —–-.") for mark in _OUTCOMES)


def tried_without_outcome(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report something tried without how it failed, after a dash or a colon."""
    if not brief.is_packet:
        return
    for item in brief.items("already tried"):
        if not _has_outcome(item.text) and item.head == item.text:
            yield _on(item, "what came of this attempt is not said", "write `approach — how it failed`")


# Bounded: what is opened again and again, and never closed, must not be read to its end each time.
_LINK = r"\[([^\[\]\n]{0,500})\]\([^()\s]{0,1000}\)"
_MOST_PATHS = 100
_CODE = r"`([^`\n]+)`"
_NAME = r"\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|\w+\([^()]{0,500}\)|\w+(?:::|#)\w+|[A-Za-z]\w*_\w+)"


def key_interface_is_a_path(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a Key interfaces bullet that names a path and no type or function."""
    if brief.is_packet:
        return
    for item in brief.items("key interfaces"):
        if not any(mark in item.text for mark in "/\\."):
            continue
        text = re.sub(_LINK, r"\1", item.text)
        spans = re.findall(_CODE, text)
        parts = [word.strip("*_`,;:()[]") for word in text.split()]
        paths = [text for text in [*spans, *parts] if looks_like_path(text) and not is_library(text)]
        rest = re.sub(_CODE, " ", text)
        for path in list(dict.fromkeys(paths))[:_MOST_PATHS]:
            rest = rest.replace(path, " ")
        if paths and not any(not looks_like_path(span) for span in spans) and not re.search(_NAME, rest):
            yield _on(item, f"the bullet names only the path `{paths[0]}`", "name the type or function that callers meet", "BLOCK")


def duplicate_bullet(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a bullet that stands in its section a second time."""
    for name in dict.fromkeys(section.name for section in brief.sections):
        seen: dict[str, Item] = {}
        for item in brief.items(name) if name else ():
            key = item.text.casefold()
            if item.is_bullet and key in seen:
                first = brief.source.position(seen[key].content)[0]
                yield _on(item, f"the bullet stands on line {first} already", "drop one of them")
            seen.setdefault(key, item)


def _on(item: Item, message: str, help: str, contract: str | None = None) -> Finding:
    return Finding(item.content, item.content_end, message, help, contract=contract)
