"""A proposal for every word of the contract: what is changed, and where the word is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partition_edits import as_slots, blocked, both, drop, put
from proposals import digest, disposition, item, space, target

if TYPE_CHECKING:
    from partition_edits import Change

TRANSFER = {"itemId": "source", "fromTargetRef": "body:a", "toTargetRef": "body:b", "disclosureProofRef": "disclosure:2"}

# The change, the word, where it is reported, and the message. Other words may follow from the same fault.
WORDS: list[tuple[Change, str, str, str]] = [
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
        both(as_slots, put("targets", 1, "type", value="ADMITTED_BODY")),
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
        both(blocked, put("result", value="FEASIBLE")),
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
        lambda proposal: proposal["transfers"].append(TRANSFER),
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
        lambda proposal: proposal["transfers"].append({**TRANSFER, "toTargetRef": "body:a"}),
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
