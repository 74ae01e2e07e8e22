"""The configuration's JSON Schema: the one truth about its keys, their types and their meaning.

`docs/generate.py` writes it to `packetlint.schema.json`, which ships with the package. `config.py` checks
a configuration against this value with `check_value`, because importing a schema library would cost a
hook more than the rest of its run; a test holds both verdicts together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.quoting import short

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_RULES = {"type": "array", "items": {"type": "string"}}
_SEVERITY = {"enum": ["error", "warning"]}
_WHERE = {"enum": ["everywhere", "narrative", "outside-fences"]}

_BRIEF_NAMES = (
    "Task", "Parent", "Scope", "Size", "Decisions Made", "Constraints", "Already Tried", "Type Surface", "Files Touched",
    "Acceptance Criteria", "Out of scope", "Progress", "Category", "Summary", "Current behavior", "Desired behavior",
    "Key interfaces",
)  # fmt: skip

_SMELL = {
    "type": "object",
    "description": "An expression of your own that no brief may match.",
    "additionalProperties": False,
    "required": ["pattern", "message"],
    "properties": {
        "pattern": {"type": "string", "description": "A regular expression in the syntax of the `regex` library."},
        "message": {"type": "string", "description": "What is wrong with a match."},
        "severity": {**_SEVERITY, "description": "How bad it is; `error` by default."},
        "where": {**_WHERE, "description": "Where to look: everywhere (the default), outside fences, or in the narrative only."},
    },
}

_BRIEF = {
    "type": "object",
    "description": "Briefs: labels in other languages, more categories, a token budget.",
    "additionalProperties": False,
    "properties": {
        "labels": {
            "type": "object",
            "description": "Names of labels and sections in your language, each with the English name it stands for.",
            "additionalProperties": {"type": "string"},
        },
        "categories": {**_RULES, "description": "Categories besides bug, enhancement and refactor."},
        "budget": {"type": "integer", "minimum": 1, "description": "Most tokens a brief may have, instead of 2000."},
        "async-paths": {**_RULES, "description": "Paths whose briefs wait to be read, so that an agent brief belongs there."},
    },
}

_LINKS = {
    "type": "object",
    "description": "Links: where trees are rooted, and more roles.",
    "additionalProperties": False,
    "properties": {
        "roots": {**_RULES, "description": "Directories that are roots of trees, from the directory of this file."},
        "roles": {**_RULES, "description": "Roles besides the six that every tree knows."},
    },
}

_PACKET = {
    "type": "object",
    "description": "Packets: how strictly those that were written by hand are judged.",
    "additionalProperties": False,
    "properties": {
        "strict": {"type": "boolean", "description": "Hold packets that were written by hand to every rule; false by default."},
    },
}

_TOKENS = {
    "type": "object",
    "description": "How tokens are estimated.",
    "additionalProperties": False,
    "properties": {
        "ratio": {"type": "number", "minimum": 0.1, "maximum": 100, "description": "Characters a token; 4 by default."},
        "file": {"type": "string", "description": "A local encoding table, for an exact count (extra `tokens`)."},
    },
}

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "packetlint configuration",
    "description": "packetlint.toml, or [tool.packetlint] in pyproject.toml.",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "preset": {"enum": ["seed", "recommended"], "description": "`recommended` turns heuristic rules into warnings."},
        "select": {**_RULES, "description": "Rules to check: names, kinds or globs; all by default."},
        "ignore": {**_RULES, "description": "Rules not to check: names, kinds or globs."},
        "fail-on": {**_SEVERITY, "description": "The least severity that makes the run fail; `error` by default."},
        "per-file-ignores": {
            "type": "object",
            "description": "Path patterns, each with the rules not to check there.",
            "additionalProperties": _RULES,
        },
        "exclude": {**_RULES, "description": "Path patterns of files not to check at all."},
        "severity": {
            "type": "object",
            "description": "Rules, each with a severity of your own.",
            "additionalProperties": _SEVERITY,
        },
        "smells": {"type": "array", "description": "Expressions of your own for brief/custom-smell.", "items": _SMELL},
        "tokens": _TOKENS,
        "brief": _BRIEF,
        "links": _LINKS,
        "packet": _PACKET,
    },
}


class Fault(NamedTuple):
    """One value the schema refuses: the keys and indices that lead to it, and what is wrong."""

    path: tuple[str | int, ...]
    message: str


def check_value(value: object, schema: dict[str, Any], path: tuple[str | int, ...] = ()) -> Iterator[Fault]:
    """Yield what is wrong with a value, by the part of JSON Schema that SCHEMA uses."""
    if "enum" in schema:
        if value not in schema["enum"]:
            yield Fault(path, f"is none of {', '.join(schema['enum'])}{_nearest(value, schema['enum'])}")
        return
    if not _has_type(value, schema["type"]):
        yield Fault(path, f"is not {_ARTICLE[schema['type']]}")
    elif isinstance(value, dict):
        yield from _check_table(value, schema, path)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from check_value(item, schema["items"], (*path, index))
    elif isinstance(value, int | float):
        yield from _check_number(value, schema, path)


def _check_number(value: float, schema: dict[str, Any], path: tuple[str | int, ...]) -> Iterator[Fault]:
    """Yield a fault for a number out of bounds; `nan` is within none."""
    if "minimum" in schema and not value >= schema["minimum"]:
        yield Fault(path, f"is less than {schema['minimum']}")
    elif "maximum" in schema and value > schema["maximum"]:
        yield Fault(path, f"is more than {schema['maximum']}")


def check_labels(labels: dict[str, str]) -> Iterator[Fault]:
    """Yield the labels that stand for no name there is, in any case."""
    known = {name.casefold() for name in _BRIEF_NAMES}
    for own, english in labels.items():
        if " ".join(english.replace("-", " ").casefold().split()) not in known:
            yield Fault(("brief", "labels", own), f"stands for `{short(english)}`, which is no label{_nearest(english, _BRIEF_NAMES)}")


def _check_table(table: dict[str, object], schema: dict[str, Any], path: tuple[str | int, ...]) -> Iterator[Fault]:
    known = schema.get("properties", {})
    for key in schema.get("required", ()):
        if key not in table:
            yield Fault(path, f"has no `{key}`")
    for key, value in table.items():
        rest = schema.get("additionalProperties")
        if key in known:
            yield from check_value(value, known[key], (*path, key))
        elif isinstance(rest, dict):
            yield from check_value(value, rest, (*path, key))
        else:
            yield Fault((*path, key), _unknown_key(key, known))


def _unknown_key(key: str, known: dict[str, Any]) -> str:
    return f"is not a known key{_nearest(key, known)}"


def _nearest(word: object, known: Iterable[str]) -> str:
    from packetlint.core.nearest import nearest

    return nearest(short(word), known) if isinstance(word, str) else ""


_ARTICLE = {
    "string": "a string",
    "array": "a list",
    "object": "a table",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}
_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "array": (list,),
    "object": (dict,),
    "integer": (int,),
    "number": (int, float),
}


def _has_type(value: object, name: str) -> bool:
    """Say whether a value has a type of JSON Schema, to which 2.0 is a whole number too."""
    if name == "boolean":
        return isinstance(value, bool)
    is_whole = name == "integer" and isinstance(value, float) and value.is_integer()
    return is_whole or (isinstance(value, _TYPES[name]) and not isinstance(value, bool))
