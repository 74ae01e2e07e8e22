"""Tell packets from the other files that the rules of this kind are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from packetlint.packet.packet_model import File, PacketFile


def as_packet(file: File) -> PacketFile | None:
    """Give a file if it is a packet."""
    from packetlint.packet.packet_model import PacketFile  # only where there is a file to judge

    return file if isinstance(file, PacketFile) else None
