"""`--fix` and `--diff`: mend the files that have fixes, or show how they would change."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from packetlint.cli.formats.closing import plural
from packetlint.cli.output import is_document
from packetlint.cli.patch import patch
from packetlint.cli.saying import say
from packetlint.core.content import Given, WorkingTree
from packetlint.core.errors import UnreadableError
from packetlint.core.fix import Mended, mend
from packetlint.core.intake import Candidate
from packetlint.core.paths import visible
from packetlint.core.write import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
    refused = _show(selection, report, mended) if options.diff else _write_all(options, selection, report, mended)
    left = {path: result.content for path, result in mended.items() if path not in refused}
    if not left:
        return Repair(None, list(refused.values()))
    return Repair(linter.on(Given(left, selection.content)).lint(selection.candidates), list(refused.values()))


def _show(selection: Selection, report: Report, mended: Mapping[str, Mended]) -> dict[str, str]:
    """Show each file's difference once, though it was named twice; nothing is refused."""
    names = {_file(selection, path): path for path in sorted(mended, reverse=True)}
    for file, path in sorted(names.items()):
        sys.stdout.write(patch(file, report.sources[path].raw, mended[path].content))
    return {}


def _write_all(options: CheckOptions, selection: Selection, report: Report, mended: Mapping[str, Mended]) -> dict[str, str]:
    """Write the files and say so; give the reasons why some were refused, by path."""
    refused = {}
    for path, result in mended.items():
        if reason := _write(selection, path, report.sources[path].raw, result):
            refused[path] = reason
        else:
            _say(options, selection, path, result.fixes)
    return refused


def _mended(options: CheckOptions, selection: Selection, linter: Linter, report: Report) -> Iterator[tuple[str, Mended]]:
    fixable = {diagnostic.path for diagnostic in report.diagnostics if diagnostic.fix}
    for path in sorted(fixable):

        def lint(raw: bytes, path: str = path) -> Sequence[Diagnostic]:
            candidate = Candidate(path, named=True, rules=report.affected.get(path))
            return linter.on(Given({path: raw}, selection.content), alone=True).lint([candidate]).diagnostics

        yield path, mend(report.sources[path].raw, lint, unsafe=options.unsafe_fixes)


def _file(selection: Selection, path: str) -> str:
    """Give the file that a path leads to: another one, where it is a symbolic link."""
    with suppress(UnreadableError):
        return WorkingTree(selection.top, selection.content.tree).resolve(path)
    return path


def _write(selection: Selection, path: str, judged: bytes, result: Mended) -> str:
    """Write a mended file to the working tree, unless it is there already, by another name; or give the reason why not."""
    disk = WorkingTree(selection.top, selection.content.tree)
    try:
        current = disk.read(path)
        target = disk.resolve(path)
    except UnreadableError as error:
        return f"{path} {error}, so it was not fixed"
    if current not in (judged, result.content):
        return f"{path} on disk is not what was judged ({selection.content.label}), so it was not fixed"
    if current != result.content:
        write_atomically(f"{selection.top.rstrip('/')}/{target}", result.content)
    return ""


def _say(options: CheckOptions, selection: Selection, path: str, fixes: int) -> None:
    """Say that a file was mended; on standard error where a document goes to standard output."""
    note = "" if isinstance(selection.content, WorkingTree) else " in the working tree; `git add` it"
    line = f"fixed {path}: {plural(fixes, 'fix', 'fixes')}{note}"
    if is_document(options.outputs):
        say([line])
    else:
        print(visible(line))
