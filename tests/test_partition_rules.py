"""The rules of a proposal: each at its place, in the contract's word, whatever is wrong beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from partition_edits import as_slots, blocked, both, drop, put, redacted
from partition_prose import PROSE
from partition_words import WORDS
from proposals import broken, digest, directive, disposition, findings, item, rules, sealed, sound, text, words

from packetlint.partition.kind import KIND

if TYPE_CHECKING:
    from partition_edits import Change


def test_a_sound_proposal_has_no_finding_in_either_mode() -> None:
    assert findings(sealed(sound())) == []
    assert findings(broken(as_slots)) == []
    assert findings(broken(blocked)) == []


@pytest.mark.parametrize(("change", "word", "pointer", "message"), WORDS, ids=[f"{word}-{pointer}" for _, word, pointer, _ in WORDS])
def test_a_fault_is_reported_in_the_contracts_word_at_its_place(change: Change, word: str, pointer: str, message: str) -> None:
    reported = [(found.pointer, found.message) for found in findings(broken(change)) if found.contract == word]
    assert (pointer, message) in reported


def test_every_word_of_the_contract_has_a_case() -> None:
    """A word names its rule. The rules of the prose and of the file have none; that of the digest has tests of its own."""
    described = {word.removeprefix("E_").lower().replace("_", "-") for _, word, _, _ in WORDS}
    others = {"json-invalid", "schema", "duplicate-key", "unbound-transfers", "coverage-digest", *(rule for _, rule, _, _ in PROSE)}
    assert described | others == {rule.name.removeprefix("partition/") for rule in KIND.rules}
    assert described & others == set()


def test_where_the_outermost_object_is_not_closed_no_other_word_is_reported() -> None:
    proposal = broken(both(drop("gaps"), put("mode", value="X"), put("items", 0, "tokenEstimate", value=-1)))
    assert words(proposal) == {"E_REQUIRED"}
    assert rules(proposal) == {"required", "schema"}


@pytest.mark.parametrize("name", ["targets", "items", "dispositions", "transfers", "gaps", "semanticComparisons"])
@pytest.mark.parametrize("value", [None, 1, "text", {}, [None], [[]], ["x"], [1, {}]])
def test_a_list_that_is_none_gives_diagnostics_and_no_failure(name: str, value: Any) -> None:
    proposal = sound()
    proposal[name] = value
    assert findings(proposal) != []


def test_one_and_true_are_different_ids_as_in_javascript() -> None:
    twice = broken(lambda proposal: proposal["items"].extend([item("x", itemId=True), item("y", itemId=1)]))
    assert "E_DUPLICATE_ITEM" not in words(twice)


def test_estimates_that_are_no_whole_numbers_do_not_count() -> None:
    proposal = broken(put("items", 1, "tokenEstimate", value="999"))
    assert words(proposal) == {"E_TOKEN_ESTIMATE"}


def test_a_whole_number_may_be_spelled_with_a_point() -> None:
    raw = text(sealed(sound())).replace(b'"tokenEstimate": 10', b'"tokenEstimate": 1.0e1')
    assert findings(raw) == []


@pytest.mark.parametrize(("change", "rule", "pointer", "message"), PROSE, ids=[f"{rule}-{pointer}" for _, rule, pointer, _ in PROSE])
def test_what_the_prose_forbids_is_reported_without_a_word_of_the_contract(change: Change, rule: str, pointer: str, message: str) -> None:
    reported = [found for found in findings(broken(change)) if found.rule == f"partition/{rule}"]
    assert [(found.pointer, found.message, found.contract) for found in reported] == [(pointer, message, None)]


def test_a_proof_by_tombstone_is_one() -> None:
    def change(proposal: dict[str, Any]) -> None:
        redacted(proposal)
        proposal["items"].append(item("tomb", kind="TOMBSTONE"))
        proposal["dispositions"].append(disposition("tomb", "ASSIGNED", "body:a"))
        proposal["dispositions"][3]["proofRefs"] = ["tomb"]

    assert findings(broken(change)) == []


def test_a_kept_item_of_the_same_content_proves_a_duplicate() -> None:
    same = put("items", 3, "contentDigest", value=digest("source"))
    assert findings(broken(both(same, put("dispositions", 3, "reasonCode", value="DUPLICATE_CONTENT_HASH")))) == []


def test_an_audience_of_strangers_is_not_judged() -> None:
    proposal = broken(put("items", 0, value=directive("guidance", "team:other")))
    assert findings(proposal) == []


def test_two_separate_cycles_are_two_findings_and_their_members_are_not_repeated() -> None:
    def change(proposal: dict[str, Any]) -> None:
        for name, parents in {"a": ["b", "c"], "b": ["a"], "c": ["a", "b"], "d": ["d"]}.items():
            proposal["items"].append(item(name, causalParents=parents))

    found = [found.message for found in findings(broken(change)) if found.rule == "partition/causal-cycle"]
    assert found == ["item `a` is its own ancestor: `a` <- `b` <- `a`", "item `d` is its own ancestor: `d` <- `d`"]


def test_a_chain_of_10000_items_is_walked_without_recursion() -> None:
    def change(proposal: dict[str, Any]) -> None:
        proposal["items"] = [item(f"i{at}", causalParents=[f"i{(at + 1) % 10_000}"]) for at in range(10_000)]

    (found,) = (found for found in findings(broken(change)) if found.rule == "partition/causal-cycle")
    assert found.message == "item `i0` is its own ancestor: `i0` <- `i1` <- `i2` <- 9995 more <- `i9998` <- `i9999` <- `i0`"


# -- revisions, duplicate keys, JSON -------------------------------------------------------------


def _older(proposal: dict[str, Any]) -> None:
    for each in proposal["dispositions"]:
        del each["sourceTargetRef"]


def test_an_older_revision_is_read_as_one_and_warned_about() -> None:
    (found,) = findings(broken(_older))
    assert (found.rule, found.severity, found.pointer) == ("partition/unbound-transfers", "warning", "/dispositions")


def test_in_an_older_revision_all_other_rules_hold() -> None:
    assert rules(broken(both(_older, put("transfers", value=[])))) == {
        "unbound-transfers",
        "transfer-evidence-missing",
        "transfer-destination-mismatch",
    }


def test_a_source_on_some_dispositions_only_is_an_error() -> None:
    reported = rules(broken(drop("dispositions", 1, "sourceTargetRef")))
    assert "required" in reported
    assert "unbound-transfers" not in reported


def test_a_key_that_stands_twice_is_reported_where_it_stands_again() -> None:
    raw = text(sealed(sound())).replace(b'"mode"', b'"result": "UNKNOWN",\n "mode"', 1)
    (found,) = findings(raw)
    assert (found.rule, found.span.line, found.pointer) == ("partition/duplicate-key", 7, "/result")
    assert found.message == "the key `result` stands a second time in its object (first on line 3); JavaScript takes the last value"


def test_half_a_character_is_a_warning_and_no_more() -> None:
    raw = text(broken(put("dispositions", 0, "reasonCode", value="\ud83d")))
    (found,) = findings(raw)
    assert (found.rule, found.severity, found.contract) == ("partition/json-invalid", "warning", None)


def test_a_text_that_is_no_json_has_one_finding() -> None:
    (found,) = findings(text(sound())[:-3])
    assert (found.rule, found.severity) == ("partition/json-invalid", "error")
    assert found.message == "the text ends where `,` or `}` is due"


def test_a_byte_order_mark_is_one_finding() -> None:
    (found,) = findings(b"\xef\xbb\xbf" + text(sound()))
    assert (found.rule, found.span.line, found.span.column) == ("partition/json-invalid", 1, 1)
