"""The kind `links`, as the engine knows it: markdown with frontmatter, and the registries of aliases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packetlint.core.rule import Kind, Memory
from packetlint.links import reader
from packetlint.links.aliases import CONFIG
from packetlint.links.facts import affected, gather
from packetlint.links.model import Leaf
from packetlint.links.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.config import Settings
    from packetlint.core.source import Source


def _may_hold(path: str, raw: bytes) -> bool:
    return _is_registry(path) or (path.endswith(".md") and reader.may_hold(path, raw))


def _read(source: Source, settings: Settings) -> Sequence[Leaf]:
    if _is_registry(source.path):
        return [Leaf(source.path, (), has_frontmatter=False, has_key=False, source=source)]
    return [reader.read_leaf(source)]


def _is_registry(path: str) -> bool:
    return path.rpartition("/")[2] == CONFIG


def _record(leaf: Leaf) -> object:
    return None if _is_registry(leaf.path) else reader.to_record(leaf)


def _recall(path: str, record: Any) -> Sequence[Leaf]:
    return [reader.from_record(path, record)]


KIND = Kind(
    "links",
    "files with links",
    (".md", CONFIG),
    _may_hold,
    _read,
    gather,
    RULES,
    affected,
    Memory(_record, _recall),
    "file with links",
)
