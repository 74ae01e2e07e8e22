"""Where each link of a file stands, to the character."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links.careful import read_nodes
from packetlint.links.frontmatter import Block, find
from packetlint.links.shape import read_shape
from packetlint.links.yaml_faults import Unreadable

if TYPE_CHECKING:
    from packetlint.links.model import LinkPlace


def find_places(text: str) -> list[LinkPlace]:
    """Give one place for each link of a file's text, in the order of Leaf.links; none where the frontmatter cannot be read.

    A link that is reached through an alias stands where the alias does.
    """
    block = find(text)
    if not isinstance(block, Block):
        return []
    try:
        return list(read_shape(text, read_nodes(text, block)).places)
    except Unreadable:
        return []
