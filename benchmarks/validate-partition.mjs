// A plain validator of partition proposals, of the same rules as the kind `partition`: what its speed is compared with.
// node benchmarks/validate-partition.mjs PROPOSAL.json: prints the words and places of what is wrong; exits with 1 if anything is.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const PROPOSAL = "schemaVersion mode sourceRootDigest policyDigest result targets items semanticComparisons dispositions transfers gaps coverageDigest truthEffect authorityEffect".split(" ");
const TARGET = "targetRef type scope capacityTokens capabilityDigests admissionEvidenceRef".split(" ");
const ITEM = "itemId kind trustClass directiveChannel droppable tokenEstimate scope causalParents retrievalSpace obligationState effectState capabilityRequirements authority contentDigest".split(" ");
const AUTHORITY = "status audience guidanceEnvelopeRef verificationReceiptRef revocationWitnessRef".split(" ");
const SPACE = "modelArtifactDigest modelConfigDigest preprocessingDigest chunkerDigest pooling dimensions normalization metric coordinatePrecision quantizationDigest redactionPolicyDigest modality".split(" ");
const DISPOSITION = "itemId disposition sourceTargetRef targetRefs reasonCode proofRefs".split(" ");
const OLDER = DISPOSITION.filter((name) => name !== "sourceTargetRef");
const TRANSFER = "itemId fromTargetRef toTargetRef disclosureProofRef".split(" ");
const REASONS = new Set(["OUT_OF_SCOPE", "RETENTION_REDACTED_WITH_TOMBSTONE", "EXPIRED_DISPOSABLE", "DUPLICATE_CONTENT_HASH", "SUPERSEDED_PROJECTION"]);
const OPEN = new Set(["OPEN", "BLOCKED"]);
const UNRESOLVED = new Set(["PREPARED", "DISPATCHED", "AMBIGUOUS"]);
const DIGEST = /^sha256:[0-9a-f]{64}$/;

const hash = (value) => `sha256:${createHash("sha256").update(JSON.stringify(value)).digest("hex")}`;
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isCount = (value) => Number.isInteger(value) && value >= 0;
const isFilled = (value) => typeof value === "string" && value.trim() !== "";
const list = (value) => (Array.isArray(value) ? value : []);

const errors = [];
const report = (word, path) => errors.push([word, path]);

function closed(value, fields, path) {
  if (!isObject(value)) return report("E_SHAPE", path), false;
  let good = true;
  for (const name of fields) if (!Object.hasOwn(value, name)) report("E_REQUIRED", `${path}.${name}`), (good = false);
  for (const name of Object.keys(value)) if (!fields.includes(name)) report("E_UNKNOWN_FIELD", `${path}.${name}`), (good = false);
  return good;
}

function targets(proposal, byRef) {
  list(proposal.targets).forEach((target, at) => {
    const path = `targets[${at}]`;
    closed(target, TARGET, path);
    const { targetRef, type, capacityTokens, admissionEvidenceRef: evidence } = target ?? {};
    if (byRef.has(targetRef)) report("E_DUPLICATE_TARGET", path);
    byRef.set(targetRef, target ?? {});
    if (proposal.mode === "ACTIVE_SET_PARTITION" && (type !== "ADMITTED_BODY" || !evidence)) report("E_UNADMITTED_BODY", path);
    if (proposal.mode === "CONTINUATION_REQUIREMENTS" && (type !== "ABSTRACT_SLOT" || evidence !== null)) report("E_SLOT_HAS_LIFECYCLE", path);
    if (!isCount(capacityTokens)) report("E_CAPACITY", path);
  });
}

function items(proposal, byId) {
  list(proposal.items).forEach((item, at) => {
    const path = `items[${at}]`;
    closed(item, ITEM, path);
    const { itemId, kind, trustClass, directiveChannel, droppable, tokenEstimate, authority, retrievalSpace: space, obligationState, effectState } = item ?? {};
    closed(authority, AUTHORITY, `${path}.authority`);
    if (byId.has(itemId)) report("E_DUPLICATE_ITEM", path);
    byId.set(itemId, item ?? {});
    if (directiveChannel && (kind !== "GUIDANCE" || trustClass !== "CURRENT_GUIDANCE")) report("E_AUTHORITY_CHANNEL", path);
    const refs = [authority?.guidanceEnvelopeRef, authority?.verificationReceiptRef, authority?.revocationWitnessRef];
    if (directiveChannel && (authority?.status !== "CURRENT" || !refs.every(Boolean) || !list(authority?.audience).length)) report("E_GUIDANCE_NOT_CURRENT", path);
    if ((OPEN.has(obligationState) || UNRESOLVED.has(effectState)) && droppable) report("E_NON_DROPPABLE_STATE", path);
    if (!isCount(tokenEstimate)) report("E_TOKEN_ESTIMATE", path);
    if (space === null || space === undefined) return;
    closed(space, [...SPACE, "spaceId"], `${path}.retrievalSpace`);
    if (space.spaceId !== hash(Object.fromEntries(SPACE.map((name) => [name, space[name]])))) report("E_SPACE_ID", `${path}.retrievalSpace`);
  });
  for (const item of byId.values()) for (const parent of list(item.causalParents)) if (!byId.has(parent)) report("E_CAUSAL_GAP", item.itemId);
}

function dispositions(proposal, byId, byRef, isOlder) {
  const found = new Map();
  const used = new Map();
  list(proposal.dispositions).forEach((each, at) => {
    const path = `dispositions[${at}]`;
    closed(each, isOlder ? OLDER : DISPOSITION, path);
    const { itemId, disposition, sourceTargetRef: source, reasonCode } = each ?? {};
    const refs = list(each?.targetRefs);
    const item = byId.get(itemId);
    const isPlaced = disposition === "ASSIGNED" || disposition === "TRANSFERRED";
    if (found.has(itemId)) report("E_DUPLICATE_DISPOSITION", path);
    found.set(itemId, each ?? {});
    if (!["ASSIGNED", "TRANSFERRED", "OMITTED_ALLOWED", "BLOCKED"].includes(disposition)) report("E_DISPOSITION", path);
    if (!item) report("E_UNKNOWN_ITEM", path), report("E_COVERAGE_EXTRA", path);
    for (const ref of refs) if (!byRef.has(ref)) report("E_UNKNOWN_TARGET", path);
    if (isPlaced && !refs.length) report("E_TARGET_REQUIRED", path);
    if (!isOlder && disposition === "TRANSFERRED" && (!byRef.has(source) || refs.includes(source))) report("E_TRANSFER_SOURCE_INVALID", path);
    if (!isOlder && disposition !== "TRANSFERRED" && source !== null && source !== undefined) report("E_TRANSFER_SOURCE_ORPHAN", path);
    if (disposition === "OMITTED_ALLOWED" && (!item?.droppable || !REASONS.has(reasonCode))) report("E_OMISSION_DENIED", path);
    if (disposition === "BLOCKED" && proposal.result === "FEASIBLE") report("E_BLOCKED_FEASIBLE", path);
    for (const target of item && isPlaced ? refs.map((ref) => byRef.get(ref)).filter(Boolean) : []) {
      if (item.scope !== target.scope) report("E_DISCLOSURE_SCOPE", path);
      for (const needed of list(item.capabilityRequirements)) if (!list(target.capabilityDigests).includes(needed)) report("E_CAPABILITY_GAP", path);
      if (isCount(item.tokenEstimate)) used.set(target, (used.get(target) ?? 0) + item.tokenEstimate);
    }
  });
  for (const [target, tokens] of used) if (isCount(target.capacityTokens) && tokens > target.capacityTokens) report("E_BUDGET_OVERFLOW", target.targetRef);
  for (const id of byId.keys()) if (!found.has(id)) report("E_COVERAGE_MISSING", id);
  return found;
}

function transfers(proposal, byId, byRef, found, isOlder) {
  const edges = new Map();
  list(proposal.transfers).forEach((edge, at) => {
    const path = `transfers[${at}]`;
    closed(edge, TRANSFER, path);
    const { itemId, fromTargetRef: from, toTargetRef: to, disclosureProofRef } = edge ?? {};
    const own = edges.get(itemId) ?? edges.set(itemId, []).get(itemId);
    if (own.some((other) => other.fromTargetRef === from && other.toTargetRef === to)) report("E_TRANSFER_DUPLICATE", path);
    own.push(edge ?? {});
    if (!byId.has(itemId) || !byRef.has(from) || !byRef.has(to) || !isFilled(disclosureProofRef)) report("E_TRANSFER_INVALID", path);
    if (from === to) report("E_TRANSFER_SELF_EDGE", path);
    if (found.has(itemId) && found.get(itemId).disposition !== "TRANSFERRED") report("E_TRANSFER_ORPHAN", path);
  });
  for (const each of found.values()) {
    if (each.disposition !== "TRANSFERRED") continue;
    const own = edges.get(each.itemId) ?? [];
    const refs = list(each.targetRefs);
    if (!own.length) report("E_TRANSFER_EVIDENCE_MISSING", each.itemId);
    if (!isOlder && own.some((edge) => edge.fromTargetRef !== each.sourceTargetRef)) report("E_TRANSFER_SOURCE_MISMATCH", each.itemId);
    const counts = (ref) => own.filter((edge) => edge.toTargetRef === ref).length;
    if (refs.some((ref) => counts(ref) !== 1) || own.some((edge) => !refs.includes(edge.toTargetRef))) report("E_TRANSFER_DESTINATION_MISMATCH", each.itemId);
  }
}

function validate(proposal) {
  if (!closed(proposal, PROPOSAL, "$")) return;
  const [byRef, byId] = [new Map(), new Map()];
  const objects = list(proposal.dispositions).filter(isObject);
  const isOlder = objects.length > 0 && !objects.some((each) => Object.hasOwn(each, "sourceTargetRef"));
  if (proposal.schemaVersion !== "2.0.0") report("E_VERSION", "schemaVersion");
  if (!["ACTIVE_SET_PARTITION", "CONTINUATION_REQUIREMENTS"].includes(proposal.mode)) report("E_MODE", "mode");
  for (const name of ["sourceRootDigest", "policyDigest"]) if (!DIGEST.test(proposal[name])) report("E_ROOT_DIGEST", name);
  targets(proposal, byRef);
  items(proposal, byId);
  const found = dispositions(proposal, byId, byRef, isOlder);
  transfers(proposal, byId, byRef, found, isOlder);
  for (const { leftItemId, rightItemId, spaceId } of list(proposal.semanticComparisons)) {
    const [left, right] = [leftItemId, rightItemId].map((id) => byId.get(id)?.retrievalSpace?.spaceId);
    if (!left || left !== right || left !== spaceId) report("E_CROSS_SPACE_COMPARISON", `${leftItemId}, ${rightItemId}`);
  }
  list(proposal.semanticComparisons).forEach((each, at) => closed(each, ["leftItemId", "rightItemId", "spaceId"], `semanticComparisons[${at}]`));
  list(proposal.gaps).forEach((each, at) => closed(each, ["code", "itemId", "targetRef", "detail"], `gaps[${at}]`));
  if (proposal.result === "FEASIBLE" && list(proposal.gaps).length) report("E_FEASIBLE_WITH_GAPS", "gaps");
  const sorted = [...list(proposal.dispositions)].sort((left, right) => left.itemId.localeCompare(right.itemId));
  if (proposal.coverageDigest !== hash({ sourceRootDigest: proposal.sourceRootDigest, dispositions: sorted })) report("E_COVERAGE_DIGEST", "coverageDigest");
  if (proposal.truthEffect !== "NONE") report("E_TRUTH_MINTING", "truthEffect");
  if (proposal.authorityEffect !== "NONE") report("E_ADMISSION_ACTION_FORBIDDEN", "authorityEffect");
}

validate(JSON.parse(readFileSync(process.argv[2], "utf8")));
for (const [word, path] of errors) console.log(`${word} ${path}`);
process.exitCode = errors.length ? 1 : 0;
