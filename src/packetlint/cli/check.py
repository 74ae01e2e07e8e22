"""The command `check`: choose files, lint them, mend them if asked, report."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from packetlint.cli.formats.closing import closing, excluded
from packetlint.cli.kinds import RULE_NAMES, SUFFIXES, kinds_of
from packetlint.core.config import Configurations, Overrides
from packetlint.core.engine import Linter, Report
from packetlint.core.errors import UsageError
from packetlint.core.files import Request, Selection, choose

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from packetlint.core.rule import Kind


def run(arguments: argparse.Namespace) -> int:
    """Run the command and give its exit status."""
    kinds = kinds_of(arguments.hook)
    selection = choose(_request(arguments), SUFFIXES)
    try:
        overrides = Overrides(_listed(arguments.select), _listed(arguments.ignore), arguments.fail_on)
        configurations = Configurations(selection.content.read, RULE_NAMES, overrides)
        linter = Linter(kinds, configurations, selection.content, RULE_NAMES)
        report = linter.lint(selection.candidates)
        changed = _repair(arguments, selection, linter, report)
        if changed is not None and not arguments.diff:
            report = changed
        _print(arguments, report, kinds, selection)
        return _status(report, configurations, mended=changed is not None)
    finally:
        if selection.git:
            selection.git.close()


def _request(arguments: argparse.Namespace) -> Request:
    is_stdin = "-" in arguments.paths
    if is_stdin and len(arguments.paths) > 1:
        raise UsageError("standard input (-) is checked alone")
    if is_stdin and (arguments.fix or arguments.staged or arguments.all_files):
        raise UsageError("standard input (-) goes with none of --fix, --staged, --all-files")
    if sum(map(bool, (arguments.staged, arguments.all_files, arguments.from_ref or arguments.to_ref))) > 1:
        raise UsageError("--staged, --all-files and --from-ref exclude one another")
    if arguments.all_files and arguments.paths and not arguments.hook:
        raise UsageError("--all-files takes no PATH")
    return Request(
        paths=() if is_stdin else arguments.paths,
        staged=arguments.staged,
        all_files=arguments.all_files,
        from_ref=arguments.from_ref,
        to_ref=arguments.to_ref,
        hook=arguments.hook is not None,
        stdin_name=arguments.stdin_filename,
        stdin=sys.stdin.buffer.read() if is_stdin else None,
    )


def _listed(options: Sequence[str]) -> tuple[str, ...]:
    return tuple(name.strip() for option in options for name in option.split(",") if name.strip())


def _repair(arguments: argparse.Namespace, selection: Selection, linter: Linter, report: Report) -> Report | None:
    """Mend, or show the difference; None when nothing is asked for or nothing would change."""
    if not (arguments.fix or arguments.diff):
        return None
    from packetlint.cli.repair import repair

    return repair(arguments, selection, linter, report)


def _print(arguments: argparse.Namespace, report: Report, kinds: Sequence[Kind], selection: Selection) -> None:
    text = "" if arguments.diff else _render(arguments, report)
    if arguments.output_file:
        from packetlint.core.write import write_atomically

        write_atomically(arguments.output_file, text.encode("utf-8", "backslashreplace"))
    else:
        sys.stdout.write(text)
    if arguments.format != "json" or arguments.output_file:
        gap = "\n" if text and arguments.format == "full" and not arguments.output_file else ""
        sys.stdout.write(f"{gap}{excluded(report)}{closing(report, kinds, selection.content.label)}\n")
    sys.stdout.flush()
    for crash in report.crashes:
        print(f"packetlint: {crash}", file=sys.stderr)


def _render(arguments: argparse.Namespace, report: Report) -> str:
    if arguments.format == "json":
        from packetlint.cli.formats.json import render

        return render(report)
    from packetlint.cli.formats.text import concise, full

    color = not arguments.output_file and _wants_color()
    return concise(report, color=color) if arguments.format == "concise" else full(report, color=color)


def _wants_color() -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


def _status(report: Report, configurations: Configurations, *, mended: bool) -> int:
    if report.crashes:
        return 2
    if report.unreadable and not report.files:
        print("packetlint: nothing could be read", file=sys.stderr)
        return 2
    fails = any(
        diagnostic.severity == "error" or configurations.of(diagnostic.path).fail_on == "warning" for diagnostic in report.diagnostics
    )
    return 1 if fails or mended else 0
