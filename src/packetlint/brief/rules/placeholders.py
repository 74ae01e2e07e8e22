"""Placeholders left over from a template. Seed: context-pack, Output Format (v2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.brief.placeholders import is_placeholder, template_texts
from packetlint.core.diagnostic import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.brief.facts import Facts
    from packetlint.brief.model import Brief
    from packetlint.core.config import Settings

_HELP = "fill it in, or drop the line"


def placeholder_left(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report the template's own bracket texts anywhere, and TBD, `...`, `{x}`, `<x>`, `[x]` as a whole value or bullet."""
    items = (item for section in brief.sections if section.name for item in section.items)
    wholes = {item.content: item.content_end for item in items if is_placeholder(item.text, brief.references)}
    for line in brief.lines:
        after_box = line.content if line.box else 0  # `- [X]` is a ticked box
        if line.kind in ("code", "fence") or line.text.find("[", after_box) < 0:
            continue
        for start, end in template_texts(line.text[after_box:], brief.references):
            at = line.start + after_box + start
            if at not in wholes:
                found = line.text[after_box + start : after_box + end]
                yield Finding(at, line.start + after_box + end, f"`{found}` is left over from the template", _HELP)
    for start, end in wholes.items():
        yield Finding(start, end, f"`{brief.source.text[start:end]}` is left where something should stand", _HELP)
