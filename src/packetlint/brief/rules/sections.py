"""Completeness: what a brief must and should have. Seed: context-pack, Constraints and the agent brief's extra checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.brief.names import DISPLAY
from packetlint.brief.words import plain
from packetlint.core.diagnostic import Edit, Finding, Fix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.brief.facts import Facts
    from packetlint.brief.model import Brief, Section
    from packetlint.core.config import Settings

CATEGORIES = ("bug", "enhancement", "refactor")
_MEANS = {
    "feat": "enhancement",
    "feature": "enhancement",
    "improvement": "enhancement",
    "perf": "enhancement",
    "performance": "enhancement",
    "chore": "refactor",
    "cleanup": "refactor",
    "refactoring": "refactor",
    "fix": "bug",
    "bugfix": "bug",
    "hotfix": "bug",
    "defect": "bug",
}
_TYPE_SURFACE_FROM = 300
_RECOMMENDED_PACKET = ("parent", "scope", "decisions made", "constraints", "already tried")
_RECOMMENDED_AGENT = ("key interfaces",)
_VALUES = frozenset(["task", "summary", "category", "current behavior", "desired behavior"])


def missing_task(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a packet without Task, or an agent brief without Summary."""
    yield from _missing(brief, "task" if brief.is_packet else "summary", "say in one line what is to be done")


def missing_acceptance_criteria(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a brief without the section Acceptance Criteria."""
    yield from _missing(brief, "acceptance criteria", "without them the receiver cannot tell when it is done")


def missing_out_of_scope(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a brief without the section Out of scope."""
    yield from _missing(brief, "out of scope", "write `(none)` when nothing is out of scope")


def missing_type_surface(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a standard packet of 300 tokens or more, not counting that section, without Type Surface."""
    if brief.is_packet and facts.tokens_without_types >= _TYPE_SURFACE_FROM:
        note = f"a packet of {_TYPE_SURFACE_FROM} tokens or more needs its types and signatures (this one has {facts.tokens_without_types})"
        yield from _missing(brief, "type surface", note)


def missing_category(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an agent brief without a Category, or with an empty one."""
    if not brief.is_packet:
        yield from _missing(brief, "category", f"write one of {', '.join(_categories(settings))}", "BLOCK")


def missing_current_behavior(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an agent brief that does not say how things are now."""
    if not brief.is_packet:
        yield from _missing(brief, "current behavior", "say what happens now, so that the difference can be checked", "BLOCK")


def missing_desired_behavior(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report an agent brief that does not say how things should be."""
    if not brief.is_packet:
        yield from _missing(brief, "desired behavior", "say what should happen, so that the difference can be checked", "BLOCK")


def _missing(brief: Brief, name: str, help: str, contract: str | None = None) -> Iterator[Finding]:
    section = brief.section(name)
    if section is None:
        yield Finding(brief.title_start, brief.title_end, f"{_form(brief)} has no {DISPLAY[name]}", help, contract=contract)
    elif section.is_empty and name in _VALUES:
        yield Finding(section.start, section.end, f"{DISPLAY[name]} is empty", help, contract=contract)


def _form(brief: Brief) -> str:
    return "the packet" if brief.is_packet else "the brief"


def unknown_category(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a Category that is none of the known ones; a usual synonym has an unsafe fix."""
    section = brief.section("category")
    if brief.is_packet or section is None or section.is_empty or section.value is None:
        return
    written = _word(section.value.text)
    known = _categories(settings)
    if written.casefold() in (name.casefold() for name in known):
        return
    from packetlint.core.nearest import nearest

    value = section.value
    meant = _MEANS.get(written.casefold())
    hint = f"; did you mean `{meant}`?" if meant else nearest(written.casefold(), known)
    help = f"known: {', '.join(known)}{hint} (add others to `brief.categories`)"
    yield Finding(value.content, value.content_end, f"`{written}` is no known category", help, fix=_rename(brief, section, written, meant))


def _word(value: str) -> str:
    """Give the category of a value without marks and notes: `bug (regression)`, `🐛 bug`, `[bug](x), urgent`."""
    text = plain(value.replace("`", ""))
    end = next((at for at, character in enumerate(text) if character in "(,;—–|\\"), len(text))
    start = next((at for at, character in enumerate(text[:end]) if character.isalnum()), 0)
    return text[start:end].partition(" - ")[0].strip(". ")


def _categories(settings: Settings) -> tuple[str, ...]:
    return (*CATEGORIES, *settings.brief.get("categories", ()))


def _rename(brief: Brief, section: Section, written: str, meant: str | None) -> Fix | None:
    if meant is None or section.value is None:
        return None
    source = brief.source
    start = section.value.content + source.text[section.value.content : section.value.content_end].find(written)
    return Fix(False, (Edit(source.byte_offset(start), source.byte_offset(start + len(written)), meant),))


def missing_recommended_section(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report each recommended section that is not there; `(none)` would do."""
    for name in _RECOMMENDED_PACKET if brief.is_packet else _RECOMMENDED_AGENT:
        if brief.section(name) is None:
            help = "write it, or `(none)` under it, so that the receiver knows it was not forgotten"
            yield Finding(brief.title_start, brief.title_end, f"{_form(brief)} has no {DISPLAY[name]}", help)


def empty_section(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a section under which nothing stands."""
    judged = set()
    for section in brief.sections:
        name = section.name
        if not name or name in _VALUES or name in judged:
            continue
        judged.add(name)
        if not all(_is_empty(other) for other in brief.named(name)):
            continue
        is_fatal = name in ("out of scope", "acceptance criteria")
        help = "write `(none)` if there is nothing to say" if name != "acceptance criteria" else "write what can be tested"
        yield Finding(section.start, section.end, f"{DISPLAY[name]} is empty", help, "error" if is_fatal else "warning")


def _is_empty(section: Section) -> bool:
    """Say whether a section says nothing; `(none)` is something, but not for what must be tested."""
    return section.is_empty or (section.name == "acceptance criteria" and section.is_none)


def packet_where_brief_belongs(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a standard packet that will be read hours or days later, where only an agent brief keeps."""
    if brief.is_packet and facts.waits:
        help = "say how things are and should be (`## Agent Brief`), instead of where the work stands"
        yield Finding(brief.title_start, brief.title_end, "a standard packet goes stale where it waits to be read", help)
