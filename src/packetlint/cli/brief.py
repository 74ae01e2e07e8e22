"""The command `brief`: build a brief from a draft, lint it, and write it if nothing is wrong with it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from packetlint.brief.builder import Built, build
from packetlint.brief.draft import load
from packetlint.brief.facts import gather
from packetlint.brief.plain_yaml import SIZE_LIMIT
from packetlint.brief.returns import Returns, completeness, needs_types
from packetlint.cli.color import wants_color
from packetlint.cli.formats.closing import count, plural
from packetlint.cli.formats.text import full
from packetlint.cli.kinds import SUFFIXES, known_of, rule_names
from packetlint.cli.saying import say
from packetlint.core.config import Configurations, Overrides, Settings
from packetlint.core.content import Content, Given
from packetlint.core.engine import Linter, Report
from packetlint.core.errors import UsageError
from packetlint.core.files import Request, Selection, choose
from packetlint.core.intake import Candidate
from packetlint.core.json_text import json_text
from packetlint.core.named import read_named
from packetlint.core.write import write_output

if TYPE_CHECKING:
    import argparse

    from packetlint.brief.draft import Draft

_STANDARD = "-"


def run(arguments: argparse.Namespace) -> int:
    """Run the command and give its exit status: 0 written, 1 refused for its findings. Raises UsageError for a bad draft."""
    if arguments.budget is not None and arguments.budget < 1:
        raise UsageError(f"--budget {arguments.budget} leaves no room for a brief")
    draft = load(*_draft(arguments.draft), arguments.kind)
    selection = _selection(arguments.output)
    try:
        judged = _judge(draft, selection, arguments)
    finally:
        if selection.git:
            selection.git.close()
    return _deliver(judged, arguments)


def _draft(argument: str) -> tuple[str, bytes]:
    """Give the draft's name and bytes, a little more than is allowed at most."""
    if argument == _STANDARD:
        return "standard input", sys.stdin.buffer.read(SIZE_LIMIT + 1)
    return argument, read_named(argument, SIZE_LIMIT)


def _selection(output: str | None) -> Selection:
    """Choose the repository and the path to judge the brief by: where it goes to, or else the current directory."""
    if output is None or output == _STANDARD:
        return choose(Request(stdin=b"", stdin_name="standard-output.md"), SUFFIXES)
    if Path(output).is_dir():
        raise UsageError(f"{output} is a directory")
    name = output if output.endswith(SUFFIXES) else f"{output}{SUFFIXES[0]}"
    return choose(Request(paths=(output,), stdin=b"", stdin_name=name), SUFFIXES)


class _Judged(NamedTuple):
    """A brief, what was found in it, what is to be returned, and whether warnings refuse it too."""

    built: Built
    report: Report
    returns: Returns
    strict: bool

    @property
    def refused(self) -> bool:
        """Say whether the brief may not be written."""
        return any(self.strict or diagnostic.severity == "error" for diagnostic in self.report.diagnostics)


class _Configurations(Configurations):
    """The repository's configurations with the command line's budget. What is built here is linted even where `exclude` matches."""

    def __init__(self, content: Content, budget: int | None) -> None:
        super().__init__(content.read, rule_names, Overrides())
        self._brief = {} if budget is None else {"budget": budget}

    def of(self, path: str) -> Settings:
        settings = super().of(path)
        return settings._replace(exclude=(), brief={**settings.brief, **self._brief})


def _judge(draft: Draft, selection: Selection, arguments: argparse.Namespace) -> _Judged:
    """Build the brief and run the rules over it, as they will be run over the file."""
    (known,) = known_of("brief")
    configurations = _Configurations(selection.content, arguments.budget)
    path = selection.candidates[0].path
    settings = configurations.of(path)
    built = build(draft, path, settings)
    content: Content = Given({path: built.text.encode()}, selection.content, "draft")
    kind = known.load()
    report = Linter([kind], configurations, content, rule_names).lint([Candidate(path, named=True)])
    (facts,) = gather([(built.brief, settings)], content)
    warnings = [diagnostic.message for diagnostic in report.diagnostics if diagnostic.severity == "warning"]
    complete = completeness(built.content, needs_types=needs_types(built.content, facts))
    returns = Returns(built.text, facts.tokens, complete, warnings)
    return _Judged(built, report, returns, arguments.strict or settings.fail_on == "warning")


def _deliver(judged: _Judged, arguments: argparse.Namespace) -> int:
    """Say what was found, write the brief unless it is refused, and give the exit status."""
    _tell(judged, only_errors=arguments.json and not judged.strict)
    if judged.report.crashes:
        return 2
    to_file = arguments.output not in (None, _STANDARD)
    if to_file and not judged.refused:
        write_output(arguments.output, judged.built.text.encode())
    if arguments.json:
        returns = judged.returns._replace(packet=None) if judged.refused else judged.returns
        sys.stdout.write(f"{json_text(returns.document(), indent=2)}\n")
    elif not to_file and not judged.refused:
        sys.stdout.write(judged.built.text)
    return int(judged.refused)


def _tell(judged: _Judged, *, only_errors: bool) -> None:
    """Print the findings to standard error; warnings that refuse nothing stand in the JSON already."""
    report = judged.report
    shown = [diagnostic for diagnostic in report.diagnostics if diagnostic.severity == "error" or not only_errors]
    sys.stderr.write(full(report._replace(diagnostics=shown), color=wants_color(sys.stderr)))
    if judged.refused:
        errors, warnings = count(report, "error"), count(report, "warning")
        found = [plural(errors, "error")] * bool(errors) + [plural(warnings, "warning")] * bool(warnings)
        say(["", f"nothing written: {', '.join(found)}"])
    say(f"packetlint: {crash}" for crash in report.crashes)
