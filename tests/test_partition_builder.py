"""The command `partition`: the worked example, where items go, and what is left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from irs import authority, digest, directive, ir, item, omission, proof, slot, target, worked
from planning import gaps_of, listed, placed, proposal_of, run

from packetlint.partition.digest import coverage_digest

if TYPE_CHECKING:
    from gitrepo import Repo


_FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "partitions"


def test_the_worked_example_is_feasible_with_one_transfer(repo: Repo) -> None:
    proposal = proposal_of(repo, worked())
    assert placed(proposal) == {"review": "ASSIGNED B", "source": "TRANSFERRED A->B"}
    assert proposal["transfers"] == [
        {"itemId": "source", "fromTargetRef": "A", "toTargetRef": "B", "disclosureProofRef": "disclosure:source:A:B"}
    ]
    assert proposal["gaps"] == proposal["semanticComparisons"] == []
    assert proposal["coverageDigest"] == coverage_digest(digest("root"), proposal["dispositions"])


def test_the_worked_example_with_too_small_a_target_is_infeasible(repo: Repo) -> None:
    proposal = proposal_of(repo, worked(100), "INFEASIBLE")
    assert placed(proposal) == {"review": "BLOCKED", "source": "ASSIGNED A"}
    assert listed(proposal) == [("SIZE_EXCEEDED", "review", None)]


def test_the_worked_example_that_is_not_complete_is_unknown_and_no_proposal(repo: Repo) -> None:
    assert gaps_of(repo, worked(complete=False), "UNKNOWN") == [("INVENTORY_INCOMPLETE", None, None)]


@pytest.mark.parametrize(
    ("name", "result", "status"), [("worked", "FEASIBLE", 0), ("too-small", "INFEASIBLE", 1), ("incomplete", "UNKNOWN", 1)]
)
def test_the_examples_among_the_fixtures_give_their_results(repo: Repo, name: str, result: str, status: int) -> None:
    done = repo.run("packetlint", "partition", str(_FIXTURES / f"{name}.json"))
    assert (json.loads(done.stdout)["result"], done.returncode) == (result, status)
    committed = _FIXTURES / f"{name}.proposal.json"
    assert committed.exists() == (name != "incomplete")
    assert not committed.exists() or committed.read_bytes() == done.stdout


def test_the_summary_says_what_a_proposal_is_not(repo: Repo) -> None:
    said = run(repo, worked()).stderr.decode()
    assert said.startswith("FEASIBLE: 2 items, 2 targets; 1 assigned, 1 transferred, 0 omitted, 0 blocked; 0 gaps\n")
    for words in ("complete relative to the supplied inventory", digest("root"), "not verified", "not optimal", "admits nobody"):
        assert words in said
    for word in ("worker", "agent", "spawn", "ready", "authorized"):
        assert word not in said.lower()


# -- gaps -----------------------------------------------------------------------------------------


def test_an_item_that_no_target_may_hold_is_blocked_with_the_filter_that_failed(repo: Repo) -> None:
    needs = digest("run")
    items = [
        item("elsewhere", scope="repo:other"),
        item("unable", capabilityRequirements=[needs, digest("fly")]),
        directive("unread", audience=["C"]),
        item("huge", 101),
        item("whole", 60),
        item("rest", 60),
    ]
    proposal = proposal_of(repo, ir([target("A", capabilityDigests=[needs])], items), "INFEASIBLE")
    assert listed(proposal) == [
        ("DESTINATION_INCOMPATIBLE", "elsewhere", None),
        ("SIZE_EXCEEDED", "huge", "A"),
        ("CAPABILITY_MISSING", "unable", None),
        ("DESTINATION_INCOMPATIBLE", "unread", None),
        ("CAPACITY_EXHAUSTED", "whole", "A"),
    ]


def test_the_words_of_a_gap_name_what_is_missing(repo: Repo) -> None:
    items = [item("a", 60), item("b", 30, ["a"]), item("c", 50, capabilityRequirements=[digest("fly")]), item("d", 45)]
    gaps = proposal_of(repo, ir([target("T", 100)], items), "INFEASIBLE")["gaps"]
    assert [gap["detail"] for gap in gaps] == [
        f"no target has `{digest('fly')}`, a requirement",
        "the item takes 45 tokens, of which no target has enough there or left; `T` has 10 of 100 left, and none has more",
    ]


def test_what_is_derived_of_a_blocked_item_is_blocked(repo: Repo) -> None:
    items = [item("root", scope="repo:other"), item("leaf", parents=["root"]), item("tip", parents=["leaf"])]
    proposal = proposal_of(repo, ir([target("A")], items), "INFEASIBLE")
    assert set(placed(proposal).values()) == {"BLOCKED"}
    assert ("UNKNOWN_SOURCE", "tip", None) in listed(proposal)


def test_a_parent_without_a_proof_leaves_the_result_unknown(repo: Repo) -> None:
    proposal = proposal_of(repo, {**worked(), "disclosureProofs": [proof("source", "B", "A")]}, "UNKNOWN")
    assert placed(proposal) == {"review": "ASSIGNED B", "source": "ASSIGNED A"}
    assert listed(proposal) == [("DISCLOSURE_PROOF_MISSING", "source", "B")]


def test_a_blank_proof_proves_nothing(repo: Repo) -> None:
    proposal = proposal_of(repo, {**worked(), "disclosureProofs": [{**proof("source", "A", "B"), "ref": " \ufeff"}]}, "UNKNOWN")
    assert listed(proposal) == [("DISCLOSURE_PROOF_MISSING", "source", "B")]


def test_a_parent_goes_only_where_there_is_a_proof(repo: Repo) -> None:
    items = [item("p", 10), item("q", 90, ["p"]), item("r", 90, ["p"]), item("s", 90, ["p"])]
    document = ir([target(name) for name in "ABC"], items, [proof("p", "A", "B")])
    proposal = proposal_of(repo, document, "UNKNOWN")
    assert placed(proposal) == {"p": "TRANSFERRED A->B", "q": "ASSIGNED A", "r": "ASSIGNED B", "s": "ASSIGNED C"}
    assert listed(proposal) == [("DISCLOSURE_PROOF_MISSING", "p", "C")]


def test_unknown_authority_is_no_feasible_result(repo: Repo) -> None:
    proposal = proposal_of(repo, ir([target("A")], [item("a", authority=authority("UNKNOWN"))]), "UNKNOWN")
    assert listed(proposal) == [("AUTHORITY_UNKNOWN", "a", None)]


# -- preferences ----------------------------------------------------------------------------------


def test_the_target_with_most_parents_is_preferred_to_the_emptier_one(repo: Repo) -> None:
    proposal = proposal_of(repo, ir([target("A"), target("B")], [item("p", 40), item("q", 10, ["p"])]))
    assert placed(proposal) == {"p": "ASSIGNED A", "q": "ASSIGNED A"}


def test_the_emptier_target_is_preferred_to_the_first_one(repo: Repo) -> None:
    proposal = proposal_of(repo, ir([target("B"), target("a")], [item("p"), item("q"), item("r")]))
    assert placed(proposal) == {"p": "ASSIGNED a", "q": "ASSIGNED B", "r": "ASSIGNED a"}


def test_ties_go_by_root_collation_and_not_by_code_point(repo: Repo) -> None:
    proposal = proposal_of(repo, ir([target("B"), target("a"), target("_")], [item("Z", 50), item("y", 60), item("-", 70)]))
    assert [each["targetRef"] for each in proposal["targets"]] == ["_", "a", "B"]
    assert placed(proposal) == {"-": "ASSIGNED _", "y": "ASSIGNED a", "Z": "ASSIGNED B"}
    assert [each["itemId"] for each in proposal["dispositions"]] == ["-", "y", "Z"]


def test_a_directive_goes_to_its_audience_and_nowhere_else(repo: Repo) -> None:
    proposal = proposal_of(repo, ir([target("A"), target("B")], [directive("rule", audience=["B", "elsewhere"])]))
    assert placed(proposal) == {"rule": "ASSIGNED B"}


def test_a_parent_has_to_be_allowed_where_its_child_goes(repo: Repo) -> None:
    items = [directive("rule", audience=["A"]), item("work", parents=["rule"], capabilityRequirements=[digest("run")])]
    proposal = proposal_of(repo, ir([target("A"), target("B", capabilityDigests=[digest("run")])], items), "INFEASIBLE")
    assert listed(proposal) == [("DESTINATION_INCOMPATIBLE", "work", None)]
    assert "parent `rule`" in proposal["gaps"][0]["detail"]


def test_slots_are_planned_like_bodies(repo: Repo) -> None:
    document = ir([slot("s:1"), slot("s:2")], [item("a"), item("b")], mode="CONTINUATION_REQUIREMENTS")
    assert placed(proposal_of(repo, document)) == {"a": "ASSIGNED s:1", "b": "ASSIGNED s:2"}


# -- omissions ------------------------------------------------------------------------------------


def test_an_omission_that_is_allowed_is_made_with_its_proofs(repo: Repo) -> None:
    document = ir([target("A", 0)], [item("a", droppable=True)], omissions=[omission("a", "OUT_OF_SCOPE", ["p2", "p1"])])
    (disposition,) = proposal_of(repo, document)["dispositions"]
    assert disposition == {
        "itemId": "a",
        "disposition": "OMITTED_ALLOWED",
        "sourceTargetRef": None,
        "targetRefs": [],
        "reasonCode": "OUT_OF_SCOPE",
        "proofRefs": ["p1", "p2"],
    }


@pytest.mark.parametrize(
    ("fields", "reason", "said"),
    [
        ({"droppable": False}, "OUT_OF_SCOPE", "the item is not droppable"),
        ({"droppable": True}, "SIZE_EXCEEDED", "`SIZE_EXCEEDED` is no reason"),
        ({"droppable": True}, "tired", "`tired` is no reason"),
    ],
)
def test_an_omission_that_is_not_allowed_is_not_made_and_that_is_said(repo: Repo, fields: dict[str, Any], reason: str, said: str) -> None:
    document = ir([target("A")], [item("a", **fields)], omissions=[omission("a", reason)])
    assert placed(proposal_of(repo, document)) == {"a": "ASSIGNED A"}
    assert f"not omitted: a: {said}" in run(repo, document).stderr.decode()


def test_nothing_is_omitted_that_a_kept_item_is_derived_of(repo: Repo) -> None:
    items = [item("a", droppable=True), item("b", parents=["a"], droppable=True), item("c", parents=["b"])]
    document = ir([target("A")], items, omissions=[omission("a"), omission("b"), omission("d")])
    assert placed(proposal_of(repo, document)) == {"a": "ASSIGNED A", "b": "ASSIGNED A", "c": "ASSIGNED A"}
    said = run(repo, document).stderr.decode()
    assert "not omitted: b: `c`, which is not omitted, is derived of it" in said
    assert "not omitted: d: there is no such item" in said
    document["items"].pop()
    assert placed(proposal_of(repo, document)) == {"a": "OMITTED_ALLOWED", "b": "OMITTED_ALLOWED"}


def test_an_omission_that_the_items_do_not_bear_out_is_made_with_a_warning(repo: Repo) -> None:
    document = ir([target("A")], [item("a", droppable=True)], omissions=[omission("a", "EXPIRED_DISPOSABLE")])
    assert placed(proposal_of(repo, document)) == {"a": "OMITTED_ALLOWED"}
    assert "warning[partition/omission-unproven]" in run(repo, document).stderr.decode()
