"""Where the reports of a run go: each to a file of its own, at most one to standard output."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from packetlint.cli.options import Output
from packetlint.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.engine import Report

DOCUMENTS = ("json", "sarif", "gitlab", "junit", "html")  # formats whose reader takes nothing but the document


class File(str):
    """A file that a report goes to, told from the name of a format."""

    __slots__ = ()


def paired(words: Sequence[str]) -> tuple[Output, ...]:
    """Pair each format with the file named after it; a format and a file that are alone belong together in either order.

    Raises UsageError for a file without a format.
    """
    formats = [_chosen(word) for word in words if not isinstance(word, File)]
    if len(formats) < 2 and len(words) - len(formats) < 2:
        files = [_place(word) for word in words if isinstance(word, File)]
        return (Output(*formats or ["full"], *files),)
    outputs: list[Output] = []
    for before, word in zip(("", *words), words, strict=False):
        if not isinstance(word, File):
            outputs.append(Output(_chosen(word)))
        elif before and not isinstance(before, File):
            outputs[-1] = outputs[-1]._replace(file=_place(word))
        else:
            raise UsageError("each --output-file belongs to the --format before it")
    return tuple(outputs)


def _place(file: str) -> str | None:
    """Give the file; None for `-`, which is standard output."""
    return None if file == "-" else str(file)


def _chosen(format: str) -> str:
    """Give the format; what `auto` stands for is said by the place that we run in."""
    is_action = os.environ.get("GITHUB_ACTIONS") == "true"
    return format if format != "auto" else "github" if is_action else "full"


def write_files(outputs: Sequence[Output], report: Report, fails: Callable[[Diagnostic], bool]) -> None:
    """Write the reports that go to files; `fails` says whether a finding fails the run. Raises UsageError."""
    for output in outputs:
        if output.file:
            from packetlint.core.write import write_output

            text = render(output.format, report, fails, color=False)
            write_output(output.file, text.encode("utf-8", "backslashreplace"))


def for_stdout(outputs: Sequence[Output], report: Report, fails: Callable[[Diagnostic], bool], summary: str, *, is_shown: bool) -> str:
    """Give what goes to standard output: a report, if one goes there, and the summary for people, unless it would spoil a document.

    `is_shown` says that a difference stands for the report.
    """
    format = next((output.format for output in outputs if output.file is None), None)
    if format is None or is_shown:
        return summary
    text = render(format, report, fails, color=None)
    if format in DOCUMENTS:
        return text
    return f"{text}\n{summary}" if text and format == "full" else text + summary


def is_document(outputs: Sequence[Output]) -> bool:
    """Say whether standard output is for a document, which any other line would spoil."""
    return any(output.file is None and output.format in DOCUMENTS for output in outputs)


def render(format: str, report: Report, fails: Callable[[Diagnostic], bool], *, color: bool | None) -> str:
    """Give a report in a format. Colour is for people; None decides by what standard output is."""
    if format in DOCUMENTS:
        return _document(format, report, fails)
    if not report.diagnostics:
        return ""
    if format == "github":
        from packetlint.cli.formats.github import render as github

        return github(report)
    from packetlint.cli.color import wants_color
    from packetlint.cli.formats.text import concise, full

    color = wants_color(sys.stdout) if color is None else color
    return concise(report, color=color) if format == "concise" else full(report, color=color)


def _document(format: str, report: Report, fails: Callable[[Diagnostic], bool]) -> str:
    if format == "junit":
        from packetlint.cli.formats.junit import render as junit

        return junit(report, fails)
    from importlib import import_module

    text: str = import_module(f"packetlint.cli.formats.{format}").render(report)
    return text
