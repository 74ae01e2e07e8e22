"""The parts of context.md below its summary: what was trimmed, one section a link, what could not be resolved.

Source: materialize-context, process steps 6 to 8. `density` says how closely they are set: 0 in full; 1 without fences
around bare titles, trims by role, unresolved links without details; 2 bare titles as headings alone; 3 without them;
4 counts of what was trimmed and what is unresolved, in place of lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links.context.envelope import enveloped, one_line
from packetlint.links.context.roles import FULL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from packetlint.links.context.model import Missing, Section

UNTITLED, DENSEST = 3, 4
_SHORT_TITLE = 60
_MOST_MISSING = 10


def trims_part(sections: Sequence[Section], density: int) -> str:
    """List what was shortened; "" where nothing was."""
    trimmed = [section for section in sections if section.trim]
    if not trimmed:
        return ""
    if density == DENSEST:
        return f"## Budget trims\n\n- {plural(len(trimmed))}, as context.json tells"
    if density:
        return "\n".join(["## Budget trims", "", *_by_role(trimmed)])
    rows = [
        f"| {section.ref.number} | {_uri(section)} | {_role(section.ref.role)} | {section.trim} | {section.tokens:,} of {section.whole:,} |"
        for section in trimmed
    ]
    return "\n".join(["## Budget trims", "", "| # | Ref | Role | Kept | Tokens |", "| --- | --- | --- | --- | --- |", *rows])


def plural(count: int) -> str:
    """Say how many links."""
    return f"{count} ref{'s' * (count != 1)}"


def _by_role(trimmed: Iterable[Section]) -> list[str]:
    counts: dict[tuple[str, str], int] = {}
    for section in trimmed:
        key = (_role(section.ref.role), section.trim)
        counts[key] = counts.get(key, 0) + 1
    return [f"- {role}: {count} x {trim}" for (role, trim), count in counts.items()]


def is_bare(section: Section) -> bool:
    """Say whether nothing but its title is kept of a link."""
    return bool(section.trim) and section.only_title


def is_fenced(section: Section, density: int) -> bool:
    """Say whether a section has its fence: set closely, a bare title does without."""
    return not (density and is_bare(section))


def section_head(section: Section, density: int) -> str:
    """Write what stands above a link's fence; "" where the link is left out."""
    bare = is_bare(section)
    if density >= UNTITLED and bare:
        return ""
    heading = f"## {section.ref.number}. {one_line(section.content.title, _SHORT_TITLE if density > 1 else 120)}"
    if density and bare:
        return heading if density > 1 else f"{heading}\n\n- URI: {_uri(section)} ({_role(section.ref.role)}; {section.trim})"
    content = section.content
    kept = f"{section.trim}, {section.tokens:,} tokens of {section.whole:,}" if section.trim else f"{FULL.name}, {section.tokens:,} tokens"
    lines = [
        heading,
        "",
        f"- URI: {_uri(section)}",
        f"- Role: {_role(section.ref.role)}",
        *([] if density > 1 else [f"- Source: {_source(section)}"]),
        f"- Status: resolved, {kept}",
        *([f"- Note: {one_line(content.note, 300)}"] if content.note else []),
    ]
    return "\n".join(lines)


def fence(section: Section) -> str:
    """Write a link's text in its fence."""
    return enveloped(section.body.read(), section.ref.uri, section.ref.role, section.content.at)


def _uri(section: Section) -> str:
    return one_line(section.ref.uri, 300)


def _role(role: str | None) -> str:
    return one_line(role, 40) if role else "none"


def _source(section: Section) -> str:
    content = section.content
    seal = f" (blob {content.blob[:12]})" if content.blob else f" (sha256 {content.digest[:12]})" if content.digest else ""
    return one_line(content.source, 300) + seal


def missing_part(missing: Sequence[Missing], density: int) -> str:
    """List what could not be resolved, and why; "" where there is nothing to list."""
    if not missing:
        return ""
    if density == DENSEST:
        return f"## Unresolved refs\n\n- {plural(len(missing))}, as context.json tells"
    listed = missing[:_MOST_MISSING] if density >= UNTITLED else missing
    columns = ("URI", "Role", "Reason") if density else ("URI", "Role", "Reason", "Detail")
    head = [f"| {' | '.join(columns)} |", f"|{' --- |' * len(columns)}"]
    rows = [_missing_row(one, with_detail=not density) for one in listed]
    more = [] if len(listed) == len(missing) else ["", f"and {len(missing) - len(listed)} more, which context.json lists"]
    return "\n".join(["## Unresolved refs", "", *head, *rows, *more])


def _missing_row(one: Missing, *, with_detail: bool) -> str:
    row = f"| {one_line(one.ref.uri, 300)} | {_role(one.ref.role)} | {one_line(one.failure.reason)} |"
    return f"{row} {one_line(one.failure.detail, 300)} |" if with_detail else row
