"""Smell tests: places that go stale. Seed: context-pack, phase 4.5 and the durability rules."""

from __future__ import annotations

import re
from bisect import bisect_right
from math import prod
from time import monotonic
from typing import TYPE_CHECKING

from packetlint.brief.paths import looks_like_path, narrative_lines, narrative_tokens
from packetlint.brief.smells import Match, file_lines, hosts_of, line_numbers, narrative_paths, path_bullet, without_urls
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
    text = without_urls(brief.shown)
    for match in file_lines(text):
        found = text[match.start : match.end]
        hosts = hosts_of(found) if match.is_seeds else []
        if not hosts or not facts.file_names.isdisjoint(hosts):
            yield _finding(brief, match, f"`{_short(found)}` names a line of a file, and lines move", "name the type or function instead")


def line_number_reference(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report every `line 12` and `lines 4-8`, code included."""
    text = without_urls(brief.shown)
    for match in line_numbers(text):
        found = text[match.start : match.end]
        yield _finding(brief, match, f"`{found}` will be another line after the next edit", "name the type or function instead")


def path_only_bullet(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report bullets that begin with the path of a source file, outside Files Touched and fences."""
    touched = {line.number for section in brief.named("files touched") for line in section.lines}
    for line in brief.lines:
        if line.kind == BULLET and line.box is None and line.number not in touched:
            text = without_urls(line.text)
            match = path_bullet(text, line.content)
            if match:
                message = f"the bullet leads with the path `{_short(text[match.start : match.end].strip('`*'))}`"
                help = "say what behaves differently, and list the path under Files Touched"
                is_seeds = line.text.startswith("- ") and line.content == 2
                yield _at(line, match.start, match.end, message, help, _BLOCK if is_seeds else None)


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
    ends = [match.end for match in matches]
    for token, column in narrative_tokens(line._replace(text=text)):
        if not facts.tracked.get(token):
            continue
        at = bisect_right(ends, column)  # the first match that ends behind the token's beginning
        if at == len(matches) or matches[at].start >= column + len(token):
            yield _narrative(line, Match(column, column + len(token), is_seeds=False), text)


def _narrative(line: Line, match: Match, text: str) -> Finding:
    path = _short(text[match.start : match.end])
    help = "name the type or function, and list the path under Files Touched"
    return _at(line, match.start, match.end, f"the narrative holds the path `{path}`", help, _WARN if match.is_seeds else None)


_NAME = r"[A-Za-z_$][\w$]*(?:(?:\.|::|#)[\w$]+)*"


def _names_code(text: str) -> bool:
    """Say whether some inline code is a name, maybe with type parameters or arguments, and no path."""
    return any(_is_name(match[1]) for match in re.finditer(r"`([^`\n]+)`", text))


def _is_name(code: str) -> bool:
    name = code.partition("(")[0].partition("<")[0]
    has_end = name == code or code[-1] in ")>"
    return has_end and not looks_like_path(code) and re.fullmatch(_NAME, name) is not None


def custom_smell(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report what the expressions of the configuration match. Raises ConfigurationError for one that runs out of time."""
    for smell in settings.smells:
        until = monotonic() + _SECONDS
        for base, text in _searched(brief, smell):
            for start, end in _spans(smell, text, until):
                yield Finding(base + start, base + end, smell.message, severity=smell.severity)


def _searched(brief: Brief, smell: Smell) -> Iterator[tuple[int, str]]:
    if smell.where == "everywhere":
        yield brief.start, brief.shown
        return
    lines = narrative_lines(brief) if smell.where == "narrative" else [line for line in brief.lines if line.kind not in ("code", "fence")]
    for line in lines:
        yield line.start, line.text


_SECONDS = 1.0
_LONGEST_PATTERN = 2000
_MOST_REPEATS = 10_000


def _spans(smell: Smell, text: str, until: float) -> list[tuple[int, int]]:
    """Give what an expression matches, before the time it has for all of a brief is over."""
    import regex

    fault = _excess(smell.pattern)
    try:
        if not fault:
            return [match.span() for match in regex.compile(smell.pattern).finditer(text, timeout=_left(until)) if match[0]]
    except TimeoutError:
        fault = f"took more than {_SECONDS:.0f} s on one brief"
    except (MemoryError, RecursionError):
        fault = "takes more memory than there is"
    except regex.error as error:
        fault = f"is not a regular expression: {error}"
    raise ConfigurationError(smell.file, f"`{_short(smell.pattern)}` {fault}", line=smell.line, key=smell.key)


def _left(until: float) -> float:
    left = until - monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _excess(pattern: str) -> str:
    """Say what makes an expression too much to compile: the library has no limit for that."""
    counts = [int(count) for count in re.findall(r"\d+", " ".join(re.findall(r"\{[\d,]+\}", pattern))) if int(count) > 1]
    if len(pattern) > _LONGEST_PATTERN or prod(counts) > _MOST_REPEATS:
        return f"is too large: at most {_LONGEST_PATTERN} characters, and {_MOST_REPEATS} repeats in all"
    return "is recursive, which is not allowed" if re.search(r"\(\?(?:R|&|P>|[+-]?\d)", pattern) else ""


def _finding(brief: Brief, match: Match, message: str, help: str) -> Finding:
    start, end = brief.start + match.start, brief.start + match.end
    return Finding(start, end, message, help, contract=_BLOCK if match.is_seeds else None)


def _at(line: Line, start: int, end: int, message: str, help: str, contract: str | None) -> Finding:
    return Finding(line.start + start, line.start + end, message, help, contract=contract)


def _short(text: str) -> str:
    return text if len(text) <= _SHORTEST else f"{text[: _SHORTEST - 1]}…"
