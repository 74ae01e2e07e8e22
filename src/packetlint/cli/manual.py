"""What `packetlint COMMAND --help` says besides the options: what the command does, its exit statuses, examples."""

from __future__ import annotations

from textwrap import fill
from typing import NamedTuple


class Page(NamedTuple):
    """The manual page of one command: paragraphs, what each exit status means, and command lines with what they are for."""

    about: str
    statuses: tuple[tuple[int, str], ...]
    examples: tuple[tuple[str, str], ...]
    see: str


_FAILED = (2, "the run could not do its job; one line on standard error says why")

PAGES = {
    "check": Page(
        """\
Lints the files that packetlint knows: agent briefs and context packets in markdown, files with `soft_links`,
partition proposals in JSON, `.geas` packets. Without PATH it is the whole repository; other files are left alone.

Findings go to standard output, what is wrong with the run to standard error. The configuration is the nearest
`packetlint.toml`, or `[tool.packetlint]` in `pyproject.toml`, above each file; options go before it.

Environment: NO_COLOR, FORCE_COLOR; GITHUB_ACTIONS for --format auto; SOURCE_DATE_EPOCH for a baseline's dates.""",
        ((0, "nothing to report, or warnings only"), (1, "findings; or a file that --fix changed, or --diff would"), _FAILED),
        (
            ("packetlint check", "the whole repository"),
            ("packetlint check --staged", "what will be committed"),
            ("packetlint check --from-ref origin/main --to-ref HEAD", "what a branch changes"),
            ("packetlint check --stdin-filename issue.md -", "a text that is not in a file yet"),
            ("packetlint check --fix docs", "mend what can be mended safely"),
            ("packetlint check --write-baseline baseline.jsonl", "accept what is found now"),
            ("packetlint check --format full --format sarif --output-file out.sarif", "two reports of one run"),
        ),
        "packetlint rule, packetlint config; docs/formats.md, docs/fixes.md, docs/adopt.md",
    ),
    "brief": Page(
        """\
Builds an agent brief or a context packet from a draft in YAML, and writes it only if it passes its own rules. Which of
the two it is follows from the fields. What is missing is reported at its place in the draft.""",
        ((0, "the brief was written"), (1, "the brief would not pass: nothing was written"), _FAILED),
        (
            ("packetlint brief draft.yaml", "print the brief"),
            ("packetlint brief draft.yaml -o issue.md", "write it into a file"),
            ("packetlint brief --json draft.yaml", "with its tokens and how complete it is"),
        ),
        "docs/guides/briefs.md",
    ),
    "partition": Page(
        """\
Builds a partition proposal from an inventory: which item of a context goes to which target, what is transferred,
omitted or blocked. It seals the proposal with its digest, and writes it only if it passes its own rules.""",
        ((0, "everything has a place"), (1, "there are gaps, which are named; or --check found a difference"), _FAILED),
        (
            ("packetlint partition ir.json -o proposal.json", "build and write it"),
            ("packetlint partition ir.json --check proposal.json", "compare a committed one"),
        ),
        "packetlint digest; docs/guides/partitions.md",
    ),
    "digest": Page(
        """\
Prints the coverage digest that a partition proposal ought to have, and says why the file has another one: keys in
another order, dispositions that were edited, another revision.""",
        ((0, "the digest is right, or was written"), (1, "the file has another one"), _FAILED),
        (("packetlint digest proposal.json", "print it"), ("packetlint digest --write proposal.json", "put it in place")),
        "packetlint partition; docs/guides/partitions.md",
    ),
    "rebuild": Page(
        """\
Writes the packets of every open task of a `.geas` tree that are missing or out of date. A packet is a function of the
tree: the same files give the same bytes, wherever and whenever. What a person wrote by hand is left alone, unless
--task names it.""",
        ((0, "every packet is up to date now"), (1, "--check or --diff found what would change; or a packet could not be built"), _FAILED),
        (
            ("packetlint rebuild", "write what is stale"),
            ("packetlint rebuild --check", "in CI: say what is stale"),
            ("packetlint rebuild --diff --rev HEAD~1", "what a commit would have given"),
        ),
        "docs/guides/packets.md",
    ),
    "graph": Page(
        """\
Draws which file links to which by `soft_links`, on standard output. Broken links, circles and what lies outside are
marked. `--format html` is one page that needs no network: search it, click a file to see its links and who links to it.""",
        ((0, "drawn, whatever it shows"), _FAILED),
        (
            ("packetlint graph --format html > links.html", "a page to look around in"),
            ("packetlint graph --to tree/cart", "only what leads there"),
            ("packetlint graph --format dot | dot -Tsvg > links.svg", "for Graphviz"),
        ),
        "docs/guides/links.md",
    ),
    "context": Page(
        """\
Puts every text that an artifact links to into one file, each in a fence that nothing inside can close, trimmed for
whoever reads it. The file goes to the user's cache, unless --out or --persist says otherwise. Web addresses and MCP
resources need `packetlint[online]`; private hosts and servers are asked only where an option names them.""",
        ((0, "written"), (1, "--mode detect-stale found a link that is dead or drifted"), _FAILED),
        (
            ("packetlint context tree/cart/totals.md --consumer reviewer", "for a review"),
            ("packetlint context --mode detect-stale", "only say what is dead or drifted"),
        ),
        "docs/guides/links.md",
    ),
    "rule": Page(
        """\
Explains a rule: what it reports, why that matters, where it comes from, a bad and a good example. Without RULE it lists
all of them.""",
        ((0, "explained"), _FAILED),
        (("packetlint rule brief/vague-task", "one rule"), ("packetlint rule 'links/*'", "several")),
        "docs/rules/index.md",
    ),
    "config": Page(
        """\
Shows every configuration value that holds for a path, and where it comes from: a line of a file, the command line, or
the default. What only the person decides comes from ~/.config/packetlint/config.toml ($XDG_CONFIG_HOME).""",
        ((0, "shown"), _FAILED),
        (
            ("packetlint config docs/issue.md", "what holds for one file"),
            ("packetlint config --config-from origin/main --json", "for a program, as a branch has it"),
        ),
        "packetlint check --files; docs/configuration.md",
    ),
    "install": Page(
        """\
Copies git's own hooks to where git looks for them: by core.hooksPath, in linked worktrees and submodules too. A hook
that is somebody else's is neither replaced nor called; then nothing is installed. `git config packetlint.options` holds
more options for `packetlint check`.""",
        ((0, "in place, or removed"), _FAILED),
        (
            ("packetlint install", "check what is committed and merged"),
            ("packetlint install --hook pre-push", "check what is pushed"),
            ("packetlint install --uninstall", "take them away"),
        ),
        "githooks(5); docs/ci.md",
    ),
    "completion": Page(
        "Prints a script that completes commands, options, their values and the names of rules. Its first line says where it goes.",
        ((0, "printed"), _FAILED),
        (
            ("packetlint completion bash > ~/.packetlint.bash", "for bash: source that file from ~/.bashrc"),
            ("packetlint completion fish > ~/.config/fish/completions/packetlint.fish", "for fish"),
        ),
        "docs/editors.md",
    ),
}


def about(command: str, width: int) -> str:
    """Give what a command does, in paragraphs of this width."""
    return "\n\n".join(fill(" ".join(paragraph.split()), width) for paragraph in PAGES[command].about.split("\n\n"))


def after(command: str, width: int) -> str:
    """Give what stands below the options: exit statuses, examples, where to read on."""
    page = PAGES[command]
    statuses = [f"  {status}  {meaning}" for status, meaning in page.statuses]
    examples = [f"  {line}\n      {purpose}" for line, purpose in page.examples]
    return "\n".join(["exit status:", *statuses, "", "examples:", *examples, "", fill(f"see also: {page.see}", width)])
