"""`--fix` and `--diff`: mend the files that have fixes, or show how they would change."""

from __future__ import annotations

import difflib
import sys
from typing import TYPE_CHECKING

from packetlint.core.content import Given, WorkingTree
from packetlint.core.engine import Candidate, Linter
from packetlint.core.errors import UnreadableError, UsageError
from packetlint.core.fix import Mended, mend
from packetlint.core.paths import visible
from packetlint.core.write import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.cli.options import CheckOptions
    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.engine import Report
    from packetlint.core.files import Selection


def repair(options: CheckOptions, selection: Selection, linter: Linter, report: Report) -> Report | None:
    """Mend what the fixes allow and give the report of what is left; None when nothing changes.

    Raises UsageError for a file whose working copy is not what was judged: its fix could lose somebody's work.
    """
    mended = {path: result for path, result in _mended(options, selection, linter, report) if result.fixes}
    if not mended:
        return None
    for path, result in mended.items():
        if options.diff:
            sys.stdout.write(difference(path, report.sources[path].raw, result.content))
        else:
            _write(selection, path, report.sources[path].raw, result)
    content = Given({path: result.content for path, result in mended.items()}, selection.content)
    return linter.on(content).lint(selection.candidates)


def _mended(options: CheckOptions, selection: Selection, linter: Linter, report: Report) -> Iterator[tuple[str, Mended]]:
    fixable = {diagnostic.path for diagnostic in report.diagnostics if diagnostic.fix}
    for path in sorted(fixable):

        def lint(raw: bytes, path: str = path) -> Sequence[Diagnostic]:
            return linter.on(Given({path: raw}, selection.content)).lint([Candidate(path, named=True)]).diagnostics

        yield path, mend(report.sources[path].raw, lint, unsafe=options.unsafe_fixes)


def _write(selection: Selection, path: str, judged: bytes, result: Mended) -> None:
    disk = WorkingTree(selection.top, selection.content.tree)
    try:
        current = disk.read(path)
        target = disk.resolve(path)
    except UnreadableError as error:
        raise UsageError(f"{path} {error}, so it was not fixed") from None
    if current != judged:
        raise UsageError(f"{path} on disk is not what was judged ({selection.content.label}), so it was not fixed")
    write_atomically(f"{selection.top.rstrip('/')}/{target}", result.content)
    print(f"fixed {visible(path)}: {result.fixes} {'fix' if result.fixes == 1 else 'fixes'}")


def difference(path: str, before: bytes, after: bytes) -> str:
    """Give a unified diff: as it is, so that it can be applied, but with controls escaped on a terminal."""
    name = visible(path)
    lines = difflib.unified_diff(_lines(before), _lines(after), f"a/{name}", f"b/{name}", lineterm="")
    shown = visible if sys.stdout.isatty() else str
    return "".join(f"{shown(line)}\n" for line in lines)


def _lines(content: bytes) -> list[str]:
    return content.decode("utf-8", "surrogateescape").split("\n")
