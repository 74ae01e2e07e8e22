"""IRs for tests: items and targets with what the contract asks for, and as little else as it allows."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

SCOPE = "repo:demo"


def digest(text: str) -> str:
    """Give the digest of a text."""
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def target(name: str, capacity: float = 100, **fields: Any) -> dict[str, Any]:
    """Give an admitted body whose capacity is in evidence."""
    return {
        "targetRef": name,
        "type": "ADMITTED_BODY",
        "scope": SCOPE,
        "capacityTokens": capacity,
        "capabilityDigests": [],
        "admissionEvidenceRef": f"admission:{name}",
        "capacityEvidence": f"capacity:{name}",
        **fields,
    }


def slot(name: str, capacity: float = 100, **fields: Any) -> dict[str, Any]:
    """Give an abstract slot."""
    return target(name, capacity, type="ABSTRACT_SLOT", admissionEvidenceRef=None, **fields)


def item(name: str, tokens: float = 10, parents: Sequence[str] = (), **fields: Any) -> dict[str, Any]:
    """Give a piece of evidence that may go anywhere in its scope."""
    return {
        "itemId": name,
        "kind": "EVIDENCE",
        "trustClass": "PRIMARY_EVIDENCE",
        "directiveChannel": False,
        "droppable": False,
        "tokenEstimate": tokens,
        "scope": SCOPE,
        "causalParents": list(parents),
        "retrievalSpace": None,
        "obligationState": "NONE",
        "effectState": "NONE",
        "capabilityRequirements": [],
        "authority": authority(),
        "contentDigest": digest(name),
        **fields,
    }


def directive(name: str, tokens: float = 10, audience: Sequence[str] = (), **fields: Any) -> dict[str, Any]:
    """Give current guidance for an audience."""
    refs = {"guidanceEnvelopeRef": "envelope", "verificationReceiptRef": "receipt", "revocationWitnessRef": "witness"}
    own = {"kind": "GUIDANCE", "trustClass": "CURRENT_GUIDANCE", "directiveChannel": True}
    return {**item(name, tokens), **own, "authority": authority("CURRENT", audience, **refs), **fields}


def authority(status: str = "NOT_APPLICABLE", audience: Sequence[str] = (), **refs: str) -> dict[str, Any]:
    """Give an authority."""
    none = dict.fromkeys(("guidanceEnvelopeRef", "verificationReceiptRef", "revocationWitnessRef"))
    return {"status": status, "audience": list(audience), **none, **refs}


def proof(name: str, source: str, destination: str) -> dict[str, Any]:
    """Give the proof that an item may go from one target to another."""
    return {"itemId": name, "from": source, "to": destination, "ref": f"disclosure:{name}:{source}:{destination}"}


def omission(name: str, reason: str = "OUT_OF_SCOPE", proofs: Sequence[str] = ()) -> dict[str, Any]:
    """Give the wish to leave an item out."""
    return {"itemId": name, "reasonCode": reason, "proofRefs": list(proofs)}


def ir(targets: Sequence[Any], items: Sequence[Any], proofs: Sequence[Any] = (), **fields: Any) -> dict[str, Any]:
    """Give a complete IR."""
    return {
        "sourceRootDigest": digest("root"),
        "policyDigest": digest("policy"),
        "mode": "ACTIVE_SET_PARTITION",
        "complete": True,
        "targets": list(targets),
        "items": list(items),
        "disclosureProofs": list(proofs),
        "omissions": [],
        **fields,
    }


def worked(second: int = 120, **fields: Any) -> dict[str, Any]:
    """Give the worked example: `review` is derived of `source`, and only the second target may have room for both."""
    items = [item("source", 60), item("review", 50, ["source"])]
    return ir([target("A", 100), target("B", second)], items, [proof("source", "A", "B")], **fields)
