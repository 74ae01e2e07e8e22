"""The format json, version 1: one document with every finding and a summary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packetlint.cli.formats.closing import count
from packetlint.core.json_text import json_text
from packetlint.core.rule import DOCUMENTATION

if TYPE_CHECKING:
    from packetlint.core.diagnostic import Diagnostic, Fix
    from packetlint.core.engine import Report


def render(report: Report) -> str:
    r"""Give the document. Bytes of a path that are not UTF-8 stand as `\xff`, for JSON cannot hold them."""
    summary = {
        "errors": count(report, "error"),
        "warnings": count(report, "warning"),
        "hidden": report.hidden + report.baselined,
        "files": report.files,
        "artifacts": report.artifacts,
    }
    diagnostics = ",".join(f"\n    {json_text(_diagnostic(diagnostic))}" for diagnostic in report.diagnostics)
    end = "\n  ]" if diagnostics else "]"
    return f'{{\n  "version": 1,\n  "diagnostics": [{diagnostics}{end},\n  "summary": {json_text(summary)}\n}}\n'


def _diagnostic(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "rule": diagnostic.rule,
        "severity": diagnostic.severity,
        "path": diagnostic.path,
        "line": diagnostic.span.line,
        "column": diagnostic.span.column,
        "end_line": diagnostic.span.end_line,
        "end_column": diagnostic.span.end_column,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "url": f"{DOCUMENTATION}/{diagnostic.rule}.md",
        "contract": diagnostic.contract,
        "pointer": diagnostic.pointer,
        "fix": _fix(diagnostic.fix),
    }


def _fix(fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    return {"safe": fix.safe, "edits": [{"start": edit.start, "end": edit.end, "text": edit.text} for edit in fix.edits]}
