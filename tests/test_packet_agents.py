"""Who packets are for: types and slots in either spelling, the eight views, the packets of a task and their files."""

from __future__ import annotations

import pytest
from packets import contract, mission, task

from packetlint.core.errors import UsageError
from packetlint.packet.agents import SLOT_OF, Agent, agent, reader_kind, tagged
from packetlint.packet.targets import Target, target_for, targets, unusable


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("software_engineer", Agent("software_engineer", "implementer")),
        ("software-engineer", Agent("software_engineer", "implementer")),
        ("Software Engineer", Agent("software_engineer", "implementer")),
        ("design-authority-review", Agent("design_authority", "design_authority", "review")),
        ("qa_engineer-guard", Agent("qa_engineer", "quality_specialist", "guard")),
        ("quality_specialist", Agent("quality_specialist", "quality_specialist")),
        ("architecture-authority", Agent("architecture_authority", "design_authority")),
        ("product-authority-verdict", Agent("product_authority", "product_authority", "verdict")),
        ("ui-ux-designer", Agent("ui_ux_designer", "communication_specialist")),
        ("challenger", Agent("challenger", "challenger")),
        ("data-wizard", Agent("data_wizard", "implementer", known=False)),
        ("qa_engineers", Agent("qa_engineers", "implementer", known=False)),
        ("", Agent("", "implementer", known=False)),
    ],
)
def test_a_name_is_a_type_in_either_spelling_with_or_without_a_purpose(name: str, expected: Agent) -> None:
    assert agent(name) == expected


def test_every_type_has_a_slot_that_is_a_type_itself() -> None:
    assert {slot for slot in SLOT_OF.values() if SLOT_OF[slot] != slot} == set()
    assert {name: agent(name.replace("_", "-")).type for name in SLOT_OF} == {name: name for name in SLOT_OF}


def test_a_tag_is_an_agents_type_or_its_slot_in_either_spelling() -> None:
    who = agent("qa-engineer")
    assert [tagged(who, [tag]) for tag in ("qa-engineer", "qa_engineer", "quality-specialist", "implementer", "qa")] == [
        *[True] * 3,
        False,
        False,
    ]
    assert not tagged(agent("implementer"), ["software_engineer"])


_VIEWS = {
    "software_engineer": ("implementer", "implementer", "reviewer"),
    "data_wizard": ("implementer", "implementer", "reviewer"),
    "qa_engineer": ("tester", "tester", "tester"),
    "security_engineer": ("risk", "risk", "risk"),
    "platform_engineer": ("operations", "operations", "operations"),
    "ui_ux_designer": ("designer", "designer", "designer"),
    "communication_specialist": ("designer", "designer", "designer"),
    "technical_writer": ("communication", "communication", "communication"),
    "design_authority": ("reviewer", "implementer", "reviewer"),
    "challenger": ("reviewer", "implementer", "reviewer"),
    "product_authority": ("product_authority", "product_authority", "product_authority"),
    "orchestration_authority": ("orchestration", "orchestration", "orchestration"),
}


@pytest.mark.parametrize(("name", "views"), _VIEWS.items())
def test_which_view_a_worker_reads(name: str, views: tuple[str, str, str]) -> None:
    who = agent(name)
    assert (reader_kind(who), reader_kind(who, primary=True), reader_kind(who, reviewing=True)) == views


def test_a_purpose_makes_an_implementer_a_reviewer() -> None:
    assert reader_kind(agent("software-engineer-review")) == "reviewer"
    assert reader_kind(agent("software-engineer-spike")) == "implementer"


_FOLDER = ".geas/missions/m1/packets/t1"


def test_a_task_has_a_packet_for_its_worker_and_each_reviewer_once() -> None:
    routing = {"primary_worker_type": "frontend-engineer", "required_reviewer_types": ["qa_engineer", "design_authority", "qa-engineer"]}
    found = targets(task(routing=routing))
    assert found[0] == Target(
        "frontend_engineer",
        agent("frontend_engineer"),
        "implementer",
        primary=True,
        path=f"{_FOLDER}/frontend_engineer.md",
        memory_path=f"{_FOLDER}/memory-packet.json",
    )
    assert [(each.worker, each.kind, each.primary) for each in found[1:]] == [
        ("qa_engineer", "tester", False),
        ("design_authority", "reviewer", False),
    ]
    assert found[1].memory_path == f"{_FOLDER}/memory-packet-qa_engineer.json"


def test_a_reviewer_of_the_workers_own_type_has_a_packet_of_its_own() -> None:
    routing = {"primary_worker_type": "design_authority", "required_reviewer_types": ["design-authority"]}
    worker, reviewer = targets(task(routing=routing))
    assert (worker.worker, worker.kind, reviewer.worker, reviewer.kind) == (
        "design_authority",
        "implementer",
        "design_authority-review",
        "reviewer",
    )
    assert reviewer.memory_path == f"{_FOLDER}/memory-packet-design_authority_review.json"


def test_workers_are_spelled_as_the_missions_files_spell_them() -> None:
    kebab = {"evidence/t1/software-engineer.json": {"summary": "x"}, "evidence/t0/qa-engineer-guard.json": {"summary": "x"}}
    snake = {"evidence/t1/software_engineer.json": {"summary": "x"}, "evidence/t1/made-up.json": {}, "evidence/t1/also-made-up.json": {}}
    assert [each.worker for each in targets(task(kebab))] == ["software-engineer", "qa-engineer"]
    assert [each.worker for each in targets(task(snake))] == ["software_engineer", "qa_engineer"]


def test_a_packet_that_is_there_keeps_its_name() -> None:
    files = {"packets/t1/qa-engineer.md": "x", "evidence/t1/software_engineer.json": {}, "evidence/t1/design_authority.json": {}}
    assert [each.worker for each in targets(task(files))] == ["software_engineer", "qa-engineer"]


def test_the_one_who_orchestrates_has_a_packet_only_when_asked_for() -> None:
    one = task(routing={"primary_worker_type": "software_engineer", "required_reviewer_types": ["orchestration-authority"]})
    assert [each.worker for each in targets(one)] == ["software_engineer"]
    asked = target_for(one, "orchestration-authority")
    assert (asked.worker, asked.kind, asked.primary) == ("orchestration_authority", "orchestration", False)
    assert asked.memory_path == f"{_FOLDER}/memory-packet-orchestration_authority.json"


def test_a_role_in_the_other_spelling_is_the_packet_that_is_routed() -> None:
    one = task()
    assert target_for(one, "Software-Engineer") == targets(one)[0]
    assert target_for(one, "qa-engineer") == targets(one)[1]


def test_a_task_without_a_contract_has_no_packets() -> None:
    one = mission({"tasks/t1.json": "{"}).tasks["t1"]
    assert (targets(one), unusable(one)) == ([], [])


_BAD_NAMES = ("../../../evil", "a/b", "a\\b", ".hidden", "x\ny", "\x1b[1m", "", "x" * 51, "\ud800", "-rf")


@pytest.mark.parametrize("name", _BAD_NAMES)
def test_no_file_is_called_after_a_name_that_leads_elsewhere(name: str) -> None:
    one = mission({"tasks/t1.json": contract(routing={"primary_worker_type": "qa_engineer", "required_reviewer_types": ["x"]})}).tasks["t1"]
    with pytest.raises(UsageError, match="no packet can be called after the role"):
        target_for(one, name)


def test_names_that_no_file_can_have_are_listed() -> None:
    one = task(routing={"primary_worker_type": "../evil", "required_reviewer_types": ["qa_engineer", "a/b"]})
    assert unusable(one) == ["../evil", "a/b"]
    assert [each.worker for each in targets(one)] == ["qa_engineer"]
