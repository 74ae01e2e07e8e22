"""What must hold of every text that is linted, whatever it is: places, time, formats, fixes, ignore comments."""

from __future__ import annotations

import re
import time
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING
from unittest.mock import patch

from examples import SLOWER
from linting import lint_tree

from fuzz.rendered import hold_to_formats
from packetlint.cli.formats.json import render
from packetlint.core import engine
from packetlint.core.errors import UsageError
from packetlint.core.fix import mend
from packetlint.core.paths import visible
from packetlint.core.suppress import UNUSED

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Sequence

    from fuzz.corpus import Tree
    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.engine import Report
    from packetlint.core.source import Source

LONGEST = 1200  # characters of what is said
SECONDS_A_FILE = 2.0 * SLOWER
_COMMENT = re.compile(
    r"<!--(?:(?!-->).)*?packetlint:\s*(ignore(?:-file)?)\s*=(.*?)-->|#\s*packetlint:\s*(ignore(?:-file)?)\s*=([^\n\r]*)", re.DOTALL
)
_NOTHING = re.compile(r"(?:<!--.*?-->|\s)*", re.DOTALL)


@contextmanager
def timed(files: int = 1) -> Iterator[None]:
    """Assert that what is done takes no longer than it may. It is processor time, so that a busy machine changes nothing."""
    start = time.process_time()
    yield
    assert time.process_time() - start < SECONDS_A_FILE * files, "too slow"


def judge(tree: Tree, paths: Sequence[str], source: random.Random) -> None:
    """Lint some files of a tree, and hold what is said of them to what must be true. Raises AssertionError."""
    report = linted(tree, paths)
    if report is None:
        return
    if source.random() < 0.15:
        hold_to_formats(report, by_schema=source.random() < 0.1)
    if source.random() < 0.05:
        again = linted(tree, paths)
        assert again is not None
        assert render(again) == render(report), "another answer for the same bytes"
    hold_to_fixes(tree, report, source)
    hold_to_comments(tree, paths, report)


def linted(tree: Tree, paths: Sequence[str]) -> Report | None:
    """Give the report; None where the configuration in the tree is refused, which has to be said in one line."""
    try:
        with timed(max(1, len(paths))):
            report = lint_tree(tree, paths)
    except UsageError as error:
        hold_to_one_line(error)
        return None
    assert not report.crashes, report.crashes
    for diagnostic in report.diagnostics:
        hold_to_place(diagnostic, report.sources.get(diagnostic.path))
    return report


def hold_to_one_line(error: Exception) -> None:
    """Assert that an error says something, in a line that can be read."""
    text = visible(str(error))  # as it is printed
    assert text.strip(), "an error without words"
    assert len(text) < LONGEST, f"an error of {len(text)} characters: {text[:80]}"


def hold_to_place(diagnostic: Diagnostic, source: Source | None) -> None:
    """Assert that a finding lies in its file, and is said in words that are no sentence."""
    span = diagnostic.span
    assert (1, 1) <= span[:2] <= span[2:], diagnostic
    assert diagnostic.message.strip(), diagnostic
    assert len(diagnostic.message) < LONGEST, f"a message of {len(diagnostic.message)} characters: {diagnostic.rule}"
    if source is None:
        return
    assert span.end_line <= len(source.starts), diagnostic
    assert span.column <= len(source.line(span.line)) + 1, diagnostic
    start, end = (source.offset(line, column) for line, column in (span[:2], span[2:]))
    assert 0 <= start <= end <= len(source.text), diagnostic
    for edit in diagnostic.fix.edits if diagnostic.fix else ():
        assert 0 <= edit.start <= edit.end <= len(source.raw), diagnostic


def hold_to_fixes(tree: Tree, report: Report, source: random.Random) -> None:
    """Mend each file that can be mended: what comes out has no new fault, and nothing left to mend."""
    for path in sorted({diagnostic.path for diagnostic in report.diagnostics if diagnostic.fix}):
        unsafe = source.random() < 0.8

        def lint(raw: bytes, path: str = path) -> list[Diagnostic]:
            return lint_tree({**tree, path: raw}, [path]).diagnostics

        before = lint(tree[path])
        if not any(diagnostic.fix and (unsafe or diagnostic.fix.safe) for diagnostic in before):
            continue
        with timed(10):
            mended = mend(tree[path], lint, unsafe=unsafe)
        assert mended.fixes, "a fix that mends nothing"
        assert mend(mended.content, lint, unsafe=unsafe).fixes == 0, "a mended file is mended again"
        new = Counter(_kinds(lint(mended.content))) - Counter(_kinds(before))
        assert not new, f"mending brought {dict(new)}"


def _kinds(diagnostics: Iterable[Diagnostic]) -> Iterator[str]:
    """Yield the rules of findings, without comments that hide nothing any more."""
    return (diagnostic.rule for diagnostic in diagnostics if diagnostic.rule != UNUSED)


def hold_to_comments(tree: Tree, paths: Sequence[str], report: Report) -> None:
    """See that each finding an ignore comment hides is named by one that is near it, and that nothing else is hidden or made."""
    if not report.hidden and not any(b"packetlint:" in tree[path] for path in paths):
        return
    with patch.object(engine, "may_have_ignores", lambda _: False):
        everything = linted(tree, paths)
    assert everything is not None
    shown = Counter(_known(report.diagnostics))
    hidden = Counter(_known(everything.diagnostics)) - shown
    assert not shown - Counter(_known(everything.diagnostics)), "a comment made a finding"
    assert hidden.total() == report.hidden, "another number is said to be hidden than is"
    for diagnostic in hidden:
        source = everything.sources[diagnostic.path]
        assert any(_covers(source, match, diagnostic) for match in _COMMENT.finditer(source.text)), f"hidden by nothing: {diagnostic}"


def _known(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    return (diagnostic for diagnostic in diagnostics if diagnostic.rule != UNUSED)


def _covers(source: Source, match: re.Match[str], diagnostic: Diagnostic) -> bool:
    """Say whether a comment names the rule of a finding, and is in its line, or above it with nothing between."""
    word, names = (match[1], match[2]) if match[1] else (match[3], match[4])
    kind = diagnostic.rule.partition("/")[0]
    if not any(
        name.split("*")[0].startswith(kind) or "*" in name or "[" in name or "?" in name for name in re.split(r"[,\s]+", names) if name
    ):
        return False
    first, last = source.position(match.start())[0], source.position(match.end())[0]
    if word == "ignore-file" or first <= diagnostic.span.line <= last:
        return True
    between = source.text[match.end() : source.offset(diagnostic.span.line, 1)]
    return diagnostic.span.line > last and bool(_NOTHING.fullmatch(between))
