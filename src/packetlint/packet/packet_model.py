"""What the files of a `.geas` folder are to the hook: packets, JSON files, and whatever packets are built from besides.

All are read as far as somebody asks: a packet that is byte for byte what the builder gives is never taken apart.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from packetlint.packet.layout import packet_path

if TYPE_CHECKING:
    from packetlint.core.markdown import Line
    from packetlint.core.source import Source
    from packetlint.packet.artifact import Artifact
    from packetlint.packet.layout import PacketPath
    from packetlint.packet.provenance import Provenance

Span = tuple[int, int]
"""Offsets into a text, the end exclusive."""


class Part(NamedTuple):
    """One section of a packet: its title and level, the offsets of its heading line, the lines below it, and where its text ends.

    The lines go on to the next heading of the same level or of a higher one.
    """

    title: str
    level: int
    start: int
    end: int
    lines: tuple[Line, ...]
    until: int


class PacketFile:
    """A packet as it is: whose it is by its path, who made it by its last line, and its sections."""

    def __init__(self, source: Source) -> None:
        """Take the text of a packet; its path says which task and worker it is for."""
        self.source = source

    @property
    def path(self) -> str:
        """Give the file's path."""
        return self.source.path

    @property
    def place(self) -> PacketPath:
        """Give what the path says. Raises ValueError for one that is no packet's."""
        found = packet_path(self.path)
        if found is None:
            raise ValueError(self.path)
        return found

    @cached_property
    def provenance(self) -> Provenance | None:
        """Give what the packet says of its making; None for one that was written by hand."""
        from packetlint.packet.provenance import read_provenance

        return read_provenance(self.source.raw)

    @property
    def is_edited(self) -> bool:
        """Say whether the text is not the one that the packet was sealed with."""
        return self.provenance is not None and self.provenance.edited

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Give the sections in order; what stands in fences, comments and quotes begins none."""
        from packetlint.packet.packet_reader import read_parts

        return read_parts(self.source)

    def part(self, title: str) -> Part | None:
        """Give the first section of a title."""
        return next((part for part in self.parts if part.title == title), None)

    @cached_property
    def title(self) -> Span:
        """Give the offsets of the first line that says something."""
        text = self.source.text
        start = len(text) - len(text.lstrip())
        if start == len(text):
            return 0, 0
        end = min((at for mark in "\r\n" if (at := text.find(mark, start)) >= 0), default=len(text))
        return start, start + len(text[start:end].rstrip())

    @property
    def title_text(self) -> str:
        """Give the first line that says something."""
        start, end = self.title
        return self.source.text[start:end]

    def line(self, number: int) -> Span:
        """Give the offsets of a line without its end; of the last one for a number beyond it."""
        number = min(number, len(self.source.starts))
        start = self.source.starts[number - 1]
        return start, start + len(self.source.line(number))


class JsonFile:
    """A JSON file of a `.geas` folder; `place` is set for a memory packet."""

    def __init__(self, source: Source) -> None:
        """Take the text; it is parsed when somebody asks."""
        self.source = source
        self.place = packet_path(source.path)

    @property
    def path(self) -> str:
        """Give the file's path."""
        return self.source.path

    @cached_property
    def artifact(self) -> Artifact:
        """Give its value, or the fault for which it has none."""
        from packetlint.packet.artifact import read_artifact

        return read_artifact(self.path, lambda _: self.source.raw)


class OtherFile(NamedTuple):
    """Any other text of a `.geas` folder: conventions, rules, what agents remember. It is no artifact of its own."""

    source: Source

    @property
    def path(self) -> str:
        """Give the file's path."""
        return self.source.path


File = PacketFile | JsonFile | OtherFile
