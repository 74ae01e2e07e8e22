"""Build a proposal from an inventory: a pure function of what the IR holds. Seed: agent-context-partitioner, Hard order of operations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.partition.digest import coverage_digest, stringify
from packetlint.partition.gaps import CAUSAL_CYCLE, DUPLICATE_ID, Gap, documents
from packetlint.partition.inventory import in_root_order
from packetlint.partition.plan import Plan, plan
from packetlint.partition.soundness import faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from packetlint.core.diagnostic import Diagnostic
    from packetlint.partition.inventory import Inventory

    Judge = Callable[[bytes], Sequence[Diagnostic]]

# What the rules say of an inventory, wherever its items go. Identity, parents and cycles are looked into before.
_OF_INPUT = frozenset(
    f"partition/{name}"
    for name in (
        *("mode", "root-digest", "unadmitted-body", "slot-has-lifecycle", "capacity", "token-estimate", "space-id"),
        *("authority-channel", "guidance-not-current", "non-droppable-state", "summary-as-root"),
    )
)
_UNSEEN = re.compile("<(?=!--)|[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")
_LISTS = ("targets", "items", "dispositions", "transfers", "gaps")


class Built(NamedTuple):
    """What comes of an inventory.

    `text` is the proposal, None where the inventory cannot be planned; `gaps` as they stand in a proposal; `plan` where
    there is one; `warnings` and `errors` what the rules say of the proposal: with errors it may not be written.
    """

    result: str
    gaps: Sequence[Mapping[str, Any]]
    text: str | None = None
    plan: Plan | None = None
    warnings: Sequence[Diagnostic] = ()
    errors: Sequence[Diagnostic] = ()


def build(inventory: Inventory, judge: Judge) -> Built:
    """Build the proposal of an inventory; `judge` runs every rule of the kind over its text.

    An inventory that is unsound gives its gaps and no proposal.
    """
    unsound = faults(inventory)
    if unsound:
        probe = _proposal(inventory, "UNKNOWN", _idle(inventory), [gap.document() for gap in unsound])
        return _refused(unsound, probe, judge(render(probe).encode()))
    planned = plan(inventory)
    gaps = documents(planned.gaps)
    result = "INFEASIBLE" if planned.blocked else "UNKNOWN" if gaps else "FEASIBLE"
    proposal = _proposal(inventory, result, planned, gaps)
    text = render(proposal)
    found = judge(text.encode())
    if any(diagnostic.rule in _OF_INPUT for diagnostic in found):
        return _refused([], proposal, found)
    errors = [diagnostic for diagnostic in found if diagnostic.severity == "error"]
    return Built(result, gaps, text, planned, [diagnostic for diagnostic in found if diagnostic.severity == "warning"], errors)


def render(proposal: Mapping[str, Any]) -> str:
    """Give the text of a proposal: a line for each field and each record of a list, so that a change shows as the records it touches."""
    lines = (f"  {stringify(name)}: {_field(name, value)}" for name, value in proposal.items())
    return _seen("{\n" + ",\n".join(lines) + "\n}\n")


def render_refusal(built: Built) -> str:
    """Give the text that stands for the proposal where there is none: the result and the gaps."""
    return _seen(f"{stringify({'result': built.result, 'gaps': built.gaps})}\n")


def _seen(text: str) -> str:
    """Escape what no reader would see. The values, and so every digest, stay the same."""
    is_plain = text.isascii() and "<!--" not in text and "\x7f" not in text
    return text if is_plain else _UNSEEN.sub(_escape, text)


def _escape(unseen: re.Match[str]) -> str:
    units = unseen[0].encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _field(name: str, value: Any) -> str:
    if name not in _LISTS or not value:
        return stringify(value)
    return "[\n" + ",\n".join(f"    {stringify(record)}" for record in value) + "\n  ]"


def _refused(unsound: Iterable[Gap], proposal: Mapping[str, Any], found: Iterable[Diagnostic]) -> Built:
    by_rule = (_gap(diagnostic, proposal) for diagnostic in found if diagnostic.rule in _OF_INPUT)
    gaps = documents([*unsound, *by_rule])
    is_cyclic = any(gap["code"] == CAUSAL_CYCLE for gap in gaps)
    return Built("INFEASIBLE" if is_cyclic else "UNKNOWN", gaps)


def _gap(diagnostic: Diagnostic, proposal: Mapping[str, Any]) -> Gap:
    """Make a gap of what a rule says: its word, and the item or target at the place it points to."""
    word = diagnostic.contract or diagnostic.rule.partition("/")[2].upper().replace("-", "_")
    _, place, number, *_ = f"{diagnostic.pointer or ''}///".split("/")
    record = proposal[place][int(number)] if place in ("items", "targets") and number else {}
    return Gap(word, record.get("itemId"), record.get("targetRef"), diagnostic.message)


def _proposal(inventory: Inventory, result: str, planned: Plan, gaps: Sequence[Any]) -> dict[str, Any]:
    dispositions = list(_dispositions(inventory, planned))
    return {
        "schemaVersion": "2.0.0",
        "mode": inventory.mode,
        "sourceRootDigest": inventory.source_root_digest,
        "policyDigest": inventory.policy_digest,
        "result": result,
        "targets": inventory.targets,
        "items": inventory.items,
        "semanticComparisons": [],
        "dispositions": dispositions,
        "transfers": list(_transfers(inventory, planned)),
        "gaps": gaps,
        "coverageDigest": coverage_digest(inventory.source_root_digest, dispositions),
        "truthEffect": "NONE",
        "authorityEffect": "NONE",
    }


def _dispositions(inventory: Inventory, planned: Plan) -> Iterator[dict[str, Any]]:
    """Give each item's disposition. Only a supplied reference is a proof; an item that is merely assigned has none."""
    for item in inventory.items:
        name = item["itemId"]
        if name in planned.omitted:
            omission = planned.omitted[name]
            yield _disposition(name, "OMITTED_ALLOWED", omission["reasonCode"], proofs=omission["proofRefs"])
        elif name in planned.transfers:
            targets, proofs = zip(*planned.transfers[name], strict=True)
            yield _disposition(name, "TRANSFERRED", "REQUIRED", planned.homes[name], targets, set(proofs))
        elif name in planned.homes:
            yield _disposition(name, "ASSIGNED", "REQUIRED", None, [planned.homes[name]])
        else:
            yield _disposition(name, "BLOCKED", planned.blocked[name][0].code)


def _disposition(
    name: str, disposition: str, reason: str, source: str | None = None, targets: Iterable[str] = (), proofs: Iterable[str] = ()
) -> dict[str, Any]:
    return {
        "itemId": name,
        "disposition": disposition,
        "sourceTargetRef": source,
        "targetRefs": in_root_order(targets),
        "reasonCode": reason,
        "proofRefs": in_root_order(proofs),
    }


def _transfers(inventory: Inventory, planned: Plan) -> Iterator[dict[str, Any]]:
    for item in inventory.items:
        proofs = dict(planned.transfers.get(item["itemId"], ()))
        for destination in in_root_order(proofs):
            yield {
                "itemId": item["itemId"],
                "fromTargetRef": planned.homes[item["itemId"]],
                "toTargetRef": destination,
                "disclosureProofRef": proofs[destination],
            }


def _idle(inventory: Inventory) -> Plan:
    """Give the plan in which nothing goes anywhere."""
    blocked = {item["itemId"]: [Gap(DUPLICATE_ID, item["itemId"], None, "")] for item in inventory.items}
    return Plan({}, {}, blocked, {}, (), ())
