"""The score of a memory: every term, brought into range, in decimal arithmetic."""

from __future__ import annotations

from decimal import Decimal, getcontext, localcontext
from typing import Any

import pytest
from memories import NOW, about, choose, confident, memories, scored

from packetlint.packet.agents import SLOT_OF


def test_a_score_is_the_weighted_sum_of_its_terms() -> None:
    fields = {"scope": "task", "evidence_refs": ["t1/gate"], "memory_type": "risk_pattern", **confident(0.7, contradiction_count=1)}
    fields["signals"] |= {"successful_reuses": 3, "failed_reuses": 1}
    found = scored(fields, about("security-engineer", risk_level="critical"), "2026-08-14T00:00:00Z")
    assert found.terms == tuple(map(Decimal, ("1", "1", "1", "0.75", "0.7", "0.75", "0.05", "0.10")))
    assert (found.score, str(found.score)) == (Decimal("0.9075"), "0.9075")


@pytest.mark.parametrize(("confidence", "contradictions", "score"), [(1, 0, "1.0000"), (0, 3, "0.0000")])
def test_a_score_is_between_0_and_1(confidence: int, contradictions: int, score: str) -> None:
    signals = confident(confidence, contradiction_count=contradictions, successful_reuses=confidence, failed_reuses=1 - confidence)
    best: dict[str, Any] = {"scope": "task", "evidence_refs": ["t1"], "memory_type": "risk_pattern"} if confidence else {"meta": {}}
    assert str(scored({**best, **signals}, about("security_engineer", risk_level="high")).score) == score


_SCOPES = {
    "task": ("1.0", "0.3", "0.1"),
    "another task": ("0.2", "0.3", "0.1"),
    "mission": ("0.7", "1.0", "0.5"),
    "project": ("0.5", "0.7", "1.0"),
    "global": ("0.4", "0.4", "0.6"),
    "agent": ("0.8", "0.8", "0.8"),
    "another agent": ("0.1", "0.1", "0.1"),
    "nowhere": ("0", "0", "0"),
}


@pytest.mark.parametrize("level", ["task", "mission", "project"])
@pytest.mark.parametrize(("scope", "worth"), _SCOPES.items())
def test_what_a_scope_is_worth(scope: str, worth: tuple[str, str, str], level: Any) -> None:
    other = scope.startswith("another ")
    fields = {
        "scope": scope.removeprefix("another "),
        "evidence_refs": ["t2" if other else "t1"],
        "tags": ["qa_engineer" if other else "implementer"],
    }
    terms = scored(fields, about(level=level)).terms
    assert terms.scope == Decimal(worth[("task", "mission", "project").index(level)])


@pytest.mark.parametrize(
    ("refs", "same"), [(["t1"], True), (["t1/review"], True), (["t10"], False), (["x/t1"], False), (["t2", "t1/x"], True), ([], False)]
)
def test_which_memories_are_about_the_task(refs: list[str], same: bool) -> None:  # noqa: FBT001 - a column of the table
    assert (scored({"scope": "task", "evidence_refs": refs}).terms.scope == 1) is same


@pytest.mark.parametrize(
    ("refs", "paths", "share"),
    [
        (["src/auth/login.ts"], ("src/auth/login.ts", "b"), (1, 2)),
        (["src/auth"], ("src/auth/login.ts",), (1, 1)),
        (["src/auth/"], ("src/auth/login.ts",), (1, 1)),
        (["src/auth/login.ts"], ("src/auth", "src/", "lib"), (2, 3)),
        (["src/authors/x.ts", "src/aut/x"], ("src/auth", "src/auth/"), (0, 1)),
        (["src/auth"], ("src/authors/x.ts", "src/auth.ts", "src/auth0"), (0, 3)),
        (["README.md"], ("README.md", "./README.md"), (1, 1)),
        (["README"], ("README",), (0, 1)),
        (["a word.", ".hidden"], ("a word.", ".hidden"), (0, 2)),
        (["t2"], ("docs/guide.md",), (1, 1)),
        (["t2/review"], ("docs/guide.md", "t2/review"), (1, 2)),
        (["t2"], (), (0, 1)),
        (["/", "./"], ("src/",), (0, 1)),
        (["src/a", "src/a!b"], ("src/a-b", "src/a/b"), (1, 2)),
        (["x" * 1025 + ".md"], ("x" * 1025 + ".md", "b"), (0, 1)),
    ],
)
def test_paths_match_when_equal_or_inside(refs: list[str], paths: tuple[str, ...], share: tuple[int, int]) -> None:
    assert scored({"evidence_refs": refs}, about(paths=paths)).terms.paths == Decimal(share[0]) / share[1]


_SUITS = {
    "security_pattern": {"risk_specialist"},
    "risk_pattern": {"risk_specialist"},
    "test_strategy": {"quality_specialist"},
    "failure_lesson": {"quality_specialist", "implementer"},
    "architecture_precedent": {"design_authority"},
    "decision_precedent": {"design_authority", "product_authority"},
    "integration_pattern": {"design_authority", "implementer", "operations_specialist"},
    "performance_tip": {"implementer", "operations_specialist"},
    "project_rule": {"implementer", "orchestration_authority"},
    "ux_pattern": {"communication_specialist"},
    "process_improvement": {"product_authority", "orchestration_authority"},
    "agent_rule": set(),
    "unheard_of": set(),
}


@pytest.mark.parametrize(("memory_type", "slots"), _SUITS.items())
def test_which_types_suit_which_roles(memory_type: str, slots: set[str]) -> None:
    suited = {SLOT_OF[name] for name in SLOT_OF if scored({"memory_type": memory_type}, about(name)).terms.role}
    assert suited == slots


def test_a_rule_for_agents_suits_those_it_is_tagged_for() -> None:
    fields = {"memory_type": "agent_rule", "tags": ["qa-engineer", "Risk-Specialist"]}
    suited = [name for name in SLOT_OF if scored(fields, about(name)).terms.role]
    assert suited == ["qa_engineer", "risk_specialist", "security_engineer", "research_integrity_reviewer"]


@pytest.mark.parametrize(
    ("created", "logs", "freshness"),
    [
        ("2026-06-30T00:00:00Z", [], "1"),
        ("2026-06-29T12:00:00Z", [], "0.9972"),
        ("2026-04-01T09:00:00+09:00", [], "0.5"),
        ("2025-01-01T00:00:00Z", [], "0"),
        ("2027-01-01T00:00:00Z", [], "1"),
        ("bad", [], "0"),
        (None, [], "0"),
        ("2025-01-01T00:00:00Z", [("positive", "2026-04-01T00:00:00Z"), ("positive", "2026-05-31T00:00:00Z")], "0.8333"),
        ("2026-06-30T00:00:00Z", [("positive", "2026-04-01T00:00:00Z")], "0.5"),
        ("2026-04-01T00:00:00Z", [("negative", "2026-06-30T00:00:00Z"), ("neutral", "2026-06-30T00:00:00Z")], "0.5"),
        ("2026-04-01T00:00:00Z", [("positive", "bad"), ("positive", None)], "0.5"),
    ],
)
def test_freshness_falls_from_the_newest_confirmation(created: Any, logs: list[tuple[str, Any]], freshness: str) -> None:
    entries = [{"memory_id": "m", "effect": effect, "meta": {"created_at": at}} for effect, at in logs]
    others = [{"memory_id": "other", "effect": "positive", "created_at": NOW}]
    terms = scored({"meta": {"created_at": created}}, logs=[*entries, *others]).terms
    assert terms.freshness.quantize(Decimal("0.0001")) == Decimal(freshness)


def test_without_any_time_nothing_is_fresh() -> None:
    assert scored({}, as_of=None).terms.freshness == 0


@pytest.mark.parametrize(
    ("signals", "confidence", "reuse", "penalty"),
    [
        ({}, "0", "0.5", "0"),
        ({"confidence": 1, "successful_reuses": 0, "failed_reuses": 0}, "1", "0.5", "0"),
        ({"confidence": 7, "successful_reuses": 3}, "1", "1", "0"),
        ({"confidence": -1, "failed_reuses": 2.0, "contradiction_count": 2}, "0", "0", "0.10"),
        ({"confidence": "0.9", "successful_reuses": "3", "contradiction_count": "1"}, "0", "0.5", "0"),
        ({"confidence": True, "successful_reuses": -3, "contradiction_count": -1}, "0", "0.5", "0"),
        ({"confidence": 0.1, "contradiction_count": 1e308, "successful_reuses": 1e308, "failed_reuses": 1e308}, "0.1", "0.5", "0.15"),
        ("none", "0", "0.5", "0"),
    ],
)
def test_signals_of_any_kind_are_brought_into_range(signals: Any, confidence: str, reuse: str, penalty: str) -> None:
    terms = scored({"signals": signals}).terms
    assert (terms.confidence, terms.reuse, terms.penalty) == (Decimal(confidence), Decimal(reuse), Decimal(penalty))


def test_scores_are_rounded_half_even_before_they_are_compared() -> None:
    entries = {"b": confident(0.3005), "a": confident(0.3015), "c": {**confident(0.30049), "tags": ["x"]}}
    ranked = choose(memories(entries)).ranked
    assert [(each.memory.memory_id, str(each.score)) for each in ranked] == [("a", "0.2302"), ("b", "0.2300"), ("c", "0.2300")]


def test_the_surrounding_programs_arithmetic_changes_nothing() -> None:
    fields = {"m": {"scope": "project", **confident(0.123456789, successful_reuses=1, failed_reuses=2)}}
    expected = choose(memories(fields))
    with localcontext():
        getcontext().prec = 3
        assert choose(memories(fields)) == expected
