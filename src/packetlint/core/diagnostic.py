"""The values everything else passes around: spans, edits, fixes, findings, diagnostics."""

from __future__ import annotations

from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]


class Span(NamedTuple):
    """Where a diagnostic points: 1-based lines and columns in characters, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


TOP = Span(1, 1, 1, 1)


class Edit(NamedTuple):
    """Replace bytes [start, end) of the file by the UTF-8 of `text`."""

    start: int
    end: int
    text: str


class Fix(NamedTuple):
    """Edits that mend one finding. A safe fix cannot change what the file means."""

    safe: bool
    edits: tuple[Edit, ...]


class Finding(NamedTuple):
    """What a rule yields: a place in the source (character offsets) and what is wrong there.

    `severity` overrides the rule's own; `contract` is the seed's word for the fault.
    """

    start: int
    end: int
    message: str
    help: str = ""
    severity: Severity | None = None
    contract: str | None = None
    pointer: str | None = None
    fix: Fix | None = None


class Diagnostic(NamedTuple):
    """A finding as it is reported: the rule's name, the effective severity, a path and a span."""

    path: str
    span: Span
    rule: str
    severity: Severity
    message: str
    help: str = ""
    contract: str | None = None
    pointer: str | None = None
    fix: Fix | None = None

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """Give the key reports are sorted by: path, line, column, rule, and the message for ties."""
        return (self.path, self.span.line, self.span.column, self.rule, self.message)
