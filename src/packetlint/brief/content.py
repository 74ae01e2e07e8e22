"""What a brief says, without places in a file: the value between draft, builder and reader. Seed: context-pack, Output Format (v2).

A draft and a brief both lead to it: a draft's texts are folded and escaped on the way, a brief's are taken
as the reader read them. So `from_brief` of a rendered brief is the content it was rendered from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from packetlint.brief.escape import bullet, paragraph, visible_comments
from packetlint.brief.names import AGENT_LABELS, PACKET_LABELS, PACKET_SECTIONS, VALUE_LABELS
from packetlint.brief.phrases import Phrases

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from packetlint.brief.draft import Draft
    from packetlint.brief.model import Brief, Form, Item
    from packetlint.brief.plain_yaml import KeyPath

ORDER: Mapping[Form, tuple[str, ...]] = {
    "packet": (*PACKET_LABELS, "size", *PACKET_SECTIONS),
    "agent-brief": (*AGENT_LABELS[:2], "size", *AGENT_LABELS[2:]),
}
TITLES: Mapping[Form, str] = {"packet": "Context Packet", "agent-brief": "Agent Brief"}
PROSE = ("current behavior", "desired behavior")
_FIELDS = {"decisions made": "decisions", "already tried": "tried"}


class Entry(NamedTuple):
    """One item as it stands in the brief: its folded text, and what stands before it (`-`, `- [ ]`, `- [x]`; "" for a paragraph)."""

    text: str
    lead: str = "-"


NONE = Entry("(none)")


class Part(NamedTuple):
    """One section by its canonical name: the value of a label that has one, or the items."""

    name: str
    value: str | None = None
    entries: tuple[Entry, ...] = ()


class BriefContent(NamedTuple):
    """A whole brief: its form, the text of its title, and its sections in canonical order."""

    form: Form
    title: str
    parts: tuple[Part, ...]

    def part(self, name: str) -> Part | None:
        """Give the section of a canonical name."""
        return next((part for part in self.parts if part.name == name), None)


def field_of(name: str) -> str:
    """Give the draft's field for a section's canonical name."""
    return _FIELDS.get(name, name.replace(" ", "_"))


def from_brief(brief: Brief) -> BriefContent:
    """Take the content of a brief that was read. What stands under titles that are not known has no place in it."""
    parts = [_read_part(brief, name) for name in ORDER[brief.form] if brief.named(name)]
    return BriefContent(brief.form, brief.source.text[brief.title_start : brief.title_end], tuple(parts))


def _read_part(brief: Brief, name: str) -> Part:
    items = [item for section in brief.named(name) for item in section.items]
    if name in VALUE_LABELS:
        return Part(name, ", ".join(item.text for item in items))
    return Part(name, None, tuple(Entry(item.text, _lead(item)) for item in items))


def _lead(item: Item) -> str:
    if not item.is_bullet:
        return ""
    return "-" if item.box is None else f"- [{item.box.lower()}]"


def from_draft(draft: Draft) -> BriefContent:
    """Take the content of a draft: texts folded and escaped, bullets that stand twice dropped, an empty list as `(none)`.

    Raises UsageError for a text that no brief can hold; it names the field.
    """
    drafted = [name for name in ORDER[draft.form] if field_of(name) in draft.fields]
    return BriefContent(draft.form, TITLES[draft.form], tuple(_drafted_part(draft, name) for name in drafted))


def _drafted_part(draft: Draft, name: str) -> Part:
    field = field_of(name)
    value = draft.fields[field]
    phrases = Phrases(draft)
    if name in VALUE_LABELS:
        return Part(name, visible_comments(", ".join(phrases.values(value, field)) or NONE.text))
    if name in PROSE:
        return Part(name, None, tuple(Entry(paragraph(text), "") for text in phrases.paragraphs(value, field)))
    lead = "- [ ]" if name == "acceptance criteria" else "-"
    entries = (_entry(draft, text, path, lead) for text, path in phrases.bullets(value, field))
    return Part(name, None, tuple(_once(entries)) or (NONE,))


_BOX = re.compile(r"\[([ xX])\](?: (.+))?$")


def _entry(draft: Draft, text: str, path: KeyPath, lead: str) -> Entry:
    """Make an entry of a folded text; a check box at its head is kept as one."""
    box = _BOX.match(text)
    if box and not box[2]:
        raise draft.error(path, "is a check box without a text")
    if box:
        return Entry(visible_comments(box[2]), f"- [{box[1].lower()}]")
    return Entry(visible_comments(text) if lead != "-" else bullet(text), lead)


def _once(entries: Iterable[Entry]) -> Iterator[Entry]:
    seen = set()
    for entry in entries:
        if (key := entry.text.casefold()) not in seen:
            seen.add(key)
            yield entry
