"""Read JSON as JavaScript would: the values at C speed, their places only when somebody asks.

Objects keep JavaScript's key order: integer-like keys first, ascending, then the others as they stand; a
repeated key keeps its first place and its last value. Numbers are doubles; a whole number up to 2**53 is an
`int` in Python. What `JSON.parse` refuses is refused, and so is nesting beyond DEPTH and a number beyond
the doubles.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from packetlint.core.json_faults import DEPTH, JsonFault

if TYPE_CHECKING:
    from packetlint.core.json_scan import Place, Scan
    from packetlint.core.source import Source

Path = tuple[str | int, ...]

_SAFE_DIGITS = 15
_INFINITE = (float("inf"), float("-inf"))
_INDEX_KEY = re.compile(r'"[0-9]+"[ \t\n\r]*:')
_ESCAPED_DIGIT = "\\u003"
_INDEX = re.compile(r"0|[1-9][0-9]{0,9}", re.ASCII)
_LAST_INDEX = 2**32 - 2


class JsonDocument:
    """A JSON text: its value, and on demand where each part of it stands."""

    def __init__(self, source: Source, value: Any, *, repeats: bool) -> None:
        """Take the value that was read; `repeats` says that some object has a key twice."""
        self.source = source
        self.value = value
        self.repeats = repeats

    @cached_property
    def scan(self) -> Scan:
        """Find all places; done once, when first asked for."""
        from packetlint.core.json_scan import scan

        return scan(self.source.text)

    def nearest(self, path: Path) -> tuple[Place, Path]:
        """Give the place of a path, or of the deepest part of it that is there, and that part."""
        place = self.scan.root
        for depth, step in enumerate(path):
            inside: Any = place.inside
            try:
                place = inside[step]
            except (KeyError, IndexError, TypeError):
                return place, path[:depth]
        return place, path


def read_json(source: Source) -> JsonDocument:
    """Read a text. Raises JsonFault, with the place, for what `JSON.parse` would not read."""
    if source.has_bom:
        raise JsonFault(0, 0, "the file begins with a byte-order mark, which JSON does not allow", "save it as UTF-8 without one")
    import json  # 5 ms, which only a run that reads JSON has to pay

    repeats: list[int] = []

    def to_dict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            repeats.append(len(pairs))
        return members

    try:
        value = json.loads(source.text, object_pairs_hook=to_dict, parse_int=_integer, parse_float=_double, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise _explained(source.text, str(error)) from None
    if _is_deep(source.text, value):
        raise _explained(source.text, "it is nested too deeply")
    if _INDEX_KEY.search(source.text) or _ESCAPED_DIGIT in source.text:
        value = _in_order(value)
    return JsonDocument(source, value, repeats=bool(repeats))


def _explained(text: str, otherwise: str) -> JsonFault:
    """Give the fault of a text that cannot be read, in our own words and with its place."""
    from packetlint.core.json_scan import scan

    try:
        scan(text)
    except JsonFault as fault:
        return fault
    return JsonFault(0, 0, f"the text is no JSON: {otherwise}")


def pointer(path: Path) -> str:
    """Give a path as a JSON pointer (RFC 6901)."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def _integer(spelling: str) -> int | float:
    return int(spelling) if len(spelling) <= _SAFE_DIGITS else _whole(_double(spelling))


def _whole(number: float) -> int | float:
    return int(number) if abs(number) <= 2**53 else number


def _double(spelling: str) -> float:
    number = float(spelling)
    if number in _INFINITE:
        raise ValueError(spelling)
    return number


def _refuse(constant: str) -> float:
    raise ValueError(constant)


def _is_deep(text: str, value: Any) -> bool:
    """Say whether a value is nested more than DEPTH deep."""
    if text.count("[") + text.count("{") <= DEPTH:
        return False
    level = [value]
    for _ in range(DEPTH):
        level = [inner for outer in level for inner in _contained(outer) if type(inner) in (dict, list)]
        if not level:
            return False
    return True


def _contained(value: Any) -> Any:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _in_order(value: Any) -> Any:
    """Put the integer-like keys of every object first, ascending, as JavaScript keeps them."""
    if isinstance(value, list):
        return [_in_order(item) for item in value]
    if not isinstance(value, dict):
        return value
    indices = sorted((key for key in value if _is_index(key)), key=int)
    return {key: _in_order(value[key]) for key in (*indices, *(key for key in value if not _is_index(key)))}


def _is_index(key: str) -> bool:
    return _INDEX.fullmatch(key) is not None and int(key) <= _LAST_INDEX
