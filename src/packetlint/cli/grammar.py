"""The command line's whole grammar. Each command's own module is imported only when that command runs."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from packetlint import __version__
from packetlint.cli.options import CheckOptions
from packetlint.cli.output import File, paired
from packetlint.cli.saying import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# How names end that pre-commit takes for markdown, JSON or YAML, and so passes on.
_PASSED = (".md", ".markdown", "json", ".jsonld", ".ipynb", ".piskel", ".xctestplan", "yaml", ".yamlld", ".yml")
_FORMATS = ("full", "concise", "json", "sarif", "github", "gitlab", "junit", "html", "auto")
_MOST_JOBS = 256
_ABOUT = "Lint the files that agents and people hand work over with."


def _columns() -> int:
    """Give the width that the environment or the terminal has."""
    named = os.environ.get("COLUMNS", "")
    with suppress(OSError, ValueError):
        return int(named) if named.isdigit() and int(named) else os.get_terminal_size(1).columns or 80
    return 80


class _Parser(argparse.ArgumentParser):
    """A parser that reports a usage error in one line."""

    def _get_formatter(self) -> argparse.HelpFormatter:
        """Format for the terminal's width without `shutil`, which costs as much as all the rest of the grammar."""
        return partial(self.formatter_class, width=_columns() - 2)(prog=self.prog)  # type: ignore[call-arg]

    def error(self, message: str) -> NoReturn:
        say([f"{self.prog}: {message} (see {self.prog} --help)"])
        sys.exit(2)


class _Command(_Parser):
    """The parser of one command, whose help is its manual page."""

    def format_help(self) -> str:
        from packetlint.cli import manual  # only for who asks

        command, width = self.prog.rpartition(" ")[2], _columns() - 2
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        self.description = f"{self.description}\n\n{manual.about(command, width)}"
        self.epilog = manual.after(command, width)
        return super().format_help()


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; `run` of the result is the command. Exits with 2 for a usage error."""
    command = argv[0] if argv else ""
    if command in _COMMANDS:  # build only the grammar that is needed: a hook starts on every commit
        return parser_of(command).parse_args([_as_path(argument) for argument in argv[1:]])
    return _top().parse_args(argv)


def _as_path(argument: str) -> str:
    """Keep a file named like an option from being one: pre-commit passes names as they are, strangers' too.

    Only what ends like a file to lint can be such a name; a file called `--isolated` turns no option off.
    """
    is_name = argument.startswith("-") and argument.lower().endswith(_PASSED) and os.path.lexists(argument)
    return f"./{argument}" if is_name else argument


def _top() -> argparse.ArgumentParser:
    """Build the grammar for no command, or none that is known. The commands are listed in the description: a screen holds them."""
    listed = "\n".join(f"  {name:12}{about}" for name, (about, _) in _COMMANDS.items())
    parser = _Parser(
        prog="packetlint",
        usage="packetlint [--help | --version] COMMAND ...",
        description=f"{_ABOUT}\n\n{listed}",
        epilog="packetlint COMMAND --help explains the options of a command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"packetlint {__version__}", help="print the version and exit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, help=argparse.SUPPRESS)
    for name in _COMMANDS:
        commands.add_parser(name)
    return parser


def commands() -> dict[str, str]:
    """Give every command with what it does."""
    return {name: about for name, (about, _) in _COMMANDS.items()}


def parser_of(command: str) -> argparse.ArgumentParser:
    """Build the grammar of one command."""
    about, arguments = _COMMANDS[command]
    parser = _Command(prog=f"packetlint {command}", description=about, allow_abbrev=False)
    arguments(parser)
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
    format = f"how to report: {', '.join(_FORMATS)} (github in GitHub Actions, else full); default full; may be given several times"
    output.add_argument("--format", action="append", dest="outputs", choices=_FORMATS, metavar="FORMAT", help=format)
    file = "write the report of the --format before it there; - is standard output"
    output.add_argument("--output-file", action="append", dest="outputs", metavar="FILE", type=File, help=file)
    baseline = parser.add_argument_group("adopting it on an old repository")
    baseline.add_argument("--write-baseline", metavar="FILE", help="accept what is found now: write it there, and hide it")
    baseline.add_argument("--baseline", metavar="FILE", help="hide the findings that are in this file")
    output.add_argument("--files", action="store_true", help="only list which files would be judged as what, and why others not")
    trust = parser.add_argument_group("whose configuration (for pull requests from strangers)")
    trust.add_argument("--isolated", action="store_true", help="not the repository's own; and links follow no alias out of it")
    trust.add_argument("--config-from", metavar="REF", help="the configuration files as they are at this commit, branch or tag")
    reach = parser.add_argument_group("what may be looked at besides")
    reach.add_argument("--online", action="store_true", help="fetch the web addresses that files link to")
    reach.add_argument("--allow-host", action="append", default=[], metavar="HOST", help="let this private host or host:port be asked")
    reach.add_argument("--mcp", action="append", default=[], metavar="NAME", help="let this server of .mcp.json be started or asked")
    reach.add_argument("--allow-file", action="append", default=[], metavar="DIR", help="let file:// links be checked below it")
    repair = parser.add_argument_group("repair")
    repair.add_argument("--fix", action="store_true", help="mend what can be mended safely, in place")
    repair.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: also what may need a second look")
    repair.add_argument("--diff", action="store_true", help="show what --fix would change, and change nothing")
    jobs = "how many processes judge (default: one for each processor where there is much to do); what is found is the same"
    add("--jobs", type=_jobs, metavar="N", help=jobs)
    add("--hook", metavar="KIND", help="behave as the hook of a kind (or of `all`): no path means that nothing changed")
    parser.set_defaults(run=_run_check)


def _run_check(arguments: argparse.Namespace) -> int:
    from packetlint.cli.check import run

    values = {name: value for name, value in vars(arguments).items() if name not in ("run", "outputs")}
    return run(CheckOptions(**values, outputs=paired(arguments.outputs or [])))


def _jobs(text: str) -> int:
    """Read a number of processes. Raises ArgumentTypeError."""
    number = int(text) if text.isdecimal() else 0
    if not 1 <= number <= _MOST_JOBS:
        raise argparse.ArgumentTypeError(f"`{text}` is no number from 1 to {_MOST_JOBS}")
    return number


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
    add("--format", choices=formats, default="mermaid", help="how to draw it (default: mermaid; html is a page to look around in)")
    add("--to", metavar="PATH", help="only what links to this file or directory, directly or by other files")
    parser.set_defaults(run=_lazily("packetlint.cli.graph"))


def _context(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("artifact", nargs="?", metavar="ARTIFACT", help="a thread.md, leaf, NODE.md or impl-spec.md (default: that of this directory)")
    add("--mode", choices=("materialize", "detect-stale", "dry-run"), default="materialize", help="write a context (default), or only look")
    add("--consumer", choices=("reviewer", "author", "brief", "full"), default="author", help="for whom it is trimmed (default: author)")
    add("--roles", metavar="ROLES", help="only links in these roles, with commas")
    add("--max-tokens", type=int, metavar="N", help="most tokens it may have (default: the consumer's)")
    output = parser.add_argument_group("output")
    output.add_argument("--persist", action="store_true", help="write a snapshot into .context/ beside the artifact")
    output.add_argument("--strict", action="store_true", help="with --persist: stop at its warning unless --yes confirms it")
    output.add_argument("--yes", action="store_true", help="confirm the warning of --persist")
    output.add_argument("--out", metavar="DIR", help="write into this directory, in the brain or in the user's cache")
    output.add_argument("--as-of", metavar="TIME", help="the time to write into it (default: now)")
    output.add_argument("--json", action="store_true", help="print what a caller goes on with: paths, counts, stale refs")
    output.add_argument("--verbosity", choices=("terse", "normal", "verbose"), help="how much to say (default: the brain's, or terse)")
    reach = parser.add_argument_group("what may be read and fetched")
    reach.add_argument("--brain", metavar="DIR", help="the brain (default: the one around the current directory)")
    reach.add_argument("--refresh", action="store_true", help="ask again for what was fetched less than a day ago")
    reach.add_argument("--allow-file", action="append", default=[], metavar="DIR", help="let file:// links be read below it")
    reach.add_argument("--allow-host", action="append", default=[], metavar="HOST", help="let this private host or host:port be asked")
    reach.add_argument("--mcp", action="append", default=[], metavar="NAME", help="let this server of .mcp.json be started or asked")
    parser.set_defaults(run=_lazily("packetlint.cli.context"))


def _rule(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", nargs="?", metavar="RULE", help="a name, a kind or a glob; without it every rule is listed")
    parser.set_defaults(run=_lazily("packetlint.cli.rule"))


def _config(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("path", nargs="?", default=".", metavar="PATH", help="the file or directory it is for (default: this directory)")
    add("--select", action="append", default=[], metavar="RULES", help="as for check: only these rules")
    add("--ignore", action="append", default=[], metavar="RULES", help="as for check: not these rules")
    add("--fail-on", choices=("error", "warning"), help="as for check: the least severity that fails the run")
    add("--isolated", action="store_true", help="as for check: without the repository's own configuration")
    add("--config-from", metavar="REF", help="as for check: the configuration files as they are at this commit, branch or tag")
    add("--json", action="store_true", help="print key, value and origin of each as JSON")
    parser.set_defaults(run=_lazily("packetlint.cli.config"))


def _install(parser: argparse.ArgumentParser) -> None:
    names = ("pre-commit", "pre-merge-commit", "pre-push", "pre-receive")
    usual = "pre-commit and pre-merge-commit; pre-receive in a bare repository"
    add = parser.add_argument
    add("--hook", nargs="+", action="extend", choices=names, metavar="NAME", help=f"these of {', '.join(names)} (default: {usual})")
    add("--uninstall", action="store_true", help="take packetlint's hooks away again, and nobody else's (default: all of them)")
    parser.set_defaults(run=_lazily("packetlint.cli.install"))


def _completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell to print a completion script for")
    parser.set_defaults(run=_lazily("packetlint.cli.completion"))


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
    "context": ("Put every text that an artifact links to into one file.", _context),
    "rule": ("Explain a rule.", _rule),
    "config": ("Show the configuration that holds for a path, and who says so.", _config),
    "install": ("Put git's own hooks in place, or take them away.", _install),
    "completion": ("Print a completion script for a shell.", _completion),
}
