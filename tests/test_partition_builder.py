"""The command `partition`: the worked example, every kind of gap, what is written and what is not, and bad input."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from irs import authority, digest, directive, ir, item, omission, proof, slot, target, worked

from packetlint.partition.digest import coverage_digest

if TYPE_CHECKING:
    from gitrepo import Repo, Result

_FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "partitions"


def _run(repo: Repo, document: Any, *options: str, env: dict[str, str] | None = None) -> Result:
    """Plan an IR from standard input."""
    return repo.run("packetlint", "partition", "-", *options, stdin=json.dumps(document).encode(), env=env)


def _proposal(repo: Repo, document: Any, result: str = "FEASIBLE") -> dict[str, Any]:
    """Plan an IR that gives a proposal, which has to pass `check` too."""
    done = _run(repo, document)
    assert done.returncode == (result != "FEASIBLE"), done.stderr
    repo.write({"proposal.json": done.stdout})
    checked = repo.run("packetlint", "check", "proposal.json")
    assert checked.returncode == 0, checked.stdout
    proposal: dict[str, Any] = json.loads(done.stdout)
    assert proposal["result"] == result
    return proposal


def _gaps(repo: Repo, document: Any, result: str) -> list[tuple[str, str | None, str | None]]:
    """Plan an IR that gives no proposal, and give its gaps without their words."""
    done = _run(repo, document)
    assert done.returncode == 1, done.stderr
    answer = json.loads(done.stdout)
    assert list(answer) == ["result", "gaps"]
    assert answer["result"] == result
    return _listed(answer)


def _listed(answer: dict[str, Any]) -> list[tuple[str, str | None, str | None]]:
    assert all(gap["detail"] for gap in answer["gaps"])
    return [(gap["code"], gap["itemId"], gap["targetRef"]) for gap in answer["gaps"]]


def _placed(proposal: dict[str, Any]) -> dict[str, str]:
    """Give what became of each item: its disposition, with the targets that hold it."""
    words = {}
    for each in proposal["dispositions"]:
        source = f"{each['sourceTargetRef']}->" if each["sourceTargetRef"] is not None else ""
        words[each["itemId"]] = f"{each['disposition']} {source}{','.join(each['targetRefs'])}".strip()
    return words


def test_the_worked_example_is_feasible_with_one_transfer(repo: Repo) -> None:
    proposal = _proposal(repo, worked())
    assert _placed(proposal) == {"review": "ASSIGNED B", "source": "TRANSFERRED A->B"}
    assert proposal["transfers"] == [
        {"itemId": "source", "fromTargetRef": "A", "toTargetRef": "B", "disclosureProofRef": "disclosure:source:A:B"}
    ]
    assert proposal["gaps"] == proposal["semanticComparisons"] == []
    assert proposal["coverageDigest"] == coverage_digest(digest("root"), proposal["dispositions"])


def test_the_worked_example_with_too_small_a_target_is_infeasible(repo: Repo) -> None:
    proposal = _proposal(repo, worked(100), "INFEASIBLE")
    assert _placed(proposal) == {"review": "BLOCKED", "source": "ASSIGNED A"}
    assert _listed(proposal) == [("SIZE_EXCEEDED", "review", None)]


def test_the_worked_example_that_is_not_complete_is_unknown_and_no_proposal(repo: Repo) -> None:
    assert _gaps(repo, worked(complete=False), "UNKNOWN") == [("INVENTORY_INCOMPLETE", None, None)]


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
    said = _run(repo, worked()).stderr.decode()
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
    proposal = _proposal(repo, ir([target("A", capabilityDigests=[needs])], items), "INFEASIBLE")
    assert _listed(proposal) == [
        ("DESTINATION_INCOMPATIBLE", "elsewhere", None),
        ("SIZE_EXCEEDED", "huge", "A"),
        ("CAPABILITY_MISSING", "unable", None),
        ("DESTINATION_INCOMPATIBLE", "unread", None),
        ("CAPACITY_EXHAUSTED", "whole", "A"),
    ]


def test_the_words_of_a_gap_name_what_is_missing(repo: Repo) -> None:
    items = [item("a", 60), item("b", 30, ["a"]), item("c", 50, capabilityRequirements=[digest("fly")]), item("d", 45)]
    gaps = _proposal(repo, ir([target("T", 100)], items), "INFEASIBLE")["gaps"]
    assert [gap["detail"] for gap in gaps] == [
        f"no target has `{digest('fly')}`, a requirement",
        "the item takes 45 tokens, of which no target has enough there or left; `T` has 10 of 100 left, and none has more",
    ]


def test_what_is_derived_of_a_blocked_item_is_blocked(repo: Repo) -> None:
    items = [item("root", scope="repo:other"), item("leaf", parents=["root"]), item("tip", parents=["leaf"])]
    proposal = _proposal(repo, ir([target("A")], items), "INFEASIBLE")
    assert set(_placed(proposal).values()) == {"BLOCKED"}
    assert ("UNKNOWN_SOURCE", "tip", None) in _listed(proposal)


def test_a_parent_without_a_proof_leaves_the_result_unknown(repo: Repo) -> None:
    proposal = _proposal(repo, {**worked(), "disclosureProofs": [proof("source", "B", "A")]}, "UNKNOWN")
    assert _placed(proposal) == {"review": "ASSIGNED B", "source": "ASSIGNED A"}
    assert _listed(proposal) == [("DISCLOSURE_PROOF_MISSING", "source", "B")]


def test_a_blank_proof_proves_nothing(repo: Repo) -> None:
    proposal = _proposal(repo, {**worked(), "disclosureProofs": [{**proof("source", "A", "B"), "ref": " \ufeff"}]}, "UNKNOWN")
    assert _listed(proposal) == [("DISCLOSURE_PROOF_MISSING", "source", "B")]


def test_a_parent_goes_only_where_there_is_a_proof(repo: Repo) -> None:
    items = [item("p", 10), item("q", 90, ["p"]), item("r", 90, ["p"]), item("s", 90, ["p"])]
    document = ir([target(name) for name in "ABC"], items, [proof("p", "A", "B")])
    proposal = _proposal(repo, document, "UNKNOWN")
    assert _placed(proposal) == {"p": "TRANSFERRED A->B", "q": "ASSIGNED A", "r": "ASSIGNED B", "s": "ASSIGNED C"}
    assert _listed(proposal) == [("DISCLOSURE_PROOF_MISSING", "p", "C")]


def test_unknown_authority_is_no_feasible_result(repo: Repo) -> None:
    proposal = _proposal(repo, ir([target("A")], [item("a", authority=authority("UNKNOWN"))]), "UNKNOWN")
    assert _listed(proposal) == [("AUTHORITY_UNKNOWN", "a", None)]


# -- preferences ----------------------------------------------------------------------------------


def test_the_target_with_most_parents_is_preferred_to_the_emptier_one(repo: Repo) -> None:
    proposal = _proposal(repo, ir([target("A"), target("B")], [item("p", 40), item("q", 10, ["p"])]))
    assert _placed(proposal) == {"p": "ASSIGNED A", "q": "ASSIGNED A"}


def test_the_emptier_target_is_preferred_to_the_first_one(repo: Repo) -> None:
    proposal = _proposal(repo, ir([target("B"), target("a")], [item("p"), item("q"), item("r")]))
    assert _placed(proposal) == {"p": "ASSIGNED a", "q": "ASSIGNED B", "r": "ASSIGNED a"}


def test_ties_go_by_root_collation_and_not_by_code_point(repo: Repo) -> None:
    proposal = _proposal(repo, ir([target("B"), target("a"), target("_")], [item("Z", 50), item("y", 60), item("-", 70)]))
    assert [each["targetRef"] for each in proposal["targets"]] == ["_", "a", "B"]
    assert _placed(proposal) == {"-": "ASSIGNED _", "y": "ASSIGNED a", "Z": "ASSIGNED B"}
    assert [each["itemId"] for each in proposal["dispositions"]] == ["-", "y", "Z"]


def test_a_directive_goes_to_its_audience_and_nowhere_else(repo: Repo) -> None:
    proposal = _proposal(repo, ir([target("A"), target("B")], [directive("rule", audience=["B", "elsewhere"])]))
    assert _placed(proposal) == {"rule": "ASSIGNED B"}


def test_a_parent_has_to_be_allowed_where_its_child_goes(repo: Repo) -> None:
    items = [directive("rule", audience=["A"]), item("work", parents=["rule"], capabilityRequirements=[digest("run")])]
    proposal = _proposal(repo, ir([target("A"), target("B", capabilityDigests=[digest("run")])], items), "INFEASIBLE")
    assert _listed(proposal) == [("DESTINATION_INCOMPATIBLE", "work", None)]
    assert "parent `rule`" in proposal["gaps"][0]["detail"]


def test_slots_are_planned_like_bodies(repo: Repo) -> None:
    document = ir([slot("s:1"), slot("s:2")], [item("a"), item("b")], mode="CONTINUATION_REQUIREMENTS")
    assert _placed(_proposal(repo, document)) == {"a": "ASSIGNED s:1", "b": "ASSIGNED s:2"}


# -- omissions ------------------------------------------------------------------------------------


def test_an_omission_that_is_allowed_is_made_with_its_proofs(repo: Repo) -> None:
    document = ir([target("A", 0)], [item("a", droppable=True)], omissions=[omission("a", "OUT_OF_SCOPE", ["p2", "p1"])])
    (disposition,) = _proposal(repo, document)["dispositions"]
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
    assert _placed(_proposal(repo, document)) == {"a": "ASSIGNED A"}
    assert f"not omitted: a: {said}" in _run(repo, document).stderr.decode()


def test_nothing_is_omitted_that_a_kept_item_is_derived_of(repo: Repo) -> None:
    items = [item("a", droppable=True), item("b", parents=["a"], droppable=True), item("c", parents=["b"])]
    document = ir([target("A")], items, omissions=[omission("a"), omission("b"), omission("d")])
    assert _placed(_proposal(repo, document)) == {"a": "ASSIGNED A", "b": "ASSIGNED A", "c": "ASSIGNED A"}
    said = _run(repo, document).stderr.decode()
    assert "not omitted: b: `c`, which is not omitted, is derived of it" in said
    assert "not omitted: d: there is no such item" in said
    document["items"].pop()
    assert _placed(_proposal(repo, document)) == {"a": "OMITTED_ALLOWED", "b": "OMITTED_ALLOWED"}


def test_an_omission_that_the_items_do_not_bear_out_is_made_with_a_warning(repo: Repo) -> None:
    document = ir([target("A")], [item("a", droppable=True)], omissions=[omission("a", "EXPIRED_DISPOSABLE")])
    assert _placed(_proposal(repo, document)) == {"a": "OMITTED_ALLOWED"}
    assert "warning[partition/omission-unproven]" in _run(repo, document).stderr.decode()


# -- no proposal ----------------------------------------------------------------------------------


def test_a_cycle_is_infeasible_and_all_else_is_told_with_it(repo: Repo) -> None:
    items = [
        item("a", parents=["c"]),
        item("b", parents=["a"]),
        item("c", parents=["b"]),
        item("d", parents=["d"]),
        item("e", parents=["a"]),
    ]
    document = ir([target("A", capacityEvidence=None), target("A", capacityEvidence="")], [*items, item("a", -1)], complete=False)
    assert _gaps(repo, document, "INFEASIBLE") == [
        ("INVENTORY_INCOMPLETE", None, None),
        ("CAPACITY_UNVERIFIED", None, "A"),
        ("DUPLICATE_ID", None, "A"),
        *((code, "a", None) for code in ("CAUSAL_CYCLE", "DUPLICATE_ID", "E_TOKEN_ESTIMATE")),
        ("CAUSAL_CYCLE", "d", None),
    ]


@pytest.mark.parametrize(
    ("fields", "gap"),
    [
        ({"causalParents": ["nobody"]}, "UNKNOWN_SOURCE"),
        ({"tokenEstimate": 1.5}, "E_TOKEN_ESTIMATE"),
        ({"directiveChannel": True}, "E_AUTHORITY_CHANNEL"),
        ({"kind": "GUIDANCE", "trustClass": "CURRENT_GUIDANCE", "directiveChannel": True}, "E_GUIDANCE_NOT_CURRENT"),
        ({"droppable": True, "obligationState": "OPEN"}, "E_NON_DROPPABLE_STATE"),
    ],
)
def test_an_item_that_its_own_rules_refuse_is_named_and_nothing_is_planned(repo: Repo, fields: dict[str, Any], gap: str) -> None:
    assert (gap, "a", None) in _gaps(repo, ir([target("A")], [item("a", **fields)]), "UNKNOWN")


@pytest.mark.parametrize(
    ("fields", "gap"),
    [
        ({"admissionEvidenceRef": None}, "E_UNADMITTED_BODY"),
        ({"type": "ABSTRACT_SLOT"}, "E_UNADMITTED_BODY"),
        ({"capacityTokens": -1}, "E_CAPACITY"),
        ({"capacityEvidence": None}, "CAPACITY_UNVERIFIED"),
    ],
)
def test_a_target_that_its_own_rules_refuse_is_named_and_nothing_is_planned(repo: Repo, fields: dict[str, Any], gap: str) -> None:
    assert _gaps(repo, ir([target("A", **fields)], [item("a")]), "UNKNOWN") == [(gap, None, "A")]


def test_a_space_whose_id_is_not_its_digest_is_a_gap(repo: Repo) -> None:
    names = (
        "modelArtifactDigest",
        "modelConfigDigest",
        "preprocessingDigest",
        "chunkerDigest",
        "quantizationDigest",
        "redactionPolicyDigest",
    )
    words = dict.fromkeys(("pooling", "normalization", "metric", "coordinatePrecision", "modality"), "any")
    space = {**words, **dict.fromkeys(names, digest("x")), "dimensions": 3, "spaceId": digest("y")}
    assert _gaps(repo, ir([target("A")], [item("a", retrievalSpace=space)]), "UNKNOWN") == [("E_SPACE_ID", "a", None)]


def test_nothing_is_written_for_an_ir_that_cannot_be_planned(repo: Repo) -> None:
    repo.write({"out.json": "old"})
    done = _run(repo, worked(complete=False), "-o", "out.json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["result"] == "UNKNOWN"
    assert repo.read("out.json") == "old"


# -- files ----------------------------------------------------------------------------------------


def test_a_proposal_is_written_to_a_file_with_nothing_on_standard_output(repo: Repo) -> None:
    expected = _run(repo, worked()).stdout
    done = _run(repo, worked(), "-o", "out.json")
    assert (done.returncode, done.stdout) == (0, b"")
    assert repo.read("out.json").encode() == expected
    assert {path.name for path in repo.top.iterdir()} == {".git", "out.json"}


def test_an_infeasible_proposal_is_written_too(repo: Repo) -> None:
    assert _run(repo, worked(100), "-o", "out.json").returncode == 1
    assert json.loads(repo.read("out.json"))["result"] == "INFEASIBLE"


def test_check_is_content_with_the_same_bytes_whatever_their_result(repo: Repo) -> None:
    for second in (120, 100):
        _run(repo, worked(second), "-o", "out.json")
        done = _run(repo, worked(second), "--check", "out.json")
        assert (done.returncode, done.stdout) == (0, b""), done.stderr
        assert b"out.json is what the IR gives" in done.stderr


def test_check_shows_the_difference_and_changes_nothing(repo: Repo) -> None:
    _run(repo, worked(100), "-o", "out.json")
    before = repo.read("out.json")
    done = _run(repo, worked(), "--check", "out.json")
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    assert lines[:2] == ["--- a/out.json", "+++ b/out.json"]
    assert '-  "result": "INFEASIBLE",' in lines
    assert '+  "result": "FEASIBLE",' in lines
    assert repo.read("out.json") == before


def test_the_same_bytes_come_of_any_locale_hash_seed_and_order(repo: Repo) -> None:
    document = worked()
    expected = _run(repo, document).stdout
    document["items"].reverse()
    document["targets"].reverse()
    for seed, locale in (("1", "C"), ("2", "tr_TR.UTF-8")):
        assert _run(repo, document, env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": "Asia/Tokyo"}).stdout == expected


def test_configuration_of_the_repository_does_not_weaken_the_rules(repo: Repo) -> None:
    repo.write({"packetlint.toml": 'ignore = ["partition"]\n'})
    assert _gaps(repo, ir([target("A")], [item("a", -1)]), "UNKNOWN") == [("E_TOKEN_ESTIMATE", "a", None)]


# -- bad input ------------------------------------------------------------------------------------


_ONE_LINE = json.dumps(worked())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1,}', "standard input:1:8: a comma stands before the closing `}`"),
        ('{\n  "a": NaN}', "standard input:2:8: `NaN` is no JSON number"),
        ("[" * 100_000, "standard input:1:201: "),
        ("[]", "standard input:1:1: the IR is a list, not an object"),
        ("", "standard input:1:1: the file holds nothing"),
        ('{"mode": "x", "mode": "y"}', "standard input:1:15: the key stands twice in its object"),
        (_ONE_LINE.replace('"source"', r'"\ud800"'), "the escape is half a character"),
        (_ONE_LINE.replace('"droppable"', '"dropable"', 1), "`items.0` has"),
        (_ONE_LINE.replace('"tokenEstimate": 60', '"tokenEstimate": "60"'), "`items.0.tokenEstimate` is"),
        (_ONE_LINE.replace('"EVIDENCE"', '"EVIDENC"', 1), "`items.0.kind` is `EVIDENC`, none of"),
        (_ONE_LINE.replace(digest("root"), "sha256:x"), "`sourceRootDigest` is `sha256:x`, no digest"),
    ],
)
def test_what_is_no_ir_is_told_in_one_line_with_its_place(repo: Repo, text: str, said: str) -> None:
    done = repo.run("packetlint", "partition", "-", stdin=text.encode())
    assert (done.returncode, done.stdout) == (2, b"")
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1
    assert said in lines[0]
    assert lines[0].startswith("packetlint: standard input:1:") or text.startswith("{\n")


def test_utf_16_and_missing_files_are_bad_input(repo: Repo) -> None:
    repo.write({"ir.json": _ONE_LINE.encode("utf-16"), "good.json": _ONE_LINE})
    for arguments in (("ir.json",), ("none.json",), ("good.json", "--check", "none.json"), ("good.json", "-o", ".")):
        done = repo.run("packetlint", "partition", *arguments)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1), done.stderr


def test_output_and_check_exclude_each_other(repo: Repo) -> None:
    assert _run(repo, worked(), "-o", "x", "--check", "x").returncode == 2


def test_what_cannot_be_seen_is_written_as_an_escape(repo: Repo) -> None:
    name = "a\u202e\u200b\ufeff\x7f\U000e0041é<!-- packetlint: ignore-file=all -->"
    proposal = _proposal(repo, ir([target("A")], [item(name)]))
    assert proposal["items"][0]["itemId"] == name
    assert r"a\u202e\u200b\ufeff\u007f\udb40\udc41é\u003c!-- packetlint" in repo.read("proposal.json")


def test_an_ignore_comment_in_the_ir_hides_nothing(repo: Repo) -> None:
    name = "<!-- packetlint: ignore-file=all -->"
    assert _gaps(repo, ir([target("A")], [item(name, -1)]), "UNKNOWN") == [("E_TOKEN_ESTIMATE", name, None)]
