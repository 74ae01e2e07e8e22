"""The configuration's schema: a valid JSON Schema, and the same verdict from it and from the check a hook runs."""

from __future__ import annotations

from copy import deepcopy
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest
from examples import times
from hypothesis import given, settings
from hypothesis import strategies as st

from packetlint.core.config_schema import SCHEMA, check_value

if TYPE_CHECKING:
    from collections.abc import Iterator

# The library has no types; what is used of it is one class.
Validator: Any = import_module("jsonschema").Draft202012Validator

# JSON has no `nan`, so there is nothing to agree on; `check_value` finds it out of bounds.
_FLOATS = st.floats(allow_nan=False)
_TEXT = st.text(max_size=5)
_SCALARS = st.one_of(st.booleans(), st.integers(-3, 3), _FLOATS, _TEXT, st.datetimes(), st.dates(), st.times())
_ANYTHING = st.recursive(_SCALARS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_TEXT, inner, max_size=2), max_leaves=4)


def _valid(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Give values that a schema allows."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "array":
        return st.lists(_valid(schema["items"]), max_size=2)
    if schema["type"] == "object":
        return _table(schema)
    least, most = schema.get("minimum"), schema.get("maximum")
    numbers = st.integers(None if least is None else max(1, least), most)
    floats = st.floats(least, most, allow_nan=False)
    return {"string": _TEXT, "boolean": st.booleans(), "integer": numbers, "number": numbers | floats}[schema["type"]]


def _table(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    rest = schema["additionalProperties"]
    if isinstance(rest, dict):
        return st.dictionaries(_TEXT, _valid(rest), max_size=2)
    keys = {key: _valid(value) for key, value in schema["properties"].items()}
    required = {key: keys.pop(key) for key in schema.get("required", ())}
    return st.fixed_dictionaries(required, optional=keys)


VALID = _valid(SCHEMA)


@st.composite
def spoilt(draw: st.DrawFn) -> Any:
    """Give a valid configuration with one value replaced, dropped or added; some are still valid."""
    configuration = deepcopy(draw(VALID))
    container = draw(st.sampled_from([*_containers(configuration)]))
    other = draw(st.booleans() | st.integers(-3, 3) | _ANYTHING)
    if isinstance(container, list):
        container.insert(0, other)
        return configuration
    key = draw(st.sampled_from(["another", *container]))
    if draw(st.integers(0, 3)):
        container[key] = other
    else:
        container.pop(key, None)
    return configuration


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _containers(inner)


def _places(schema: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Yield every place of a configuration with its schema; `[]` is an item of a list, `*` any key of a table."""
    yield path, schema
    inner = dict(schema.get("properties", {}))
    if isinstance(schema.get("additionalProperties"), dict):
        inner["*"] = schema["additionalProperties"]
    if "items" in schema:
        inner["[]"] = schema["items"]
    for key, value in inner.items():
        yield from _places(value, (*path, key))


PLACES = list(_places(SCHEMA))


def test_the_schema_is_a_valid_json_schema() -> None:
    Validator.check_schema(SCHEMA)


def test_every_key_of_the_schema_is_described() -> None:
    tables = [SCHEMA, *(value for value in SCHEMA["properties"].values() if "properties" in value)]
    undescribed = [key for table in tables for key, value in table["properties"].items() if "description" not in value]
    assert undescribed == []


@given(VALID)
def test_a_valid_configuration_is_accepted_by_the_schema(configuration: Any) -> None:
    assert Validator(SCHEMA).is_valid(configuration)


@given(VALID)
def test_a_valid_configuration_is_accepted_by_the_check(configuration: Any) -> None:
    assert list(check_value(configuration, SCHEMA)) == []


@given(spoilt())
@settings(max_examples=times(80), deadline=None)
def test_schema_and_check_agree_on_a_configuration_with_one_value_changed(configuration: Any) -> None:
    assert Validator(SCHEMA).is_valid(configuration) == (list(check_value(configuration, SCHEMA)) == [])


@pytest.mark.parametrize(("path", "schema"), PLACES, ids=[".".join(path) for path, _ in PLACES])
@given(data=st.data())
@settings(max_examples=times(60), deadline=None)
def test_schema_and_check_agree_on_any_value_in_any_place(path: tuple[str, ...], schema: dict[str, Any], data: st.DataObject) -> None:
    configuration = data.draw(st.booleans() | st.integers(-3, 3) | _ANYTHING | _valid(schema))
    for key in reversed(path):
        configuration = [configuration] if key == "[]" else {key: configuration}
    assert Validator(SCHEMA).is_valid(configuration) == (list(check_value(configuration, SCHEMA)) == [])


def test_a_ratio_that_is_no_number_is_refused() -> None:
    assert [fault.message for fault in check_value({"tokens": {"ratio": float("nan")}}, SCHEMA)] == ["is less than 0.1"]
