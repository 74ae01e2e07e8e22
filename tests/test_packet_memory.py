"""Memory retrieval: the order, the budgets, what is held back, and whose word counts."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

import pytest
from memories import NOW, about, choose, confident, memories
from packets import contract, root

from packetlint.packet.agents import agent
from packetlint.packet.memory import budget, retrieve


def test_the_order_is_by_score_confidence_confirmation_and_id() -> None:
    day = "2026-06-30T00:00:00Z"
    old = {"meta": {"created_at": "2024-01-01T00:00:00Z"}}
    older = {"meta": {"created_at": "2023-01-01T00:00:00Z"}}
    undated: dict[str, Any] = {"meta": {}}
    entries: dict[str, dict[str, Any]] = {
        "e": {**undated, **confident(0.9)},
        "d": {**older, **confident(0.9)},
        "b": {**old, **confident(0.9)},
        "c": {**old, **confident(0.9)},
        "f": {**old, **confident(0.4, successful_reuses=1, failed_reuses=0)},
        "a": {"meta": {"created_at": day}, **confident(0.1)},
    }
    ranked = choose(memories(entries)).ranked
    assert [each.memory.memory_id for each in ranked] == ["a", "b", "c", "d", "e", "f"]
    shuffled = list(entries.items())
    random.Random(2).shuffle(shuffled)
    assert [each.memory.memory_id for each in choose(memories(dict(shuffled))).ranked] == ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize(
    ("role", "most"),
    [("orchestration-authority", 8), ("product_authority", 3), ("qa_engineer", 5), ("software_engineer", 5), ("wizard", 5)],
)
def test_each_role_has_its_budget_and_the_rest_is_held_back(role: str, most: int) -> None:
    found = choose(memories({f"m{number}": {"scope": "project"} for number in range(9)}), about(role))
    assert budget(agent(role)) == most
    assert [each.memory.memory_id for each in found.applicable] == [f"m{number}" for number in range(most)]
    assert found.suppressed == tuple(f"m{number}" for number in range(most, 9))
    assert {each.why_not for each in found.ranked[most:]} == {f"{most} come before it"}


def test_a_score_below_a_fifth_is_held_back() -> None:
    entries = {"over": confident(0), "under": {**confident(0), "meta": {"created_at": "2026-06-29T00:00:00Z"}}}
    found = choose(memories(entries))
    assert [(each.memory.memory_id, str(each.score), each.why_not) for each in found.ranked] == [
        ("over", "0.2000", ""),
        ("under", "0.1992", "its score is below 0.20"),
    ]
    assert (found.suppressed, found.caution) == (("under",), ("over",))


@pytest.mark.parametrize(("confidence", "contradictions", "caution"), [(0.5, 0, False), (0.4999, 0, True), (1, 1, True), (None, 0, True)])
def test_what_needs_caution(confidence: Any, contradictions: int, caution: bool) -> None:  # noqa: FBT001 - a column of the table
    found = choose(memories({"m": {"scope": "project", **confident(confidence, contradiction_count=contradictions)}}))
    assert found.caution == (("m",) if caution else ())
    assert [each.memory.memory_id for each in found.applicable] == ["m"]


@pytest.mark.parametrize("state", "candidate provisional stable canonical decayed archived rejected superseded under_review odd".split())
def test_only_three_states_are_handed_over(state: str) -> None:
    found = choose(memories({"m": {"state": state, "scope": "project"}}))
    assert bool(found.applicable) is (state in ("provisional", "stable", "canonical"))
    assert [(each.memory_id, each.why_not) for each in found.unscored] == ([] if found.applicable else [("m", f"its state is {state}")])
    assert found.suppressed == ()


def test_the_entry_files_word_counts_and_the_indexs_where_it_says_nothing() -> None:
    line = {"memory_id": "m", "memory_type": "project_rule", "state": "archived", "confidence": 0.1, "tags": ["qa_engineer"]}
    memory = choose(memories({"m": {"memory_type": "ux_pattern", "tags": ["ui"]}}, {"entries": [line]})).ranked[0].memory
    assert (memory.memory_type, memory.state, memory.confidence, memory.tags) == ("ux_pattern", "stable", Decimal("0.9"), frozenset(["ui"]))
    bare: dict[str, Any] = {"memory_type": None, "state": None, "signals": {}, "tags": None}
    memory = choose(memories({"m": bare}, {"entries": [{**line, "state": "provisional"}]})).ranked[0].memory
    assert (memory.memory_type, memory.state, memory.confidence) == ("project_rule", "provisional", Decimal("0.1"))
    assert memory.tags == frozenset(["qa_engineer"])


def test_ids_without_an_entry_file_and_lines_without_an_id_are_passed_over() -> None:
    lines = [{"memory_id": "gone", "state": "stable"}, {"memory_id": "m"}, {"memory_id": "m", "state": "x"}, {"state": "stable"}, 7, None]
    found = choose(
        memories({"m": {"scope": "project"}}, {"entries": [*lines, {"memory_id": "bad", "state": "stable"}]})
        | {"memory/entries/bad.json": "{"}
    )
    assert [each.memory.memory_id for each in found.applicable] == ["m"]
    assert [(each.memory_id, each.why_not) for each in found.unscored] == [
        ("gone", "it has no entry file that can be read"),
        ("bad", "it has no entry file that can be read"),
    ]


@pytest.mark.parametrize(
    ("index", "why"),
    [
        ({"entries": []}, "the memory index has no entries"),
        ({"entries": [{}]}, "the memory index has no entries"),
        ({}, "the memory index has no entries"),
        ("{", "the memory index cannot be read"),
        ([], "the memory index cannot be read"),
    ],
)
def test_without_an_index_retrieval_is_skipped(index: Any, why: str) -> None:
    found = choose(memories({"m": {}}, index))
    assert (found.skipped, found.ranked, found.suppressed) == (why, (), ())


def test_without_the_file_retrieval_is_skipped_and_the_agents_memory_is_still_there() -> None:
    one = root({"memory/agents/software-engineer.md": "- Anchor paths to the mission.\n", "missions/m1/tasks/t1.json": contract()})
    found = retrieve(one.memory, about(), NOW, one.agent_memory("software_engineer"))
    assert found.skipped == "there is no memory index"
    assert found.agent_memory is not None
    assert (found.agent_memory.file, found.agent_memory.text[:8]) == (".geas/memory/agents/software-engineer.md", "- Anchor")
    assert one.agent_memory("qa_engineer") is None


def test_the_files_behind_a_choice_and_their_times_are_known() -> None:
    logs = [
        {"memory_id": "m", "effect": "positive", "created_at": "2026-05-01"},
        {"memory_id": "m", "effect": "positive", "created_at": "2026-05-01T00:00:00Z"},
        {"memory_id": "m", "effect": "negative", "created_at": "2026-06-01"},
    ]
    files = memories({"m": {}, "n": {"state": "archived"}}, logs=logs)
    found = choose(files)
    assert found.files == tuple(f".geas/{path}" for path in ("state/memory-index.json", "memory/entries/m.json", "memory/logs/0.json"))
    assert found.times == (NOW, "2026-05-01")
