"""The user documentation as data: its pages, their links, and their fenced blocks.

A page is a script that a test plays from top to bottom. A comment line right before a fence says what it is:
`<!-- file: NAME -->` (the block is the file of that name), `<!-- exits: N -->` (the last command of the block ends with
that status; 0 for every other), `<!-- recipe: KIND -->` (what a service for continuous integration reads).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
SITE = "https://github.com/packetlint/packetlint"  # what a page links to outside docs/ is in the repository

_FENCE = re.compile(
    r"(?P<notes>(?:^<!-- [^\n]* -->\n)*)^(?P<ticks>`{3,})(?P<tag>[\w-]*)\n(?P<text>.*?)^(?P=ticks)$", re.MULTILINE | re.DOTALL
)
_NOTE = re.compile(r"^<!-- (file|exits|recipe): (.*) -->$", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[(?:[^\]\[]|\[[^\]]*\])*\]\((?P<to>[^)\s]+)\)")


class Step(NamedTuple):
    """A command as a person types it, and the lines that are shown as its output (none: nothing is said of it)."""

    command: str
    shown: tuple[str, ...]


class Block(NamedTuple):
    """A fenced block: its tag, its text, the comments before it, and the line its fence is on."""

    tag: str
    text: str
    notes: tuple[tuple[str, str], ...]
    line: int

    def noted(self, name: str) -> str | None:
        """Give the value of the comment of that name, or None."""
        return dict(self.notes).get(name)

    @property
    def steps(self) -> list[Step]:
        """Read the commands of a block `console`. Without a prompt in it every line is a command, as README has it."""
        lines = self.text.replace("\\\n", " ").splitlines()
        if not any(line.startswith("$ ") for line in lines):
            return [Step(line.partition("  #")[0].strip(), ()) for line in lines if line]
        starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
        ends = [*starts[1:], len(lines)]
        return [_step(lines[start], lines[start + 1 : end]) for start, end in zip(starts, ends, strict=True)]


def _step(line: str, shown: list[str]) -> Step:
    while shown and not shown[-1]:
        shown.pop()
    return Step(re.sub(r"\s{2,}#.*", "", line.removeprefix("$ ")), tuple(shown))


def blocks_of(text: str) -> list[Block]:
    """Give the fenced blocks of a page, in order."""
    return [
        Block(match["tag"], match["text"], tuple(_NOTE.findall(match["notes"])), text.count("\n", 0, match.start("ticks")) + 1)
        for match in _FENCE.finditer(text)
    ]


def links_of(text: str) -> list[str]:
    """Give where a page's links lead, those in code left out."""
    prose = re.sub(r"`[^`\n]+`", "", _FENCE.sub("", text))
    return [match["to"] for match in _LINK.finditer(prose)]


def anchors_of(text: str) -> set[str]:
    """Give the anchors of a page's headings, as the site and the forge make them."""
    headings = re.findall(r"^#+ (.*)$", _FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def pages() -> dict[str, str]:
    """Give every page that people write, by its path from the top; the rules' own pages are generated and linted elsewhere."""
    found = [path for path in sorted(DOCS.rglob("*.md")) if not path.is_relative_to(DOCS / "rules")]
    found += [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in found}


def site() -> dict[str, object]:
    """Read mkdocs.yml."""
    loaded: dict[str, object] = YAML(typ="safe").load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    return loaded
