"""The layout of `.geas` trees: what a path is, in either layout, and what is said of the layout that is not read."""

from __future__ import annotations

import random

import pytest

from packetlint.packet.layout import PacketPath, find_roots, packet_path, root_of
from packetlint.packet.schema import schema_for

_SHARED = (
    "state/run.json",
    "state/memory-index.json",
    "rules.md",
    "memory/_project/conventions.md",
    "memory/entries/mem-1.json",
    "memory/logs/t1-mem-1.json",
    "memory/agents/qa-engineer.md",
    "missions/m1/spec.json",
    "missions/m1/design-brief.json",
    "missions/m1/decisions/d1.json",
    "missions/m1/decisions/pending/vote-challenger.json",
    "missions/m1/evolution/debt-register.json",
)
_SEED = (
    "missions/m1/tasks/s1.json",
    "missions/m1/evidence/s1/qa_engineer.json",
    "missions/m1/contracts/s1.json",
    "missions/m1/packets/s1/qa_engineer.md",
    "missions/m1/packets/s1/memory-packet.json",
)
_NESTED = (
    "missions/m1/tasks/n1/contract.json",
    "missions/m1/tasks/n1/evidence/qa-engineer.json",
    "missions/m1/tasks/n1/record.json",
    "missions/m1/tasks/n1/packets/qa-engineer.md",
)
_OTHER = (
    "missions/m1/mission-summary.md",
    "missions/m1/phase-reviews/one.json",
    "missions/m1/evolution/gap-assessment.json",
    "missions/m1/packets/gone/qa_engineer.md",
    "missions/m1/tasks/n1/packets/.packetlint-x.tmp",
    "memory/entries/.json",
    "memory/entries/below/mem-2.json",
    "missions/README.md",
)


def _below(folder: str, *groups: tuple[str, ...]) -> list[str]:
    return [f"{folder}/{path}" for group in groups for path in group]


@pytest.mark.parametrize("folder", [".geas", "services/api/.geas"])
def test_every_file_of_both_layouts_is_found_in_one_mission(folder: str) -> None:
    (root,) = find_roots(["README.md", *_below(folder, _SHARED, _SEED, _NESTED, _OTHER)])
    mission = root.missions["m1"]
    assert root.folder == folder
    assert (root.run_state, root.rules) == (f"{folder}/state/run.json", f"{folder}/rules.md")
    assert (root.conventions, root.memory_index) == (f"{folder}/memory/_project/conventions.md", f"{folder}/state/memory-index.json")
    assert root.entries == {"mem-1": f"{folder}/memory/entries/mem-1.json"}
    assert root.logs == (f"{folder}/memory/logs/t1-mem-1.json",)
    assert root.agent_memory == {"qa_engineer": f"{folder}/memory/agents/qa-engineer.md"}
    here = f"{folder}/missions/m1"
    assert (mission.folder, mission.spec, mission.design_brief) == (here, f"{here}/spec.json", f"{here}/design-brief.json")
    assert mission.debt_register == f"{here}/evolution/debt-register.json"
    assert mission.decisions == (f"{here}/decisions/d1.json", f"{here}/decisions/pending/vote-challenger.json")
    assert mission.strays == (f"{here}/packets/gone/qa_engineer.md",)
    assert (list(root.missions), list(mission.tasks), root.unread) == (["m1"], ["n1", "s1"], "")


def test_a_task_of_the_seed_layout_has_folders_beside_the_tasks() -> None:
    task = find_roots(_below(".geas", _SEED))[0].missions["m1"].tasks["s1"]
    here = ".geas/missions/m1"
    assert (task.layout, task.contract, task.record) == ("seed", f"{here}/tasks/s1.json", None)
    assert task.implementation_contract == f"{here}/contracts/s1.json"
    assert task.evidence == (f"{here}/evidence/s1/qa_engineer.json",)
    assert task.packet_folder == f"{here}/packets/s1"
    assert task.packets == (f"{here}/packets/s1/memory-packet.json", f"{here}/packets/s1/qa_engineer.md")


def test_a_task_of_the_nested_layout_has_everything_below_it() -> None:
    task = find_roots(_below(".geas", _NESTED))[0].missions["m1"].tasks["n1"]
    here = ".geas/missions/m1/tasks/n1"
    assert (task.layout, task.contract, task.record) == ("nested", f"{here}/contract.json", f"{here}/record.json")
    assert (task.evidence, task.packet_folder) == ((f"{here}/evidence/qa-engineer.json",), f"{here}/packets")
    assert (task.packets, task.implementation_contract) == ((f"{here}/packets/qa-engineer.md",), None)


def test_a_task_that_is_there_in_both_layouts_is_nested_and_keeps_all_its_evidence() -> None:
    here = ".geas/missions/m1"
    paths = [f"{here}/{path}" for path in ("tasks/t.json", "tasks/t/contract.json", "evidence/t/a.json", "tasks/t/evidence/b.json")]
    task = find_roots(paths)[0].missions["m1"].tasks["t"]
    assert (task.layout, task.contract) == ("nested", f"{here}/tasks/t/contract.json")
    assert task.evidence == (f"{here}/evidence/t/a.json", f"{here}/tasks/t/evidence/b.json")


def test_the_order_of_the_paths_says_nothing() -> None:
    paths = [*_below(".geas", _SHARED, _SEED, _NESTED, _OTHER), *_below("b/.geas", _SEED), *_below("a/.geas", _NESTED)]
    expected = find_roots(paths)
    assert [root.folder for root in expected] == [".geas", "a/.geas", "b/.geas"]
    random.Random(5).shuffle(paths)
    assert find_roots(paths) == expected


def test_of_two_spellings_of_an_agents_memory_that_in_snake_case_counts() -> None:
    paths = [f".geas/memory/agents/{name}.md" for name in ("qa-engineer", "qa_engineer", "design-authority")]
    assert find_roots(paths)[0].agent_memory == {
        "qa_engineer": ".geas/memory/agents/qa_engineer.md",
        "design_authority": ".geas/memory/agents/design-authority.md",
    }


@pytest.mark.parametrize(
    "paths",
    [
        ["missions/m1/tasks/t1/contract.md"],
        ["missions/m1/tasks/t1.md"],
        ["memory/shared.yaml"],
        ["state/index.yml", "missions/m1/tasks/t1.json"],
    ],
)
def test_the_newer_layout_is_named_in_one_line(paths: list[str]) -> None:
    unread = find_roots(_below(".geas", tuple(paths)))[0].unread
    assert unread == f".geas/{paths[0]}: the layout with markdown contracts and YAML memory is not read yet"


def test_of_many_files_in_the_newer_layout_the_first_is_named() -> None:
    unread = find_roots([".geas/memory/b.yaml", ".geas/memory/a.yaml", ".geas/memory/c.yaml"])[0].unread
    assert unread.startswith(".geas/memory/a.yaml and 2 more: ")


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        (".geas/rules.md", ".geas"),
        ("a/b/.geas/missions/m", "a/b/.geas"),
        ("a/.geas/b/.geas/c", "a/.geas"),
        (".geas", None),
        ("x.geas/rules.md", None),
        ("docs/.geas.md", None),
    ],
)
def test_the_folder_of_a_path(path: str, folder: str | None) -> None:
    assert root_of(path) == folder


_PACKETS = {
    ".geas/missions/m/packets/t/qa_engineer.md": PacketPath(".geas", "m", "t", "qa_engineer", is_memory=False),
    "x/.geas/missions/m/tasks/t/packets/qa-engineer.md": PacketPath("x/.geas", "m", "t", "qa-engineer", is_memory=False),
    ".geas/missions/m/packets/t/memory-packet.json": PacketPath(".geas", "m", "t", "memory-packet", is_memory=True),
    ".geas/missions/m/packets/t/memory-packet-qa_engineer.json": PacketPath(".geas", "m", "t", "memory-packet-qa_engineer", is_memory=True),
    ".geas/missions/m/packets/t/notes.json": None,
    ".geas/missions/m/packets/t/memory-packets.json": None,
    ".geas/missions/m/packets/t/.md": None,
    ".geas/missions/m/packets/t/deep/qa_engineer.md": None,
    ".geas/missions/m/packets/qa_engineer.md": None,
    ".geas/missions/m/tasks/t/qa_engineer.md": None,
    "missions/m/packets/t/qa_engineer.md": None,
}


@pytest.mark.parametrize(("path", "expected"), _PACKETS.items())
def test_the_path_of_a_packet(path: str, expected: PacketPath | None) -> None:
    assert packet_path(path) == expected


_SCHEMAS = {
    "state/run.json": "run-state",
    "state/memory-index.json": "memory-index",
    "memory/entries/mem-1.json": "memory-entry",
    "memory/logs/l.json": "memory-log",
    "missions/m1/spec.json": "mission-spec",
    "missions/m1/design-brief.json": "design-brief",
    "missions/m1/decisions/d.json": "decision",
    "missions/m1/decisions/pending/v.json": "decision",
    "missions/m1/evolution/debt-register.json": "debt-register",
    "missions/m1/tasks/t.json": "contract",
    "missions/m1/tasks/t/contract.json": "contract",
    "missions/m1/tasks/t/record.json": "record",
    "missions/m1/tasks/t/evidence/e.json": "evidence",
    "missions/m1/evidence/t/e.json": "evidence",
    "missions/m1/contracts/t.json": "implementation-contract",
    "missions/m1/packets/t/memory-packet-qa_engineer.json": "memory-packet",
    "missions/m1/tasks/t/packets/memory-packet.json": "memory-packet",
    "missions/m1/tasks/t/packets/notes.json": None,
    "missions/m1/other.json": None,
    "missions/m1/phase-reviews/one.json": None,
    "missions/m1/tasks/t/contract.md": None,
    "other.json": None,
}


@pytest.mark.parametrize(("path", "name"), _SCHEMAS.items())
def test_which_schema_a_file_has(path: str, name: str | None) -> None:
    assert schema_for(f"a/.geas/{path}") == name
    assert schema_for(path) is None
