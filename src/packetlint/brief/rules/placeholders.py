"""Placeholders left over from a template. Seed: context-pack, Output Format (v2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.core.diagnostic import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.brief.facts import Facts
    from packetlint.brief.model import Brief
    from packetlint.core.config import Settings
    from packetlint.core.markdown import Line

# The bracket texts of the templates, by how they begin. What is longer in a template is cut where it is unmistakable.
_TEMPLATE = (
    r"[XYZ]|Decision|reason|approach|contract|behavioral (?:hint|assertion|prohibition)|observable failure mode|what it represents"
    r"|delegating skill|contract dependency\b[^\[\]]*|One-line\b[^\[\]]*|type names\b[^\[\]]*|verb-led\b[^\[\]]*"
    r"|Thing the receiver\b[^\[\]]*|partial state\b[^\[\]]*|bug ?[/|] ?enhancement\b[^\[\]]*"
)
_BRACKETED = rf"(?<![\w\])!\\`\[])\[({_TEMPLATE})\](?![\w(\[:])"
_WHOLE = (
    r"(?:TBD|TODO|FIXME|\.{3}|…|\?{2,}"
    r"|\{\{?[^\W\d][\w \-/.']*\}?\}|<[^\W\d][\w \-/.']*>|\[[^\W\d][\w \-/.']*\])[.:!]?"
)
_WHOLE_BEGINS = "TF.…?{<["
_HELP = "fill it in, or drop the line"


def placeholder_left(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report the template's own bracket texts anywhere, and TBD, `...`, `{x}`, `<x>`, `[x]` as a whole value or bullet."""
    wholes = dict(_whole(brief))
    for line in brief.lines:
        if line.kind in ("code", "fence") or line.text.find("[", line.content if line.box else 0) < 0:
            continue
        for match in re.finditer(_BRACKETED, line.text):
            start = line.start + match.start()
            if match[1].casefold() not in brief.references and not _is_box(line, match.start()) and start not in wholes:
                yield Finding(start, line.start + match.end(), f"`{match[0]}` is left over from the template", _HELP)
    for start, end in wholes.items():
        yield Finding(start, end, f"`{brief.source.text[start:end]}` is left where something should stand", _HELP)


def _whole(brief: Brief) -> Iterator[tuple[int, int]]:
    for section in brief.sections:
        for item in section.items if section.name else ():
            bare = item.text.strip("*_ ")
            if bare[:1] in _WHOLE_BEGINS and re.fullmatch(_WHOLE, bare) and bare.strip("[]").casefold() not in brief.references:
                yield item.content, item.content_end


def _is_box(line: Line, at: int) -> bool:
    """Say whether `[X]` is a ticked box at the head of a bullet."""
    return line.box is not None and at < line.content
