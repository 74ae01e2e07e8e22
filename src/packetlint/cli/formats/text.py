"""The formats for people: full (with the source line and a caret) and concise (one line a finding)."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from packetlint.core.paths import leading, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.engine import Report
    from packetlint.core.source import Source

_RED, _YELLOW, _CYAN, _BOLD, _OFF = "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[1m", "\x1b[0m"
_WIDEST = 100
_TAB = "    "


def concise(report: Report, *, color: bool = False) -> str:
    """Give `path:line:col: severity[rule] message`, a line a finding."""
    return "".join(f"{headline(diagnostic, color=color)}\n" for diagnostic in report.diagnostics)


def full(report: Report, *, color: bool = False) -> str:
    """Give for each finding its headline, the source line with a caret under the span, and the help."""
    blocks = (_block(diagnostic, report.sources.get(diagnostic.path), color=color) for diagnostic in report.diagnostics)
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks)


def headline(diagnostic: Diagnostic, *, color: bool = False) -> str:
    """Give the one line that must stand alone."""
    line, column = diagnostic.span.line, diagnostic.span.column
    place = f"{leading(diagnostic.path)}:{line}:{column}"
    label = f"{diagnostic.severity}[{diagnostic.rule}]"
    if color:
        place, label = f"{_BOLD}{place}{_OFF}", f"{_RED if diagnostic.severity == 'error' else _YELLOW}{label}{_OFF}"
    return f"{place}: {label} {visible(diagnostic.message)}"


def _block(diagnostic: Diagnostic, source: Source | None, *, color: bool) -> Iterator[str]:
    yield headline(diagnostic, color=color)
    if source is not None:
        yield from _excerpt(diagnostic, source, color=color)
    if diagnostic.help:
        help = visible(diagnostic.help)
        yield f"{_CYAN}help:{_OFF} {help}" if color else f"help: {help}"


def _excerpt(diagnostic: Diagnostic, source: Source, *, color: bool) -> Iterator[str]:
    """Give the source line, cut to a window around the span, and a line of carets under the span."""
    span = diagnostic.span
    line = source.line(span.line)
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    left = max(0, min(start - 20, len(line) - _WIDEST)) if len(line) > _WIDEST else 0
    right = min(len(line), left + _WIDEST)
    lead, shown, rest = (_shown(line[a:b]) for a, b in ((left, start), (start, min(end, right)), (min(end, right), right)))
    before, after = "…" if left else "", "…" if right < len(line) else ""
    gutter = f"{span.line} | "
    carets = "^" * max(1, _width(shown))
    yield f"{gutter}{before}{lead}{shown}{rest}{after}"
    yield " " * (len(gutter) - 2) + "| " + " " * _width(before + lead) + (f"{_RED}{carets}{_OFF}" if color else carets)


def _shown(text: str) -> str:
    return visible(text).replace("\t", _TAB)


def _width(text: str) -> int:
    """Give the columns a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
