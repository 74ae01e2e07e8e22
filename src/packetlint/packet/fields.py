"""Look into JSON objects that people and agents wrote: take what is of the right type, pass over the rest.

A field may have several names; the first that holds something counts. Texts are given word for word; blank
ones count as missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.packet.model import Concern, Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from decimal import Decimal

# What an object that stands where a text is due calls its text.
_TEXTS = ("description", "text", "title", "name", "summary", "path", "file", "criterion", "command", "concern", "risk", "decision", "id")
_YES = ("true", "yes", "met", "pass", "passed")
_NO = ("false", "no", "unmet", "not_met", "fail", "failed")


class Fields(NamedTuple):
    """An object and where it stands; any other value is read as an object without fields."""

    value: Mapping[str, Any]
    place: Place

    def text(self, *names: str) -> str:
        """Give the first of the fields that is a text and not blank; else the empty text."""
        for name in names:
            value = self.value.get(name)
            if isinstance(value, str) and value and not value.isspace():
                return value
        return ""

    def texts(self, *names: str) -> tuple[str, ...]:
        """Give the texts of the first field that has any: a list of texts or of objects with one, or a single text."""
        for name in names:
            found = tuple(_texts(self.value.get(name)))
            if found:
                return found
        return ()

    def part(self, *names: str) -> Fields:
        """Give the first of the fields that is an object; else an empty one."""
        for name in names:
            value = self.value.get(name)
            if isinstance(value, dict):
                return Fields(value, self.place.at(name))
        return Fields({}, self.place.at(names[0]))

    def each(self, name: str) -> Iterator[Fields]:
        """Yield the objects of a list. A text in it counts as an object that has it for its `text`."""
        value = self.value.get(name)
        for index, item in enumerate(value if isinstance(value, list) else ()):
            place = self.place.at(name, index)
            if isinstance(item, dict):
                yield Fields(item, place)
            elif isinstance(item, str) and item.strip():
                yield Fields({"text": item}, place)

    def number(self, name: str) -> Decimal | None:
        """Give a number exactly as the file spells it."""
        from decimal import Decimal  # 3 ms, which only memory needs

        value = self.value.get(name)
        return Decimal(repr(value)) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def number_text(self, name: str) -> str:
        """Give a number as text: `4` for 4 and 4.0; a text is taken as it is."""
        value = self.value.get(name)
        if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
            return str(int(value))
        return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else self.text(name)

    def flag(self, *names: str) -> bool | None:
        """Give the first of the fields that says yes or no, as a boolean or in a usual word."""
        for name in names:
            value = self.value.get(name)
            if isinstance(value, bool):
                return value
            word = value.strip().lower() if isinstance(value, str) else ""
            if word in _YES or word in _NO:
                return word in _YES
        return None

    def concerns(self, name: str) -> tuple[Concern, ...]:
        """Give a list of risks or concerns: texts, or objects that say more of each; a single text is one."""
        alone = self.text(name)
        if alone:
            return (Concern(self.place.at(name), alone),)
        return tuple(concern for concern in map(_concern, self.each(name)) if concern.text)

    def time(self, name: str) -> str:
        """Give a timestamp, from the object itself or its `meta`."""
        return self.text(name) or self.part("meta").text(name)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        value = [value]
    for item in value if isinstance(value, list) else ():
        text = item if isinstance(item, str) else Fields(item, _NOWHERE).text(*_TEXTS) if isinstance(item, dict) else ""
        if text and not text.isspace():
            yield text


_NOWHERE = Place("")


def _concern(fields: Fields) -> Concern:
    severity = fields.text("severity")
    blocking = fields.flag("blocking") or severity.lower() == "blocking"
    return Concern(fields.place, fields.text(*_TEXTS), severity, fields.text("mitigation"), blocking)
