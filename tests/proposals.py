"""Proposals for tests: a sound one to break in one place, sealed again, and what is found in it."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from linting import Nothing

from packetlint.core.config import Configurations, Overrides
from packetlint.core.content import Given
from packetlint.core.engine import Linter
from packetlint.core.intake import Candidate
from packetlint.partition.digest import coverage_digest, space_id
from packetlint.partition.kind import KIND

if TYPE_CHECKING:
    from collections.abc import Callable

    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.engine import Report

    Value = dict[str, Any]

SCOPE = "repo:demo"
NAMES = tuple(rule.name for rule in KIND.rules)


def digest(text: str) -> str:
    """Give the digest of a text."""
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def target(name: str) -> Value:
    """Give an admitted body that can read."""
    return {
        "targetRef": name,
        "type": "ADMITTED_BODY",
        "scope": SCOPE,
        "capacityTokens": 100,
        "capabilityDigests": [digest("read")],
        "admissionEvidenceRef": f"admission:{name}",
    }


def item(name: str, **fields: Any) -> Value:
    """Give a piece of evidence."""
    nobody: Value = {"status": "NOT_APPLICABLE", "audience": [], "guidanceEnvelopeRef": None}
    return {
        "itemId": name,
        "kind": "EVIDENCE",
        "trustClass": "PRIMARY_EVIDENCE",
        "directiveChannel": False,
        "droppable": False,
        "tokenEstimate": 10,
        "scope": SCOPE,
        "causalParents": [],
        "retrievalSpace": None,
        "obligationState": "NONE",
        "effectState": "NONE",
        "capabilityRequirements": [],
        "authority": {**nobody, "verificationReceiptRef": None, "revocationWitnessRef": None},
        "contentDigest": digest(name),
        **fields,
    }


def directive(name: str, *audience: str) -> Value:
    """Give guidance with all that makes it current."""
    refs = {"guidanceEnvelopeRef": "envelope:1", "verificationReceiptRef": "receipt:1", "revocationWitnessRef": "witness:1"}
    authority = {"status": "CURRENT", "audience": list(audience), **refs}
    return item(name, kind="GUIDANCE", trustClass="CURRENT_GUIDANCE", directiveChannel=True, authority=authority)


def space(**fields: Any) -> Value:
    """Give a retrieval space with its right id."""
    digests = ("modelArtifact", "modelConfig", "preprocessing", "chunker")
    made: Value = {f"{name}Digest": digest(name) for name in digests}
    made |= {"pooling": "cls", "dimensions": 384, "normalization": "l2", "metric": "cosine", "coordinatePrecision": "float32"}
    made |= {"quantizationDigest": digest("q"), "redactionPolicyDigest": digest("r"), "modality": "text", **fields}
    return {**made, "spaceId": space_id(made)}


def disposition(name: str, word: str, *targets: str, source: str | None = None, reason: str = "NEEDED") -> Value:
    """Give what becomes of an item."""
    refs = {"sourceTargetRef": source, "targetRefs": list(targets)}
    return {"itemId": name, "disposition": word, **refs, "reasonCode": reason, "proofRefs": ["proof:1"]}


def sound() -> Value:
    """Give a proposal without a fault: guidance, two pieces of evidence of which one is transferred, one summary left out."""
    summary = item("summary", kind="DERIVED_CLAIM", trustClass="DISPOSABLE_PROJECTION", droppable=True, causalParents=["source"])
    return {
        "schemaVersion": "2.0.0",
        "mode": "ACTIVE_SET_PARTITION",
        "sourceRootDigest": digest("root"),
        "policyDigest": digest("policy"),
        "result": "FEASIBLE",
        "targets": [target("body:a"), target("body:b")],
        "items": [
            directive("guidance", "body:a"),
            item("source", retrievalSpace=space(), capabilityRequirements=[digest("read")]),
            item("review", retrievalSpace=space(), causalParents=["source"]),
            summary,
        ],
        "semanticComparisons": [{"leftItemId": "source", "rightItemId": "review", "spaceId": space()["spaceId"]}],
        "dispositions": [
            disposition("guidance", "ASSIGNED", "body:a"),
            disposition("source", "TRANSFERRED", "body:b", source="body:a"),
            disposition("review", "ASSIGNED", "body:b"),
            disposition("summary", "OMITTED_ALLOWED", reason="SUPERSEDED_PROJECTION"),
        ],
        "transfers": [{"itemId": "source", "fromTargetRef": "body:a", "toTargetRef": "body:b", "disclosureProofRef": "disclosure:1"}],
        "gaps": [],
        "coverageDigest": "",
        "truthEffect": "NONE",
        "authorityEffect": "NONE",
    }


def inventory() -> Value:
    """Give a valid IR."""
    proof = {"itemId": "source", "from": "body:a", "to": "body:b", "ref": "disclosure:1"}
    return {
        **{name: sound()[name] for name in ("sourceRootDigest", "policyDigest", "mode", "items")},
        "complete": True,
        "targets": [{**target("body:a"), "capacityEvidence": None}],
        "disclosureProofs": [proof],
        "omissions": [{"itemId": "summary", "reasonCode": "SUPERSEDED_PROJECTION", "proofRefs": []}],
    }


def sealed(value: Value) -> Value:
    """Put the right coverage digest in place."""
    value["coverageDigest"] = coverage_digest(value["sourceRootDigest"], value["dispositions"])
    return value


def broken(change: Callable[[Value], object]) -> Value:
    """Give the sound proposal with one change, sealed after it."""
    value = sound()
    change(value)
    return sealed(value)


def text(value: Value) -> bytes:
    """Write a proposal as a file has it."""
    return f"{json.dumps(value, indent=1)}\n".encode()


def report(raw: bytes, path: str = "proposal.json") -> Report:
    """Lint a text by the rules of a proposal."""
    content = Given({path: raw}, Nothing())
    configurations = Configurations(content.read, lambda _: NAMES, Overrides())
    return Linter([KIND], configurations, content, lambda: NAMES).lint([Candidate(path, named=True)])


def findings(given: Value | bytes) -> list[Diagnostic]:
    """Give what is found in a proposal or a text; no rule may fail."""
    found = report(given if isinstance(given, bytes) else text(given))
    assert found.crashes == []
    return found.diagnostics


def rules(given: Value | bytes) -> set[str]:
    """Give the names, without the kind, of the rules that find something."""
    return {found.rule.removeprefix("partition/") for found in findings(given)}


def words(given: Value | bytes) -> set[str]:
    """Give the contract's words that are reported."""
    return {found.contract for found in findings(given) if found.contract}
