"""The format html: one page with every finding, that filters by rule and severity where scripts run, and is whole without them."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from packetlint.cli.formats.closing import count, excluded, plural
from packetlint.core.page import assemble, for_markup
from packetlint.core.rule import DOCUMENTATION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from packetlint.core.diagnostic import Diagnostic, Span
    from packetlint.core.engine import Report
    from packetlint.core.source import Source

_AROUND = 1  # lines shown before and after those of a finding
_MOST_LINES = 6
_WIDEST = 180  # characters shown of a line
_LEAD = 40  # of these, characters before the finding
_QUOTED = re.compile("`([^`]+)`")


def render(report: Report) -> str:
    """Give the page. Everything that comes from files is escaped text in it; there is no data for the script to read."""
    by_path = groupby(report.diagnostics, lambda diagnostic: diagnostic.path)
    return assemble(
        "report",
        styles=("base.css", "report.css"),
        scripts=("make.js", "report.js"),
        verdict=_verdict(report),
        judged=_judged(report),
        rules=_rules(report.diagnostics),
        findings="".join(_file(path, list(found), report.sources.get(path)) for path, found in by_path),
    )


def _verdict(report: Report) -> str:
    """Say what was found; as markup."""
    counts = [(severity, count(report, severity)) for severity in ("error", "warning")]
    found = [f'<span class="{severity}">{plural(number, severity)}</span>' for severity, number in counts if number]
    hidden = [f"{report.hidden} hidden"] * bool(report.hidden) + [f"{report.baselined} in the baseline"] * bool(report.baselined)
    return ", ".join((found or ["no findings"]) + hidden)


def _judged(report: Report) -> str:
    """Say what was looked at, and that nothing was judged where that is so."""
    parts = [f"{plural(report.files, 'file')} read", *(f"{kind}: {number}" for kind, number in report.artifacts.items() if number)]
    if report.affected:
        parts.append(f"{plural(len(report.affected), 'other')} affected")
    elif len(parts) == 1:
        parts.append("no artifact among them, nothing was judged" if report.files else "nothing was judged")
    return for_markup("; ".join([", ".join(parts), *excluded(report).splitlines(), *report.crashes]))


def _rules(diagnostics: Iterable[Diagnostic]) -> str:
    """Give a row for each rule that found something: its name and how often."""
    counts = Counter(diagnostic.rule for diagnostic in diagnostics)
    return "".join(_rule(rule, number) for rule, number in sorted(counts.items()))


def _rule(rule: str, number: int) -> str:
    return f'<tr data-rule="{for_markup(rule)}"><th scope="row">{_link(rule)}</th><td>{number}</td></tr>\n'


def _link(rule: str) -> str:
    return f'<a href="{for_markup(f"{DOCUMENTATION}/{rule}.md")}" rel="noreferrer noopener">{for_markup(rule)}</a>'


def _file(path: str, diagnostics: Sequence[Diagnostic], source: Source | None) -> str:
    findings = "".join(_finding(diagnostic, source) for diagnostic in diagnostics)
    head = f'<span class="path">{for_markup(path)}</span> <span class="number quiet">{len(diagnostics)}</span>'
    return f'<details class="file" open>\n<summary>{head}</summary>\n{findings}</details>\n'


def _finding(diagnostic: Diagnostic, source: Source | None) -> str:
    place = f"<bdi>{for_markup(diagnostic.path)}</bdi>:{diagnostic.span.line}:{diagnostic.span.column}"
    lines = [
        f'<article data-rule="{for_markup(diagnostic.rule)}" data-severity="{diagnostic.severity}">',
        f'<h2><span class="severity {diagnostic.severity}">{diagnostic.severity}</span> {_prose(diagnostic.message)}</h2>',
        f'<p class="quiet"><span class="path place">{place}</span> {_link(diagnostic.rule)}{_facts(diagnostic)}</p>',
        f"<pre>{_excerpt(diagnostic.span, source)}</pre>" if source else "",
        f'<p class="help">{_prose(diagnostic.help)}</p>' if diagnostic.help else "",
        "</article>",
    ]
    return "".join(f"{line}\n" for line in lines if line)


def _prose(text: str) -> str:
    """Give a message as markup, what is quoted in it as code."""
    return _QUOTED.sub(r"<code>\1</code>", for_markup(text))


def _facts(diagnostic: Diagnostic) -> str:
    facts = [diagnostic.contract] if diagnostic.contract else []
    facts += [f"at {diagnostic.pointer}"] if diagnostic.pointer else []
    facts += [f"fixable with {'--fix' if diagnostic.fix.safe else '--fix --unsafe-fixes'}"] if diagnostic.fix else []
    return "".join(f' <span class="fact">{for_markup(fact)}</span>' for fact in facts)


def _excerpt(span: Span, source: Source) -> str:
    """Give the lines of a finding with those around, the span marked. A line's number is no text, so that copies are the source."""
    end = span.end_line - (span.end_column == 1 and span.end_line > span.line)
    last = min(end, span.line + _MOST_LINES - 1)
    before = _plain(source, range(max(1, span.line - _AROUND), span.line))
    marked = (_line(number, _marked(source.line(number), number, span), " at") for number in range(span.line, last + 1))
    after = _plain(source, range(end + 1, min(len(source.starts), end + _AROUND) + 1))
    return "".join([*before, *marked, '<span class="more">…\n</span>' if last < end else "", *after])


def _plain(source: Source, numbers: Iterable[int]) -> Iterator[str]:
    """Yield lines in which nothing is marked."""
    for number in numbers:
        text = source.line(number)
        yield _line(number, for_markup(text[:_WIDEST]) + ("…" if len(text) > _WIDEST else ""))


def _marked(text: str, number: int, span: Span) -> str:
    """Give a line with its part of the span marked, by a stroke where that is empty; cut to a window around it."""
    start = span.column - 1 if number == span.line else 0
    left = max(0, min(start - _LEAD, len(text) - _WIDEST))
    right = min(len(text), left + _WIDEST)
    end = min(right, span.end_column - 1 if number == span.end_line else len(text))
    mark = f"<mark>{for_markup(text[start:end])}</mark>" if start < end else '<mark class="empty"></mark>'
    parts = for_markup(text[left:start]), mark, for_markup(text[max(start, end) : right])
    return f"{'…' if left else ''}{''.join(parts)}{'…' if right < len(text) else ''}"


def _line(number: int, shown: str, more: str = "") -> str:
    return f'<span class="line{more}" data-line="{number}">{shown}\n</span>'
