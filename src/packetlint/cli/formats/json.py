"""The format json, version 1: one document with every finding and a summary."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from packetlint.cli.formats.closing import count
from packetlint.core.paths import visible
from packetlint.core.rule import DOCUMENTATION

if TYPE_CHECKING:
    from packetlint.core.diagnostic import Diagnostic, Fix
    from packetlint.core.engine import Report


def render(report: Report) -> str:
    r"""Give the document. Bytes of a path that are not UTF-8 stand as `\xff`, for JSON cannot hold them."""
    document = {
        "version": 1,
        "diagnostics": [_diagnostic(diagnostic) for diagnostic in report.diagnostics],
        "summary": {
            "errors": count(report, "error"),
            "warnings": count(report, "warning"),
            "hidden": report.hidden,
            "files": report.files,
            "artifacts": report.artifacts,
        },
    }
    return json.dumps(document, indent=2, ensure_ascii=False).encode("utf-8", "backslashreplace").decode() + "\n"


def _diagnostic(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "rule": diagnostic.rule,
        "severity": diagnostic.severity,
        "path": _path(diagnostic.path),
        "line": diagnostic.span.line,
        "column": diagnostic.span.column,
        "end_line": diagnostic.span.end_line,
        "end_column": diagnostic.span.end_column,
        "message": _path(diagnostic.message),
        "help": _path(diagnostic.help),
        "url": f"{DOCUMENTATION}/{diagnostic.rule}.md",
        "contract": diagnostic.contract,
        "pointer": diagnostic.pointer,
        "fix": _fix(diagnostic.fix),
    }


def _fix(fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    return {"safe": fix.safe, "edits": [{"start": edit.start, "end": edit.end, "text": _path(edit.text)} for edit in fix.edits]}


def _path(text: str) -> str:
    """Replace only what is no character at all; JSON itself escapes the rest."""
    return "".join(visible(character) if 0xD800 <= ord(character) <= 0xDFFF else character for character in text)
