"""Proposals that only the prose of the contract forbids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partition_edits import blocked, both, put, redacted

if TYPE_CHECKING:
    from partition_edits import Change

PROSE: list[tuple[Change, str, str, str]] = [
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
        both(blocked, put("gaps", 0, "itemId", value="source")),
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
        redacted,
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
