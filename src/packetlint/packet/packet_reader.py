"""Read the files of a `.geas` folder for the hook: which there are, and the sections of a packet.

Seed: context-packet, Packet Format. A packet that people wrote has other headings, in any language and of any level,
or only a line such as `Task: ...`; it is read all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.markdown import HEADING, scan
from packetlint.packet.layout import packet_path
from packetlint.packet.packet_model import JsonFile, OtherFile, PacketFile, Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.markdown import Line
    from packetlint.core.source import Source
    from packetlint.packet.packet_model import File


def read(source: Source) -> Sequence[File]:
    """Give the file as what its path says it is."""
    if source.path.endswith(".json"):
        return [JsonFile(source)]
    return [PacketFile(source) if packet_path(source.path) else OtherFile(source)]


def read_parts(source: Source) -> tuple[Part, ...]:
    """Read the sections of a packet, in order."""
    lines = scan(source).lines
    headings = [at for at, line in enumerate(lines) if line.kind == HEADING]
    ends = _ends(lines, headings)
    return tuple(_part(source, lines, at, end) for at, end in zip(headings, ends, strict=True))


def _ends(lines: Sequence[Line], headings: Sequence[int]) -> list[int]:
    """Give for each heading the index of the line before which its section ends: the next heading that is no deeper."""
    ends: dict[int, int] = {}
    waiting: list[int] = []
    for at in headings:
        while waiting and lines[waiting[-1]].level >= lines[at].level:
            ends[waiting.pop()] = at
        waiting.append(at)
    return [ends.get(at, len(lines)) for at in headings]


def _part(source: Source, lines: Sequence[Line], at: int, end: int) -> Part:
    heading = lines[at]
    until = lines[end].start if end < len(lines) else len(source.text)
    shown = heading.start + len(heading.text.rstrip())
    return Part(heading.body, heading.level, heading.start, shown, tuple(lines[at + 1 : end]), until)
