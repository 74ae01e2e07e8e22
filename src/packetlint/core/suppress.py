"""Ignore comments in markdown: what they hide, and which of them hide nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.diagnostic import Diagnostic, Edit, Fix
from packetlint.core.errors import UsageError
from packetlint.core.file_rules import MARK, PROVENANCE
from packetlint.core.markdown import BLANK, COMMENT, META, scan
from packetlint.core.quoting import bounded
from packetlint.core.rule import matching
from packetlint.core.yaml_text import is_in, texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from packetlint.core.markdown import Line, Markdown
    from packetlint.core.rule import RuleSet
    from packetlint.core.source import Source

UNUSED = "file/unused-ignore"
_BLANKS = re.compile(r"[ \t]*(\r\n|\r|\n|\Z)?")
_BEGINS = re.compile(r"[ \t]*(?:[-*+][ \t]+\S|#{1,6}[ \t]|\*\*|>|`{3}|~{3}|<!--)")  # what goes on with no text above it
WHOLE_FILE = -1
_YAML = (".yaml", ".yml")
_YAML_COMMENT = re.compile(r"(?<!\S)#\s*packetlint:")
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


def suppress(source: Source, diagnostics: Sequence[Diagnostic], enabled: RuleSet, rules: Sequence[str]) -> Suppressed:
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
    if enabled.includes(UNUSED):
        shown += _unused(source, directives, used, enabled)
    return Suppressed(shown, len(diagnostics) - sum(diagnostic.rule != UNUSED for diagnostic in shown))


def _directives(source: Source, rules: Sequence[str]) -> Iterator[Directive]:
    markdown = scan(source)
    following = _following(markdown)
    for start, end in markdown.comments:
        body = source.text[start:end].removeprefix("<!--").removesuffix("-->").strip()
        if body.startswith(MARK) and not body.startswith(PROVENANCE):
            lines = _covered(source, markdown, start, end, following)
            yield _directive(start, end, lines, body.removeprefix(MARK).strip(), rules)
    is_yaml = source.path.lower().endswith(_YAML)
    yield from _yaml_directives(source, [line for line in markdown.lines if is_yaml or line.kind == META], rules)


def _yaml_directives(source: Source, lines: Sequence[Line], rules: Sequence[str]) -> Iterator[Directive]:
    """Yield the ignore comments of lines of YAML: at its end one covers the line, alone the next line too."""
    found = [(line, match) for line in lines for match in _YAML_COMMENT.finditer(source.line(line.number))]
    if not found:
        return
    first, last = lines[0].start, lines[-1]
    held = texts(source.text[first : last.start + len(source.line(last.number))])
    done = 0
    for line, match in found:
        text, start = source.line(line.number), line.start + match.start()
        if line.number == done or is_in(start - first, held):
            continue
        done = line.number
        covered = frozenset([done] if text[: match.start()].strip() else [done, done + 1])
        yield _directive(start, line.start + len(text.rstrip()), covered, text[match.end() :].strip(), rules)


def _following(markdown: Markdown) -> list[int]:
    """Give, for every line, the number of the next line below it with text; 0 where there is none."""
    following = [0]
    for line in reversed(markdown.lines[1:]):
        following.append(following[-1] if line.kind in (BLANK, COMMENT) else line.number)
    return following[::-1]


def _directive(start: int, end: int, covered: frozenset[int], body: str, rules: Sequence[str]) -> Directive:
    match = _DIRECTIVE.match(body)
    if not match:
        return Directive(start, end, frozenset([0]), (), "the comment is no ignore comment: write `ignore=kind/rule reason`")
    lines = frozenset() if match[1] == "ignore-file" else covered
    selectors = []
    fault = ""
    for name in re.split(r"\s*,\s*", match[2]):
        try:
            selectors.append((name, matching(name, rules)))
        except UsageError as error:
            fault = str(error)
    return Directive(start, end, lines, tuple(selectors), fault)


def _covered(source: Source, markdown: Markdown, start: int, end: int, following: list[int]) -> frozenset[int]:
    """Give the lines of a comment: its own, and the next with text when it stands alone."""
    first, last = source.position(start)[0], source.position(end)[0]
    own = set(range(first, last + 1))
    if all(markdown.lines[number - 1].kind == COMMENT for number in own):
        own.update(number for number in [following[last - 1]] if number)
    return frozenset(own)


def _unused(source: Source, directives: Iterable[Directive], used: set[tuple[int, str]], enabled: RuleSet) -> Iterator[Diagnostic]:
    for directive in directives:
        idle = [name for name, hidden in directive.selectors if (directive.start, name) not in used and any(map(enabled.includes, hidden))]
        fault = directive.fault or (f"the comment hides no finding of {', '.join(f'`{name}`' for name in idle)}" if idle else "")
        if fault:
            span = source.span(directive.start, directive.end)
            is_idle = not directive.fault and len(idle) == len(directive.selectors)
            fix = _removal(source, directive) if is_idle else None
            yield Diagnostic(source.path, span, UNUSED, "warning", bounded(fault), "drop the comment, or correct it", fix=fix)


def _removal(source: Source, directive: Directive) -> Fix:
    """Take a comment out: with its whole line where it is alone there, else with the blanks beside it.

    An empty line stays where the texts above and below would become one. With text behind it on its line, what
    stands there may come to mean something else: that wants a second look.
    """
    text, start, end, put = source.text, directive.start, directive.end, ""
    first = source.offset(source.position(start)[0], 1)
    after = _BLANKS.match(text, end)
    is_last = after is not None and after[1] is not None
    while start > first and text[start - 1] in " \t":
        start -= 1
    if start > first:
        put = "" if is_last or text[end].isspace() else " "
    elif after and is_last and not (text[directive.start] == "<" and _is_between_texts(source, directive.start, end)):
        end = after.end()
    else:
        start, end = directive.start, end if is_last or after is None else after.end()
    return Fix(is_last, (Edit(source.byte_offset(start), source.byte_offset(end), put),))


def _is_between_texts(source: Source, start: int, end: int) -> bool:
    """Say whether lines with text stand right above and right below a comment, and the one below begins nothing of its own."""
    above, below = source.position(start)[0] - 1, source.position(end)[0] + 1
    if above < 1 or below > len(source.starts) or not source.line(above).strip():
        return False
    return bool(source.line(below).strip()) and not _BEGINS.match(source.line(below))
