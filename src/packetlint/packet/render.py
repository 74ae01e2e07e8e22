"""Write a packet out: the title, the sections, one blank line between them, the provenance last. Seed: context-packet, Packet Format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.provenance import seal
from packetlint.packet.quote import inline

if TYPE_CHECKING:
    from collections.abc import Iterable

    from packetlint.packet.section import Section
    from packetlint.packet.view import View


def title_of(view: View) -> str:
    """Give the first line of a packet."""
    return f"# Context Packet: {inline(view.target.worker)} for {inline(view.contract.label)}"


def render(view: View, sections: Iterable[Section], as_of: str) -> bytes:
    """Give the whole packet, UTF-8 with line feeds."""
    parts = [title_of(view), *("\n".join(section.lines()) for section in sections)]
    return seal("\n\n".join(parts) + "\n\n", as_of)
