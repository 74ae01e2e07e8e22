"""The schemas of `.geas` files: what they refuse and where, the library's same answer, and nothing a real file would hit."""

from __future__ import annotations

import copy
import random
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest
from packets import Files, contract

from packetlint.core.json_reader import pointer
from packetlint.packet.artifact import read_artifact
from packetlint.packet.schema import NAMES, Name, check, faults, load_schema
from packetlint.packet.verdict import violations

if TYPE_CHECKING:
    from collections.abc import Iterator

_META = {
    "version": "1.0",
    "artifact_type": "memory_packet",
    "artifact_id": "mp",
    "producer_type": "x",
    "created_at": "2026-03-02T08:00:00Z",
}
_SOUND: dict[Name, dict[str, Any]] = {
    "contract": contract(prohibited_paths=["db/"], depends_on=["t0"], base_snapshot="abc", task_kind="implementation"),
    "evidence": {
        "summary": "done",
        "agent": "qa-engineer",
        "criteria_results": [{"criterion": "c", "passed": True}],
        "self_check": {"confidence": 4, "known_risks": ["r", {"description": "s"}]},
        "rubric_scores": [{"dimension": "d", "score": 3.5}],
        "verdict": "pass",
        "concerns": [],
        "created_at": "2026-03-02T08:00:00+09:00",
    },
    "record": {
        "task_id": "t1",
        "implementation_contract": {"status": "approved", "planned_actions": ["a"], "approved_by": ["x"]},
        "gate_result": {"verdict": "pass", "rubric_scores": [], "blocking_dimensions": []},
        "challenge_review": {"concerns": [{"severity": "blocking", "description": "c", "blocking": True}]},
        "closure": {
            "change_summary": "c",
            "reviews": [{"reviewer_type": "qa_engineer", "status": "approved"}],
            "open_risks": [],
            "debt_items": ["d"],
        },
        "verdict": {"verdict": "pass", "rationale": "r"},
    },
    "decision": {
        "decision_id": "d",
        "decision": "x",
        "rationale": "y",
        "related_task_id": ["t1"],
        "human_confirmed": True,
        "severity": None,
    },
    "implementation-contract": {"status": "draft", "planned_actions": ["a"], "edge_cases": [], "known_risks": ["r"]},
    "mission-spec": {"mission": "m", "done_when": "d", "scope": {"in": ["a"], "out": []}, "risk_notes": ["r"], "scope_in": ["a"]},
    "design-brief": {
        "chosen_approach": "c",
        "architecture_decisions": [{"decision": "d", "rationale": "r"}, "text"],
        "risks": [{"description": "r"}],
    },
    "run-state": {"phase": "building", "mission_id": "m", "current_task_id": None},
    "debt-register": {"items": [{"debt_id": "D", "title": "t", "status": "open"}]},
    "memory-entry": {
        "meta": {"created_at": "2026-03-02"},
        "memory_id": "m",
        "memory_type": "ux_pattern",
        "state": "stable",
        "title": "t",
        "summary": "s",
        "scope": "task",
        "evidence_refs": ["t1"],
        "signals": {"confidence": 0.5, "contradiction_count": 0},
        "superseded_by": None,
        "tags": [],
    },
    "memory-index": {"entries": [{"memory_id": "m", "state": "stable", "confidence": 1, "tags": ["x"]}]},
    "memory-log": {"memory_id": "m", "task_id": "t1", "effect": "positive"},
    "memory-packet": {
        "meta": _META,
        "packet_id": "mp",
        "target_agent_type": "qa_engineer",
        "target_task_id": "t1",
        "pinned_items": [],
        "applicable_memory_ids": ["a", "b"],
        "caution_items": [],
        "suppressed_memory_ids": [],
        "assembly_reason": "r",
    },
}
_KNOWN = {"$schema", "$ref", "$defs", "title", "description", "type", "properties", "required", "items", "enum", "const"}
_KNOWN |= {"pattern", "minimum", "maximum", "minItems", "uniqueItems"}
_VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    1.0,
    0.5,
    7,
    "",
    " ",
    "x",
    "high",
    "2026-03-02",
    "2026-03-02\n",
    [],
    {},
    ["x"],
    ["x", "x"],
    [None],
    [1],
    {"x": 1},
]


def _parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield a schema and every schema in it."""
    yield schema
    for inside in (*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()):
        yield from _parts(inside)
    if "items" in schema:
        yield from _parts(schema["items"])


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_one_by_the_library_and_each_part_is_described(name: Name) -> None:
    schema = load_schema(name)
    import_module("jsonschema").Draft202012Validator.check_schema(schema)
    for part in _parts(schema):
        assert set(part) <= _KNOWN
        assert "$ref" not in part or set(part) == {"$ref"}
        assert "$ref" in part or part["description"].endswith(".")
        assert "const" not in part or isinstance(part["const"], str)


def _mutated(value: Any, source: random.Random) -> Any:
    """Change one place, mostly deep inside."""
    value = copy.deepcopy(value)
    holder = value
    while True:
        key: Any = source.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        if isinstance(holder[key], dict | list) and holder[key] and source.random() < 0.7:
            holder = holder[key]
            continue
        if source.random() < 0.2:
            del holder[key]
        else:
            holder[key] = copy.deepcopy(source.choice(_VALUES))
        return value


@pytest.mark.parametrize("name", NAMES)
def test_the_verdict_and_the_library_have_one_answer(name: Name) -> None:
    schema = load_schema(name)
    library = import_module("jsonschema").Draft202012Validator(schema)
    source = random.Random(name)
    assert list(faults(name, _SOUND[name])) == []
    answers = {True: 0, False: 0}
    for _ in range(300):
        value = _mutated(_SOUND[name], source)
        found = list(violations(schema, value))
        answers[not found] += 1
        assert (not found) == library.is_valid(value), (value, found)
        places = {tuple(error.absolute_path) for error in library.iter_errors(value)}
        assert {each.path for each in found} <= places
    assert min(answers.values()) > 15, "both answers have to occur"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [None, [], "x", 3, True])
def test_what_is_no_object_is_refused_as_a_whole(name: Name, value: Any) -> None:
    ((path, message),) = faults(name, value)
    assert (path, message.endswith("not an object")) == ((), True)


_REFUSED: list[tuple[Name, dict[str, Any], str, str]] = [
    ("contract", {"goal": None}, "", "has no `goal`"),
    ("contract", {"goal": None, "title": None}, "", "has no `title`, `goal`"),
    ("contract", {"goal": " "}, "/goal", "is empty"),
    ("contract", {"acceptance_criteria": []}, "/acceptance_criteria", "is empty"),
    ("contract", {"acceptance_criteria": "one"}, "/acceptance_criteria", "is `one`, not a list"),
    ("contract", {"acceptance_criteria": ["a", 3]}, "/acceptance_criteria/1", "is the number 3, not a text"),
    ("contract", {"risk_level": "medium"}, "/risk_level", "is `medium`, none of `low`, `normal`, `high`, `critical`"),
    ("contract", {"artifact_type": "evidence"}, "/artifact_type", "is `evidence`, not `task_contract`"),
    ("contract", {"routing": {}}, "/routing", "has no `primary_worker_type`"),
    ("contract", {"rubric": {"dimensions": [{"name": "x", "threshold": "4"}]}}, "/rubric/dimensions/0/threshold", "is `4`, not a number"),
    ("contract", {"created_at": "yesterday"}, "/created_at", "is `yesterday`, which is not written as it should be"),
    ("contract", {"created_at": "2026-02-30T00:00:00Z"}, "/created_at", "is `2026-02-30T00:00:00Z`, a time that does not exist"),
    ("memory-entry", {"signals": {"confidence": 1.5}}, "/signals/confidence", "is the number 1.5, more than it can be"),
    (
        "memory-entry",
        {"signals": {"confidence": 1, "failed_reuses": -1}},
        "/signals/failed_reuses",
        "is the number -1, less than it can be",
    ),
    ("memory-entry", {"meta": {"created_at": "2026-13-01"}}, "/meta/created_at", "is `2026-13-01`, a time that does not exist"),
    ("memory-packet", {"applicable_memory_ids": ["a", "a"]}, "/applicable_memory_ids", "has a value twice"),
    ("memory-log", {"effect": None}, "/effect", "is null, none of `positive`, `neutral`, `negative`"),
    ("evidence", {"verdict": True}, "/verdict", "is true, not a text or an object or null"),
]


@pytest.mark.parametrize(("name", "fields", "place", "message"), _REFUSED)
def test_what_a_schema_refuses_is_said_with_its_place(name: Name, fields: dict[str, Any], place: str, message: str) -> None:
    value = contract(**fields) if name == "contract" else {**_SOUND[name], **fields}
    assert [(pointer(path), said) for path, said in faults(name, value)] == [(place, message)]


def _found(path: str, text: str) -> list[tuple[str, str, str]]:
    """Give what is wrong with a file: the text it is about, the pointer, the message."""
    artifact = read_artifact(path, Files({path: text}).read)
    return [(text[each.start : each.end], pointer(each.path), each.message) for each in check(artifact)]


def test_a_file_is_checked_with_the_places_in_its_text() -> None:
    text = '{"summary": "s", "summary": "t", "concerns": 4, "self_check.confidence": -1}'
    assert _found(".geas/missions/m/evidence/t/x.json", text) == [
        ('"summary"', "/summary", "`summary` is there twice; the last one counts"),
        ("4", "/concerns", "is the number 4, not a list or null"),
        ("-1", "/self_check/confidence", "is the number -1, less than it can be"),
    ]
    assert _found(".geas/state/run.json", '{"phase": NaN}') == [("NaN", "", "`NaN` is no JSON number")]
    assert _found(".geas/state/other.json", '{"phase": 3, "phase": 4}') == []


def test_a_part_of_a_record_among_the_evidence_is_checked_as_that_part() -> None:
    assert _found(".geas/missions/m/evidence/t/gate-result.json", '{"verdict": 4}') == [("4", "/verdict", "is the number 4, not a text")]
    assert _found(".geas/missions/m/evidence/t/x.json", '{"artifact_type": "final_verdict", "verdict": "pass"}') == []
    assert _found(".geas/missions/m/evidence/t/retrospective.json", '{"what_broke": []}') == []
