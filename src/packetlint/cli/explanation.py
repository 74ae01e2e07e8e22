"""Read the explanation of a rule: package data, and the one source of its text for people and for the pages in docs."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Literal, NamedTuple

from packetlint.core.markdown import BLANK, COMMENT, HEADING, scan
from packetlint.core.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

HEADINGS = ("What it reports", "Why it matters", "Source", "Bad", "Good", "Fix")
_LEVEL = 2


class Explanation(NamedTuple):
    """What is said about a rule: the whole text in markdown, and its sections by heading, in order."""

    text: str
    sections: Mapping[str, str]

    @property
    def fix(self) -> Literal["safe", "unsafe"] | None:
        """Say what kind of fix the rule has, by the first word of the section Fix; None when it has none."""
        if "Fix" not in self.sections:
            return None
        return "unsafe" if self.sections["Fix"].startswith("Unsafe") else "safe"


def explanation_of(rule: str) -> Explanation:
    """Read the explanation of a rule by its name."""
    kind, _, name = rule.partition("/")
    text = files("packetlint").joinpath("explanations", kind, f"{name}.md").read_text(encoding="utf-8")
    return Explanation(text.strip(), split(text))


def split(text: str) -> dict[str, str]:
    """Split a text at its level-2 headings; those inside the fences of the examples are content."""
    source = Source("", text.encode())
    heads = [line for line in scan(source).lines if line.kind == HEADING and line.level == _LEVEL]
    ends = [*(line.start for line in heads[1:]), len(source.text)]
    return {head.body: source.text[head.start + len(head.text) : end].strip("\n") for head, end in zip(heads, ends, strict=True)}


def for_terminal(text: str) -> str:
    """Drop the comments that tell the tests how to run an example, as a rendered page does; keep those inside fences."""
    kept: list[str] = []
    was = BLANK
    for line in scan(Source("", text.encode())).lines:
        if line.kind != COMMENT and not (line.kind == was == BLANK):
            kept.append(line.text)
            was = line.kind
    return "\n".join(kept).strip()
