"""The format github: workflow commands, which GitHub Actions shows as annotations on the lines of a pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.cli.formats.text import headline
from packetlint.core.paths import visible, without_commands

if TYPE_CHECKING:
    from collections.abc import Mapping

    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.engine import Report

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def render(report: Report) -> str:
    """Give a command a finding. The log shows only its message, so that says the place too."""
    return "".join(f"{_command(diagnostic)}\n" for diagnostic in report.diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    properties = ",".join(f"{name}={_escape(str(value), _PROPERTY)}" for name, value in _properties(diagnostic).items())
    help = f"\nhelp: {visible(diagnostic.help)}" if diagnostic.help else ""
    return f"::{diagnostic.severity} {properties}::{_escape(headline(diagnostic) + help, _DATA)}"


def _properties(diagnostic: Diagnostic) -> dict[str, object]:
    """Give the place; columns only within one line, for otherwise GitHub refuses them."""
    span = diagnostic.span
    columns = {"col": span.column, "endColumn": span.end_column} if span.line == span.end_line else {}
    return {"file": diagnostic.path, "line": span.line, "endLine": span.end_line, **columns, "title": diagnostic.rule}


def _escape(text: str, escapes: Mapping[str, str]) -> str:
    """Escape what would end a value, as GitHub's own library does, and whatever no log should hold raw."""
    return "".join(escapes.get(character) or visible(character) for character in without_commands(text))
