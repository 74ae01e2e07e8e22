"""Sections from what the whole project agreed on: its conventions, and the tools there are to verify with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.conventions import about_building, about_design, parts, verification_tools
from packetlint.packet.quote import quoted_lines
from packetlint.packet.section import Block

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from packetlint.packet.agents import ReaderKind
    from packetlint.packet.conventions import Part
    from packetlint.packet.view import View

_CHOSEN: dict[ReaderKind, Callable[[str], Iterator[Part]]] = {
    "implementer": parts,
    "operations": about_building,
    "designer": about_design,
    "communication": about_design,
}


def conventions(view: View) -> Iterator[Block]:
    """Quote the conventions: whole for implementers, in parts for those who build and deploy, design or write."""
    return _quoted(view, _CHOSEN[view.kind])


def verification(view: View) -> Iterator[Block]:
    """Quote the tools that the conventions list."""
    return _quoted(view, verification_tools)


def _quoted(view: View, choose: Callable[[str], Iterator[Part]]) -> Iterator[Block]:
    text = view.root.conventions
    blank: tuple[str, ...] = ()
    for part in choose(text.text) if text else ():
        yield Block((*blank, *quoted_lines(list(part.lines))), text.file if text else "")
        blank = (">",)
