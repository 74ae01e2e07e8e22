"""Compile a JSON Schema to a function that says whether a value is valid, and nothing more.

That is all a valid document needs, and importing a schema library costs more than judging it. The schema
stays the one truth: the library says why a document is not valid, and a test holds the two to one answer.
Only the part of draft 2020-12 that our schemas use is known; any other keyword is an error at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Verdict = Callable[[Any], bool]

_NOTES = frozenset(["$schema", "$id", "$defs", "title", "description"])


def compile_schema(schema: Mapping[str, Any], root: Mapping[str, Any] | None = None) -> Verdict:
    """Give the verdict of a schema, or of a part of `root`. Raises ValueError for a keyword that is not known here."""
    return _compile(schema, schema if root is None else root)


def _compile(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Verdict:
    if "$ref" in schema:
        _refuse_others(schema, {"$ref"})
        return _compile(resolve(schema["$ref"], root), root)
    if "const" in schema or "enum" in schema:
        _refuse_others(schema, {"const"} if "const" in schema else {"enum"})
        return _among(schema["enum"] if "enum" in schema else [schema["const"]])
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    _refuse_others(schema, {"type"}.union(*(_KEYWORDS[name] for name in types)))
    verdicts = [_COMPILERS[name](schema, root) for name in types]
    return verdicts[0] if len(verdicts) == 1 else _either(*verdicts)


def _refuse_others(schema: Mapping[str, Any], known: set[str]) -> None:
    others = schema.keys() - known - _NOTES
    if others:
        raise ValueError(f"keywords that no verdict is made of: {sorted(others)}")


def resolve(reference: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Follow a `#/...` reference."""
    here: Any = root
    for step in reference.removeprefix("#/").split("/"):
        here = here[step]
    found: Mapping[str, Any] = here
    return found


def _either(one: Verdict, other: Verdict) -> Verdict:
    return lambda value: one(value) or other(value)


def _among(constants: list[str]) -> Verdict:
    if not all(isinstance(constant, str) for constant in constants):
        raise ValueError("a constant that is no string")  # 1 and True are equal in Python
    known = frozenset(constants)
    return lambda value: isinstance(value, str) and value in known


def _boolean(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Verdict:
    return lambda value: isinstance(value, bool)


def _null(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Verdict:
    return lambda value: value is None


def _integer(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Verdict:
    least = schema.get("minimum", float("-inf"))

    def verdict(value: Any) -> bool:
        if type(value) is int:
            return bool(value >= least)
        return type(value) is float and value.is_integer() and value >= least

    return verdict


def _string(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Verdict:
    least, most = schema.get("minLength", 0), schema.get("maxLength", float("inf"))
    search = re.compile(schema["pattern"]).search if "pattern" in schema else None

    def verdict(value: Any) -> bool:
        return isinstance(value, str) and least <= len(value) <= most and (search is None or search(value) is not None)

    return verdict


def _array(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Verdict:
    item = _compile(schema["items"], root)
    least, is_set = schema.get("minItems", 0), schema.get("uniqueItems", False)

    def verdict(value: Any) -> bool:
        return isinstance(value, list) and len(value) >= least and all(map(item, value)) and (not is_set or is_unique(value))

    return verdict


def is_unique(values: list[Any]) -> bool:
    """Say whether no two values are equal as JSON; linear for strings and numbers, whatever else there is."""
    plain = [value for value in values if isinstance(value, str)]
    if len(set(plain)) < len(plain):
        return False
    others = [_frozen(value) for value in values if not isinstance(value, str)]
    return len(set(others)) == len(others)


def _frozen(value: Any) -> Any:
    """Give a value that can be hashed, and is equal where the other is equal as JSON."""
    if isinstance(value, list):
        return ("list", *map(_frozen, value))
    if isinstance(value, dict):
        return ("dict", frozenset((key, _frozen(member)) for key, member in value.items()))
    return ("bool", value) if isinstance(value, bool) else value


def _object(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Verdict:
    if schema.get("additionalProperties") is not False:
        raise ValueError("an object that is not closed")
    known = {name: _compile(inner, root) for name, inner in schema["properties"].items()}
    required = frozenset(schema.get("required", ()))

    def verdict(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and required <= value.keys()
            and value.keys() <= known.keys()
            and all(known[name](member) for name, member in value.items())
        )

    return verdict


_COMPILERS = {"array": _array, "boolean": _boolean, "integer": _integer, "null": _null, "object": _object, "string": _string}
_KEYWORDS: dict[str, set[str]] = {
    "array": {"items", "minItems", "uniqueItems"},
    "boolean": set(),
    "integer": {"minimum"},
    "null": set(),
    "object": {"additionalProperties", "properties", "required"},
    "string": {"maxLength", "minLength", "pattern"},
}
