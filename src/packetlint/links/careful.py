"""Read frontmatter with ruamel.yaml, whatever it holds: nodes that know their place, or one fault.

The parser's events are put together here and not by its own composer, because here every alias keeps its
place, and nesting, aliases and repeated keys are bounded while they are read. ruamel.yaml decides what a
scalar is, and builds it, so that what it cannot build (a date that does not exist) is a fault with a place.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from packetlint.links.frontmatter import Block
from packetlint.links.nodes import DEFAULT, MERGE, Alias, Listing, Mapping, Scalar, resolved
from packetlint.links.parsing import events, quick_events
from packetlint.links.scalars import TAG, Scalars, unknown_tag
from packetlint.links.yaml_faults import DEEPEST, Unreadable, shortened, too_deep, unfilled

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from ruamel.yaml.events import Event

    from packetlint.links.model import Fault
    from packetlint.links.nodes import Collection, Node

MOST_REPEATED = 1000

_LISTS = frozenset((None, "!", *(f"{TAG}{name}" for name in ("seq", "omap", "pairs"))))
_MAPPINGS = frozenset((None, "!", *(f"{TAG}{name}" for name in ("map", "set"))))


def read_nodes(text: str, block: Block) -> Mapping:
    """Read the frontmatter of a text; an empty one is an empty mapping. Raises Unreadable."""
    if directive := _DIRECTIVE.match(text, block.start, block.end):
        message = f"`{shortened(directive[1])}` is a directive, and frontmatter has none"
        raise Unreadable(*directive.span(1), message, "take the line out, or put the text in quotes")
    root = _Builder(text, block, events(text, block)).build()
    if root is None:
        return Mapping(block.start, block.start, [])
    if not isinstance(root, Mapping):
        found = "a list" if isinstance(root, Listing) else "a single value"
        end = root.start + len(re.split("[\r\n]", text[root.start : root.end], maxsplit=1)[0].rstrip(" \t"))
        raise Unreadable(root.start, end, f"the frontmatter is {found}, and has to be keys with values", "write `key: value`")
    return root


def read_quickly(text: str, block: Block) -> Mapping | None:
    """Read the same in less time, with places that are not quite the same; None where that is not sure to be right."""
    from ruamel.yaml.error import YAMLError

    quick = quick_events(text, block)
    if quick is None:
        return None
    with suppress(Unreadable, YAMLError, ValueError):
        root = _Builder(text, block, quick).build()
        return root if isinstance(root, Mapping) else None
    return None


def fault_of(text: str) -> Fault | None:
    """Give the fault that makes a whole text unreadable, be it YAML or not; None for one that can be read."""
    block = Block(0, 0, len(text), len(text))
    try:
        _Builder(text, block, events(text, block)).build()
    except Unreadable as error:
        return error.fault
    return None


_DIRECTIVE = re.compile(r"(?:[ \t]*+(?:#[^\r\n]*+)?(?:\r\n|\n|\r))*+(%[^\r\n]*)")


class _Builder:
    """Puts the events of one document together. Anchored nodes are kept with the number of nodes they stand for."""

    def __init__(self, text: str, block: Block, events: Iterator[Any]) -> None:
        self._text = text
        self._first = block.start
        self._events = events
        self._scalars = Scalars(text)
        self._anchors: dict[str, tuple[Collection | Scalar, int]] = {}
        self._size = 0
        self._repeated = 0

    def build(self) -> Node | None:
        """Give the root of the only document; None where there is none."""
        from ruamel.yaml.events import DocumentStartEvent, NodeEvent

        root = None
        for event in self._events:
            if isinstance(event, DocumentStartEvent) and root is not None:
                raise self._fault(event, "a second document begins here", "frontmatter is one document: take out what separates them")
            if isinstance(event, NodeEvent):
                root = self._node(event, 1)
        return root

    def _node(self, event: Any, depth: int) -> Node:
        from ruamel.yaml.events import AliasEvent

        if isinstance(event, AliasEvent):
            return self._alias(event)
        size = self._size
        self._size += 1
        self._anchors.pop(event.anchor, None)  # a node cannot repeat itself
        node = self._collection_or_scalar(event, depth)
        if event.anchor is not None:
            self._anchors[event.anchor] = (node, self._size - size)
        return node

    def _collection_or_scalar(self, event: Any, depth: int) -> Collection | Scalar:
        from ruamel.yaml.events import ScalarEvent, SequenceStartEvent

        start, end = self._span(event)
        if isinstance(event, ScalarEvent):
            return self._scalars.read(event, start, end)
        if depth > DEEPEST:
            raise too_deep(start)
        is_list = isinstance(event, SequenceStartEvent)
        if event.tag not in (_LISTS if is_list else _MAPPINGS):
            raise unknown_tag(self._text, start)
        return self._listing(start, depth) if is_list else self._mapping(start, depth)

    def _alias(self, event: Any) -> Alias:
        start, end = self._span(event)
        name = shortened(self._text[start:end])
        if event.anchor not in self._anchors:
            help = "put it in quotes, if it is a text that begins with `*`"
            raise Unreadable(start, end, f"`{name}` repeats an anchor that does not stand above it", help)
        target, size = self._anchors[event.anchor]
        self._size += size
        self._repeated += size
        if self._repeated > MOST_REPEATED:
            raise Unreadable(start, end, f"with `{name}` the aliases repeat more than {MOST_REPEATED} values", "write out what is meant")
        return Alias(start, end, target)

    def _listing(self, start: int, depth: int) -> Listing:
        from ruamel.yaml.events import CollectionEndEvent

        items: list[Node] = []
        while not isinstance(event := next(self._events), CollectionEndEvent):
            items.append(self._value(event, depth))
        return Listing(start, self._span(event)[1], items)

    def _mapping(self, start: int, depth: int) -> Mapping:
        from ruamel.yaml.events import CollectionEndEvent

        pairs: list[tuple[Node, Node]] = []
        seen: dict[Hashable, int] = {}
        while not isinstance(event := next(self._events), CollectionEndEvent):
            key = self._node(event, depth + 1)
            self._check_key(key, seen, start)
            value = self._value(next(self._events), depth)
            if isinstance(key, Scalar) and key.read_as == MERGE:
                _check_merged(value)
            pairs.append((key, value))
        return Mapping(start, self._span(event)[1], pairs)

    def _value(self, event: Any, depth: int) -> Node:
        node = self._node(event, depth + 1)
        if isinstance(node, Scalar) and node.read_as in (MERGE, DEFAULT):
            raise Unreadable(node.start, node.end, f"`{node.value}` alone has a meaning of its own in YAML", "put it in quotes")
        return node

    def _check_key(self, key: Node, seen: dict[Hashable, int], start: int) -> None:
        """See to it that a key is a single value and stands once in its mapping, which begins at `start`."""
        scalar = resolved(key)
        if not isinstance(scalar, Scalar):
            raise self._no_key(key, start)
        value = self._scalars.value(scalar)
        if value in seen:
            line = len(_BREAK.findall(self._text, 0, seen[value])) + 1
            shown = shortened(self._text[key.start : key.end])
            what = f"the key `{shown}`" if shown else "an empty key"
            raise Unreadable(key.start, key.end, f"{what} stands a second time", f"line {line} has it too: keep one")
        seen[value] = key.start

    def _no_key(self, key: Node, start: int) -> Unreadable:
        if self._text.startswith("{{", start):
            return unfilled(start, self._text)
        kind = "a list" if isinstance(resolved(key), Listing) else "a mapping"
        return Unreadable(key.start, key.start + 1, f"{kind} stands where a key is due", "put it in quotes, if it is a text")

    def _span(self, event: Event) -> tuple[int, int]:
        return self._first + event.start_mark.index, self._first + event.end_mark.index

    def _fault(self, event: Event, message: str, help: str = "") -> Unreadable:
        start, end = self._span(event)
        return Unreadable(start, max(end, start + 1), message, help)


_BREAK = re.compile(r"\r\n|\n|\r")


def _check_merged(value: Node) -> None:
    """See to it that what `<<` merges is a mapping, or a list of them."""
    merged = resolved(value)
    for source in merged.items if isinstance(merged, Listing) else [value]:
        if not isinstance(resolved(source), Mapping):
            raise Unreadable(source.start, source.end, "`<<` merges mappings, and this is none", "put `<<` in quotes, if it is a text")
