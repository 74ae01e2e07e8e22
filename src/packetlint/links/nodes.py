"""Frontmatter as YAML has it: scalars, lists, mappings and aliases, each with its offsets in the file's text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

# What a scalar is to YAML, in the words that messages use.
TEXT, NOTHING, MERGE, DEFAULT = "text", "nothing", "a merge", "a default"


class Scalar(NamedTuple):
    """A single value: its text, what it is read as (`TEXT`, `NOTHING`, "a number", ...), and how it is written.

    The offsets include quotes, and neither anchor nor tag. `style` is one of those of model.Place.
    """

    start: int
    end: int
    value: str
    read_as: str
    style: str


class Listing(NamedTuple):
    """A list, in either notation."""

    start: int
    end: int
    items: list[Node]


class Mapping(NamedTuple):
    """A mapping, in either notation: its pairs in order."""

    start: int
    end: int
    pairs: list[tuple[Node, Node]]


class Alias(NamedTuple):
    """A `*name`, and the node that it repeats."""

    start: int
    end: int
    target: Collection | Scalar


Collection = Listing | Mapping
Node = Scalar | Collection | Alias


class Entry(NamedTuple):
    """A pair that was looked up: the key, the value with no alias left, and the alias that led to it, if any."""

    key: Node
    value: Scalar | Collection
    alias: Alias | None


def resolved(node: Node) -> Scalar | Collection:
    """Give a node, or what an alias stands for."""
    return node.target if isinstance(node, Alias) else node


def lookup(mapping: Mapping, name: str) -> Entry | None:
    """Find the pair of a key that is a text: the mapping's own, else that of the mappings that `<<` merges into it."""
    for key, value in mapping.pairs:
        if _is_text(key, name):
            return Entry(key, resolved(value), value if isinstance(value, Alias) else None)
    for source, alias in _merged(mapping):
        if entry := lookup(source, name):
            return entry._replace(alias=alias or entry.alias)
    return None


def _is_text(key: Node, name: str) -> bool:
    scalar = resolved(key)
    return isinstance(scalar, Scalar) and scalar.read_as == TEXT and scalar.value == name


def _merged(mapping: Mapping) -> Iterator[tuple[Mapping, Alias | None]]:
    """Yield the mappings behind `<<`, nearest first, each with the alias that led to it."""
    for key, value in mapping.pairs:
        if isinstance(key, Scalar) and key.read_as == MERGE:
            sources = resolved(value)
            for source in sources.items if isinstance(sources, Listing) else [value]:
                target = resolved(source)
                if isinstance(target, Mapping):
                    alias = value if isinstance(value, Alias) else source
                    yield target, alias if isinstance(alias, Alias) else None
