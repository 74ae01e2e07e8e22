"""The builder as a whole: time, memory, the memory packet, building again, and the example trees."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from examples import times
from hypothesis import given, settings
from hypothesis import strategies as st
from packet_text import built, evidence, section, text_of, titles
from packets import MISSION, contract, geas, task

from packetlint.packet.budget import TooLongError
from packetlint.packet.builder import UNDATED, build, expected
from packetlint.packet.explain import explain
from packetlint.packet.provenance import read_provenance
from packetlint.packet.reader import Geas
from packetlint.packet.targets import targets

EXAMPLES = Path(__file__).parent.parent / "fixtures" / "geas"
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def _memory(name: str, **fields: Any) -> dict[str, Any]:
    signals = {"confidence": fields.pop("confidence", 0.7), "contradiction_count": fields.pop("contradictions", 0)}
    return {
        "meta": {"created_at": "2026-03-01T00:00:00Z"},
        "memory_id": name,
        "memory_type": "failure_lesson",
        "state": "stable",
        "title": f"About {name}",
        "summary": f"{name} says",
        "scope": "mission",
        "signals": signals,
        **fields,
    }


def _remembering(*memories: dict[str, Any]) -> dict[str, Any]:
    index = {"entries": [{"memory_id": each["memory_id"]} for each in memories]}
    entries = {f".geas/memory/entries/{each['memory_id']}.json": each for each in memories}
    return {".geas/state/memory-index.json": index, **entries}


# -- time ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "as_of"),
    [
        ({}, "2026-03-02T08:00:00Z"),
        ({"evidence/t1/a.json": evidence("qa", created_at="2026-04-01T12:00:00+09:00")}, "2026-04-01T03:00:00Z"),
        ({"evidence/t1/a.json": evidence("qa", updated_at="2026-05-01T00:00:00Z")}, "2026-05-01T00:00:00Z"),
        ({"evidence/t1/a.json": evidence("qa", created_at="yesterday")}, "2026-03-02T08:00:00Z"),
        ({"evidence/t0/a.json": evidence("qa", created_at="2027-01-01T00:00:00Z")}, "2026-03-02T08:00:00Z"),
        ({"spec.json": {"mission": "x", "meta": {"created_at": "2026-06-01T00:00:00Z"}}}, "2026-06-01T00:00:00Z"),
        ({"evolution/debt-register.json": {"items": [], "updated_at": "2027-01-01T00:00:00Z"}}, "2026-03-02T08:00:00Z"),
        (_remembering({**_memory("mem-1"), "meta": {"created_at": "2026-07-01T00:00:00Z"}}), "2026-07-01T00:00:00Z"),
    ],
)
def test_a_packet_is_as_of_the_newest_file_it_is_made_from(files: dict[str, Any], as_of: str) -> None:
    packet = built(files)
    assert packet.as_of == as_of
    found = read_provenance(packet.content)
    assert found is not None
    assert found.as_of == as_of


def test_a_packet_of_undated_files_has_a_time_all_the_same() -> None:
    assert built(created_at=None).as_of == UNDATED


def test_a_time_that_is_given_counts() -> None:
    assert built(as_of="2030-01-01T00:00:00Z").as_of == "2030-01-01T00:00:00Z"


# -- memory --------------------------------------------------------------------------------------


def test_memories_stand_in_order_and_doubtful_ones_below() -> None:
    files = {
        **_remembering(
            _memory("mem-a", confidence=0.9),
            _memory("mem-b", confidence=0.4),
            _memory("mem-c", contradictions=2),
            _memory("mem-d", state="decayed"),
        ),
        ".geas/memory/agents/software-engineer.md": "# Mine\n- first\n",
    }
    packet = built(files)
    assert section(packet, "Applicable Memory") == [
        *("> # Mine", "> - first", "", "Lessons of earlier work that may apply here:", ""),
        *("- **[mem-a] About mem-a** (confidence: 0.9, stable)", "> mem-a says", "", "⚠️ Caution items (suggestions, not rules):", ""),
        *("- **[mem-b] About mem-b** (confidence: 0.4, stable, contradictions: 0)", "> mem-b says"),
        *("- **[mem-c] About mem-c** (confidence: 0.7, stable, contradictions: 2)", "> mem-c says"),
    ]


def test_the_memory_packet_says_what_was_handed_over() -> None:
    files = {
        **_remembering(
            _memory("mem-a"),
            _memory("mem-b", confidence=0.4, title="한글\n제목 \ud800"),
            _memory("mem-z", scope="task", confidence=0, memory_type="ux_pattern", meta={}),
        ),
        ".geas/state/run.json": {"phase": "building", "current_task_id": "t1"},
        ".geas/rules.md": "# Rules\n- one\n- two\n",
    }
    packet = built(files, "qa-engineer", as_of="2026-03-05T00:00:00Z")
    assert packet.memory is not None
    assert packet.memory_path.endswith("/memory-packet-qa_engineer.json")
    assert "한글" in packet.memory.decode()
    document = json.loads(packet.memory)
    assert list(document) == [
        *("meta", "packet_id", "target_agent_type", "target_task_id", "pinned_items", "applicable_memory_ids"),
        *("caution_items", "suppressed_memory_ids", "assembly_reason"),
    ]
    assert document["meta"]["created_at"] == "2026-03-05T00:00:00Z"
    assert document["packet_id"] == document["meta"]["artifact_id"] == "mp-t1-qa_engineer"
    assert document["pinned_items"] == ["phase: building", "focus task: t1", "one", "two"]
    assert document["applicable_memory_ids"] == ["mem-a", "mem-b"]
    assert document["caution_items"] == ["mem-b: 한글 제목 \ud800 (confidence 0.4, contradictions 0)"]
    assert document["suppressed_memory_ids"] == ["mem-z"]


def test_a_memory_packet_may_be_empty_and_without_an_index_there_is_none() -> None:
    packet = built(_remembering(_memory("mem-d", state="archived")))
    assert packet.memory is not None
    assert json.loads(packet.memory)["applicable_memory_ids"] == []
    assert "Applicable Memory" not in titles(packet)
    assert built().memory is None
    assert built({".geas/state/memory-index.json": {"entries": []}}).memory is None


def test_a_memory_of_a_risk_is_among_the_risks_too() -> None:
    packet = built(_remembering(_memory("mem-r", memory_type="risk_pattern", confidence=0.2)))
    assert section(packet, "Known Risks") == ["- [mem-r] About mem-r _(memory; a suggestion, not a rule)_"]


def test_each_memory_is_explained() -> None:
    packet = built({**_remembering(_memory("mem-a"), _memory("mem-d", state="archived")), ".geas/memory/agents/software_engineer.md": "x"})
    lines = list(explain(packet.retrieval))
    assert lines[0] == "  .geas/memory/agents/software_engineer.md  in: the agent's own memory, always"
    assert lines[1].startswith("  mem-a  0.")
    assert lines[1].endswith("  in")
    assert " scope 0.7 paths 0 role 1 freshness " in lines[1]
    assert lines[2] == "  mem-d  out: its state is archived"
    assert list(explain(built().retrieval)) == ["  no memory retrieval: there is no memory index"]


# -- building again ------------------------------------------------------------------------------


def _committed(files: dict[str, Any]) -> dict[str, Any]:
    tree = geas(files)
    one = tree.roots[".geas"].missions["m1"].tasks["t1"]
    packet = build(tree, one, targets(one)[0])
    assert packet is not None
    return {**files, packet.path: packet.content}


def test_a_packet_can_be_built_again_from_its_path_alone() -> None:
    files = _committed({f"{MISSION}/tasks/t1.json": contract(), f"{MISSION}/spec.json": {"mission": "x"}})
    path = next(name for name in files if name.endswith(".md"))
    again = expected(geas(files), path)
    assert again is not None
    assert again.content == files[path]
    assert dict(again.behind)["Acceptance Criteria"] == (f"{MISSION}/tasks/t1.json",)
    assert dict(again.behind)["Summary"] == (f"{MISSION}/spec.json", f"{MISSION}/tasks/t1.json")


def test_a_packet_that_nobody_routed_can_be_built_again_too() -> None:
    packet = built(role="product-authority")
    again = expected(geas({f"{MISSION}/tasks/t1.json": contract(), packet.path: packet.content}), packet.path)
    assert again == packet


def test_it_is_stale_when_its_sources_changed_and_keeps_its_time() -> None:
    files = _committed({f"{MISSION}/tasks/t1.json": contract()})
    path = next(name for name in files if name.endswith(".md"))
    files[f"{MISSION}/tasks/t1.json"] = contract(goal="Something else", updated_at="2026-09-09T00:00:00Z")
    again = expected(geas(files), path)
    assert again is not None
    assert again.content != files[path]
    assert again.as_of == "2026-03-02T08:00:00Z"


@pytest.mark.parametrize(
    "path", [f"{MISSION}/packets/t1/hand.md", f"{MISSION}/packets/t9/software_engineer.md", f"{MISSION}/spec.json", "x.md"]
)
def test_there_is_nothing_to_expect_of_other_files(path: str) -> None:
    assert expected(geas({f"{MISSION}/tasks/t1.json": contract(), path: "# By hand\n"}), path) is None


# -- whatever the files hold ---------------------------------------------------------------------


@settings(max_examples=times(60), deadline=None)
@given(
    st.fixed_dictionaries(dict.fromkeys(("title", "goal", "acceptance_criteria", "scope", "rubric", "eval_commands", "routing"), _JSON)),
    _JSON,
    _JSON,
)
def test_any_json_gives_a_packet(fields: dict[str, Any], one: Any, two: Any) -> None:
    files = {
        "evidence/t1/a.json": {
            **evidence("design_authority"),
            "approach": one,
            "criteria_results": two,
            "self_check": one,
            "concerns": two,
        },
        "decisions/d.json": {"decision": one, "rationale": two, "related_task_id": "t1"},
        "design-brief.json": {"chosen_approach": one, "architecture_decisions": two, "risks": one, "design_review": two},
        "spec.json": {"mission": one, "risk_notes": two},
    }
    try:
        packet = built(files, "design_authority", **fields)
    except TooLongError:
        return
    text = text_of(packet)
    assert len(text.splitlines()) < 200
    assert text.splitlines() == text.removesuffix("\n").split("\n")


def test_a_task_whose_contract_cannot_be_read_has_no_packet() -> None:
    tree = geas({f"{MISSION}/tasks/t1.json": "{"})
    one = tree.roots[".geas"].missions["m1"].tasks["t1"]
    assert build(tree, one, targets(task())[0]) is None


# -- the examples --------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["seed", "nested"])
def test_the_example_packets_are_what_the_builder_gives(layout: str) -> None:
    """After a wanted change, `packetlint rebuild --all` writes them anew."""
    top = EXAMPLES / layout
    paths = [path.relative_to(top).as_posix() for path in top.rglob("*") if path.is_file()]
    random.Random(1).shuffle(paths)
    tree = Geas(paths, lambda path: (top / path).read_bytes())
    committed = {path for path in paths if "/packets/" in path}
    made: dict[str, bytes] = {}
    for one in tree.roots[".geas"].missions["mission-rebook"].tasks.values():
        for target in targets(one):
            packet = build(tree, one, target)
            assert packet is not None
            made |= {packet.path: packet.content} | ({packet.memory_path: packet.memory} if packet.memory else {})
            assert expected(tree, packet.path) == packet
    assert {path: content.decode() for path, content in made.items()} == {path: (top / path).read_text("utf-8") for path in committed}
    assert not tree.faults
