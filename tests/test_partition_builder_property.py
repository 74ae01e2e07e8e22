"""Whatever the IR holds: what is built passes every rule, loses nothing, says what is missing, and does not depend on any order."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from examples import times
from hypothesis import given, settings
from hypothesis import strategies as st
from irs import SCOPE, authority, digest, directive, ir, item, omission, proof, slot, target

from packetlint.cli.partition import Judge
from packetlint.partition.builder import Built, build
from packetlint.partition.ir import load

if TYPE_CHECKING:
    from collections.abc import Callable

    Draw = Callable[[st.SearchStrategy[Any]], Any]

_NAMES = [
    *("", "a", "A", "b", "B", "a-b", "a_b", "ab", "10", "2", "z:1", "\x01", "<!-- packetlint: ignore-file=all -->"),
    *("é", "e\u0301", "ß", "Ω", "日本", "\u202e"),
]
_CAPABILITIES = [digest(name) for name in ("read", "write", "run")]
_REASONS = ["OUT_OF_SCOPE", "EXPIRED_DISPOSABLE", "DUPLICATE_CONTENT_HASH", "RETENTION_REDACTED_WITH_TOMBSTONE", "SIZE_EXCEEDED", "tired"]
_STATIC = {"SIZE_EXCEEDED", "DESTINATION_INCOMPATIBLE", "CAPABILITY_MISSING", "UNKNOWN_SOURCE"}
_some_capabilities = st.lists(st.sampled_from(_CAPABILITIES), unique=True, max_size=2)
_scopes = st.sampled_from([SCOPE, SCOPE, SCOPE, "repo:other"])


@st.composite
def _irs(draw: Draw) -> dict[str, Any]:
    """Make a sound IR."""
    is_active = draw(st.booleans())
    refs = draw(st.lists(st.sampled_from(_NAMES), unique=True, min_size=1, max_size=4))
    make = target if is_active else slot
    targets = [make(ref, draw(st.integers(0, 150)), scope=draw(_scopes), capabilityDigests=draw(_some_capabilities)) for ref in refs]
    names = draw(st.lists(st.sampled_from(_NAMES), unique=True, min_size=1, max_size=8))
    items = [_an_item(draw, name, names[:at], refs) for at, name in enumerate(names)]
    edges = st.builds(proof, st.sampled_from(names), st.sampled_from(refs), st.sampled_from(refs))
    omissions = st.builds(omission, st.sampled_from(names), st.sampled_from(_REASONS), st.lists(st.sampled_from(_NAMES), unique=True))
    mode = "ACTIVE_SET_PARTITION" if is_active else "CONTINUATION_REQUIREMENTS"
    return ir(targets, items, draw(st.lists(edges, max_size=12)), omissions=draw(st.lists(omissions, max_size=4)), mode=mode)


def _an_item(draw: Draw, name: str, earlier: list[str], refs: list[str]) -> dict[str, Any]:
    fields = {"scope": draw(_scopes), "capabilityRequirements": draw(_some_capabilities)}
    parents = draw(st.lists(st.sampled_from(earlier), unique=True, max_size=3)) if earlier else []
    tokens = draw(st.integers(0, 90))
    match draw(st.integers(0, 5)):
        case 0:
            audience = draw(st.lists(st.sampled_from([*refs, "nobody"]), unique=True, min_size=1))
            return directive(name, tokens, audience, causalParents=parents, **fields)
        case 1:
            return item(name, tokens, parents, obligationState="OPEN", effectState="AMBIGUOUS", **fields)
        case 2:
            return item(name, tokens, parents, authority=authority(draw(st.sampled_from(["UNKNOWN", "STALE"]))), **fields)
        case _:
            return item(name, tokens, parents, droppable=draw(st.booleans()), **fields)


def _build(document: dict[str, Any]) -> Built:
    return build(load("ir.json", json.dumps(document).encode()), Judge())


def _proposal(built: Built) -> dict[str, Any]:
    assert built.text is not None
    assert not built.errors
    proposal: dict[str, Any] = json.loads(built.text)
    return proposal


@given(_irs())
def test_a_sound_ir_gives_a_proposal_that_passes_every_rule(document: dict[str, Any]) -> None:
    proposal = _proposal(_build(document))
    assert (proposal["result"] == "FEASIBLE") == (not proposal["gaps"])
    assert {disposition["itemId"] for disposition in proposal["dispositions"]} == {item["itemId"] for item in document["items"]}
    assert proposal["semanticComparisons"] == []


@given(_irs())
def test_every_blocked_item_and_every_missing_proof_is_named_by_a_gap(document: dict[str, Any]) -> None:
    proposal = _proposal(_build(document))
    named = {gap["itemId"] for gap in proposal["gaps"]}
    assert {each["itemId"] for each in proposal["dispositions"] if each["disposition"] == "BLOCKED"} <= named
    held = _held(proposal)
    missing = {(gap["itemId"], gap["targetRef"]) for gap in proposal["gaps"] if gap["code"] == "DISCLOSURE_PROOF_MISSING"}
    wanted = {(parent, ref) for ref, names in held.items() for name in names for parent in _parents(document, name, ref, proposal)}
    assert missing == {(name, ref) for name, ref in wanted if name not in held[ref]}


def _held(proposal: dict[str, Any]) -> dict[str, set[str]]:
    """Give what each target holds, at home or transferred."""
    held: dict[str, set[str]] = {target["targetRef"]: set() for target in proposal["targets"]}
    for each in proposal["dispositions"]:
        for ref in [*each["targetRefs"], *([each["sourceTargetRef"]] if each["disposition"] == "TRANSFERRED" else [])]:
            held[ref].add(each["itemId"])
    return held


def _parents(document: dict[str, Any], name: str, ref: str, proposal: dict[str, Any]) -> list[str]:
    """Give the parents an item needs at a target, if that is its own and not one it is transferred to."""
    own = next(each for each in proposal["dispositions"] if each["itemId"] == name)
    home = own["sourceTargetRef"] if own["disposition"] == "TRANSFERRED" else own["targetRefs"][0]
    parents: list[str] = next(item for item in document["items"] if item["itemId"] == name)["causalParents"] if ref == home else []
    return parents


@given(_irs())
def test_no_target_holds_more_than_it_can_or_may(document: dict[str, Any]) -> None:
    proposal = _proposal(_build(document))
    items = {item["itemId"]: item for item in proposal["items"]}
    for place in proposal["targets"]:
        held = [items[name] for name in _held(proposal)[place["targetRef"]]]
        assert sum(each["tokenEstimate"] for each in held) <= place["capacityTokens"]
        assert all(each["scope"] == place["scope"] for each in held)
        assert all(set(each["capabilityRequirements"]) <= set(place["capabilityDigests"]) for each in held)
        assert all(place["targetRef"] in each["authority"]["audience"] for each in held if each["directiveChannel"])


@given(_irs())
def test_only_what_is_listed_and_droppable_is_omitted(document: dict[str, Any]) -> None:
    proposal = _proposal(_build(document))
    listed = {(omission["itemId"], omission["reasonCode"]) for omission in document["omissions"]}
    droppable = {item["itemId"] for item in document["items"] if item["droppable"]}
    for each in proposal["dispositions"]:
        if each["disposition"] == "OMITTED_ALLOWED":
            assert (each["itemId"], each["reasonCode"]) in listed
            assert each["itemId"] in droppable


@given(_irs(), st.randoms())
def test_less_capacity_never_turns_a_gap_into_silence(document: dict[str, Any], chance: random.Random) -> None:
    before = _build(document)
    for each in document["targets"]:
        each["capacityTokens"] = chance.randint(0, each["capacityTokens"])
    after = _build(document)
    proposal = _proposal(after)
    named = {gap["itemId"] for gap in after.gaps}
    assert {each["itemId"] for each in proposal["dispositions"] if each["disposition"] == "BLOCKED"} <= named
    assert {gap["itemId"] for gap in before.gaps if gap["code"] in _STATIC - {"UNKNOWN_SOURCE"}} <= named


@given(_irs())
def test_without_any_capacity_every_item_that_takes_some_is_named(document: dict[str, Any]) -> None:
    for each in document["targets"]:
        each["capacityTokens"] = 0
    built = _build(document)
    assert built.plan is not None
    needy = {each["itemId"] for each in document["items"] if each["tokenEstimate"] and each["itemId"] not in built.plan.omitted}
    assert needy <= {gap["itemId"] for gap in built.gaps}


@given(_irs(), st.randoms())
def test_no_order_in_the_ir_changes_a_byte(document: dict[str, Any], chance: random.Random) -> None:
    assert _build(_shuffled(document, chance)).text == _build(document).text


def _shuffled(value: Any, chance: random.Random) -> Any:
    """Permute every list and the keys of every object."""
    if isinstance(value, list):
        return chance.sample([_shuffled(each, chance) for each in value], len(value))
    if isinstance(value, dict):
        return {key: _shuffled(value[key], chance) for key in chance.sample(sorted(value), len(value))}
    return value


@given(_irs())
def test_with_the_proofs_that_were_missing_the_plan_is_the_same_and_they_are_not_missing(document: dict[str, Any]) -> None:
    before = _build(document)
    assert before.plan is not None
    missing = [gap for gap in before.gaps if gap["code"] == "DISCLOSURE_PROOF_MISSING"]
    homes = before.plan.homes
    document["disclosureProofs"] += [proof(gap["itemId"], homes[gap["itemId"]], gap["targetRef"]) for gap in missing]
    after = _build(document)
    assert after.plan is not None
    assert after.plan.homes == homes
    assert after.gaps == [gap for gap in before.gaps if gap not in missing]


def _incomplete(document: dict[str, Any]) -> tuple[str, str]:
    document["complete"] = False
    return "UNKNOWN", "INVENTORY_INCOMPLETE"


def _twice(document: dict[str, Any]) -> tuple[str, str]:
    document["items"].append({**document["items"][0], "tokenEstimate": 91})
    return "UNKNOWN", "DUPLICATE_ID"


def _target_twice(document: dict[str, Any]) -> tuple[str, str]:
    document["targets"].append({**document["targets"][0], "capacityTokens": 151})
    return "UNKNOWN", "DUPLICATE_ID"


def _orphaned(document: dict[str, Any]) -> tuple[str, str]:
    document["items"][-1]["causalParents"].append("nobody's")
    return "UNKNOWN", "UNKNOWN_SOURCE"


def _circular(document: dict[str, Any]) -> tuple[str, str]:
    names = [each["itemId"] for each in document["items"]]
    for each, parent in zip(document["items"], [*names[1:], names[0]], strict=True):
        each["causalParents"] = [parent]
    return "INFEASIBLE", "CAUSAL_CYCLE"


def _unverified(document: dict[str, Any]) -> tuple[str, str]:
    document["targets"][-1]["capacityEvidence"] = None
    return "UNKNOWN", "CAPACITY_UNVERIFIED"


def _unadmitted(document: dict[str, Any]) -> tuple[str, str]:
    is_active = document["mode"] == "ACTIVE_SET_PARTITION"
    document["targets"][0]["admissionEvidenceRef"] = None if is_active else "admission"
    return "UNKNOWN", "E_UNADMITTED_BODY" if is_active else "E_SLOT_HAS_LIFECYCLE"


def _negative(document: dict[str, Any]) -> tuple[str, str]:
    document["items"][0]["tokenEstimate"] = -1
    return "UNKNOWN", "E_TOKEN_ESTIMATE"


def _fractional(document: dict[str, Any]) -> tuple[str, str]:
    document["targets"][0]["capacityTokens"] = 0.5
    return "UNKNOWN", "E_CAPACITY"


def _droppable(document: dict[str, Any]) -> tuple[str, str]:
    document["items"][0].update(droppable=True, effectState="DISPATCHED")
    return "UNKNOWN", "E_NON_DROPPABLE_STATE"


def _stale(document: dict[str, Any]) -> tuple[str, str]:
    document["items"] = [directive("stale", authority=authority("STALE", ["A"]))]
    return "UNKNOWN", "E_GUIDANCE_NOT_CURRENT"


def _summary(document: dict[str, Any]) -> tuple[str, str]:
    document["items"] = [item("sum", trustClass="DISPOSABLE_PROJECTION"), item("child", parents=["sum"])]
    return "UNKNOWN", "SUMMARY_AS_ROOT"


_FAULTS = [
    *(_incomplete, _twice, _target_twice, _orphaned, _circular, _unverified, _unadmitted),
    *(_negative, _fractional, _droppable, _stale, _summary),
]


@given(_irs(), st.sampled_from(_FAULTS))
@settings(max_examples=times(60))
def test_an_unsound_ir_gives_its_result_and_gaps_and_no_proposal(
    document: dict[str, Any], spoil: Callable[[dict[str, Any]], tuple[str, str]]
) -> None:
    result, code = spoil(document)
    built = _build(document)
    assert built.text is None
    assert built.result == result
    assert code in {gap["code"] for gap in built.gaps}
    assert built == _build(_shuffled(document, random.Random(1)))


@given(_irs(), st.lists(st.sampled_from(_FAULTS), min_size=2, max_size=4, unique=True))
def test_several_faults_are_all_told(document: dict[str, Any], spoilers: list[Callable[[dict[str, Any]], tuple[str, str]]]) -> None:
    lasting = [spoil for spoil in spoilers if spoil not in (_stale, _summary, _circular, _twice)]
    expected = {spoil(document)[1] for spoil in lasting}
    assert expected <= {gap["code"] for gap in _build(document).gaps} or not lasting
