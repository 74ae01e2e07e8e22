"""Contracts, evidence, records: every spelling of every field, and whatever else may stand there."""

from __future__ import annotations

from typing import Any

import pytest
from packets import MISSION, contract, mission, task

from packetlint.packet.agents import agent
from packetlint.packet.model import Concern, Place

_T1 = f"{MISSION}/tasks/t1.json"


def test_a_contract_is_read_field_by_field() -> None:
    one = task(
        task_kind="implementation", base_snapshot="abc", prohibited_paths=["db/"], depends_on=["t0"], updated_at="2026-03-03"
    ).contract
    assert one is not None
    assert (one.place, one.task_id, one.label) == (Place(_T1), "t1", "Add a quota to the upload form")
    assert (one.task_kind, one.risk_level, one.status, one.base_snapshot) == ("implementation", "normal", "implementing", "abc")
    assert one.acceptance_criteria == ("an upload over the quota is refused", "the form names the quota")
    assert (one.eval_commands, one.paths, one.prohibited_paths, one.dependencies) == (("make test",), ("src/upload/",), ("db/",), ("t0",))
    assert [(each.name, each.threshold, each.place) for each in one.rubric] == [
        ("code_quality", "4", Place(_T1, ("rubric", "dimensions", 0)))
    ]
    assert (one.primary_worker_type, one.required_reviewer_types) == ("software_engineer", ("qa_engineer",))
    assert (one.created_at, one.updated_at, one.raw["version"]) == ("2026-03-02T08:00:00Z", "2026-03-03", "1.0")


def test_both_names_of_a_field_are_read_and_each_value_once() -> None:
    one = task(scope={"paths": ["a", "b"], "surfaces": ["b", "c"]}, dependencies=["t0", "t2"], depends_on=["t2", "t3"]).contract
    assert one is not None
    assert (one.paths, one.dependencies) == (("a", "b", "c"), ("t0", "t2", "t3"))


@pytest.mark.parametrize("value", [None, 7, True, "", "  \n", {}, [], [None, 3, {}, "", [[]]]])
def test_a_value_of_the_wrong_type_counts_as_missing(value: Any) -> None:
    fields = ("title", "goal", "acceptance_criteria", "eval_commands", "rubric", "scope", "routing", "status", "risk_level", "created_at")
    one = mission({"tasks/t1.json": dict.fromkeys(fields, value)}).tasks["t1"].contract
    assert one is not None
    assert (one.title, one.goal, one.status, one.risk_level, one.created_at, one.label) == ("", "", "", "", "", "t1")
    assert (one.acceptance_criteria, one.eval_commands, one.rubric, one.paths, one.primary_worker_type) == ((), (), (), (), "")


def test_texts_are_word_for_word_and_a_single_one_is_a_list() -> None:
    one = task(goal="  ## Not a heading\n", acceptance_criteria="only one", eval_commands=["a", {"command": "b"}, {"other": 1}]).contract
    assert one is not None
    assert (one.goal, one.acceptance_criteria, one.eval_commands) == ("  ## Not a heading\n", ("only one",), ("a", "b"))


@pytest.mark.parametrize(("threshold", "text"), [(4, "4"), (4.0, "4"), (0.75, "0.75"), ("4", "4"), (None, ""), (True, ""), ([4], "")])
def test_a_threshold_is_shown_as_it_is_spelled(threshold: Any, text: str) -> None:
    one = task(rubric={"dimensions": [{"name": "x", "threshold": threshold}, {"threshold": 1}]}).contract
    assert one is not None
    assert [each.threshold for each in one.rubric] == [text]


def test_evidence_is_read_in_either_vocabulary() -> None:
    older = {"worker": "qa-engineer", "type": "tester", "criteria_results": [{"criterion": "c", "met": False, "note": "n"}]}
    newer = {"agent": "software_engineer", "role": "implementer", "criteria_results": [{"criterion": "c", "passed": True, "details": "d"}]}
    files = {
        "evidence/t1/a.json": {**older, "created_at": "2026-03-04T00:00:00Z"},
        "evidence/t1/b.json": {**newer, "created_at": "2026-03-03"},
    }
    second, first = task(files).evidence
    assert (first.worker, first.agent.slot, first.role, first.is_implementation) == ("qa-engineer", "quality_specialist", "tester", False)
    assert (second.worker, second.role, second.is_implementation) == ("software_engineer", "implementer", True)
    assert [(each.criterion, each.met, each.note) for each in (*first.criteria_results, *second.criteria_results)] == [
        ("c", False, "n"),
        ("c", True, "d"),
    ]
    assert first.place == Place(f"{MISSION}/evidence/t1/a.json")


@pytest.mark.parametrize(
    ("file", "fields", "name"),
    [
        ("security-engineer", {"worker": "platform-engineer", "type": "reviewer"}, "platform_engineer"),
        ("security-engineer", {"worker": "alice", "type": "design_authority"}, "design_authority"),
        ("security-engineer", {"worker": "alice", "producer_type": "qa_engineer"}, "security_engineer"),
        ("security-engineer", {}, "security_engineer"),
        ("alice", {"producer_type": "qa_engineer"}, "qa_engineer"),
        ("alice", {"meta": {"producer_type": "challenger"}}, "challenger"),
        ("alice", {"worker": "bob", "role": "helper"}, "bob"),
    ],
)
def test_who_gave_evidence_is_the_first_name_that_is_known(file: str, fields: dict[str, Any], name: str) -> None:
    (one,) = task({f"evidence/t1/{file}.json": {"summary": "x", **fields}}).evidence
    assert one.agent == agent(name)


@pytest.mark.parametrize(
    ("value", "met"), [(True, True), (False, False), ("passed", True), ("Unmet", False), ("maybe", None), (1, None), (None, None)]
)
def test_a_criterion_is_met_unmet_or_neither(value: Any, met: bool | None) -> None:  # noqa: FBT001 - a column of the table
    (one,) = task({"evidence/t1/x.json": {"criteria_results": [{"criterion": "c", "passed": value}]}}).evidence
    assert one.criteria_results[0].met is met


def test_dotted_keys_are_read_as_nested_and_keep_their_place() -> None:
    guide = '"design_guide.timing": "early", "design_guide": {"note": "n"}, "design_guide.note": "m"'
    written = f'{{{guide}, "self_check.confidence": 4, "summary.x": 2, "summary": "s"}}'
    one = task({"evidence/t1/design_authority.json": written})
    (evidence,) = one.evidence
    assert evidence.raw["design_guide"] == {"note": "n", "timing": "early"}
    assert (evidence.self_check and evidence.self_check.confidence, evidence.summary, evidence.raw["summary.x"]) == ("4", "s", 2)
    assert evidence.raw["design_guide.note"] == "m"
    artifact = one.mission.root.geas.artifact(evidence.place.file)
    start, end = artifact.span(("design_guide", "timing"))
    assert written[start:end] == '"early"'
    start, end = artifact.span(("design_guide", "note"))
    assert written[start:end] == '"n"'
    start, end = artifact.span(("nowhere",))
    assert written[start:end] == written


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("slow", Concern(Place("", ()), "slow")),
        ({"description": "slow", "mitigation": "cache"}, Concern(Place("", ()), "slow", mitigation="cache")),
        ({"severity": "blocking", "description": "slow"}, Concern(Place("", ()), "slow", "blocking", blocking=True)),
        ({"text": "slow", "blocking": True}, Concern(Place("", ()), "slow", blocking=True)),
    ],
)
def test_a_risk_is_a_text_or_says_more_of_itself(item: Any, expected: Concern) -> None:
    one = mission({"design-brief.json": {"risks": [{}, item]}})
    assert one.design_brief is not None
    assert one.design_brief.risks == (expected._replace(place=Place(f"{MISSION}/design-brief.json", ("risks", 1))),)


def test_a_record_is_read_part_by_part() -> None:
    record = {
        "task_id": "t1",
        "implementation_contract": {"status": "approved", "planned_actions": ["do it"], "demo_steps": ["show it"]},
        "self_check": {
            "confidence": 3,
            "known_risks": ["r"],
            "untested_paths": ["u"],
            "possible_stubs": ["s"],
            "what_i_would_test_next": "w",
        },
        "gate_result": {
            "verdict": "fail",
            "rubric_scores": [{"dimension": "d", "score": 2, "passed": False}],
            "blocking_dimensions": ["d"],
        },
        "challenge_review": {"concerns": [{"severity": "blocking", "description": "c"}]},
        "closure": {"change_summary": "cs", "reviews": [{"reviewer_type": "qa_engineer", "status": "approved"}], "open_risks": ["o"]},
        "verdict": {"verdict": "pass", "rationale": "because"},
    }
    one = mission({"tasks/t1/contract.json": contract(), "tasks/t1/record.json": record}).tasks["t1"]
    assert one.record is not None
    assert one.implementation_contract is not None
    assert one.self_check is not None
    assert (one.implementation_contract.planned_actions, one.implementation_contract.demo_steps) == (("do it",), ("show it",))
    assert (one.self_check.confidence, one.self_check.untested_paths, one.self_check.what_i_would_test_next) == ("3", ("u",), ("w",))
    assert one.record.gate_result is not None
    assert one.record.closure is not None
    assert [(each.dimension, each.score, each.passed) for each in one.record.gate_result.rubric_scores] == [("d", "2", False)]
    assert [each.text for each in (*one.record.concerns, *one.record.closure.open_risks)] == ["c", "o"]
    assert (one.record.closure.reviews[0].reviewer_type, one.record.verdict and one.record.verdict.rationale) == ("qa_engineer", "because")
    assert one.record.gate_result.place.path == ("gate_result",)


def test_in_the_seed_layout_the_parts_of_a_record_are_files_among_the_evidence() -> None:
    files = {
        "evidence/t1/gate-result.json": {"verdict": "pass", "created_at": "2026-03-05T00:00:00+09:00"},
        "evidence/t1/last-word.json": {"artifact_type": "final_verdict", "verdict": "iterate", "created_at": "2026-03-04T16:00:00Z"},
        "evidence/t1/qa_engineer.json": {"summary": "tested"},
    }
    one = task(files)
    assert one.record is not None
    assert [each.worker for each in one.evidence] == ["qa_engineer"]
    assert (one.record.gate_result and one.record.gate_result.verdict, one.record.verdict and one.record.verdict.verdict) == (
        "pass",
        "iterate",
    )
    assert (one.record.created_at, one.record.self_check, one.record.closure) == ("2026-03-04T16:00:00Z", None, None)
    assert task().record is None


def test_what_was_agreed_in_a_file_of_its_own_comes_before_the_record() -> None:
    record = {"task_id": "t1", "implementation_contract": {"planned_actions": ["from the record"]}}
    files = {"tasks/t1/record.json": record, "contracts/t1.json": {"planned_actions": ["from the file"]}}
    own = task(files).implementation_contract
    assert own is not None
    assert (own.planned_actions, own.place.file) == (("from the file",), f"{MISSION}/contracts/t1.json")


def test_a_self_check_is_that_of_the_newest_work_which_has_one() -> None:
    files: dict[str, Any] = {
        f"evidence/t1/{name}.json": {"worker": worker, "created_at": f"2026-03-0{day}", "self_check": {"confidence": day}}
        for name, worker, day in (("a", "software_engineer", 4), ("b", "software_engineer", 3), ("c", "qa_engineer", 5))
    }
    files["evidence/t1/d.json"] = {"worker": "software_engineer", "created_at": "2026-03-06"}
    one = task(files)
    assert one.self_check is not None
    assert (one.self_check.confidence, [each.place.file[-6] for each in one.work]) == ("4", ["b", "a", "d"])


def test_the_work_of_a_primary_worker_of_any_type_is_work() -> None:
    routing = {"primary_worker_type": "technical_writer", "required_reviewer_types": ["technical_writer"]}
    files = {f"evidence/t1/{name}.json": {"summary": "x"} for name in ("technical-writer", "technical-writer-review", "qa-engineer")}
    assert [each.worker for each in task(files, routing=routing).work] == ["technical-writer"]
