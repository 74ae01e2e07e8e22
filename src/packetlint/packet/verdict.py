"""Judge a JSON value by a JSON Schema and say what is wrong, place by place, importing no library.

Only the part of draft 2020-12 that the schemas of this kind use is known; a test holds the answers to those of
a schema library, and another that no other keyword is used. Objects are open: unknown fields are never a fault.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.json_verdict import is_unique, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from packetlint.core.json_reader import Path

    Schema = Mapping[str, Any]


class Violation(NamedTuple):
    """A value that the schema refuses: its path, and what is wrong with it. The message goes on after the value's name."""

    path: Path
    message: str


def violations(schema: Schema, value: Any, root: Schema | None = None, path: Path = ()) -> Iterator[Violation]:
    """Yield what a schema refuses about a value, in the order of the document; nothing for a valid one."""
    root = schema if root is None else root
    if "$ref" in schema:
        yield from violations(resolve(schema["$ref"], root), value, root, path)
        return
    refusal = _refusal(schema, value)
    if refusal:
        yield Violation(path, refusal)
    elif isinstance(value, dict):
        yield from _of_members(schema, value, root, path)
    elif isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from violations(schema["items"], item, root, (*path, index))


def _of_members(schema: Schema, value: dict[str, Any], root: Schema, path: Path) -> Iterator[Violation]:
    missing = [name for name in schema.get("required", ()) if name not in value]
    if missing:
        yield Violation(path, f"has no {', '.join(f'`{name}`' for name in missing)}")
    known = schema.get("properties", {})
    for name, member in value.items():
        if name in known:
            yield from violations(known[name], member, root, (*path, name))


def _refusal(schema: Schema, value: Any) -> str:
    """Say what is wrong with the value itself, whatever is in it; empty if nothing is."""
    allowed = [schema["const"]] if "const" in schema else schema.get("enum")
    if allowed is not None and not (isinstance(value, str) and value in allowed):
        return f"is {shown(value)}, {'not' if len(allowed) == 1 else 'none of'} {', '.join(f'`{each}`' for each in allowed)}"
    types = schema.get("type", ())
    types = (types,) if isinstance(types, str) else types
    if types and not any(_TYPES[name](value) for name in types):
        return f"is {shown(value)}, not {' or '.join(_ARTICLES[name] for name in types)}"
    return _bounds(schema, value)


def _bounds(schema: Schema, value: Any) -> str:
    if isinstance(value, str) and "pattern" in schema and not _search(schema["pattern"])(value):
        return "is empty" if not value.strip() else f"is {shown(value)}, which is not written as it should be"
    if _is_number(value) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return f"is {shown(value)}, {'less' if value < schema.get('minimum', value) else 'more'} than it can be"
    if isinstance(value, list) and len(value) < schema.get("minItems", 0):
        return "is empty"
    if isinstance(value, list) and schema.get("uniqueItems") and not is_unique(value):
        return "has a value twice"
    return ""


@cache
def _search(pattern: str) -> Callable[[str], re.Match[str] | None]:
    return re.compile(pattern).search


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_integer(value: Any) -> bool:
    return _is_number(value) and (isinstance(value, int) or value.is_integer())


_TYPES: dict[str, Callable[[Any], bool]] = {
    "array": lambda value: isinstance(value, list),
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_integer,
    "null": lambda value: value is None,
    "number": _is_number,
    "object": lambda value: isinstance(value, dict),
    "string": lambda value: isinstance(value, str),
}
_ARTICLES = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a text",
}
_SHOWN = 60


def shown(value: object) -> str:
    """Show a value in a message: a text as it is, if it is short; of a list or an object only what it is."""
    if isinstance(value, str):
        return (f"`{value}`" if len(value) <= _SHOWN else f"`{value[:_SHOWN]}...`") if value else "the empty text"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return f"the number {value}"
