"""Read a markdown file as a leaf of its tree: whether it has frontmatter, its links, and what is wrong with either.

Frontmatter is read by three hands. `fast.py` reads what is plain; `careful.py` judges everything else, with
ruamel.yaml; `places.py` says where a link stands, which is asked only when there is something to say about it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.links.fast import read_plain
from packetlint.links.frontmatter import find
from packetlint.links.model import Fault, Leaf, Link
from packetlint.links.roots import MUST_HAVE

if TYPE_CHECKING:
    from packetlint.core.source import Source
    from packetlint.links.frontmatter import Block

_FOLDER = "tree"

_MAY_OPEN = re.compile(rb"(?:\xef\xbb\xbf)?(?:---|[ \t\r\n]*+<!--)")


def may_hold(path: str, raw: bytes) -> bool:
    """Say whether a file may have frontmatter, or has a path that asks for it. Never wrong when it says no."""
    if _MAY_OPEN.match(raw):
        return True
    *folders, name = path.split("/")
    return name in MUST_HAVE or _FOLDER in folders


def read_leaf(source: Source) -> Leaf:
    """Read one file; never raises.

    Frontmatter that cannot be read gives one fault, no links, and no key. `soft_links:` with nothing behind it
    is an empty list, and so is frontmatter without a line an empty mapping.
    """
    block = find(source.text)
    if block is None:
        return Leaf(source.path, (), has_frontmatter=False, has_key=False, source=source)
    if isinstance(block, Fault):
        return _unreadable(source, block)
    plain = read_plain(source.text[block.start : block.end])
    if plain is None:
        return _judged(source, block)
    return Leaf(source.path, plain.links, has_frontmatter=True, has_key=plain.has_key, source=source)


def _judged(source: Source, block: Block) -> Leaf:
    from packetlint.links.careful import read_nodes, read_quickly  # plain frontmatter needs none of this
    from packetlint.links.shape import read_shape
    from packetlint.links.yaml_faults import Unreadable

    root = read_quickly(source.text, block)
    shape = read_shape(source.text, root) if root else None
    if shape is None or shape.faults:
        try:
            shape = read_shape(source.text, read_nodes(source.text, block))
        except Unreadable as unreadable:
            return _unreadable(source, unreadable.fault)
    return Leaf(source.path, shape.links, has_frontmatter=True, has_key=shape.has_key, faults=shape.faults, source=source)


def _unreadable(source: Source, fault: Fault) -> Leaf:
    return Leaf(source.path, (), has_frontmatter=True, has_key=False, faults=(fault,), source=source)


def to_record(leaf: Leaf) -> object | None:
    """Give a leaf as a small JSON value, for a cache; None for one with faults, which need its text.

    0: no frontmatter; 1: frontmatter without the key; else a text of a line a link, its target and, behind a tab, its
    role (one text is written and read many times faster than a list of lists). Links that hold tabs or line ends are
    a list, each its target, or [target, role].
    """
    if leaf.faults:
        return None
    if not leaf.has_key:
        return int(leaf.has_frontmatter)
    lines = [link.uri if link.role is None else f"{link.uri}\t{link.role}" for link in leaf.links]
    text = "\n".join(lines)
    roles = sum(link.role is not None for link in leaf.links)
    if text.count("\n") == max(len(lines) - 1, 0) and text.count("\t") == roles:
        return text
    return [link.uri if link.role is None else [link.uri, link.role] for link in leaf.links]


def from_record(path: str, record: object) -> Leaf:
    """Give the leaf back. Raises ValueError for a value that to_record does not give."""
    if isinstance(record, str):
        try:
            links = [Link(*line.split("\t")) for line in record.split("\n")] if record else []
        except TypeError:
            raise ValueError("no record of a link") from None
        return Leaf(path, links, has_frontmatter=True, has_key=True)
    if isinstance(record, list):
        return Leaf(path, [_recalled(item) for item in record], has_frontmatter=True, has_key=True)
    if type(record) is not int or record not in (0, 1):
        raise ValueError("no record of a leaf")
    return Leaf(path, (), has_frontmatter=record == 1, has_key=False)


def _recalled(item: object) -> Link:
    if type(item) is str:
        return Link(item)
    if type(item) is list and len(item) == 2 and type(item[0]) is str and type(item[1]) is str:
        return Link(item[0], item[1])
    raise ValueError("no record of a link")
