"""The command line's whole grammar. Each command's own module is imported only when that command runs."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from packetlint import __version__
from packetlint.cli.options import CheckOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ABOUT = "Lint the files that agents and people hand work over with."


class _Parser(argparse.ArgumentParser):
    """A parser that reports a usage error in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        sys.exit(2)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; `run` of the result is the command. Exits with 2 for a usage error."""
    command = argv[0] if argv else ""
    if command in _COMMANDS:  # build only the grammar that is needed: a hook starts on every commit
        parser = _Parser(prog=f"packetlint {command}", description=_COMMANDS[command][0], allow_abbrev=False)
        _COMMANDS[command][1](parser)
        return parser.parse_args([_as_path(argument) for argument in argv[1:]])
    return _top().parse_args(argv)


def _as_path(argument: str) -> str:
    """Keep a file named like an option from being one: pre-commit passes names as they are, strangers' too."""
    return f"./{argument}" if argument.startswith("-") and len(argument) > 1 and os.path.lexists(argument) else argument


def _top() -> argparse.ArgumentParser:
    parser = _Parser(prog="packetlint", description=_ABOUT, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"packetlint {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, (about, arguments) in _COMMANDS.items():
        arguments(commands.add_parser(name, help=about, description=about, allow_abbrev=False))
    return parser


def _check(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files and directories; the whole repository when there is none; - is standard input")
    content = parser.add_argument_group("what to judge")
    content.add_argument("--staged", action="store_true", help="the index, as it will be committed")
    content.add_argument("--from-ref", metavar="A", help="with --to-ref: the files of A...B as they are at B")
    content.add_argument("--to-ref", metavar="B", help="see --from-ref")
    content.add_argument("--all-files", action="store_true", help="everything git tracks")
    content.add_argument("--stdin-filename", metavar="NAME", help="the name standard input goes by")
    rules = parser.add_argument_group("which rules")
    rules.add_argument("--select", action="append", default=[], metavar="RULES", help="only these: names, kinds or globs, with commas")
    rules.add_argument("--ignore", action="append", default=[], metavar="RULES", help="not these")
    rules.add_argument("--fail-on", choices=("error", "warning"), help="the least severity that fails the run (default: error)")
    output = parser.add_argument_group("output")
    output.add_argument(
        "--format", choices=("full", "concise", "json"), default=CheckOptions().format, help="how to report (default: full)"
    )
    output.add_argument("--output-file", metavar="FILE", help="write the report there")
    repair = parser.add_argument_group("repair")
    repair.add_argument("--fix", action="store_true", help="mend what can be mended safely, in place")
    repair.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: also what may need a second look")
    repair.add_argument("--diff", action="store_true", help="show what --fix would change, and change nothing")
    add("--hook", metavar="KIND", help="behave as the hook of a kind (or of `all`): no path means that nothing changed")
    parser.set_defaults(run=_run_check)


def _run_check(arguments: argparse.Namespace) -> int:
    from packetlint.cli.check import run

    return run(CheckOptions(**{name: value for name, value in vars(arguments).items() if name != "run"}))


def _brief(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("draft", metavar="DRAFT", help="a YAML file with the brief's fields; - is standard input")
    add("--kind", choices=("packet", "agent-brief"), help="the form; by default the one the draft's fields belong to")
    add("--budget", type=int, metavar="N", help="most tokens the brief may have (default: 2000)")
    add("--strict", action="store_true", help="refuse for warnings too")
    add("-o", "--output", metavar="FILE", help="write the brief there instead of to standard output")
    add("--json", action="store_true", help="print packet, token_estimate, completeness and warnings")
    parser.set_defaults(run=_lazily("packetlint.cli.brief"))


def _partition(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ir", metavar="IR.json", help="the inventory: targets, items, disclosure proofs, omissions; - is standard input")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("-o", "--output", metavar="FILE", help="write the proposal there instead of to standard output")
    where.add_argument("--check", metavar="PROPOSAL.json", help="write nothing; show how this proposal differs from what the IR gives")
    parser.set_defaults(run=_lazily("packetlint.cli.partition"))


def _digest(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a proposal: its right coverage digest is printed")
    parser.add_argument("--write", action="store_true", help="put the right digest in place; no other byte changes")
    parser.set_defaults(run=_lazily("packetlint.cli.digest"))


def _rebuild(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--check", action="store_true", help="write nothing; name what would change, and exit with 1 if anything would")
    add("--diff", action="store_true", help="write nothing; show what would change")
    add("--all", action="store_true", help="packets of closed tasks too")
    add("--rev", metavar="REV", help="read the tree of a commit instead of the working tree")
    add("--mission", metavar="M", help="only tasks of this mission")
    add("--task", metavar="T", help="only this task, closed or not; packets written by hand are replaced")
    add("--role", metavar="R", help="only the packet for this agent type, whether or not the task's routing names it")
    add("--as-of", metavar="TIME", help="the time to build as of (default: that of the newest file a packet is made from)")
    add("--explain", action="store_true", help="show for each memory its terms, and why it is in or out")
    parser.set_defaults(run=_lazily("packetlint.cli.rebuild"))


def _graph(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="draw only the links of these files, and of those below these directories")
    formats = ("mermaid", "dot", "json", "html")
    add("--format", choices=formats, default="mermaid", help="how to draw it (default: mermaid; html is still to come)")
    add("--to", metavar="PATH", help="only what links to this file or directory, directly or by other files")
    parser.set_defaults(run=_lazily("packetlint.cli.graph"))


def _rule(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", nargs="?", metavar="RULE", help="a name, a kind or a glob; without it every rule is listed")
    parser.set_defaults(run=_lazily("packetlint.cli.rule"))


def _lazily(module: str) -> Callable[[argparse.Namespace], int]:
    def run(arguments: argparse.Namespace) -> int:
        from importlib import import_module

        command: Any = import_module(module)
        status: int = command.run(arguments)
        return status

    return run


_COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "check": ("Lint files.", _check),
    "brief": ("Build a brief from a draft.", _brief),
    "partition": ("Build a partition proposal from an inventory.", _partition),
    "digest": ("Print or mend the coverage digest of a proposal.", _digest),
    "rebuild": ("Write the .geas packets that are missing or stale.", _rebuild),
    "graph": ("Draw what links to what.", _graph),
    "rule": ("Explain a rule.", _rule),
}
