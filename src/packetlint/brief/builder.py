"""Build a brief from a draft: a pure function of the draft's content. Seed: context-pack, Output Format (v2)."""

from __future__ import annotations

from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from packetlint.brief.content import BriefContent, Part, field_of, from_brief, from_draft
from packetlint.brief.names import DISPLAY
from packetlint.brief.reader import read
from packetlint.core.errors import UsageError
from packetlint.core.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from packetlint.brief.draft import Draft
    from packetlint.brief.model import Brief
    from packetlint.core.config import Settings

_NOTES = {"type surface": " (durable)", "files touched": " (locator-only, may rename)"}


class Built(NamedTuple):
    """A finished brief: what it says, its text, and the text as it is read back."""

    content: BriefContent
    text: str
    brief: Brief


def build(draft: Draft, path: str, settings: Settings) -> Built:
    """Build the brief of a draft, to stand at `path` (from the repository's top) under `settings`.

    It is read back, and must say what the draft says. Raises UsageError where it does not, naming the field.
    """
    content = from_draft(draft)
    text = render(content)
    briefs = read(Source(path, text.encode()), settings)
    if not briefs:
        raise UsageError(f"{path}: nothing is read as a brief there")
    if not _says(briefs[0], content):
        name = _misread(content, lambda some: read(Source(path, render(some).encode()), settings))
        raise draft.error((field_of(name),), "would be read as something else in a brief; put it into other words")
    return Built(content, text, briefs[0])


def _says(brief: Brief, content: BriefContent) -> bool:
    """Say whether what is read back is what was written: the same sections, with the same in them."""
    found = [section.name for section in brief.sections if section.name or section.items]
    return found == [part.name for part in content.parts] and from_brief(brief).parts == content.parts


def _misread(content: BriefContent, read_back: Callable[[BriefContent], Sequence[Brief]]) -> str:
    """Give the name of the first section whose text begins another one, or takes in the one behind it.

    That is in the fewest first sections that are misread: the first one without which the others are read well, else the last.
    """
    count = len(content.parts)
    firsts = (content._replace(parts=content.parts[:end]) for end in range(1, count))
    some = next((first for first in firsts if (briefs := read_back(first)) and not _says(briefs[0], first)), content)
    for at, part in enumerate(some.parts):
        others = some._replace(parts=(*some.parts[:at], *some.parts[at + 1 :]))
        if (briefs := read_back(others)) and _says(briefs[0], others):
            return part.name
    return some.parts[-1].name


def render(content: BriefContent) -> str:
    """Give the text of a brief, with LF line ends: its title, and each section that it has, in the form's own way."""
    blocks = [f"## {content.title}\n", *_labels(content), *(_section(content, part) for part in content.parts if part.value is None)]
    return "\n".join(blocks)


def _labels(content: BriefContent) -> list[str]:
    """Give the lines of the labels that have a value, as one block, or no block where there is none."""
    lines = [_label(content, part.name, part.value) for part in content.parts if part.value is not None]
    return ["".join(f"{line}\n" for line in lines)] if lines else []


def _label(content: BriefContent, name: str, value: str) -> str:
    return f"**{DISPLAY[name]}**: {value}" if content.form == "packet" else f"**{DISPLAY[name]}:** {value}"


def _section(content: BriefContent, part: Part) -> str:
    shown = DISPLAY[part.name]
    if content.form == "packet":
        title = f"### {shown}{_NOTES.get(part.name, '')}"
    else:
        title = f"**{shown if part.name == 'files touched' else shown.capitalize()}:**"
    return "".join((f"{title}\n", *_body(part)))


def _body(part: Part) -> Iterator[str]:
    """Yield bullets a line each, and a blank line beside every paragraph."""
    lines = [f"{entry.lead} {entry.text}".strip() for entry in part.entries]
    leads = [entry.lead for entry in part.entries]
    gaps = ["" if one and other else "\n" for one, other in pairwise(leads)]
    for line, gap in zip_longest(lines, gaps, fillvalue=""):
        yield f"{line}\n{gap}"
