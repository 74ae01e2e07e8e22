"""`--fix` and `--diff`: mend the files that have fixes, or show how they would change."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from packetlint.cli.formats.closing import plural
from packetlint.cli.patch import patch
from packetlint.core.content import Given, WorkingTree
from packetlint.core.errors import UnreadableError
from packetlint.core.fix import Mended, mend
from packetlint.core.intake import Candidate
from packetlint.core.paths import visible
from packetlint.core.write import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.cli.options import CheckOptions
    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.engine import Linter, Report
    from packetlint.core.files import Selection


class Repair(NamedTuple):
    """What came of mending: the report of what is left (None: nothing changed), and why some files were left alone."""

    report: Report | None
    refused: list[str]


def repair(options: CheckOptions, selection: Selection, linter: Linter, report: Report) -> Repair:
    """Mend what the fixes allow, or show the difference.

    A file whose working copy is not what was judged is refused: its fix could lose somebody's work.
    """
    mended = {path: result for path, result in _mended(options, selection, linter, report) if result.fixes}
    refused = []
    for path, result in list(mended.items()):
        judged = report.sources[path].raw
        if options.diff:
            sys.stdout.write(patch(path, judged, result.content))
        elif reason := _write(selection, path, judged, result):
            refused.append(reason)
            del mended[path]
    if not mended:
        return Repair(None, refused)
    content = Given({path: result.content for path, result in mended.items()}, selection.content)
    return Repair(linter.on(content).lint(selection.candidates), refused)


def _mended(options: CheckOptions, selection: Selection, linter: Linter, report: Report) -> Iterator[tuple[str, Mended]]:
    fixable = {diagnostic.path for diagnostic in report.diagnostics if diagnostic.fix}
    for path in sorted(fixable):

        def lint(raw: bytes, path: str = path) -> Sequence[Diagnostic]:
            candidate = Candidate(path, named=True, rules=report.affected.get(path))
            return linter.on(Given({path: raw}, selection.content), alone=True).lint([candidate]).diagnostics

        yield path, mend(report.sources[path].raw, lint, unsafe=options.unsafe_fixes)


def _write(selection: Selection, path: str, judged: bytes, result: Mended) -> str:
    """Write a mended file to the working tree; or give the reason why not."""
    disk = WorkingTree(selection.top, selection.content.tree)
    try:
        current = disk.read(path)
        target = disk.resolve(path)
    except UnreadableError as error:
        return f"{path} {error}, so it was not fixed"
    if current != judged:
        return f"{path} on disk is not what was judged ({selection.content.label}), so it was not fixed"
    write_atomically(f"{selection.top.rstrip('/')}/{target}", result.content)
    note = "" if selection.content.label == disk.label else " in the working tree; `git add` it"
    print(f"fixed {visible(path)}: {plural(result.fixes, 'fix', 'fixes')}{note}")
    return ""
