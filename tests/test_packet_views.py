"""What each reader is given: the sections of each role, and what stands in them."""

from __future__ import annotations

from typing import Any

import pytest
from packet_text import built, evidence, section, text_of, titles
from packets import contract

_FULL: dict[str, Any] = {
    "spec.json": {
        "mission": "Ship it.",
        "target_user": "us",
        "done_when": "it ships",
        "constraints": ["no cookies"],
        "risk_notes": ["rain"],
    },
    "design-brief.json": {
        "chosen_approach": "small steps",
        "architecture_decisions": [{"decision": "one table", "rationale": "joins are slow"}],
        "risks": [{"description": "wind", "mitigation": "wait"}],
        "preserve_list": ["the logo"],
    },
    "contracts/t1.json": {"status": "approved", "planned_actions": ["plan"], "demo_steps": ["show"], "edge_cases": ["edge"]},
    "evidence/t1/a.json": evidence("ui_ux_designer", summary="a form", design_spec="wide"),
    "evidence/t1/b.json": evidence("design_authority", approach="reuse the lexer"),
    "evidence/t1/c.json": evidence(
        "software_engineer",
        files_changed=["src/upload/form.py"],
        self_check={
            "confidence": 4,
            "known_risks": ["slow"],
            "untested_paths": ["offline"],
            "possible_stubs": ["mail"],
            "what_i_would_test_next": ["load"],
        },
    ),
    "decisions/d.json": {"id": "d-1", "title": "Where", "decision": "Here.", "rationale": "t1 needs it.", "created_at": "2026-03-01"},
    "evolution/debt-register.json": {"items": [{"debt_id": "D-1", "title": "old parser", "introduced_by_task_id": "t1", "status": "open"}]},
    "tasks/t0.json": contract(task_id="t0", title="Before", status="passed"),
    ".geas/memory/_project/conventions.md": "# Rules\n\n## Build\n- make\n\n## UI\n- blue\n\n## Test tools\n- pytest\n",
}
_ALL = {"Your Task", "Summary", "Boundaries", "Dependencies", "Acceptance Criteria", "Known Risks", "Prior Work", "Reference"}
_ROLES = {
    "software_engineer": {"Design Context", "Technical Approach", "Eval Commands", "Conventions", "Decisions", "Known Tech Debt"},
    "design_authority": {
        *("Design Context", "Technical Approach", "Files Changed", "Implementation Contract", "Worker Self-Check", "Rubric Scoring"),
        *("Decisions", "Known Tech Debt"),
    },
    "qa_engineer": {
        *("Design Context", "Files Changed", "Implementation Contract", "Worker Self-Check", "Rubric Scoring", "Eval Commands"),
        "Verification Tools Available",
    },
    "product_authority": {"Mission", "Files Changed", "Decisions"},
    "platform_engineer": {"Mission", "Eval Commands", "Conventions"},
    "security_engineer": {"Files Changed", "Decisions"},
    "ui_ux_designer": {"Mission", "Conventions"},
    "technical_writer": {"Mission", "Conventions"},
    "orchestration_authority": set(),
}
_ORDER = (
    "Your Task|Summary|Mission|Design Context|Technical Approach|Boundaries|Dependencies|Files Changed|Implementation Contract|"
    "Worker Self-Check|Acceptance Criteria|Rubric Scoring|Eval Commands|Verification Tools Available|Conventions|"
    "Decisions|Known Risks|Prior Work|Conflicts|Known Tech Debt|Applicable Memory|Reference"
).split("|")


def _full(role: str) -> Any:
    rubric = {"dimensions": [{"name": "code_quality", "threshold": 4}, {"name": "core_interaction", "threshold": 3}]}
    return built(_FULL, role, dependencies=["t0"], prohibited_paths=["infra/"], rubric=rubric)


@pytest.mark.parametrize("role", _ROLES)
def test_each_role_has_its_sections_in_order(role: str) -> None:
    without = {"Known Risks"} if role == "product_authority" else set()  # no closure leaves a risk open
    assert titles(_full(role)) == [title for title in _ORDER if title in (_ALL - without) | _ROLES[role]]


def test_a_section_without_a_source_is_left_out() -> None:
    packet = built(role="design_authority", eval_commands=None, rubric=None, scope=None)
    assert titles(packet) == ["Your Task", "Summary", "Acceptance Criteria", "Reference"]


@pytest.mark.parametrize(
    ("role", "title", "lines"),
    [
        ("software_engineer", "Your Task", ["Refuse an upload that would exceed the account's quota"]),
        (
            "software_engineer",
            "Summary",
            ["Do the work of this task, so that the 2 acceptance criteria below are met. It serves the mission “Ship it”."],
        ),
        (
            "ui_ux_designer",
            "Mission",
            ["- **Mission:** Ship it.", "- **For:** us", "- **Done when:** it ships", "- **Constraints:**", "  - no cookies"],
        ),
        (
            "software_engineer",
            "Design Context",
            [
                *("- **ui_ux_designer**", "> a form", "> - **design spec:** wide", "- **Design brief**"),
                *("> - **architecture decisions:**", ">   - one table (joins are slow)"),
            ],
        ),
        (
            "software_engineer",
            "Technical Approach",
            ["- **design_authority**", "> - **approach:** reuse the lexer", "- **Chosen for the whole mission**", "> small steps"],
        ),
        (
            "software_engineer",
            "Boundaries",
            ["**Prohibited paths:** `infra/`", "- **Scope:** `src/upload/`", "- **Leave as it is:**", "  - the logo"],
        ),
        ("qa_engineer", "Dependencies", ["- `t0` Before (passed)"]),
        ("security_engineer", "Files Changed", ["- `src/upload/form.py`"]),
        (
            "qa_engineer",
            "Implementation Contract",
            [
                "- **Status:** approved",
                "- **Planned actions:**",
                "  - plan",
                "- **Edge cases:**",
                "  - edge",
                "- **Demo steps:**",
                "  - show",
            ],
        ),
        (
            "qa_engineer",
            "Worker Self-Check",
            [
                *("- **Confidence:** 4", "- **Untested paths:**", "  - offline", "- **Would test next:**", "  - load"),
                *("- **Known risks:**", "  - slow", "- **Possible stubs:**", "  - mail"),
            ],
        ),
        (
            "design_authority",
            "Worker Self-Check",
            [
                *("- **Confidence:** 4", "- **Possible stubs:**", "  - mail", "- **Known risks:**", "  - slow"),
                *("- **Untested paths:**", "  - offline", "- **Would test next:**", "  - load"),
            ],
        ),
        ("qa_engineer", "Acceptance Criteria", ["1. an upload over the quota is refused", "2. the form names the quota"]),
        ("platform_engineer", "Conventions", ["> ## Build", "> - make"]),
        ("ui_ux_designer", "Conventions", ["> ## UI", "> - blue"]),
        ("qa_engineer", "Verification Tools Available", ["> ## Test tools", "> - pytest"]),
        ("security_engineer", "Decisions", ["- **[d-1] Where** (2026-03-01)", "> Here.", ">", "> t1 needs it."]),
        (
            "security_engineer",
            "Known Risks",
            ["- slow _(self-check)_", "- rain _(mission spec)_", "- wind — mitigation: wait _(design brief)_"],
        ),
        ("software_engineer", "Known Tech Debt", ["- **D-1**: old parser"]),
    ],
)
def test_a_section_says(role: str, title: str, lines: list[str]) -> None:
    assert section(_full(role), title) == lines


@pytest.mark.parametrize(
    ("role", "names"), [("design_authority", ["code_quality"]), ("qa_engineer", ["core_interaction"]), ("challenger", [])]
)
def test_the_rubric_goes_to_whom_it_is_for(role: str, names: list[str]) -> None:
    rows = section(_full(role), "Rubric Scoring")
    assert [row.split(" ")[1] for row in rows[4:]] == names
    assert not rows or rows[2] == "| Dimension | Threshold | Your role |"


def test_the_conventions_are_whole_for_an_implementer() -> None:
    quoted = [line.removeprefix(">").removeprefix(" ") for line in section(_full("software_engineer"), "Conventions")]
    assert "\n".join(quoted) + "\n" == _FULL[".geas/memory/_project/conventions.md"]


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ([], "unknown"),
        ([("qa_engineer", True)], "met** (qa_engineer)"),
        ([("qa_engineer", False)], "unmet** (qa_engineer)"),
        ([("qa_engineer", False), ("software_engineer", True)], "unmet** (qa_engineer; met according to software_engineer)"),
    ],
)
def test_the_final_verdict_sees_the_status_of_each_criterion(said: list[tuple[str, bool]], status: str) -> None:
    files = {
        f"evidence/t1/{worker}.json": evidence(worker, criteria_results=[{"criterion": "AN UPLOAD over  the quota is refused", "met": met}])
        for worker, met in said
    }
    lines = section(built(files, "product_authority"), "Acceptance Criteria")
    assert lines[0].startswith(f"1. an upload over the quota is refused — **{status}")
    assert lines[1] == "2. the form names the quota — **unknown**"


def test_the_final_verdict_sees_every_piece_and_the_record() -> None:
    record: dict[str, Any] = {
        "gate_result": {
            "verdict": "fail",
            "rubric_scores": [{"dimension": "core", "score": 2, "threshold": 3, "passed": False}],
            "blocking_dimensions": ["core"],
        },
        "closure": {
            "change_summary": "all of it",
            "reviews": [{"reviewer_type": "qa", "status": "approved", "summary": "fine"}],
            "open_risks": ["fog"],
        },
        "verdict": {"verdict": "iterate", "rationale": "core is low"},
    }
    files = {
        "evidence/t1/closure.json": {"artifact_type": "closure_packet", **record["closure"]},
        "evidence/t1/gate.json": {"artifact_type": "gate_result", **record["gate_result"]},
        "evidence/t1/final.json": {"artifact_type": "final_verdict", **record["verdict"]},
        "evidence/t1/own.json": evidence(
            "product_authority", verdict="pass", rationale="good\nenough", criteria_results=[{"criterion": "other", "met": True}]
        ),
    }
    packet = built(files, "product_authority")
    assert section(packet, "Known Risks") == ["- fog _(closure)_"]
    assert section(packet, "Prior Work") == [
        *(
            "- **product_authority** (verdict: pass, 2026-03-03T08:00:00Z)",
            "> what product_authority did",
            ">",
            "> good",
            "> enough",
            ">",
            "> - met: other",
        ),
        "- **Gate:** fail, blocked by core: core 2 (threshold 3, failed)",
        *("- **Closure**", "> all of it", "- **Review by qa** (approved)", "> fine"),
        *("- **Final verdict so far:** iterate", "> core is low"),
    ]


def test_nobodys_own_evidence_is_prior_work_of_theirs() -> None:
    files = {"evidence/t1/a.json": evidence("software-engineer"), "evidence/t1/b.json": evidence("qa_engineer", concerns=["slow"])}
    assert section(built(files), "Prior Work") == ["- **qa_engineer** (2026-03-03T08:00:00Z)", "> what qa_engineer did", ">", "> - slow"]
    assert "software-engineer" in "".join(section(built(files, "qa_engineer"), "Prior Work"))


def test_a_dependency_that_is_not_there_is_named() -> None:
    assert section(built(dependencies=["t9"]), "Dependencies") == ["- `t9`: the mission has no contract of this id that can be read"]


def test_a_design_guide_with_dotted_keys_is_no_json() -> None:
    files = {
        "evidence/t1/a.json": {**evidence("design_authority"), "design_guide.timing": "soon", "design_guide.steps": ["one", "두 번째"]}
    }
    packet = built(files)
    assert section(packet, "Technical Approach") == [
        *(
            "- **design_authority**",
            "> - **design guide:**",
            ">   - **timing:** soon",
            ">   - **steps:**",
            ">     - one",
            ">     - 두 번째",
        ),
    ]
    assert "{" not in text_of(packet)
