"""Make `.geas` trees of any size: every task has a contract, a record, three pieces of evidence, and three packets due."""

from __future__ import annotations

from typing import Any

PACKETS = 3  # of each task
_MEMORIES, _DECISIONS = 20, 10
_MISSION = ".geas/missions/m1"
_WORKERS = {"software_engineer": "implementer", "design_authority": "reviewer", "qa_engineer": "tester"}
_WHEN = "2026-03-01T00:00:00Z"


def tree(tasks: int, memories: int = _MEMORIES, decisions: int = _DECISIONS) -> dict[str, Any]:
    """Give the files of a tree by path, texts and JSON values: one mission of so many tasks, and what its packets are made from."""
    return {**_shared(memories, decisions), **{path: each for number in range(tasks) for path, each in _task(number).items()}}


def _shared(many: int, decided_on: int) -> dict[str, Any]:
    memories = {f"mem-{number:03}": _memory(f"mem-{number:03}", f"task-{number:04}") for number in range(many)}
    decided = "because src/module{0}/table.py and task-{0:04} need it"
    decisions = {
        f"{_MISSION}/decisions/dec-{n}.json": {"decision_id": f"dec-{n}", "decision": "Do it.", "rationale": decided.format(n)}
        for n in range(decided_on)
    }
    return {
        f"{_MISSION}/spec.json": {"mission": "Ship it", "risk_notes": ["rain", "wind"], "created_at": _WHEN},
        f"{_MISSION}/design-brief.json": {"chosen_approach": "small steps", "non_goals": ["speed"], "created_at": _WHEN},
        ".geas/memory/_project/conventions.md": "# Conventions\n\n## Build\n- make\n\n## Test tools\n- pytest\n",
        ".geas/rules.md": "# Rules\n- one\n- two\n",
        ".geas/state/memory-index.json": {"entries": [{"memory_id": name, "state": "stable"} for name in memories]},
        **decisions,
        **{f".geas/memory/entries/{name}.json": memory for name, memory in memories.items()},
    }


def _memory(name: str, task: str) -> dict[str, Any]:
    fields = {
        "memory_id": name,
        "memory_type": "failure_lesson",
        "state": "stable",
        "title": name,
        "summary": "Check it.",
        "scope": "project",
    }
    return {"meta": {"created_at": _WHEN}, **fields, "evidence_refs": [task], "signals": {"confidence": 0.6}, "tags": []}


def _task(number: int) -> dict[str, Any]:
    name, folder = f"task-{number:04}", f"{_MISSION}/tasks/task-{number:04}"
    evidence = {
        f"{folder}/evidence/{worker}.json": {
            "agent": worker,
            "role": role,
            "task_id": name,
            "created_at": _WHEN,
            "summary": "Did it. " * 20,
            "verdict": "approved",
            "files_changed": [f"src/module{number % 50}/table.py"] if role == "implementer" else [],
        }
        for worker, role in _WORKERS.items()
    }
    return {f"{folder}/contract.json": _contract(number, name), f"{folder}/record.json": _record(name), **evidence}


def _contract(number: int, name: str) -> dict[str, Any]:
    return {
        "task_id": name,
        "title": f"Piece {number}",
        "goal": "Build it. " * 5,
        "task_kind": "implementation",
        "risk_level": "normal",
        "acceptance_criteria": [f"property {each} holds" for each in range(6)],
        "eval_commands": ["make test"],
        "rubric": {"dimensions": [{"name": "code_quality", "threshold": 4}, {"name": "core_interaction", "threshold": 3}]},
        "scope": {"paths": [f"src/module{number % 50}/", "tests/"]},
        "dependencies": [f"task-{number - 1:04}"] if number else [],
        "routing": {"primary_worker_type": "software_engineer", "required_reviewer_types": ["qa_engineer", "design_authority"]},
        "status": "implementing",
        "created_at": _WHEN,
    }


def _record(name: str) -> dict[str, Any]:
    agreed = {"status": "approved", "planned_actions": ["plan"] * 5, "edge_cases": ["edge"] * 3, "demo_steps": ["show"] * 4}
    return {
        "task_id": name,
        "implementation_contract": agreed,
        "self_check": {"confidence": 4, "known_risks": ["slow"], "untested_paths": ["offline"]},
    }
