"""Ignore comments in markdown: what they hide, and which of them hide nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.diagnostic import Diagnostic
from packetlint.core.errors import UsageError
from packetlint.core.markdown import BLANK, COMMENT, scan
from packetlint.core.rule import matching

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from packetlint.core.markdown import Markdown
    from packetlint.core.source import Source

UNUSED = "file/unused-ignore"
WHOLE_FILE = -1
_COMMENT = re.compile(r"<!--\s*packetlint:\s*(.*?)\s*-->\Z", re.DOTALL)
_DIRECTIVE = re.compile(r"(ignore|ignore-file)\s*=\s*([\w/*?\[\]-]+(?:\s*,\s*[\w/*?\[\]-]+)*)(?=\s|\Z)")


class Directive(NamedTuple):
    """One ignore comment: its offsets, the lines it covers (empty: the whole file), and its selectors with their rules.

    `fault` says why it names no rule, if so.
    """

    start: int
    end: int
    lines: frozenset[int]
    selectors: tuple[tuple[str, frozenset[str]], ...]
    fault: str = ""


class Suppressed(NamedTuple):
    """What is left to show, and how many findings were hidden."""

    shown: list[Diagnostic]
    hidden: int


def suppress(source: Source, diagnostics: Sequence[Diagnostic], enabled: frozenset[str], rules: Sequence[str]) -> Suppressed:
    """Hide what the file's ignore comments hide; report those that hide nothing, if that rule is enabled."""
    directives = list(_directives(source, rules))
    by_line: dict[int, list[Directive]] = {}
    for directive in directives:
        for line in directive.lines or (WHOLE_FILE,):
            by_line.setdefault(line, []).append(directive)
    used: set[tuple[int, str]] = set()
    shown = []
    for diagnostic in diagnostics:
        near = [*by_line.get(WHOLE_FILE, ()), *by_line.get(diagnostic.span.line, ())]
        hits = [(directive.start, name) for directive in near for name, hidden in directive.selectors if diagnostic.rule in hidden]
        used.update(hits)
        if not hits:
            shown.append(diagnostic)
    if UNUSED in enabled:
        shown += _unused(source, directives, used, enabled)
    return Suppressed(shown, len(diagnostics) - sum(diagnostic.rule != UNUSED for diagnostic in shown))


def _directives(source: Source, rules: Sequence[str]) -> Iterator[Directive]:
    markdown = scan(source)
    for start, end in markdown.comments:
        comment = _COMMENT.match(source.text[start:end])
        if comment:
            yield _directive(source, markdown, start, end, comment[1], rules)


def _directive(source: Source, markdown: Markdown, start: int, end: int, body: str, rules: Sequence[str]) -> Directive:
    match = _DIRECTIVE.match(body)
    if not match:
        return Directive(start, end, frozenset([0]), (), "the comment is no ignore comment: write `ignore=kind/rule reason`")
    lines = frozenset() if match[1] == "ignore-file" else _covered(source, markdown, start, end)
    selectors = []
    fault = ""
    for name in re.split(r"\s*,\s*", match[2]):
        try:
            selectors.append((name, matching(name, rules)))
        except UsageError as error:
            fault = str(error)
    return Directive(start, end, lines, tuple(selectors), fault)


def _covered(source: Source, markdown: Markdown, start: int, end: int) -> frozenset[int]:
    """Give the lines of a comment: its own, and the next with text when it stands alone."""
    first, last = source.position(start)[0], source.position(end)[0]
    own = set(range(first, last + 1))
    if all(markdown.lines[number - 1].kind == COMMENT for number in own):
        following = (line.number for line in markdown.lines[last:] if line.kind not in (BLANK, COMMENT))
        own.update(number for number in [next(following, 0)] if number)
    return frozenset(own)


def _unused(source: Source, directives: Iterable[Directive], used: set[tuple[int, str]], enabled: frozenset[str]) -> Iterator[Diagnostic]:
    for directive in directives:
        idle = [name for name, hidden in directive.selectors if (directive.start, name) not in used and hidden & enabled]
        fault = directive.fault or (f"the comment hides no finding of {', '.join(f'`{name}`' for name in idle)}" if idle else "")
        if fault:
            span = source.span(directive.start, directive.end)
            yield Diagnostic(source.path, span, UNUSED, "warning", fault, "drop the comment, or correct it")
