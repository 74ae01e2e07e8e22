"""The quick reader of frontmatter says what the careful one says, wherever it says anything."""

from __future__ import annotations

from packetlint.core.errors import UnreadableError
from packetlint.core.source import decode
from packetlint.links.careful import read_nodes
from packetlint.links.fast import read_plain
from packetlint.links.frontmatter import Block, find
from packetlint.links.shape import read_shape
from packetlint.links.yaml_faults import Unreadable


def hold_to_readers(raw: bytes) -> None:
    """Read the frontmatter of a text by both. Raises AssertionError."""
    try:
        text = decode(raw)
    except UnreadableError:
        return
    block = find(text)
    plain = read_plain(text[block.start : block.end]) if isinstance(block, Block) else None
    if plain is None or not isinstance(block, Block):
        return
    try:
        shape = read_shape(text, read_nodes(text, block))
    except Unreadable as error:
        raise AssertionError(f"read as {plain}, which is no YAML: {error.fault.message}") from None
    assert (shape.has_key, list(shape.links), len(shape.faults)) == (plain.has_key, list(plain.links), 0)
