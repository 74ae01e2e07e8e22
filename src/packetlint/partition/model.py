"""The model of a proposal: its parts with their paths, found by their ids, and the way back to places in the text."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.partition.javascript import UNDEFINED, field, identity
from packetlint.partition.schema import fields

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from packetlint.core.json_faults import JsonFault
    from packetlint.core.json_reader import JsonDocument, Path
    from packetlint.core.source import Source

_SOURCE_FIELD = "sourceTargetRef"
# List of the proposal -> what one of its elements is called, which is also its name in the schema.
_LISTS = {
    "targets": "target",
    "items": "item",
    "dispositions": "disposition",
    "transfers": "transfer",
    "semanticComparisons": "comparison",
    "gaps": "gap",
}
_NAMES = {"target": "targetRef", "item": "itemId", "disposition": "itemId", "transfer": "itemId", "gap": "code"}


class Part(NamedTuple):
    """One element of a list of the proposal, as it stands: `raw` is the value, object or not."""

    kind: str
    path: Path
    raw: Any

    def get(self, name: str) -> Any:
        """Give a field, UNDEFINED where there is none."""
        return field(self.raw, name)

    def listed(self, name: str) -> list[Any]:
        """Give a field that is a list; the empty list where it is none."""
        value = field(self.raw, name)
        return value if isinstance(value, list) else []

    def at(self, *names: str | int) -> Path:
        """Give the path of something inside."""
        return (*self.path, *names)

    @property
    def label(self) -> str:
        """Name the part in a message: its kind and its id, or its number where it has no id."""
        name = self.get(_NAMES.get(self.kind, ""))
        return f"{self.kind} `{name}`" if isinstance(name, str) else f"{self.kind} {self.path[-1]}"

    @property
    def item_label(self) -> str:
        """Name the item a part is about."""
        name = self.get("itemId")
        return f"item `{name}`" if isinstance(name, str) else f"the item of {self.label}"


class Parts:
    """The lists of a proposal. Of several parts with one id the last counts, as in a JavaScript Map."""

    def __init__(self, value: dict[str, Any]) -> None:
        """Read the proposal's value; a list that is none is empty."""
        self.value = value
        self.mode = field(value, "mode")
        self.result = field(value, "result")
        self.targets = self._read("targets")
        self.items = self._read("items")
        self.dispositions = self._read("dispositions")
        self.transfers = self._read("transfers")
        self.comparisons = self._read("semanticComparisons")
        self.gaps = self._read("gaps")

    def _read(self, name: str) -> list[Part]:
        values = field(self.value, name)
        kind = _LISTS[name]
        return [Part(kind, (name, index), raw) for index, raw in enumerate(values)] if isinstance(values, list) else []

    def of_kind(self, kind: str) -> list[Part]:
        """Give the parts of a kind."""
        return {
            "target": self.targets,
            "item": self.items,
            "disposition": self.dispositions,
            "transfer": self.transfers,
            "comparison": self.comparisons,
            "gap": self.gaps,
        }[kind]

    def at(self, path: Path) -> Part | None:
        """Give the part that a path leads to or into; None for the proposal's own fields."""
        if len(path) < 2 or path[0] not in _LISTS or not isinstance(path[1], int):
            return None
        return self.of_kind(_LISTS[str(path[0])])[path[1]]

    @cached_property
    def target_of(self) -> dict[Hashable, Part]:
        """Give the targets by targetRef."""
        return {identity(target.get("targetRef")): target for target in self.targets}

    @cached_property
    def item_of(self) -> dict[Hashable, Part]:
        """Give the items by itemId."""
        return {identity(item.get("itemId")): item for item in self.items}

    @cached_property
    def disposition_of(self) -> dict[Hashable, Part]:
        """Give the dispositions by itemId."""
        return {identity(disposition.get("itemId")): disposition for disposition in self.dispositions}

    @cached_property
    def edges_of(self) -> dict[Hashable, list[Part]]:
        """Give the transfers of each itemId."""
        edges: dict[Hashable, list[Part]] = {}
        for transfer in self.transfers:
            edges.setdefault(identity(transfer.get("itemId")), []).append(transfer)
        return edges

    def placed(self) -> Iterator[tuple[Part, Part, Part, int]]:
        """Yield each item that is given to a target, with both: disposition, item, target, index of the targetRef."""
        for key, disposition in self.disposition_of.items():
            item = self.item_of.get(key)
            if item is not None and disposition.get("disposition") in ("ASSIGNED", "TRANSFERRED"):
                for index, reference in enumerate(disposition.listed("targetRefs")):
                    target = self.target_of.get(identity(reference))
                    if target is not None:
                        yield disposition, item, target, index


class Unclosed(NamedTuple):
    """A value that should be an object with exactly the fields of its definition, and is not."""

    label: str
    path: Path
    raw: Any
    fields: frozenset[str]

    @property
    def missing(self) -> list[str]:
        """List the fields that an object lacks, in a fixed order."""
        return sorted(self.fields - self.raw.keys())


class Proposal:
    """One proposal: the document it stands in, or the fault for which it cannot be read.

    `parts` are all there is; `judged` are those the contract's words are for: nothing, where the outermost
    object is not closed correctly, because the validation the words come from stops there.
    """

    def __init__(self, source: Source, document: JsonDocument | None, fault: JsonFault | None = None) -> None:
        """Take a document whose value is an object, or a fault."""
        self.source = source
        self.fault = fault
        self.document = document
        self.value: dict[str, Any] = document.value if document else {}
        self.parts = Parts(self.value)

    @cached_property
    def is_closed(self) -> bool:
        """Say whether the outermost object has its fields and no others."""
        return self.document is not None and self.value.keys() == frozenset(fields(""))

    @cached_property
    def judged(self) -> Parts:
        """Give the parts the contract's words are for."""
        return self.parts if self.is_closed else Parts({})

    @cached_property
    def is_older(self) -> bool:
        """Say whether this is revision 2.0.0 or 2.0.1, in which no disposition has a `sourceTargetRef`."""
        objects = [disposition.raw for disposition in self.parts.dispositions if isinstance(disposition.raw, dict)]
        return bool(objects) and not any(_SOURCE_FIELD in raw for raw in objects)

    @cached_property
    def newest(self) -> dict[str, Any]:
        """Give the value as revision 2.0.2 would have it, for the schema: an older form with null as every source."""
        if not self.is_older:
            return self.value
        raws = [{**part.raw, _SOURCE_FIELD: None} if isinstance(part.raw, dict) else part.raw for part in self.parts.dispositions]
        return {**self.value, "dispositions": raws}

    @cached_property
    def unclosed(self) -> list[Unclosed]:
        """List what is not the closed object it should be. Below an outermost object that is none, nothing is looked at."""
        if self.document is None:
            return []
        if not self.is_closed:
            return [Unclosed("the proposal", (), self.value, frozenset(fields("")))]
        return [found for kind in _LISTS.values() for found in self._unclosed(kind)]

    @cached_property
    def unclosed_paths(self) -> frozenset[Path]:
        """Give the paths of what is not closed."""
        return frozenset(unclosed.path for unclosed in self.unclosed)

    def _unclosed(self, kind: str) -> Iterator[Unclosed]:
        known = frozenset(fields(kind)) - ({_SOURCE_FIELD} if kind == "disposition" and self.is_older else set())
        for part in self.parts.of_kind(kind):
            if not _is_closed(part.raw, known):
                yield Unclosed(part.label, part.path, part.raw, known)
            if kind == "item" and isinstance(part.raw, dict):
                yield from _unclosed_inside(part)

    def lone_surrogates(self) -> Iterator[tuple[int, int]]:
        """Yield the spans of escapes that are half a character."""
        if "\\ud" not in self.source.text and "\\uD" not in self.source.text:
            return iter(())
        from packetlint.core.json_faults import lone_surrogates

        return lone_surrogates(self.source.text)

    # -- places --------------------------------------------------------------------------------

    def span(self, path: Path, *, on_key: bool = False) -> tuple[int, int]:
        """Give the offsets to point at for a path, or for the deepest part of it that is there.

        A list or an object is pointed at by its key, an element without one by its first character.
        """
        assert self.document is not None
        place, found = self.document.nearest(path)
        is_plain = place.inside is None and len(found) == len(path)
        if place.key_start >= 0 and (on_key or not is_plain):
            return place.key_start, place.key_end
        return (place.start, place.end) if place.inside is None else (place.start, place.start + 1)

    def line(self, path: Path) -> int:
        """Give the line a path begins on."""
        return self.source.position(self.span(path)[0])[0]

    def pointer(self, path: Path) -> str:
        """Give the JSON pointer of a path, or of the deepest part of it that is there."""
        from packetlint.core.json_reader import pointer

        assert self.document is not None
        return pointer(self.document.nearest(path)[1])


def _is_closed(raw: Any, known: frozenset[str]) -> bool:
    return isinstance(raw, dict) and raw.keys() == known


def _unclosed_inside(item: Part) -> Iterator[Unclosed]:
    """Yield the objects of an item that are not closed. A retrieval space may be null; that it is absent, its item says."""
    for name, kind, words in (("authority", "authority", "authority"), ("retrievalSpace", "space", "retrieval space")):
        raw, known = item.get(name), frozenset(fields(kind))
        is_left_out = kind == "space" and (raw is None or raw is UNDEFINED)
        if not is_left_out and not _is_closed(raw, known):
            yield Unclosed(f"the {words} of {item.label}", item.at(name), raw, known)
