"""The line of each link of a file, found in plain frontmatter without a YAML parser: a drawing asks it of every link there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links.fast import read_plain
from packetlint.links.frontmatter import Block, find

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.links.model import Leaf


def lines_of(leaf: Leaf) -> Sequence[int]:
    """Give the line of each link, from 1, in the order of `leaf.links`; nothing for a leaf without its text."""
    if leaf.source is None or not leaf.links:
        return ()
    offsets = _plain_offsets(leaf, leaf.source.text) or [place.uri.start for place in leaf.places]
    return [leaf.source.position(offset)[0] for offset in offsets]


def _plain_offsets(leaf: Leaf, text: str) -> list[int]:
    """Give the offset of each link where every one stands in the frontmatter literally, and once; nothing where not."""
    block = find(text)
    if not isinstance(block, Block):
        return []
    yaml = text[block.start : block.end]
    if any(yaml.count(link.uri) != 1 for link in leaf.links) or read_plain(yaml) is None:
        return []
    return [block.start + yaml.index(link.uri) for link in leaf.links]
