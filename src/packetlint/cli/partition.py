"""The command `partition`: build a proposal from an IR, run the rules over it, and write it, or compare a committed one with it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from packetlint.cli.formats.closing import plural
from packetlint.cli.formats.text import full
from packetlint.cli.kinds import known_of, rule_names
from packetlint.cli.patch import patch
from packetlint.cli.saying import say
from packetlint.core.config import Configurations, Overrides
from packetlint.core.content import Given, WorkingTree
from packetlint.core.engine import Linter, Report
from packetlint.core.errors import MissingError, UsageError
from packetlint.core.intake import Candidate
from packetlint.core.json_text import shown
from packetlint.core.limits import JSON_SIZE_LIMIT
from packetlint.core.named import read_named
from packetlint.core.tree import Tree
from packetlint.core.write import write_output
from packetlint.partition.builder import Built, build, render_refusal
from packetlint.partition.ir import load

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from packetlint.core.diagnostic import Diagnostic
    from packetlint.partition.inventory import Inventory

_STANDARD = "-"
_PROPOSAL = "proposal.json"
_SHOWN = 20


def run(arguments: argparse.Namespace) -> int:
    """Run the command and give its exit status: 0 feasible (or nothing differs), 1 otherwise. Raises UsageError for a bad IR."""
    inventory = load(*_read(arguments.ir))
    judge = Judge()
    built = build(inventory, judge)
    if judge.crashes or built.errors:
        return _fail(judge, built)
    if built.text is None:
        sys.stdout.write(shown(render_refusal(built)))
        say([f"{built.result}: no proposal, because the IR cannot be planned as it is", *_gap_lines(built)])
        return 1
    if arguments.check is not None:
        return _compare(arguments.check, built, inventory)
    _deliver(arguments.output, built)
    say(_summary(built, inventory))
    return int(built.result != "FEASIBLE")


def _read(argument: str) -> tuple[str, bytes]:
    if argument == _STANDARD:
        name = "standard input"
        return name, _limited(name, sys.stdin.buffer.read(JSON_SIZE_LIMIT + 1))
    return argument, _content(argument)


def _content(argument: str) -> bytes:
    return _limited(argument, read_named(argument, JSON_SIZE_LIMIT))


def _limited(name: str, content: bytes) -> bytes:
    if len(content) > JSON_SIZE_LIMIT:
        raise UsageError(f"{name} is over the limit of {JSON_SIZE_LIMIT} bytes")
    return content


class Judge:
    """Runs every rule of the kind over a proposal, whatever a repository's configuration would leave out."""

    def __init__(self) -> None:
        self.report: Report | None = None

    def __call__(self, text: bytes) -> Sequence[Diagnostic]:
        """Give what the rules find."""
        content = Given({_PROPOSAL: text}, WorkingTree(os.getcwd(), Tree(None)), "proposal")
        kinds = [known.load() for known in known_of("partition")]
        linter = Linter(kinds, Configurations(_unconfigured, rule_names, Overrides()), content, rule_names)
        self.report = linter.lint([Candidate(_PROPOSAL, named=True)])
        return self.report.diagnostics

    @property
    def crashes(self) -> Sequence[str]:
        """Give the lines about rules that failed themselves."""
        return self.report.crashes if self.report else ()


def _unconfigured(_: str) -> bytes:
    raise MissingError("is not looked for")


def _fail(judge: Judge, built: Built) -> int:
    """Say why a proposal that was built is not written: the fault is the tool's, not the IR's."""
    if judge.report:
        sys.stderr.write(full(judge.report._replace(diagnostics=list(built.errors)), color=False))
    lines = [*judge.crashes, "internal error: the proposal that was built does not pass the rules, so it was not written"]
    say(f"packetlint: {line}" for line in lines)
    return 2


def _compare(path: str, built: Built, inventory: Inventory) -> int:
    """Compare a committed proposal with what the IR gives, byte by byte."""
    committed, text = _content(path), (built.text or "").encode()
    if committed == text:
        say([f"{path} is what the IR gives ({built.result})", _standing(inventory)])
        return 0
    sys.stdout.write(patch(path, committed, text))
    say([f"{path} is not what the IR gives"])
    return 1


def _deliver(output: str | None, built: Built) -> None:
    text = built.text or ""
    if output in (None, _STANDARD):
        sys.stdout.write(text)
    elif Path(output).is_dir():
        raise UsageError(f"{output} is a directory")
    else:
        write_output(output, text.encode())


def _summary(built: Built, inventory: Inventory) -> Iterator[str]:
    """Give the lines for people: the result, the gaps, the omissions that were not made, and what a proposal is not."""
    plan = built.plan
    assert plan is not None
    counts = {
        "assigned": len(plan.homes) - len(plan.transfers),
        "transferred": len(plan.transfers),
        "omitted": len(plan.omitted),
        "blocked": len(plan.blocked),
    }
    of = f"{plural(len(inventory.items), 'item')}, {plural(len(inventory.targets), 'target')}"
    yield f"{built.result}: {of}; {', '.join(f'{number} {name}' for name, number in counts.items())}; {plural(len(built.gaps), 'gap')}"
    yield from _gap_lines(built)
    yield from _first([f"not omitted: {name}: {reason}" for name, reason in plan.kept])
    yield from _first([f"warning[{found.rule}] {found.message}" for found in built.warnings])
    yield _standing(inventory)


def _gap_lines(built: Built) -> Iterator[str]:
    lines = []
    for gap in built.gaps:
        place = " at ".join(gap[name] for name in ("itemId", "targetRef") if gap[name] is not None)
        lines.append(f"gap {gap['code']}{place and f' {place}'}: {gap['detail']}")
    return _first(lines)


def _first(lines: Sequence[str]) -> Iterator[str]:
    yield from lines[:_SHOWN]
    if len(lines) > _SHOWN:
        yield f"... and {len(lines) - _SHOWN} more"


def _standing(inventory: Inventory) -> str:
    """Say what a proposal does not say of itself."""
    return (
        f"complete relative to the supplied inventory; bound to the source root {inventory.source_root_digest} "
        "(not verified: nothing here defines what it covers); not optimal; admits nobody"
    )
