"""The JSON Schemas of proposals and IRs: what is in them, the fast verdict, and the reasons for a bad one.

The schemas are files of this package. `ir.schema.json` refers to the proposal's items and targets by
relative references; here the two are made one, so that nothing has to be looked up elsewhere.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from packetlint.core.json_reader import Path

Name = Literal["proposal", "ir"]

_PROPOSAL = "proposal.schema.json"


class Violation(NamedTuple):
    """One value that a schema refuses: its path, the keyword that refuses it, and what is wrong with it.

    The message goes on after the value's name: `is none of A, B`.
    """

    path: Path
    keyword: str
    message: str


@cache
def load_schema(name: Name) -> dict[str, Any]:
    """Read a schema; its references all lead inside it."""
    import json

    path = f"{__file__.rpartition('schema')[0]}{name}.schema.json"
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - pathlib costs a hook's start
        text = file.read()
    schema: dict[str, Any] = json.loads(text.replace(f'"{_PROPOSAL}#', '"#'))
    if name != "proposal":
        schema["$defs"] = {**load_schema("proposal")["$defs"], **schema["$defs"]}
    return schema


@cache
def fields(definition: str) -> tuple[str, ...]:
    """Give the fields of a definition of the proposal's schema (of the proposal itself: the empty name), in contract order."""
    schema = load_schema("proposal")
    return tuple((schema["$defs"][definition] if definition else schema)["required"])


@cache
def _verdict(name: Name) -> Callable[[Any], bool]:
    from packetlint.core.json_verdict import compile_schema

    return compile_schema(load_schema(name))


def is_valid(name: Name, value: Any) -> bool:
    """Say whether a value is as its schema has it; importing no library."""
    return _verdict(name)(value)


def violations(name: Name, value: Any) -> Iterator[Violation]:
    """Yield what the schema refuses, in order: at each place that which says most."""
    by_path: dict[Path, list[Any]] = {}
    for error in _validator(name).iter_errors(value):
        by_path.setdefault(tuple(error.absolute_path), []).append(error)
    for path, errors in by_path.items():
        for keyword in _OF_MEMBERS:
            yield from [Violation(path, keyword, _say(error)) for error in errors if error.validator == keyword][:1]
        rest = [error for error in errors if error.validator not in _OF_MEMBERS]
        if rest:
            best = _library().exceptions.best_match(rest)
            yield Violation(path, best.validator, _say(best))


_OF_MEMBERS = ("required", "additionalProperties")  # what is wrong with one member hides no other


def _library() -> Any:
    from importlib import import_module

    return import_module("jsonschema")  # 0.2 s, which only an invalid document has to pay


@cache
def _validator(name: Name) -> Any:
    """Give the library's validator, which looks only into what the verdict refuses: most of a large document is valid."""
    from packetlint.core.json_verdict import compile_schema, is_unique

    library, schema = _library(), load_schema(name)
    verdicts: dict[int, Callable[[Any], bool]] = {}

    def refuses(part: dict[str, Any], value: Any) -> bool:
        verdict = verdicts.get(id(part)) or verdicts.setdefault(id(part), compile_schema(part, schema))
        return not verdict(value)

    def items(validator: Any, part: Any, value: Any, _: Any) -> Iterator[Any]:
        for index, item in enumerate(value if isinstance(value, list) else ()):
            if refuses(part, item):
                yield from validator.descend(item, part, path=index)

    def properties(validator: Any, parts: Any, value: Any, _: Any) -> Iterator[Any]:
        for key, member in value.items() if isinstance(value, dict) else ():
            if key in parts and refuses(parts[key], member):
                yield from validator.descend(member, parts[key], path=key, schema_path=key)

    def unique(validator: Any, part: Any, value: Any, _: Any) -> Iterator[Any]:
        if isinstance(value, list) and not is_unique(value):  # the library's own takes quadratic time for mixed lists
            yield library.ValidationError("has a value twice")

    own = {"items": items, "properties": properties, "uniqueItems": unique}
    return library.validators.extend(library.Draft202012Validator, own)(schema)


def _say(error: Any) -> str:
    wanted, value = error.validator_value, error.instance
    if error.validator == "required":
        return f"has no {_listed(name for name in wanted if name not in value)}"
    if error.validator == "additionalProperties":
        return f"has {_listed(name for name in value if name not in error.schema['properties'])}, which the schema does not know"
    if error.validator == "type":
        return f"is {shown(value)}, not {' or '.join(_ARTICLES[name] for name in ([wanted] if isinstance(wanted, str) else wanted))}"
    if error.validator in ("enum", "const"):
        return f"is {shown(value)}, none of {', '.join(wanted)}" if error.validator == "enum" else f"is {shown(value)}, not `{wanted}`"
    if error.validator in ("pattern", "maxLength"):
        return f"is {shown(value)}, no digest: `sha256:` and 64 hex digits in lower case"
    if error.validator == "minimum":
        return f"is {shown(value)}, less than {wanted}"
    return "has a value twice" if error.validator == "uniqueItems" else "is empty"


def _listed(names: Iterator[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


_ARTICLES = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "object": "an object",
    "string": "a string",
}
_SHOWN = 72


def shown(value: object) -> str:
    """Show a value in a message: a text as it is, if it is short enough to be read; of a list or an object only what it is."""
    if isinstance(value, str):
        return (f"`{value}`" if len(value) <= _SHOWN else f"`{value[:_SHOWN]}...`") if value else "the empty text"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    from packetlint.partition.javascript import UNDEFINED, as_text

    if value is UNDEFINED:
        return "missing"
    return f"the number {as_text(value)}" if isinstance(value, int | float) and not isinstance(value, bool) else as_text(value)
