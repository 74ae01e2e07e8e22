"""What is found by comparison alone: conflicts, the decisions and the debt a task has to know."""

from __future__ import annotations

from typing import Any

import pytest
from packet_text import built, evidence, section

from packetlint.packet.paths import holds, is_path, named_in


def _conflicts(files: dict[str, Any], **fields: Any) -> list[str]:
    found = {
        tuple(section(built(files, role, **fields), "Conflicts")) for role in ("software_engineer", "qa_engineer", "security_engineer")
    }
    assert len(found) == 1, "every reader sees the same"
    return [line.removeprefix("- ") for line in found.pop()]


@pytest.mark.parametrize(
    ("changed", "fields", "said"),
    [
        ("src/upload/form.py", {}, []),
        ("./src/upload/form.py", {}, []),
        ("src/uploader.py", {}, ["qa changed `src/uploader.py`, which is outside the scope"]),
        ("infra/a.tf", {"prohibited_paths": ["infra"]}, ["qa changed `infra/a.tf`, which is under the prohibited path `infra`"]),
        (
            "src/upload/x.key",
            {"prohibited_paths": ["**/*.key"]},
            ["qa changed `src/upload/x.key`, which is under the prohibited path `**/*.key`"],
        ),
        ("web/a/b.ts", {"scope": {"paths": ["web/**/*.ts"]}}, []),
        ("web/a/b.js", {"scope": {"paths": ["web/**/*.ts"]}}, ["qa changed `web/a/b.js`, which is outside the scope"]),
        ("anything.py", {"scope": {"surfaces": []}}, []),
        ("anything.py", {"scope": {"surfaces": ["the upload form"]}}, []),
    ],
)
def test_changed_files_are_held_against_the_contract(changed: str, fields: dict[str, Any], said: list[str]) -> None:
    assert _conflicts({"evidence/t1/a.json": evidence("qa", role="implementer", files_changed=[changed])}, **fields) == said


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ({"a": [True, True], "b": [True, True]}, []),
        ({"a": [True, False]}, ["criterion 2 is unmet according to a"]),
        ({"a": [True, False], "b": [True, False]}, ["criterion 2 is unmet according to a and b"]),
        ({"a": [True, True], "b": [False, True]}, ["criterion 1 is unmet according to b, and met according to a"]),
        ({"a": [None, None]}, []),
    ],
)
def test_criteria_are_compared_by_position_when_there_are_as_many(results: dict[str, list[bool | None]], said: list[str]) -> None:
    files = {
        f"evidence/t1/{name}.json": evidence(name, criteria_results=[{"criterion": str(at), "met": met} for at, met in enumerate(marks)])
        for name, marks in results.items()
    }
    assert _conflicts(files) == said


def test_criteria_are_compared_by_text_when_there_are_not_as_many() -> None:
    one = {"criterion": "The Form  names the quota", "met": False}
    assert _conflicts({"evidence/t1/a.json": evidence("a", criteria_results=[one])}) == ["criterion 2 is unmet according to a"]
    assert _conflicts({"evidence/t1/a.json": evidence("a", criteria_results=[{**one, "criterion": "the form"}])}) == []


def test_evidence_for_another_task_is_named_and_not_used() -> None:
    packet = built({"evidence/t1/a.json": evidence("qa_engineer", task_id="t2", files_changed=["x/y.py"])})
    assert section(packet, "Conflicts") == ["- the evidence of qa_engineer is for `t2`, not for this task, so it is not used here"]
    assert section(packet, "Prior Work") == []


def test_a_decision_that_replaces_a_quoted_one_is_a_conflict() -> None:
    files = {
        "decisions/a.json": {"decision_id": "d-1", "decision": "old", "related_task_id": "t1"},
        "decisions/b.json": {"decision_id": "d-2", "decision": "new", "related_task_id": "t1", "supersedes": "d-1"},
    }
    assert _conflicts(files, goal="as decided in d-1") == ["the contract quotes the decision `d-1`, which the decision `d-2` supersedes"]
    assert _conflicts(files, goal="as decided in d-10 and d-2") == []


def _decided(name: str, **fields: Any) -> dict[str, Any]:
    return {"decision_id": name, "decision": f"decision {name}", "created_at": "2026-03-01T00:00:00Z", **fields}


@pytest.mark.parametrize(
    ("fields", "is_told"),
    [
        ({"related_task_id": "t1"}, True),
        ({"rationale": "because of t1."}, True),
        ({"rationale": "because of t10"}, False),
        ({"rationale": "t0 needs it"}, True),
        ({"context": "see src/upload/form.py"}, True),
        ({"context": "see `src/upload`, of course"}, True),
        ({"context": "everything in src/"}, True),
        ({"context": "see src/uploader.py"}, False),
        ({"context": "and/or"}, False),
        ({}, False),
    ],
)
def test_a_decision_is_told_to_whom_it_concerns(fields: dict[str, Any], is_told: bool) -> None:  # noqa: FBT001
    packet = built({"decisions/d.json": _decided("d-1", **fields)}, dependencies=["t0"])
    assert bool(section(packet, "Decisions")) is is_told


def test_decisions_of_people_come_first_then_the_newest_and_none_that_is_replaced() -> None:
    rows = [
        _decided("old", created_at="2026-02-01T00:00:00Z"),
        _decided("new", created_at="2026-03-02T00:00:00+09:00", supersedes=["gone"]),
        _decided("gone", created_at="2026-03-04T00:00:00Z", human_confirmed=True),
        _decided("done", status="superseded"),
        _decided("person", created_at="2026-01-01T00:00:00Z", confirmed_by="Hana"),
        _decided("agent", created_at="2026-02-15T00:00:00Z", confirmed_by="qa_engineer"),
    ]
    files = {f"decisions/{row['decision_id']}.json": {**row, "related_task_id": "t1"} for row in rows}
    heads = [line for line in section(built(files), "Decisions") if line.startswith("- ")]
    assert [line.partition("[")[2].partition("]")[0] for line in heads] == ["person", "new", "agent", "old"]


@pytest.mark.parametrize(
    ("item", "is_told"),
    [
        ({"introduced_by_task_id": "t1"}, True),
        ({"introduced_by_task_id": "t0"}, True),
        ({"introduced_by_task_id": "t7"}, False),
        ({"introduced_by_task_id": "t7", "description": "src/upload/form.py is long"}, True),
        ({"introduced_by_task_id": "t1", "status": "resolved"}, False),
        ({"introduced_by_task_id": "t1", "status": "open"}, True),
    ],
)
def test_open_debt_is_told_to_whom_it_concerns(item: dict[str, Any], is_told: bool) -> None:  # noqa: FBT001
    files = {"evolution/debt-register.json": {"items": [{"debt_id": "D-1", "title": "x", **item}]}}
    assert bool(section(built(files, dependencies=["t0"]), "Known Tech Debt")) is is_told


@pytest.mark.parametrize(
    ("outer", "path", "expected"),
    [
        ("src", "src/a.py", True),
        ("src/", "src/a.py", True),
        ("src/a.py", "src/a.py", True),
        ("src/a", "src/a.py", False),
        ("./src/", "src\\a.py", True),
        ("src/*.py", "src/a.py", True),
        ("src/*.py", "src/b/a.py", False),
        ("*.md", "docs/a.md", False),
        ("**/*.md", "docs/a.md", True),
    ],
)
def test_a_path_holds_another(outer: str, path: str, expected: bool) -> None:  # noqa: FBT001
    assert holds(outer, path) is expected


def test_what_is_a_path() -> None:
    assert [text for text in ("a/b", "a.py", "a", "a b/c", "", "1.5", "e.g.", "v0.5.1") if is_path(text)] == ["a/b", "a.py"]


@pytest.mark.parametrize("text", ["in form.py", "upload/form.py:", "(src/upload/form.py)", "src/upload/**"])
def test_a_text_names_a_path_whole_or_by_its_end(text: str) -> None:
    assert named_in(text, ("src/upload/form.py",))
