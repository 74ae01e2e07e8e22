"""The schemas: closed, of one answer with the library, and silent where a rule of its own speaks."""

from __future__ import annotations

import copy
import random
from importlib import import_module
from typing import Any

import pytest
from proposals import broken, digest, findings, inventory, item, sealed, sound, space, target

from packetlint.core.json_verdict import compile_schema, is_unique
from packetlint.partition.schema import Name, is_valid, load_schema, violations

_ROUNDS = 1500
_VALUES: list[Any] = [None, True, False, 0, -1, 1.0, 1.5, 10**30, "", "x", "x" * 80, "NONE", digest("a"), digest("a") + "\n", [], {}]
_VALUES += [["x"], ["x", "x"], [None], [1, True], [digest("a"), digest("b")], [{}], {"itemId": "x"}, space(), item("y"), target("z")]


def _mutated(value: Any, source: random.Random) -> Any:
    """Change one place, mostly deep inside."""
    value = copy.deepcopy(value)
    holder = value
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key: Any = source.choice(keys)
        if isinstance(holder[key], dict | list) and holder[key] and source.random() < 0.9:
            holder = holder[key]
            continue
        if source.random() < 0.2:
            del holder[key]
        else:
            holder[key] = copy.deepcopy(source.choice(_VALUES))
        return value


@pytest.mark.parametrize(("name", "valid"), [("proposal", sealed(sound())), ("ir", inventory())])
def test_the_verdict_and_the_library_have_one_answer(name: Name, valid: dict[str, Any]) -> None:
    library = import_module("jsonschema").Draft202012Validator(load_schema(name))
    source = random.Random(3)
    answers = {True: 0, False: 0}
    assert is_valid(name, valid)
    for _ in range(_ROUNDS):
        value = _mutated(valid, source)
        answer = is_valid(name, value)
        answers[answer] += 1
        assert library.is_valid(value) == answer
        assert (list(violations(name, value)) == []) == answer
    assert min(answers.values()) > _ROUNDS // 20, "both answers have to occur"


@pytest.mark.parametrize("name", ["proposal", "ir"])
def test_a_schema_is_one_by_the_library_and_describes_its_objects(name: Name) -> None:
    schema = load_schema(name)
    import_module("jsonschema").Draft202012Validator.check_schema(schema)
    closed = [each for each in [schema, *schema["$defs"].values()] if "properties" in each]
    assert [each["title"] for each in closed if each["additionalProperties"] is not False] == []
    assert [each["title"] for each in closed if each["required"] != list(each["properties"])] == []
    assert [each["title"] for each in closed if not each["description"].endswith(".")] == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "format": "date"},
        {"type": "object", "properties": {}},
        {"enum": [1]},
        {"type": "integer", "multipleOf": 2},
        {"$ref": "#/$defs/a", "type": "string", "$defs": {"a": {"type": "string"}}},
    ],
)
def test_what_no_verdict_can_be_made_of_is_refused_at_once(schema: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"keywords|constant|closed"):
        compile_schema(schema)


def test_equal_values_are_equal_as_json_has_it() -> None:
    assert is_unique([1, True, 0, False, "1", [1], [True], {"a": 1}, {"a": True}, None])
    assert not is_unique(["a", "a"])
    assert not is_unique([1, 1.0])
    assert not is_unique([{"a": [1], "b": 2}, {"b": 2, "a": [1]}])


_SCHEMA_ONLY: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("result",), "MAYBE", "`result` is `MAYBE`, none of FEASIBLE, INFEASIBLE, UNKNOWN"),
    (("gaps",), None, "`gaps` is null, not a list"),
    (("items", 1, "scope"), 7, "`scope` of item `source` is the number 7, not a string"),
    (("items", 1, "obligationState"), "LATE", "`obligationState` of item `source` is `LATE`, none of NONE, OPEN, BLOCKED, CLOSED"),
    (
        ("items", 1, "contentDigest"),
        "sha256:AB",
        "`contentDigest` of item `source` is `sha256:AB`, no digest: `sha256:` and 64 hex digits in lower case",
    ),
    (("items", 1, "authority", "audience"), ["a", "a"], "`authority.audience` of item `source` has a value twice"),
    (("items", 1, "authority", "audience"), [1], "element 0 of `authority.audience` of item `source` is the number 1, not a string"),
    (("dispositions", 0, "reasonCode"), None, "`reasonCode` of disposition `guidance` is null, not a string"),
]


@pytest.mark.parametrize(("path", "value", "message"), _SCHEMA_ONLY)
def test_a_schema_fault_names_the_value_what_it_belongs_to_and_what_it_should_be(
    path: tuple[str | int, ...], value: Any, message: str
) -> None:
    def change(proposal: dict[str, Any]) -> None:
        holder: Any = proposal
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = value

    reported = [found.message for found in findings(broken(change)) if found.rule == "partition/schema"]
    assert reported == [message]


def test_what_a_rule_of_its_own_reports_the_schema_does_not_say_again() -> None:
    def change(proposal: dict[str, Any]) -> None:
        proposal["schemaVersion"] = 2
        proposal["policyDigest"] = ""
        proposal["result"] = "SPAWN"
        proposal["targets"][0]["capacityTokens"] = None
        proposal["items"][1]["tokenEstimate"] = -1
        proposal["items"][2]["extra"] = 1
        proposal["transfers"][0]["disclosureProofRef"] = ""

    assert "partition/schema" not in {found.rule for found in findings(broken(change))}


def test_inside_a_proposal_that_is_not_closed_the_schema_says_everything() -> None:
    def change(proposal: dict[str, Any]) -> None:
        del proposal["gaps"]
        del proposal["items"][1]["kind"]
        proposal["items"][2]["extra"] = 1
        proposal["targets"][0]["capacityTokens"] = -1

    reported = [found.message for found in findings(broken(change)) if found.rule == "partition/schema"]
    assert reported == [
        "`capacityTokens` of target `body:a` is the number -1, less than 0",
        "item `source` has no `kind`",
        "item `review` has `extra`, which the schema does not know",
    ]
