"""Reading a `.geas` tree: a mission's files, one bad file hiding no other, and each file read once."""

from __future__ import annotations

from typing import Any

import pytest
from packets import MISSION, Files, as_bytes, contract, geas, mission, root

from packetlint.packet.artifact import read_artifact
from packetlint.packet.bullets import bullets
from packetlint.packet.reader import Geas


@pytest.mark.parametrize(
    ("fields", "confirmed"),
    [
        ({"human_confirmed": True}, True),
        ({"human_confirmed": False, "confirmed_by": "Mina"}, False),
        ({"confirmed_by": "Mina"}, True),
        ({"confirmed_by": "product-authority"}, False),
        ({"decided_by": "user"}, True),
        ({"decided_by": "design_authority"}, False),
        ({}, False),
    ],
)
def test_who_confirmed_a_decision(fields: dict[str, Any], confirmed: bool) -> None:  # noqa: FBT001 - a column of the table
    (one,) = mission({"decisions/d.json": {"decision": "x", **fields}}).decisions
    assert one.human_confirmed is confirmed


def test_decisions_come_from_three_places() -> None:
    files = {
        "decisions/d2.json": {"id": "d2", "outcome": "o", "reasoning": "r", "related_task_id": "t1", "supersedes": ["d1"]},
        "decisions/pending/v.json": {"voter": "challenger", "vote": "disagree", "rationale": "w", "concerns": ["c"]},
        "design-brief.json": {
            "created_at": "2026-03-01",
            "architecture_decisions": [{"decision": "x", "rationale": "y"}, "just a text", 7],
        },
    }
    found = mission(files).decisions
    assert [(each.origin, each.decision, each.rationale) for each in found] == [
        ("decision", "o", "r"),
        ("vote", "disagree", "w"),
        ("design brief", "x", "y"),
        ("design brief", "just a text", ""),
    ]
    assert (found[0].decision_id, found[0].related_task_ids, found[0].supersedes) == ("d2", ("t1",), ("d1",))
    assert (found[1].decided_by, found[2].created_at, found[2].place.path) == ("challenger", "2026-03-01", ("architecture_decisions", 0))


def test_a_missions_other_files() -> None:
    one = root(
        {
            "missions/m1/spec.json": {"mission": "m", "done_when": ["a", "b"], "scope": {"in": ["i"], "out": ["o"]}, "risk_notes": ["r"]},
            "missions/m1/evolution/debt-register.json": {
                "items": [{"debt_id": "D1", "title": "t", "status": "closed"}, {"debt_id": "D2"}, 3]
            },
            "state/run.json": {"phase": "building", "mission_id": "m1", "current_task_id": None},
            "rules.md": "# Rules\n- first\n  goes on\n\n1. second\n```\n- code\n```\ntext\n  * nested\n",
            "memory/_project/conventions.md": " \n",
        }
    )
    own = one.missions["m1"]
    assert own.spec is not None
    assert own.debt is not None
    assert (own.spec.done_when, own.spec.scope_in, own.spec.scope_out, own.spec.risk_notes[0].text) == ("a\nb", ("i",), ("o",), "r")
    assert [(item.debt_id, item.is_open) for item in own.debt.items] == [("D1", False), ("D2", True)]
    assert one.run_state is not None
    assert (one.run_state.phase, one.run_state.current_task_id) == ("building", "")
    assert (one.rule_bullets, one.conventions) == (("first goes on", "second", "nested"), None)


def test_list_items_of_a_text() -> None:
    assert bullets("- a\n- b\n\n  c\n+ d\n2) e\n-no item\n") == ("a", "b", "d", "e")
    assert bullets("") == ()


def test_one_bad_file_hides_no_other() -> None:
    files: dict[str, Any] = {
        "tasks/t1.json": contract(),
        "tasks/t2.json": "{",
        "tasks/t3.json": "[]",
        "tasks/t4.json": b"\xff\xfe",
        "evidence/t1/bad.json": '{"summary": NaN}',
        "evidence/t1/deep.json": "[" * 100_000,
        "evidence/t1/qa_engineer.json": {"summary": "fine"},
        "spec.json": b"\0",
    }
    one = mission(files)
    assert [name for name, each in one.tasks.items() if each.contract] == ["t1"]
    assert [each.summary for each in one.tasks["t1"].evidence] == ["fine"]
    assert one.spec is None
    faults = {fault.file.removeprefix(f"{MISSION}/"): (fault.is_json, fault.message) for fault in one.root.geas.faults}
    assert faults == {
        "tasks/t2.json": (True, "the text ends where a key in double quotes is due"),
        "tasks/t4.json": (False, "is UTF-16, not UTF-8 (byte offset 0)"),
        "evidence/t1/bad.json": (True, "`NaN` is no JSON number"),
        "evidence/t1/deep.json": (True, "brackets are nested more than 200 deep here"),
        "spec.json": (False, "is binary: NUL byte at byte offset 0"),
    }


def test_a_file_is_read_when_it_is_asked_for_and_then_once() -> None:
    files = Files(
        {f"{MISSION}/tasks/t{number}.json": contract(task_id=f"t{number}", dependencies=["t1", "t2", "t9"]) for number in (1, 2, 3)}
    )
    tree = Geas([*files.bytes, f"{MISSION}/spec.json"], files.read)
    own = tree.roots[".geas"].missions["m1"]
    assert files.reads == []
    assert [each.task_id for each in own.tasks["t1"].dependencies] == ["t2"]
    assert files.reads == [f"{MISSION}/tasks/t1.json"]
    assert [own.scopes, own.scopes, own.spec, own.spec] == [dict.fromkeys(("t1", "t2", "t3"), ("src/upload/",))] * 2 + [None] * 2
    assert files.reads == [f"{MISSION}/tasks/t{number}.json" for number in (1, 2, 3)] + [f"{MISSION}/spec.json"]
    assert tree.artifact(f"{MISSION}/tasks/t1.json") is tree.artifact(f"{MISSION}/tasks/t1.json")
    assert len(files.reads) == 4
    assert [(fault.file, fault.message) for fault in tree.faults] == [(f"{MISSION}/spec.json", "does not exist")]


def test_a_byte_order_mark_is_a_fault_with_its_place() -> None:
    artifact = read_artifact("x.json", lambda _: b"\xef\xbb\xbf{}")
    assert artifact.fault is not None
    assert (artifact.value, artifact.fault.is_json, artifact.span(())) == (None, True, (0, 0))


def test_two_folders_in_one_tree_are_two_roots() -> None:
    tree = geas({f"{top}.geas/missions/m1/tasks/t1.json": contract(title=top or "top") for top in ("", "sub/")})
    titles = {folder: each.missions["m1"].tasks["t1"].contract for folder, each in tree.roots.items()}
    assert {folder: one and one.title for folder, one in titles.items()} == {".geas": "top", "sub/.geas": "sub/"}
    assert as_bytes("é") == "é".encode()
