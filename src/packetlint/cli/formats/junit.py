"""The format junit: a test suite a file, in it a test a finding, for whatever shows the results of tests."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from packetlint.cli.formats.text import headline
from packetlint.core.paths import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.engine import Report

_NAME = "packetlint"


def render(report: Report, fails: Callable[[Diagnostic], bool]) -> str:
    """Give the document. A finding that fails the run is a failed test, any other a skipped one: it is seen, and nothing turns red.

    A run that finds nothing is one passed test, for some readers take a report without tests for a fault.
    """
    root = Element("testsuites", {"name": _NAME})
    for path, found in groupby(report.diagnostics, key=lambda diagnostic: diagnostic.path):
        _suite(root, visible(path), list(found), fails)
    if not report.diagnostics:
        suite = SubElement(root, "testsuite", {"name": _NAME, **_counts(1, 0, 0)})
        SubElement(suite, "testcase", {"name": "no findings", "classname": _NAME, "time": "0"})
    failures = sum(map(fails, report.diagnostics))
    root.attrib.update(_counts(max(1, len(report.diagnostics)), failures, len(report.diagnostics) - failures))
    indent(root)
    document: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return document.decode() + "\n"


def _suite(root: Element, path: str, found: Sequence[Diagnostic], fails: Callable[[Diagnostic], bool]) -> None:
    failures = sum(map(fails, found))
    suite = SubElement(root, "testsuite", {"name": path, **_counts(len(found), failures, len(found) - failures)})
    for diagnostic in found:
        line, column = diagnostic.span.line, diagnostic.span.column
        name = f"{diagnostic.rule} {line}:{column}"
        test = SubElement(suite, "testcase", {"name": name, "classname": path, "file": path, "line": str(line), "time": "0"})
        outcome = SubElement(test, "failure" if fails(diagnostic) else "skipped", {"message": visible(diagnostic.message)})
        outcome.set("type", diagnostic.severity)
        outcome.text = headline(diagnostic) + (f"\nhelp: {visible(diagnostic.help)}" if diagnostic.help else "")


def _counts(tests: int, failures: int, skipped: int) -> dict[str, str]:
    return {"tests": str(tests), "failures": str(failures), "errors": "0", "skipped": str(skipped), "time": "0"}
