"""What `check` does when it has not done it before: choose files, lint them, mend them if asked, report."""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import TYPE_CHECKING

from packetlint import __version__
from packetlint.cli.configured import configurations, own
from packetlint.cli.formats.closing import closing, excluded
from packetlint.cli.kinds import SUFFIXES, known_of, needed, rule_names, selected
from packetlint.cli.options import Output
from packetlint.cli.output import for_stdout, is_document, write_files
from packetlint.cli.saying import say
from packetlint.cli.unchanged import Printed
from packetlint.core.cache import Cache, cache_path
from packetlint.core.config import Overrides
from packetlint.core.engine import Linter, Report
from packetlint.core.errors import UsageError
from packetlint.core.files import Request, Selection, choose
from packetlint.core.paths import from_argument
from packetlint.core.reach import Reach
from packetlint.core.rule import Run
from packetlint.core.workers import processors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from packetlint.cli.options import CheckOptions
    from packetlint.cli.unchanged import Unchanged
    from packetlint.core.config import Configurations
    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.intake import Candidate
    from packetlint.core.rule import Kind
    from packetlint.core.user_config import UserConfiguration

FAILED = 2
_SHARED = 20_000  # files from which on it pays to start processes; a brain of 5,000 leaves takes longer with two
_MANY = 1000  # files that take long enough for somebody to wonder


def judge(options: CheckOptions, person: UserConfiguration, unchanged: Unchanged | None) -> int:
    """Check, mend if asked to, print, and keep what was printed where the same content would give the same."""
    known = known_of(options.hook)
    selection = choose(_request(options), SUFFIXES, unchanged.git if unchanged else None)
    try:
        overrides = Overrides(_listed(options.select), _listed(options.ignore), options.fail_on)
        configured = configurations(selection, overrides, isolated=options.isolated, config_from=options.config_from)
        if not options.hook:
            configured.of("")  # a broken configuration is said, though nothing may be judged by it
        names = (candidate.kind_name for candidate in selection.candidates)
        kinds = needed(selected(known, overrides.select), names, lambda: selection.content.tree.change)
        reach = _reach(options, own(person, selection.git))
        if options.files:
            from packetlint.cli.listing import show

            return show(kinds, Run(selection.content, configured.of, _cache(selection), {}, reach), selection.candidates, configured)
        linter = Linter(kinds, configured, selection.content, rule_names, _cache(selection), selection.follows, reach)
        report = linter.lint(selection.candidates, _watched, _jobs(options, selection.candidates))
        report = report._replace(artifacts={kind.name: report.artifacts.get(kind.name, 0) for kind in known})
        left, refused = _repair(options, selection, linter, report)
        if left is not None and not options.diff:
            report = left._replace(artifacts=report.artifacts)
        report = _less_baseline(options, selection, configured, report)
        text = _print(options, report, configured, kinds, selection, is_shown=options.diff and left is not None)
        say(f"packetlint: {reason}" for reason in refused)
        status = FAILED if refused else _status(report, configured, mended=left is not None)
        tree = selection.content.tree
        if unchanged and status != FAILED and configured.are_tracked(tree.entries) and not linter.looked_beyond and not tree.fresh:
            unchanged.keep(Printed(text, status, tuple(linter.absent)))
        return status
    finally:
        if selection.git:
            selection.git.close()


def _jobs(options: CheckOptions, candidates: Sequence[Candidate]) -> int:
    """Say how many processes judge: what is asked for, else one for each processor where there is much to do."""
    return options.jobs or (processors() if len(candidates) >= _SHARED else 1)


def _watched(candidates: Sequence[Candidate]) -> Iterable[Candidate]:
    """Show on a terminal how far a long run is."""
    if len(candidates) < _MANY:
        return candidates
    from packetlint.cli.progress import progress

    return progress(candidates, "files")


def _reach(options: CheckOptions, person: UserConfiguration) -> Reach:
    """Say how far the run may look: only the command line and the person's own configuration decide."""
    return Reach(
        isolated=options.isolated,
        allow_files=(*(os.path.abspath(from_argument(directory)) for directory in options.allow_file), *person.allow_files),
        online=options.online,
        allow_hosts=(*options.allow_host, *person.allow_hosts),
        mcp=(*options.mcp, *person.mcp),
    )


def _cache(selection: Selection) -> Cache:
    """Give the cache of the repository; one that forgets outside git, where files have no blob ids."""
    if selection.git is None:
        return Cache(None, __version__)
    return Cache(cache_path(selection.git.directory, selection.git.top, os.environ), __version__)


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
    if (options.allow_host or options.mcp) and not options.online:
        yield "--allow-host and --mcp go with --online"
    if options.files and (options.fix or options.diff or options.outputs != (Output(),) or options.baseline or options.write_baseline):
        yield "--files only lists; it goes with none of --fix, --diff, --format, --output-file, --baseline, --write-baseline"
    yield from _clashes(options)
    yield from _empty(options)


def _empty(options: CheckOptions) -> Iterator[str]:
    """Yield what was given an empty value, as by a variable that is not set: that is not to leave it out."""
    if "" in options.paths:
        yield "a PATH is empty"
    for name in ("from_ref", "to_ref", "stdin_filename", "baseline", "write_baseline", "config_from", "allow_file"):
        value = getattr(options, name)
        if value is not None and "" in (value, *value):
            yield f"--{name.replace('_', '-')} is empty"
    if any(output.file == "" for output in options.outputs):
        yield "--output-file is empty"


def _clashes(options: CheckOptions) -> Iterator[str]:
    """Yield why the reports, or the baseline, cannot go where they are told to."""
    printed = [output.format for output in options.outputs if output.file is None]
    files = [output.file for output in options.outputs if output.file is not None]
    if len(printed) > 1:
        yield f"only one report goes to standard output: give --format {printed[0]} an --output-file"
    if len(set(map(os.path.abspath, files))) < len(files):
        yield "two reports cannot go to the same --output-file"
    if options.diff and is_document(options.outputs):
        yield f"--diff shows a difference, which --format {printed[0]} cannot"
    if options.write_baseline and "-" in options.paths:
        yield "standard input (-) is written into no baseline"
    if options.write_baseline and (options.fix or options.diff):
        yield "--write-baseline goes with none of --fix, --diff"


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


def _less_baseline(options: CheckOptions, selection: Selection, configurations: Configurations, report: Report) -> Report:
    """Leave out what is in the baseline, if there is one."""
    if not (options.baseline or options.write_baseline):
        return report
    from packetlint.cli.baseline import apply

    return apply(options, selection, configurations, report)


def _print(
    options: CheckOptions, report: Report, configurations: Configurations, kinds: Sequence[Kind], selection: Selection, *, is_shown: bool
) -> str:
    """Print the reports and the closing line; give what was printed. `is_shown` says that a difference stands for the report."""
    fails = partial(_fails, configurations)
    write_files(options.outputs, report, fails)
    summary = f"{excluded(report)}{closing(report, kinds, selection.content.label)}\n"
    text = for_stdout(options.outputs, report, fails, summary, is_shown=is_shown)
    sys.stdout.write(text)
    sys.stdout.flush()
    say(f"packetlint: {crash}" for crash in report.crashes)
    return text


def _status(report: Report, configurations: Configurations, *, mended: bool) -> int:
    if report.crashes:
        return FAILED
    if report.unreadable and not report.files and not report.affected:
        say(["packetlint: nothing could be read"])
        return FAILED
    fails = any(_fails(configurations, diagnostic) for diagnostic in report.diagnostics)
    return 1 if fails or mended else 0


def _fails(configurations: Configurations, diagnostic: Diagnostic) -> bool:
    """Say whether a finding fails the run."""
    return diagnostic.severity == "error" or configurations.of(diagnostic.path).fail_on == "warning"
