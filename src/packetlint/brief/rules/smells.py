"""Smell tests: places that go stale. Seed: context-pack, phase 4.5 and the durability rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.brief.paths import looks_like_path, narrative_lines, narrative_tokens
from packetlint.brief.smells import Match, file_lines, host_of, line_numbers, narrative_paths, path_bullet, shown, without_urls
from packetlint.core.diagnostic import Finding
from packetlint.core.errors import ConfigurationError
from packetlint.core.markdown import BULLET

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.brief.facts import Facts
    from packetlint.brief.model import Brief
    from packetlint.core.config import Settings, Smell
    from packetlint.core.markdown import Line

_BLOCK, _WARN = "BLOCK", "WARN"
_SHORTEST = 60


def file_line_reference(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report every `file.ext:12`, code included; a bare `host:port` is none unless a file has that name."""
    text = without_urls(shown(brief))
    for match in file_lines(text):
        found = text[match.start : match.end]
        host = host_of(found) if match.is_seeds else None
        if host is None or host in facts.file_names:
            yield _finding(brief, match, f"`{_short(found)}` names a line of a file, and lines move", "name the type or function instead")


def line_number_reference(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report every `line 12` and `lines 4-8`, code included."""
    text = without_urls(shown(brief))
    for match in line_numbers(text):
        found = text[match.start : match.end]
        yield _finding(brief, match, f"`{found}` will be another line after the next edit", "name the type or function instead")


def path_only_bullet(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report bullets that begin with the path of a source file, outside Files Touched and fences."""
    touched = {line.number for section in brief.named("files touched") for line in section.lines}
    for line in brief.lines:
        if line.kind == BULLET and line.number not in touched:
            text = without_urls(line.text)
            match = path_bullet(text, line.content)
            if match:
                message = f"the bullet leads with the path `{_short(text[match.start : match.end].strip('`*'))}`"
                help = "say what behaves differently, and list the path under Files Touched"
                yield _at(line, match.start, match.end, message, help, _BLOCK)


def narrative_path(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report paths in the narrative; in a bug brief not on a line that names a type or function in backticks."""
    category = brief.section("category")
    is_bug = not brief.is_packet and category is not None and category.text.strip("*_`. ").casefold() == "bug"
    for line in narrative_lines(brief):
        text = without_urls(line.text)
        matches = list(narrative_paths(text))
        if is_bug and _names_code(line.text):
            continue
        for match in matches:
            yield _narrative(line, match, text)
        if not brief.is_packet:
            yield from _tracked_tokens(line, text, matches, facts)


def _tracked_tokens(line: Line, text: str, matches: list[Match], facts: Facts) -> Iterator[Finding]:
    for token, column in narrative_tokens(line._replace(text=text)):
        inside = any(match.start < column + len(token) and column < match.end for match in matches)
        if facts.tracked.get(token) and not inside:
            yield _narrative(line, Match(column, column + len(token), is_seeds=False), text)


def _narrative(line: Line, match: Match, text: str) -> Finding:
    path = _short(text[match.start : match.end])
    help = "name the type or function, and list the path under Files Touched"
    return _at(line, match.start, match.end, f"the narrative holds the path `{path}`", help, _WARN if match.is_seeds else None)


_CODE_NAME = r"`([A-Za-z_$][\w$]*(?:(?:\.|::|#)[\w$]+)*(?:<[^`]*>)?(?:\([^`]*\))?)`"


def _names_code(text: str) -> bool:
    return any(not looks_like_path(match[1]) for match in re.finditer(_CODE_NAME, text))


def custom_smell(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report what the expressions of the configuration match. Raises ConfigurationError for one that runs out of time."""
    for smell in settings.smells:
        for base, text in _searched(brief, smell):
            for start, end in _spans(smell, text):
                yield Finding(base + start, base + end, smell.message, severity=smell.severity)


def _searched(brief: Brief, smell: Smell) -> Iterator[tuple[int, str]]:
    if smell.where == "everywhere":
        yield brief.start, shown(brief)
        return
    lines = narrative_lines(brief) if smell.where == "narrative" else [line for line in brief.lines if line.kind not in ("code", "fence")]
    for line in lines:
        yield line.start, line.text


_SECONDS = 1.0


def _spans(smell: Smell, text: str) -> list[tuple[int, int]]:
    import regex

    try:
        return [match.span() for match in regex.compile(smell.pattern).finditer(text, timeout=_SECONDS) if match[0]]
    except TimeoutError:
        reason = f"`{_short(smell.pattern)}` took more than {_SECONDS:.0f} s on one brief"
    except regex.error as error:
        reason = f"`{_short(smell.pattern)}` is not a regular expression: {error}"
    raise ConfigurationError(smell.file, reason, line=smell.line, key="smells")


def _finding(brief: Brief, match: Match, message: str, help: str) -> Finding:
    start, end = brief.start + match.start, brief.start + match.end
    return Finding(start, end, message, help, contract=_BLOCK if match.is_seeds else None)


def _at(line: Line, start: int, end: int, message: str, help: str, contract: str | None) -> Finding:
    return Finding(line.start + start, line.start + end, message, help, contract=contract)


def _short(text: str) -> str:
    return text if len(text) <= _SHORTEST else f"{text[: _SHORTEST - 1]}…"
