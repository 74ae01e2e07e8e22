"""The closing line: what was judged, so that nothing found is not dressed up as a pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.paths import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.engine import Report
    from packetlint.core.rule import Kind

_MOST_NAMED = 5


def closing(report: Report, kinds: Sequence[Kind], label: str) -> str:
    """Give the last line for people: files read, artifacts by kind, findings, hidden ones, and from where."""
    read = f"{plural(report.files, 'file')} read ({label}){f', {report.skipped} excluded' if report.skipped else ''}"
    if report.affected:
        read += f", {plural(len(report.affected), 'other')} affected"
    judged = [kind.counted(report.artifacts[kind.name]) for kind in kinds if report.artifacts[kind.name]]
    found = ", ".join(_findings(report))
    if not judged and not report.affected:
        nothing = "no artifact among them, nothing was judged" if report.files else "nothing was judged"
        return f"{read}: {nothing}{f'; {found}' if report.diagnostics else ''}"
    return f"{', '.join([read, *judged])}: {found}"


def _findings(report: Report) -> list[str]:
    errors, warnings = count(report, "error"), count(report, "warning")
    parts = [plural(errors, "error")] * bool(errors) + [plural(warnings, "warning")] * bool(warnings)
    hidden = [f"{report.hidden} hidden"] * bool(report.hidden) + [f"{report.baselined} in the baseline"] * bool(report.baselined)
    return (parts or ["no findings"]) + hidden + _fixable(report)


def _fixable(report: Report) -> list[str]:
    """Say how many findings can be mended, and by which options."""
    how = "--staged --fix" if report.affected else "--fix"  # without the change, what it breaks is only not there
    fixes = [diagnostic.fix.safe for diagnostic in report.diagnostics if diagnostic.fix]
    safe, unsafe = sum(fixes), len(fixes) - sum(fixes)
    return [f"{safe} fixable with {how}"] * bool(safe) + [f"{unsafe} fixable with {how} --unsafe-fixes"] * bool(unsafe)


def excluded(report: Report) -> str:
    """Give a line that names what was named but is excluded, or the empty string."""
    if not report.excluded:
        return ""
    named = [f"{visible(path)} ({visible(reason)})" for path, reason in report.excluded[:_MOST_NAMED]]
    more = len(report.excluded) - len(named)
    return f"excluded: {', '.join(named)}{f' and {more} more' if more else ''}\n"


def count(report: Report, severity: str) -> int:
    """Count the findings of a severity."""
    return sum(diagnostic.severity == severity for diagnostic in report.diagnostics)


def plural(number: int, noun: str, many: str = "") -> str:
    """Give `1 file`, `2 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {many or f'{noun}s'}"
