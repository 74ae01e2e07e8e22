"""The command `check`: choose files, lint them, mend them if asked, report."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from packetlint import __version__
from packetlint.cli.formats.closing import closing, excluded
from packetlint.cli.kinds import SUFFIXES, known_of, needed, rule_names, selected
from packetlint.cli.unchanged import Printed, Unchanged
from packetlint.core.cache import Cache, cache_path
from packetlint.core.config import Configurations, Overrides
from packetlint.core.engine import Linter, Report
from packetlint.core.errors import UsageError
from packetlint.core.files import Request, Selection, choose
from packetlint.core.paths import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.cli.options import CheckOptions
    from packetlint.core.rule import Kind

FAILED = 2


def run(options: CheckOptions) -> int:
    """Run the command and give its exit status."""
    unchanged = Unchanged.of(options)
    printed = unchanged.printed() if unchanged else None
    if printed is None:
        return _check(options, unchanged)
    sys.stdout.write(printed.text)
    return printed.status


def _check(options: CheckOptions, unchanged: Unchanged | None) -> int:
    """Check, mend if asked to, print, and keep what was printed where the same content would give the same."""
    known = known_of(options.hook)
    selection = choose(_request(options), SUFFIXES, unchanged.git if unchanged else None)
    try:
        overrides = Overrides(_listed(options.select), _listed(options.ignore), options.fail_on)
        configurations = Configurations(selection.content.read, rule_names, overrides, selection.content.lacks)
        names = (candidate.kind_name for candidate in selection.candidates)
        kinds = needed(selected(known, overrides.select), names, lambda: bool(selection.content.tree.change.removed))
        linter = Linter(kinds, configurations, selection.content, rule_names, _cache(selection), selection.follows)
        report = linter.lint(selection.candidates)
        report = report._replace(artifacts={kind.name: report.artifacts.get(kind.name, 0) for kind in known})
        left, refused = _repair(options, selection, linter, report)
        is_shown = options.diff and left is not None
        if left is not None and not options.diff:
            report = left._replace(artifacts=report.artifacts)
        text = _print(options, report, kinds, selection, is_shown=is_shown)
        for reason in refused:
            print(f"packetlint: {visible(reason)}", file=sys.stderr)
        status = FAILED if refused else _status(report, configurations, mended=left is not None)
        if unchanged and status != FAILED and configurations.are_tracked(selection.content.tree.entries) and not linter.looked_beyond:
            unchanged.keep(Printed(text, status))
        return status
    finally:
        if selection.git:
            selection.git.close()


def _cache(selection: Selection) -> Cache | None:
    """Give the cache of the repository; none outside git, where files have no blob ids."""
    if selection.git is None:
        return None
    return Cache(cache_path(selection.git.directory, os.environ), __version__)


def _request(options: CheckOptions) -> Request:
    is_stdin = "-" in options.paths
    for fault in _contradictions(options, is_stdin=is_stdin):
        raise UsageError(fault)
    return Request(
        paths=() if is_stdin else options.paths,
        staged=options.staged,
        all_files=options.all_files,
        from_ref=options.from_ref,
        to_ref=options.to_ref,
        hook=options.hook is not None,
        stdin_name=options.stdin_filename,
        stdin=_standard_input() if is_stdin else None,
    )


def _contradictions(options: CheckOptions, *, is_stdin: bool) -> Iterator[str]:
    """Yield what cannot be asked for together."""
    if is_stdin and len(options.paths) > 1:
        yield "standard input (-) is checked alone"
    if is_stdin and (options.fix or options.staged or options.all_files):
        yield "standard input (-) goes with none of --fix, --staged, --all-files"
    if options.stdin_filename and not is_stdin:
        yield "--stdin-filename goes with standard input (-)"
    if sum(map(bool, (options.staged, options.all_files, options.from_ref or options.to_ref))) > 1:
        yield "--staged, --all-files and --from-ref exclude one another"
    if options.all_files and options.paths and not options.hook:
        yield "--all-files takes no PATH"
    if options.diff and options.format == "json":
        yield "--diff shows a difference, which --format json cannot"
    if "" in options.paths:
        yield "a PATH is empty"


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise UsageError("standard input is closed")
    return sys.stdin.buffer.read()


def _listed(options: Sequence[str]) -> tuple[str, ...]:
    return tuple(name.strip() for option in options for name in option.split(",") if name.strip())


def _repair(options: CheckOptions, selection: Selection, linter: Linter, report: Report) -> tuple[Report | None, list[str]]:
    """Mend, or show the difference, if asked to; give the report of what is left, and the refusals."""
    if not (options.fix or options.diff):
        return None, []
    from packetlint.cli.repair import repair

    return repair(options, selection, linter, report)


def _print(options: CheckOptions, report: Report, kinds: Sequence[Kind], selection: Selection, *, is_shown: bool) -> str:
    """Print the report and the closing line; give what was printed. `is_shown` says that a difference stands for the report."""
    text = "" if is_shown else _render(options, report)
    if options.output_file:
        from packetlint.core.write import write_output

        write_output(options.output_file, text.encode("utf-8", "backslashreplace"))
        text = ""
    if options.format != "json" or options.output_file:
        gap = "\n" if text and options.format == "full" and not options.output_file else ""
        text += f"{gap}{excluded(report)}{closing(report, kinds, selection.content.label)}\n"
    sys.stdout.write(text)
    sys.stdout.flush()
    for crash in report.crashes:
        print(f"packetlint: {crash}", file=sys.stderr)
    return text


def _render(options: CheckOptions, report: Report) -> str:
    if options.format == "json":
        from packetlint.cli.formats.json import render

        return render(report)
    if not report.diagnostics:
        return ""
    from packetlint.cli.color import wants_color
    from packetlint.cli.formats.text import concise, full

    color = not options.output_file and wants_color(sys.stdout)
    return concise(report, color=color) if options.format == "concise" else full(report, color=color)


def _status(report: Report, configurations: Configurations, *, mended: bool) -> int:
    if report.crashes:
        return FAILED
    if report.unreadable and not report.files and not report.affected:
        print("packetlint: nothing could be read", file=sys.stderr)
        return FAILED
    fails = any(
        diagnostic.severity == "error" or configurations.of(diagnostic.path).fail_on == "warning" for diagnostic in report.diagnostics
    )
    return 1 if fails or mended else 0
