"""The format gitlab: GitLab's code quality report, an array of findings, each known by its fingerprint."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from packetlint.core.fingerprint import identify
from packetlint.core.paths import visible

if TYPE_CHECKING:
    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.engine import Report

_SEVERITY = {"error": "major", "warning": "minor"}


def render(report: Report) -> str:
    """Give the report, a line a finding. A merge request compares fingerprints, which outlive a move of the line."""
    identities = identify(report.diagnostics, report.sources)
    issues = (_issue(diagnostic, identity.digest) for diagnostic, identity in zip(report.diagnostics, identities, strict=True))
    return "[" + ",".join(f"\n  {json.dumps(issue)}" for issue in issues) + "\n]\n"


def _issue(diagnostic: Diagnostic, fingerprint: str) -> dict[str, Any]:
    return {
        "description": visible(f"{diagnostic.message} ({diagnostic.help})" if diagnostic.help else diagnostic.message),
        "check_name": diagnostic.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITY[diagnostic.severity],
        "location": {
            "path": visible(diagnostic.path),
            "lines": {"begin": diagnostic.span.line, "end": diagnostic.span.end_line},
        },
    }
