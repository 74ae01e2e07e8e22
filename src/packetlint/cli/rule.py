"""The command `rule`: list the rules, or explain one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.cli.explanation import explanation_of, for_terminal
from packetlint.cli.kinds import all_rules, rule_names
from packetlint.core.rule import matching

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from packetlint.core.rule import Rule

_BETWEEN = "-" * 72


def run(arguments: argparse.Namespace) -> int:
    """Run the command and give its exit status. Raises UsageError, with the nearest name, for a rule that is not there."""
    if arguments.rule is None:
        print("\n".join(_table()))
        return 0
    chosen = matching(arguments.rule, rule_names())
    print(f"\n\n{_BETWEEN}\n\n".join("\n".join(_page(rule)) for rule in all_rules() if rule.name in chosen))
    return 0


def _table() -> Iterator[str]:
    """Give a line for each rule: name, severity, exact or heuristic, summary."""
    rows = [
        ("rule", "severity", "basis", "what it finds"),
        *((rule.name, rule.severity, basis(rule), rule.summary) for rule in all_rules()),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for *cells, summary in rows:
        yield "  ".join([*(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)), summary])


def _page(rule: Rule) -> Iterator[str]:
    explanation = explanation_of(rule.name)
    yield f"{rule.name}: {rule.summary}"
    yield f"severity: {rule.severity}"
    yield f"basis: {basis(rule)}; {under_recommended(rule)}"
    if explanation.fix:
        yield f"fix: {explanation.fix} (packetlint check --fix{' --unsafe-fixes' if explanation.fix == 'unsafe' else ''})"
    yield ""
    yield for_terminal(explanation.text)
    yield ""
    yield rule.url


def basis(rule: Rule) -> str:
    """Say whether a rule is exact, or a heuristic that can be wrong."""
    return "exact" if rule.exact else "heuristic"


def under_recommended(rule: Rule) -> str:
    """Say what `preset = "recommended"` does to a rule."""
    if rule.exact:
        return '`preset = "recommended"` changes nothing'
    if rule.severity == "error":
        return '`preset = "recommended"` makes it a warning'
    return '`preset = "recommended"` leaves it a warning'
