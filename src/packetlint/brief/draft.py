"""Read a draft, the YAML that a brief is built from, and check it against its schema. Seed: context-pack, Output Format (v2)."""

from __future__ import annotations

import json
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.brief.plain_yaml import key_of, parse
from packetlint.core.errors import UsageError
from packetlint.core.nearest import nearest, nearest_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from packetlint.brief.model import Form
    from packetlint.brief.plain_yaml import KeyPath, Misread, Parsed

FORMS: tuple[Form, ...] = ("packet", "agent-brief")
_CALLED = {"packet": "a packet", "agent-brief": "an agent brief"}


class Draft(NamedTuple):
    """A valid draft: its form, its fields by name, its file's name, and the line of every value by keys and indices."""

    form: Form
    fields: Mapping[str, Any]
    name: str = "draft"
    lines: Mapping[KeyPath, int] = {}

    def error(self, path: KeyPath, message: str) -> UsageError:
        """Give the error for a field: one line that names file, line and field."""
        return _error(self.name, self.lines, path, message)


def load(name: str, raw: bytes, kind: Form | None = None) -> Draft:
    """Read the draft that goes by `name`; `kind` is the form it has to have, if that is settled.

    Raises UsageError, one line, for bytes that are no YAML, unknown fields, values of the wrong kind, and
    words that YAML would turn into a number, a date or a truth value.
    """
    parsed = parse(name, raw)
    if not isinstance(parsed.value, dict):
        what = "a list" if isinstance(parsed.value, list) else "a lone value"
        raise UsageError(f"{name}:{parsed.lines[()]}:1: a draft is a mapping of fields, not {what}")
    schema = load_schema()
    form = kind or _form(name, parsed.value, schema)
    for fault in _in_order(_check(parsed, form, schema), parsed.lines):
        raise _error(name, parsed.lines, fault.path, fault.message)
    return Draft(form, parsed.value, name, parsed.lines)


def load_schema() -> dict[str, Any]:
    """Give the JSON Schema of a draft, as it ships with the package."""
    schema: dict[str, Any] = json.loads(resources.files("packetlint.brief").joinpath("draft.schema.json").read_text("utf-8"))
    return schema


def _form(name: str, fields: Iterable[str], schema: Mapping[str, Any]) -> Form:
    """Find the form that the first telling field belongs to; a misspelled one counts as what it was meant to be."""
    known = {form: frozenset(schema["$defs"][form]["properties"]) for form in FORMS}
    every = frozenset().union(*known.values())
    meant = [field if field in every else nearest_word(field, every) for field in fields]
    for field in meant:
        owners = [form for form in FORMS if field in known[form]]
        if len(owners) == 1:
            return owners[0]
    raise UsageError(f"{name}: no field tells a packet from an agent brief; give `task` or `summary`, or say --kind")


class _Fault(NamedTuple):
    """One thing wrong: the keys and indices of the value, what is wrong with it, and whether it only lacks something."""

    path: KeyPath
    message: str
    lacks: bool = False


def _in_order(faults: Iterable[_Fault], lines: Mapping[KeyPath, int]) -> list[_Fault]:
    """Sort faults as they stand in the file; what is lacking comes last, for a misspelled field lacks the right one too."""
    return sorted(faults, key=lambda fault: (fault.lacks, _line(lines, fault.path), len(fault.path)))


def _error(name: str, lines: Mapping[KeyPath, int], path: KeyPath, message: str) -> UsageError:
    return UsageError(f"{name}:{_line(lines, path)}: `{key_of(path)}`: {message}")


def _line(lines: Mapping[KeyPath, int], path: KeyPath) -> int:
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def _check(parsed: Parsed, form: Form, schema: Mapping[str, Any]) -> Iterator[_Fault]:
    jsonschema: Any = import_module("jsonschema")  # which has no types, and costs more to import than a draft to read
    own = {"$defs": schema["$defs"], "$ref": f"#/$defs/{form}"}
    for error in jsonschema.Draft202012Validator(own).iter_errors(parsed.value):
        yield from _faults(error, parsed, form, schema["$defs"])


def _faults(error: Any, parsed: Parsed, form: Form, definitions: Mapping[str, Any]) -> Iterator[_Fault]:
    """Put a schema error into words. Of alternatives, only the one meant by the value's type is looked into."""
    path = tuple(error.absolute_path)
    if error.validator == "anyOf":
        meant = [inner for inner in error.context if _branch(inner) not in _excluded(error.context)]
        for inner in meant:
            yield from _faults(inner, parsed, form, definitions)
        if not meant:
            types = [alternative.get("type") or _type(alternative, definitions) for alternative in error.validator_value]
            yield _Fault(path, _mismatch(error.instance, types, parsed.misread.get(path)))
    elif error.validator == "additionalProperties":
        known = error.schema["properties"]
        for key in error.instance:
            if key not in known:
                yield _Fault((*path, key), _unknown(key, known, form if not path else None, definitions))
    else:
        yield _Fault(path, _wrong(error, parsed.misread.get(path)), lacks=error.validator == "required")


def _branch(error: Any) -> int:
    return int(error.schema_path[0])


def _excluded(errors: Sequence[Any]) -> set[int]:
    """Give the alternatives that are for values of another type."""
    return {_branch(error) for error in errors if error.validator == "type" and not error.relative_path}


def _type(alternative: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    return str(definitions[alternative["$ref"].rpartition("/")[2]]["type"])


def _unknown(key: str, known: Iterable[str], form: Form | None, definitions: Mapping[str, Any]) -> str:
    """Say that a field is unknown; `form` is set for a field of the draft itself, which may belong to the other form."""
    if form is None:
        hint = nearest(key, known) or f"; there are {', '.join(known)} (a text that holds `: ` needs quotes)"
        return f"unknown field{hint}"
    other = FORMS[form == FORMS[0]]
    if key in definitions[other]["properties"]:
        return f"belongs to {_CALLED[other]}, not to {_CALLED[form]}"
    return f"unknown field{nearest(key, known)}"


def _wrong(error: Any, misread: Misread | None) -> str:
    if error.validator == "type":
        return _mismatch(error.instance, [error.validator_value], misread)
    if error.validator == "enum":
        return _not_among(error.instance, error.validator_value)
    if error.validator == "required":
        missing = next(key for key in error.validator_value if key not in error.instance)
        return f"has no `{missing}`"
    return "is empty"


def _not_among(value: object, known: Sequence[str]) -> str:
    hint = nearest(value, known) if isinstance(value, str) else ""
    return f"is none of {', '.join(known)}{hint}"


_WORDS = {"string": "text", "array": "a list", "object": "a mapping", "boolean": "true or false"}
_ACTUAL = {str: "text", list: "a list", dict: "a mapping", bool: "true or false"}


def _mismatch(value: object, types: Sequence[str], misread: Misread | None) -> str:
    """Say what a value is and what was due, and how to write what was probably meant."""
    if misread and misread.spelling and "string" in types:
        return f"`{misread.spelling}` without quotes is read as {misread.read_as}; quote it"
    if value is None:
        return "is empty; write `[]` for an explicit (none)" if "array" in types else "is empty; fill it in, or leave it out"
    actual = misread.read_as if misread else _ACTUAL[type(value)]
    hint = ""
    if isinstance(value, dict) and "string" in types:
        hint = " (a text that holds `: ` needs quotes)"
    elif isinstance(value, str) and "array" in types:
        hint = "; begin each entry with `- `"
    return f"is {actual} where {' or '.join(_WORDS[name] for name in types)} is due{hint}"
