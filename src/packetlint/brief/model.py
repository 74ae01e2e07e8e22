"""The model of a brief: its sections, their values and items, all with offsets into the source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.markdown import Fence, Line
    from packetlint.core.source import Source

Form = Literal["packet", "agent-brief"]

# How people write that there is nothing, and what they put around the word.
AROUND_NONE = " ()[]*_`.。（）"
NONE = frozenset(["none", "n/a", "na", "nothing", "无", "無", "なし", "keine", "aucun", "ninguno"])


# What stands for nothing: HTML's blanks, and what the form of an issue tracker puts where nobody wrote.
_BLANKS = frozenset(["", "<br>", "<br/>", "<br />", "&nbsp;", ">", "no response"])


def is_blank(text: str) -> bool:
    """Say whether a text only looks like one."""
    return text.casefold().strip("_* ") in _BLANKS


class Item(NamedTuple):
    """One bullet with its wrapped lines and nested bullets, or one paragraph where a list is expected.

    `start`..`end` covers all of it, `content`..`content_end` what stands on its first line after the
    mark. `head` is its own text, `text` that of nested bullets too; blanks are folded in both.
    """

    start: int
    end: int
    content: int
    content_end: int
    head: str
    text: str
    mark: str = ""
    box: str | None = None

    @property
    def is_bullet(self) -> bool:
        """Say whether it is a list item rather than a paragraph."""
        return bool(self.mark)


class Section(NamedTuple):
    """A label or heading that is known, with what belongs to it.

    `name` is the canonical lower-case name, empty for what stands under an unknown label or before any.
    `start`..`end` is the title in the source; `value` is what follows a label on its own line with the
    lines that go on with it. `lines` are those below the title; `level` is that of a heading, or 0.
    `is_empty` says that nothing is written here, not even `(none)`.
    """

    name: str
    start: int
    end: int
    level: int
    value: Item | None
    value_lines: int
    lines: tuple[Line, ...]
    items: tuple[Item, ...]
    is_empty: bool

    @property
    def text(self) -> str:
        """Give the value's text, or the empty string."""
        return self.value.text if self.value else ""

    @property
    def is_none(self) -> bool:
        """Say whether it says in so many words that there is nothing."""
        return not self.is_empty and bool(self.items) and not any(self.said())

    def said(self) -> Iterator[Item]:
        """Yield the items that say something: not empty, not `(none)`."""
        for item in self.items:
            if item.text and not is_blank(item.text) and item.text.strip(AROUND_NONE).casefold() not in NONE:
                yield item


class Brief(NamedTuple):
    """One brief of a file: its form, its title, the region it covers and its sections in order.

    `shown` is its text with comments blanked out, so that offsets count from its start; `references` are
    the labels that the whole file defines as links, in lower case.
    """

    form: Form
    source: Source
    title_start: int
    title_end: int
    start: int
    end: int
    lines: tuple[Line, ...]
    fences: tuple[Fence, ...]
    sections: tuple[Section, ...]
    shown: str
    references: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """Give the brief's text, from its heading to its last line that is not blank."""
        return self.source.text[self.start : self.end]

    @property
    def is_packet(self) -> bool:
        """Say whether it is a standard packet rather than an agent brief."""
        return self.form == "packet"

    def named(self, name: str) -> list[Section]:
        """Give every section of a canonical name."""
        return [section for section in self.sections if section.name == name]

    def section(self, name: str) -> Section | None:
        """Give the first section of that name that says something, else the first, else None."""
        found = self.named(name)
        return next((section for section in found if not section.is_empty), found[0] if found else None)

    def items(self, name: str) -> list[Item]:
        """Give the items that say something in every section of that name."""
        return [item for section in self.named(name) for item in section.said()]
