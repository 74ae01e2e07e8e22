"""The format sarif: the Static Analysis Results Interchange Format 2.1.0, for code scanning and editors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from packetlint import __version__
from packetlint.cli.formats.sarif_rules import descriptor
from packetlint.cli.kinds import all_rules
from packetlint.core.fingerprint import identify
from packetlint.core.paths import to_bytes, visible
from packetlint.core.source import BOM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.diagnostic import Diagnostic, Edit, Fix, Span
    from packetlint.core.engine import Report
    from packetlint.core.source import Source

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_HOME = "https://github.com/packetlint/packetlint"
_TOP = "%SRCROOT%"  # by this name readers of the format look for the top of the repository
_FINGERPRINT = "packetlint/v1"


def render(report: Report) -> str:
    """Give the document, a line a result. All that is not ASCII is escaped."""
    names = sorted({diagnostic.rule for diagnostic in report.diagnostics})
    results = ",".join(f"\n{json.dumps(result)}" for result in _results(report, {name: index for index, name in enumerate(names)}))
    run = json.dumps(_run(report, names))
    return f'{{"$schema": "{_SCHEMA}", "version": "2.1.0", "runs": [{run[:-1]}, "results": [{results}\n]}}]}}\n'


def _run(report: Report, names: list[str]) -> dict[str, Any]:
    """Give all of the run but its results: the tool with the rules that found something, and how it went."""
    rules = [descriptor(rule) for rule in all_rules() if rule.name in names]
    crashes = [{"level": "error", "message": {"text": visible(crash)}} for crash in report.crashes]
    invocation = {"executionSuccessful": not crashes, **({"toolExecutionNotifications": crashes} if crashes else {})}
    return {
        "tool": {"driver": {"name": "packetlint", "version": __version__, "informationUri": _HOME, "rules": rules}},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "originalUriBaseIds": {_TOP: {"description": {"text": "The top of the repository."}}},
    }


def _results(report: Report, indexes: dict[str, int]) -> Iterator[dict[str, Any]]:
    identities = identify(report.diagnostics, report.sources)
    for diagnostic, identity in zip(report.diagnostics, identities, strict=True):
        result = {
            "ruleId": diagnostic.rule,
            "ruleIndex": indexes[diagnostic.rule],
            "level": diagnostic.severity,
            "message": {"text": _message(diagnostic)},
            "locations": [{"physicalLocation": {"artifactLocation": _location(diagnostic.path), "region": _region(diagnostic.span)}}],
            "partialFingerprints": {_FINGERPRINT: identity.digest},
        }
        yield result | _fixes(diagnostic, report.sources.get(diagnostic.path)) | _properties(diagnostic)


def _message(diagnostic: Diagnostic) -> str:
    """Give message and help as sentences; what would be a link to readers of the format is a text here."""
    help = [f"Help: {visible(diagnostic.help)}."] if diagnostic.help else []
    text = "\n\n".join([f"{visible(diagnostic.message)}.", *help])
    return text.replace("[", "\\[").replace("]", "\\]") if "](" in text else text


def _location(path: str) -> dict[str, str]:
    """Give a path as a URI: the bytes of its name, whatever they are, percent-encoded."""
    return {"uri": quote(to_bytes(path), safe="/"), "uriBaseId": _TOP}


def _region(span: Span) -> dict[str, int]:
    return {"startLine": span.line, "startColumn": span.column, "endLine": span.end_line, "endColumn": span.end_column}


def _fixes(diagnostic: Diagnostic, source: Source | None) -> dict[str, Any]:
    """Give the fix in lines and columns, which readers apply, rather than in bytes, which few do."""
    fix = diagnostic.fix
    if fix is None or source is None or not all(_is_text(edit.text) for edit in fix.edits):
        return {}
    replacements = [{"deletedRegion": _region(_span(source, edit)), "insertedContent": {"text": edit.text}} for edit in sorted(fix.edits)]
    change = {"artifactLocation": _location(diagnostic.path), "replacements": replacements}
    return {"fixes": [{"description": {"text": _described(fix)}, "artifactChanges": [change]}]}


def _described(fix: Fix) -> str:
    return "A safe fix (--fix)." if fix.safe else "A fix that wants a second look (--fix --unsafe-fixes)."


def _is_text(text: str) -> bool:
    """Say whether JSON can hold a text as it is: half a surrogate pair is no character."""
    return not any(0xD800 <= ord(character) <= 0xDFFF for character in text)


def _span(source: Source, edit: Edit) -> Span:
    first = len(BOM) if source.has_bom else 0
    start, end = (len(source.raw[first:at].decode("utf-8", "ignore")) for at in (edit.start, edit.end))
    return source.span(start, end)


def _properties(diagnostic: Diagnostic) -> dict[str, Any]:
    """Give what the format has no field for: the seed's own word, and where in a JSON file it is."""
    named = {"contract": diagnostic.contract, "pointer": diagnostic.pointer}
    kept = {name: visible(value) for name, value in named.items() if value is not None}
    return {"properties": kept} if kept else {}
