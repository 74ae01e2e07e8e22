"""The inventory of an IR in one order, whatever order it was written in. Seed: agent-context-partitioner, Hard order of operations, step 1.

Everything that is built comes from here: records with their fields in the contract's order, and lists by root collation,
so that no permutation of the input shows in the output.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.partition.collation import sort_by_root
from packetlint.partition.digest import stringify
from packetlint.partition.javascript import is_blank
from packetlint.partition.schema import fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Record = Mapping[str, Any]

OMISSION_REASONS = frozenset(
    ("OUT_OF_SCOPE", "RETENTION_REDACTED_WITH_TOMBSTONE", "EXPIRED_DISPOSABLE", "DUPLICATE_CONTENT_HASH", "SUPERSEDED_PROJECTION")
)
_NESTED = {"retrievalSpace": "space", "authority": "authority"}


class Inventory(NamedTuple):
    """What an IR supplies.

    `unverified` are the targets without evidence of their capacity; `proofs` gives the reference of a disclosure proof
    by item, source and destination; `omissions` the omission that was asked for, by item.
    """

    source_root_digest: str
    policy_digest: str
    mode: str
    complete: bool
    targets: Sequence[Record]
    items: Sequence[Record]
    unverified: Sequence[str]
    proofs: Mapping[tuple[str, str, str], str]
    omissions: Mapping[str, Record]


def take(document: Record) -> Inventory:
    """Take the inventory of an IR that is valid by its schema."""
    unverified = {target["targetRef"] for target in document["targets"] if is_blank(target["capacityEvidence"] or "")}
    return Inventory(
        document["sourceRootDigest"],
        document["policyDigest"],
        document["mode"],
        document["complete"],
        ordered([_in_order(target, fields("target")) for target in document["targets"]], "targetRef"),
        ordered([_in_order(item, fields("item")) for item in document["items"]], "itemId"),
        in_root_order(unverified),
        _proofs(document["disclosureProofs"]),
        _omissions(document["omissions"]),
    )


def ordered(records: Sequence[Record], *names: str) -> list[Record]:
    """Sort records by fields of text in root collation, the first one first; null comes before any text.

    What the collation takes for equal is sorted by code point, and what is equal even then by all it holds.
    """
    keys = [tuple(record[name] or "" for name in names) for record in records]
    if len(set(keys)) < len(keys):
        keys = [(*key, stringify(record)) for key, record in zip(keys, records, strict=True)]
    result = [records[at] for at in sorted(range(len(keys)), key=keys.__getitem__)]
    for name in reversed(names):
        result = sort_by_root(result, lambda record, name=name: record[name] or "")  # type: ignore[misc]
    return result


def in_root_order(texts: Iterable[str]) -> list[str]:
    """Sort texts by root collation; what it takes for equal is sorted by code point."""
    return sort_by_root(sorted(texts))


def _in_order(record: Record, names: Iterable[str]) -> Record:
    """Give a record with its fields in the order of `names`, and its lists in theirs."""
    return {name: _canonical(name, record[name]) for name in names}


def _canonical(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return in_root_order(value) if len(value) > 1 else value
    return _in_order(value, fields(_NESTED[name])) if isinstance(value, dict) else value


def _proofs(records: Sequence[Record]) -> dict[tuple[str, str, str], str]:
    """Give the first reference for each edge; a blank one proves nothing."""
    usable = ordered([record for record in records if not is_blank(record["ref"])], "ref")
    return {(record["itemId"], record["from"], record["to"]): record["ref"] for record in reversed(usable)}


def _omissions(records: Sequence[Record]) -> dict[str, Record]:
    """Give one omission for each item, if it can be with an allowed reason."""
    found = ordered([_in_order(record, ("itemId", "reasonCode", "proofRefs")) for record in records], "reasonCode")
    found.sort(key=lambda record: record["reasonCode"] in OMISSION_REASONS)
    return {record["itemId"]: record for record in found}
