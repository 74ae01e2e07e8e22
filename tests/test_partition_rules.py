"""The rules of a proposal: each at its place, in the contract's word, whatever is wrong beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from proposals import broken, digest, directive, disposition, findings, item, rules, sealed, sound, space, target, text, words

from packetlint.partition.kind import KIND

if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[dict[str, Any]], object]


def put(*path: str | int, value: Any) -> Change:
    """Give the change that puts a value at a path."""

    def change(proposal: dict[str, Any]) -> None:
        holder: Any = proposal
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = value

    return change


def drop(*path: str | int) -> Change:
    """Give the change that takes a field or an element out."""

    def change(proposal: dict[str, Any]) -> None:
        holder: Any = proposal
        for step in path[:-1]:
            holder = holder[step]
        del holder[path[-1]]

    return change


def both(*changes: Change) -> Change:
    """Give the change that makes several."""

    def change(proposal: dict[str, Any]) -> None:
        for one in changes:
            one(proposal)

    return change


def _blocked(proposal: dict[str, Any]) -> None:
    proposal["result"] = "INFEASIBLE"
    proposal["dispositions"][2] = disposition("review", "BLOCKED")
    proposal["gaps"] = [{"code": "SIZE_EXCEEDED", "itemId": "review", "targetRef": None, "detail": "too large"}]


def _redacted(proposal: dict[str, Any]) -> None:
    proposal["dispositions"][3]["reasonCode"] = "RETENTION_REDACTED_WITH_TOMBSTONE"


def _as_slots(proposal: dict[str, Any]) -> None:
    proposal["mode"] = "CONTINUATION_REQUIREMENTS"
    for each in proposal["targets"]:
        each.update(type="ABSTRACT_SLOT", admissionEvidenceRef=None)


_TRANSFER = {"itemId": "source", "fromTargetRef": "body:a", "toTargetRef": "body:b", "disclosureProofRef": "disclosure:2"}

# The change, the word, where it is reported, and the message. Other words may follow from the same fault.
_WORDS: list[tuple[Change, str, str, str]] = [
    (put("targets", 0, value=5), "E_SHAPE", "/targets/0", "target 0 is the number 5, not an object"),
    (drop("items", 1, "authority"), "E_SHAPE", "/items/1", "the authority of item `source` is missing, not an object"),
    (drop("transfers"), "E_REQUIRED", "", "the proposal has no `transfers`"),
    (drop("items", 1, "kind"), "E_REQUIRED", "/items/1", "item `source` has no `kind`"),
    (drop("items", 1, "authority", "status"), "E_REQUIRED", "/items/1/authority", "the authority of item `source` has no `status`"),
    (drop("dispositions", 0, "sourceTargetRef"), "E_REQUIRED", "/dispositions/0", "disposition `guidance` has no `sourceTargetRef`"),
    (
        put("items", 1, "extra", value=1),
        "E_UNKNOWN_FIELD",
        "/items/1/extra",
        "item `source` has a field `extra`, which the contract does not know",
    ),
    (put("schemaVersion", value="1.0.0"), "E_VERSION", "/schemaVersion", "the schema version is `1.0.0`, not `2.0.0`"),
    (put("mode", value=None), "E_MODE", "/mode", "the mode is null, none of ACTIVE_SET_PARTITION, CONTINUATION_REQUIREMENTS"),
    (put("policyDigest", value="sha256:X"), "E_ROOT_DIGEST", "/policyDigest", "`policyDigest` is `sha256:X`, no digest"),
    (
        put("policyDigest", value=f"{digest('policy')}\n"),
        "E_ROOT_DIGEST",
        "/policyDigest",
        f"`policyDigest` is `{digest('policy')}\\n`, no digest",
    ),
    (
        lambda proposal: proposal["targets"].append(target("body:a")),
        "E_DUPLICATE_TARGET",
        "/targets/2/targetRef",
        "target `body:a` has the targetRef of the one on line 9",
    ),
    (
        put("targets", 0, "admissionEvidenceRef", value=""),
        "E_UNADMITTED_BODY",
        "/targets/0/admissionEvidenceRef",
        "target `body:a` has no evidence of its admission, which an active set takes",
    ),
    (
        both(_as_slots, put("targets", 1, "type", value="ADMITTED_BODY")),
        "E_SLOT_HAS_LIFECYCLE",
        "/targets/1/type",
        "target `body:b` is no ABSTRACT_SLOT, in a continuation that has slots only",
    ),
    (
        put("targets", 0, "capacityTokens", value=True),
        "E_CAPACITY",
        "/targets/0/capacityTokens",
        "the capacity of target `body:a` is true, no whole number from 0 up",
    ),
    (
        lambda proposal: proposal["items"].append(item("source")),
        "E_DUPLICATE_ITEM",
        "/items/4/itemId",
        "item `source` has the itemId of the one on line 55",
    ),
    (
        put("items", 0, "kind", value="EVIDENCE"),
        "E_AUTHORITY_CHANNEL",
        "/items/0/directiveChannel",
        "item `guidance` is directive, but `EVIDENCE` of class `CURRENT_GUIDANCE`; only GUIDANCE of CURRENT_GUIDANCE may be",
    ),
    (
        both(put("items", 0, "authority", "status", value="STALE"), put("items", 0, "authority", "audience", value=[])),
        "E_GUIDANCE_NOT_CURRENT",
        "/items/0/authority/status",
        "item `guidance` is directive, but its authority has the status `STALE`, has no audience",
    ),
    (
        both(put("items", 1, "droppable", value=True), put("items", 1, "effectState", value="DISPATCHED")),
        "E_NON_DROPPABLE_STATE",
        "/items/1/droppable",
        "item `source` may be dropped although its effect is DISPATCHED",
    ),
    (
        put("items", 1, "tokenEstimate", value=0.5),
        "E_TOKEN_ESTIMATE",
        "/items/1/tokenEstimate",
        "the token estimate of item `source` is the number 0.5, no whole number from 0 up",
    ),
    (
        put("items", 1, "retrievalSpace", "pooling", value="mean"),
        "E_SPACE_ID",
        "/items/1/retrievalSpace/spaceId",
        f"the spaceId of item `source` is not the digest of its retrieval space, {space(pooling='mean')['spaceId']}",
    ),
    (
        put("items", 2, "causalParents", value=["source", "ghost"]),
        "E_CAUSAL_GAP",
        "/items/2/causalParents/1",
        "item `review` has the causal parent `ghost`, which is no item",
    ),
    (
        lambda proposal: proposal["dispositions"].append(disposition("review", "ASSIGNED", "body:a")),
        "E_DUPLICATE_DISPOSITION",
        "/dispositions/4/itemId",
        "item `review` has a disposition already, on line 188",
    ),
    (
        put("dispositions", 2, "disposition", value="KEPT"),
        "E_DISPOSITION",
        "/dispositions/2/disposition",
        "the disposition of item `review` is `KEPT`, none of ASSIGNED, TRANSFERRED, OMITTED_ALLOWED, BLOCKED",
    ),
    (
        lambda proposal: proposal["dispositions"].append(disposition("ghost", "ASSIGNED", "body:a")),
        "E_UNKNOWN_ITEM",
        "/dispositions/4/itemId",
        "item `ghost` of this disposition is none of the items",
    ),
    (
        lambda proposal: proposal["dispositions"].append(disposition("ghost", "ASSIGNED", "body:a")),
        "E_COVERAGE_EXTRA",
        "/dispositions/4/itemId",
        "disposition `ghost` covers nothing: the inventory has no such item",
    ),
    (
        put("dispositions", 2, "targetRefs", value=["body:b", "body:x"]),
        "E_UNKNOWN_TARGET",
        "/dispositions/2/targetRefs/1",
        "disposition `review` names the target `body:x`, which is not there",
    ),
    (
        put("dispositions", 2, "targetRefs", value=[]),
        "E_TARGET_REQUIRED",
        "/dispositions/2/targetRefs",
        "disposition `review` is ASSIGNED to no target",
    ),
    (
        put("dispositions", 1, "sourceTargetRef", value="body:b"),
        "E_TRANSFER_SOURCE_INVALID",
        "/dispositions/1/sourceTargetRef",
        "disposition `source` is TRANSFERRED, but has the source `body:b`, which is one of its own targets",
    ),
    (
        put("dispositions", 2, "sourceTargetRef", value="body:a"),
        "E_TRANSFER_SOURCE_ORPHAN",
        "/dispositions/2/sourceTargetRef",
        "disposition `review` is not TRANSFERRED, but its source is `body:a`, not null",
    ),
    (
        put("items", 3, "droppable", value=False),
        "E_OMISSION_DENIED",
        "/dispositions/3/disposition",
        "disposition `summary` may not be omitted: the item is not droppable",
    ),
    (
        both(_blocked, put("result", value="FEASIBLE")),
        "E_BLOCKED_FEASIBLE",
        "/dispositions/2/disposition",
        "item `review` is BLOCKED, and yet the result is FEASIBLE",
    ),
    (drop("dispositions", 2), "E_COVERAGE_MISSING", "/items/2/itemId", "item `review` has no disposition"),
    (
        put("targets", 1, "scope", value="repo:other"),
        "E_DISCLOSURE_SCOPE",
        "/dispositions/2/targetRefs/0",
        "item `review` of scope `repo:demo` would be disclosed to target `body:b` of scope `repo:other`",
    ),
    (
        put("targets", 1, "capabilityDigests", value=[]),
        "E_CAPABILITY_GAP",
        "/dispositions/1/targetRefs/0",
        f"target `body:b` lacks the capability `{digest('read')}`, which item `source` needs",
    ),
    (
        put("targets", 1, "capacityTokens", value=15),
        "E_BUDGET_OVERFLOW",
        "/targets/1/capacityTokens",
        "target `body:b` is given 20 tokens, 5 over its capacity of 15",
    ),
    (
        lambda proposal: proposal["transfers"].append(_TRANSFER),
        "E_TRANSFER_DUPLICATE",
        "/transfers/1/itemId",
        "transfer `source` from `body:a` to `body:b` stands on line 211 already",
    ),
    (
        put("transfers", 0, "disclosureProofRef", value="\ufeff \u2028"),
        "E_TRANSFER_INVALID",
        "/transfers/0/disclosureProofRef",
        "transfer `source` from `body:a` to `body:b` is not valid: it has no proof of disclosure",
    ),
    (
        put("transfers", 0, "fromTargetRef", value="body:b"),
        "E_TRANSFER_SELF_EDGE",
        "/transfers/0/toTargetRef",
        "transfer `source` leads from `body:b` to itself",
    ),
    (
        both(put("dispositions", 1, "disposition", value="ASSIGNED"), put("dispositions", 1, "sourceTargetRef", value=None)),
        "E_TRANSFER_ORPHAN",
        "/transfers/0/itemId",
        "transfer `source` has no ground: the disposition of the item is `ASSIGNED`, not TRANSFERRED",
    ),
    (
        put("transfers", value=[]),
        "E_TRANSFER_EVIDENCE_MISSING",
        "/dispositions/1/disposition",
        "disposition `source` is TRANSFERRED, but no transfer shows how",
    ),
    (
        put("transfers", 0, "fromTargetRef", value="body:c"),
        "E_TRANSFER_SOURCE_MISMATCH",
        "/transfers/0/fromTargetRef",
        "transfer `source` from `body:c` to `body:b` does not begin at the item's source, `body:a`",
    ),
    (
        put("transfers", value=[]),
        "E_TRANSFER_DESTINATION_MISMATCH",
        "/dispositions/1/targetRefs/0",
        "disposition `source` goes to `body:b`, which takes exactly one transfer and has none",
    ),
    (
        lambda proposal: proposal["transfers"].append({**_TRANSFER, "toTargetRef": "body:a"}),
        "E_TRANSFER_DESTINATION_MISMATCH",
        "/transfers/1/toTargetRef",
        "transfer `source` from `body:a` to `body:a` leads to no target of the item's disposition",
    ),
    (
        put("semanticComparisons", 0, "spaceId", value=digest("other")),
        "E_CROSS_SPACE_COMPARISON",
        "/semanticComparisons/0/spaceId",
        "the comparison names another space than that of its items",
    ),
    (
        put("gaps", value=[{"code": "SIZE_EXCEEDED", "itemId": None, "targetRef": None, "detail": ""}]),
        "E_FEASIBLE_WITH_GAPS",
        "/gaps",
        "the result is FEASIBLE in spite of 1 gap, the first being `SIZE_EXCEEDED`",
    ),
    (
        put("truthEffect", value=""),
        "E_TRUTH_MINTING",
        "/truthEffect",
        "`truthEffect` is the empty text; a proposal has no effect but `NONE`",
    ),
    (
        put("authorityEffect", value="GRANT"),
        "E_ADMISSION_ACTION_FORBIDDEN",
        "/authorityEffect",
        "`authorityEffect` is `GRANT`; a proposal has no effect but `NONE`",
    ),
]


def test_a_sound_proposal_has_no_finding_in_either_mode() -> None:
    assert findings(sealed(sound())) == []
    assert findings(broken(_as_slots)) == []
    assert findings(broken(_blocked)) == []


@pytest.mark.parametrize(("change", "word", "pointer", "message"), _WORDS, ids=[f"{word}-{pointer}" for _, word, pointer, _ in _WORDS])
def test_a_fault_is_reported_in_the_contracts_word_at_its_place(change: Change, word: str, pointer: str, message: str) -> None:
    reported = [(found.pointer, found.message) for found in findings(broken(change)) if found.contract == word]
    assert (pointer, message) in reported


def test_every_word_of_the_contract_has_a_case() -> None:
    """A word names its rule. The rules of the prose and of the file have none; that of the digest has tests of its own."""
    described = {word.removeprefix("E_").lower().replace("_", "-") for _, word, _, _ in _WORDS}
    others = {"json-invalid", "schema", "duplicate-key", "unbound-transfers", "coverage-digest", *(rule for _, rule, _, _ in _PROSE)}
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


# -- the seed's prose ----------------------------------------------------------------------------

_PROSE: list[tuple[Change, str, str, str]] = [
    (
        both(put("items", 1, "causalParents", value=["review"])),
        "causal-cycle",
        "/items/1/causalParents/0",
        "item `source` is its own ancestor: `source` <- `review` <- `source`",
    ),
    (
        put("items", 2, "causalParents", value=["review"]),
        "causal-cycle",
        "/items/2/causalParents/0",
        "item `review` is its own ancestor: `review` <- `review`",
    ),
    (
        both(put("items", 1, "trustClass", value="DISPOSABLE_PROJECTION"), put("items", 3, "causalParents", value=[])),
        "summary-as-root",
        "/items/2/causalParents/0",
        "item `review` takes item `source` as a cause, which is a DISPOSABLE_PROJECTION",
    ),
    (
        put("items", 1, "authority", "status", value="UNKNOWN"),
        "permissive-guess",
        "/items/1/authority/status",
        "the authority of item `source` is UNKNOWN, and yet the result is FEASIBLE",
    ),
    (
        put("items", 2, "causalParents", value=["summary"]),
        "omitted-lineage",
        "/dispositions/3/disposition",
        "item `summary` is omitted, but it is a causal parent of item `review`",
    ),
    (put("result", value="UNKNOWN"), "gap-missing", "/result", "the result is UNKNOWN, and no gap says why"),
    (
        both(_blocked, put("gaps", 0, "itemId", value="source")),
        "gap-missing",
        "/dispositions/2/disposition",
        "item `review` is BLOCKED, and no gap names it",
    ),
    (
        put("dispositions", 3, "reasonCode", value="DUPLICATE_CONTENT_HASH"),
        "omission-unproven",
        "/dispositions/3/reasonCode",
        "item `summary` is omitted as a duplicate, but no other item of its content is kept",
    ),
    (
        put("items", 3, "trustClass", value="CITED_DERIVATION"),
        "omission-unproven",
        "/dispositions/3/reasonCode",
        "item `summary` is omitted as SUPERSEDED_PROJECTION, but it is no DISPOSABLE_PROJECTION",
    ),
    (
        put("dispositions", 3, "reasonCode", value="SIZE_EXCEEDED"),
        "blocking-gap-as-omission",
        "/dispositions/3/reasonCode",
        "item `summary` is omitted for SIZE_EXCEEDED, which is no reason but a gap that blocks",
    ),
    (
        _redacted,
        "tombstone-unproven",
        "/dispositions/3/proofRefs",
        "item `summary` was redacted, but no item of kind TOMBSTONE is among its proofs",
    ),
    (put("result", value="READY"), "forbidden-word", "/result", "the result `READY` claims what a proposal cannot give"),
    (
        put("dispositions", 0, "targetRefs", value=["body:a", "body:b"]),
        "audience-mismatch",
        "/dispositions/0/targetRefs/1",
        "item `guidance` is directive, and target `body:b` is not in its audience",
    ),
]


@pytest.mark.parametrize(("change", "rule", "pointer", "message"), _PROSE, ids=[f"{rule}-{pointer}" for _, rule, pointer, _ in _PROSE])
def test_what_the_prose_forbids_is_reported_without_a_word_of_the_contract(change: Change, rule: str, pointer: str, message: str) -> None:
    reported = [found for found in findings(broken(change)) if found.rule == f"partition/{rule}"]
    assert [(found.pointer, found.message, found.contract) for found in reported] == [(pointer, message, None)]


def test_a_proof_by_tombstone_is_one() -> None:
    def change(proposal: dict[str, Any]) -> None:
        _redacted(proposal)
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
