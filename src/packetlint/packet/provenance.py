"""The last line of a packet that was built: as of when, and a digest of everything above it."""

from __future__ import annotations

import re
from typing import NamedTuple

_LINE = re.compile(rb"<!-- packetlint: v=1 as-of=([0-9TZ:.+-]{1,64}) sha256=([0-9a-f]{64}) -->\n?")


class Provenance(NamedTuple):
    """What a packet says of its own making; `edited` says that the text above is not the one the digest was made of."""

    as_of: str
    digest: str
    edited: bool


def seal(text: str, as_of: str) -> bytes:
    """Put the provenance line below a text, which ends in a line feed."""
    body = text.encode()
    return b"%s<!-- packetlint: v=1 as-of=%s sha256=%s -->\n" % (body, as_of.encode(), _digest(body))


def read_provenance(packet: bytes) -> Provenance | None:
    """Read the last line of a packet; None for one that was written by hand."""
    packet = as_built(packet)
    start = packet.rstrip(b"\n").rfind(b"\n") + 1
    match = _LINE.fullmatch(packet, start)
    if not match:
        return None
    digest = match[2]
    return Provenance(match[1].decode(), digest.decode(), edited=digest != _digest(packet[:start]))


def as_built(packet: bytes) -> bytes:
    """Undo what git makes of line ends in a working tree where it is told to (`core.autocrlf`)."""
    return packet.replace(b"\r\n", b"\n")


def _digest(body: bytes) -> bytes:
    from hashlib import sha256

    return sha256(body).hexdigest().encode()
