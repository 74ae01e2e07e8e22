"""Say why a coverage digest does not match, where that can be found out: by what it does match.

Seed: agent-context-partitioner, Coverage and omission. Each reason is a way in which digests really go
wrong; the first that gives the digest of the file is the one told.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.errors import UnreadableError, UsageError
from packetlint.core.json_faults import JsonFault
from packetlint.core.json_reader import read_json
from packetlint.core.source import Source
from packetlint.partition.collation import sort_by_root
from packetlint.partition.digest import hash_value
from packetlint.partition.javascript import field
from packetlint.partition.schema import fields, shown
from packetlint.partition.seal import right_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Value = dict[str, Any]

_SOURCE = "sourceTargetRef"
_LISTED = 3


class _Attempt(NamedTuple):
    """A way to make the digest, and what is said if it was made so."""

    reason: str
    digest: Callable[[], str | None]


def explain(value: Value, committed: Sequence[bytes]) -> str:
    """Say why the digest of a proposal is not the right one; the empty string where no reason is found.

    `committed` are earlier contents of the file, newest first.
    """
    digest = field(value, "coverageDigest")
    if not isinstance(digest, str):
        return f"it is {shown(digest)}, no digest"
    if digest.strip().casefold() == right_digest(value):
        return "it is the right one, but not as digests are spelled: lower case, nothing around it"
    for attempt in (*_attempts(value), *_earlier(value, committed)):
        try:
            if attempt.digest() == digest:
                return attempt.reason
        except UsageError:  # ids that cannot be ordered here: not this reason, then
            continue
    return ""


def _attempts(value: Value) -> Iterator[_Attempt]:
    raws = _list(value, "dispositions")
    if not all(isinstance(raw, dict) and isinstance(raw.get("itemId"), str) for raw in raws):
        return
    by_code = "it is that of the dispositions sorted by code point; they have to be sorted as `localeCompare` does"
    yield _Attempt(by_code, lambda: _hash(value, sorted(raws, key=lambda raw: raw["itemId"])))
    yield _Attempt(by_code, lambda: _hash(value, sorted(raws, key=lambda raw: raw["itemId"].encode("utf-16-be", "surrogatepass"))))
    yield _Attempt("it is that of the dispositions as they stand; they have to be sorted by itemId", lambda: _hash(value, raws))
    yield from _with_other_keys(value, raws)
    yield from _of_other_revisions(value, raws)


def _with_other_keys(value: Value, raws: list[Value]) -> Iterator[_Attempt]:
    yield _Attempt(
        "it is that of dispositions whose keys stand in the contract's order: a formatter has reordered them since",
        lambda: _digest(value, [_in_contract_order(raw) for raw in raws]),
    )
    is_sorted = "it is that of dispositions with sorted keys; the keys count in the order in which they stand in the file"
    yield _Attempt(is_sorted, lambda: _digest(value, [_sorted(raw) for raw in raws]))
    yield _Attempt(is_sorted, lambda: _canonical(value, sort_by_root(raws, key=lambda raw: str(raw["itemId"]))))
    yield _Attempt(is_sorted, lambda: _canonical(value, sorted(raws, key=lambda raw: raw["itemId"])))


def _of_other_revisions(value: Value, raws: list[Value]) -> Iterator[_Attempt]:
    without = [{name: raw[name] for name in raw if name != _SOURCE} for raw in raws]
    older = "it is that of the older revision, whose dispositions have no `sourceTargetRef`"
    newer = "it is that of revision 2.0.2: `sourceTargetRef` has been taken out of the dispositions since"
    if any(_SOURCE in raw for raw in raws):
        yield _Attempt(older, lambda: _digest(value, without))
        yield _Attempt(f"{older}, with the keys in the contract's order", lambda: _digest(value, list(map(_in_contract_order, without))))
    else:
        sources = _sources(value)
        bound = [_in_contract_order({**raw, _SOURCE: sources.get(raw["itemId"])}) for raw in raws]
        yield _Attempt(newer, lambda: _digest(value, bound))


def _earlier(value: Value, committed: Sequence[bytes]) -> Iterator[_Attempt]:
    for raw in committed:
        try:
            before = read_json(Source("", raw)).value
        except (UnreadableError, JsonFault):
            continue
        if isinstance(before, dict) and "dispositions" in before and "sourceRootDigest" in before:
            yield _Attempt(_edited(before, value), partial(right_digest, before))


def _edited(before: Value, value: Value) -> str:
    """Say what has been edited since a commit whose digest the file still has."""
    old, new = _by_id(before), _by_id(value)
    changed = sorted(key for key in {*old, *new} if _spelled(old.get(key)) != _spelled(new.get(key)))
    names = ", ".join(f"`{key}`" for key in changed[:_LISTED])
    more = f" and {len(changed) - _LISTED} more" if len(changed) > _LISTED else ""
    root = before["sourceRootDigest"] != value["sourceRootDigest"]
    what = " and ".join([f"the dispositions of {names}{more}"] * bool(changed) + ["the source root"] * root)
    return f"it is that of an earlier commit: {what or 'the dispositions'} changed, and the digest was not recomputed"


def _by_id(value: Value) -> dict[str, Value]:
    raws = _list(value, "dispositions")
    return {raw["itemId"]: raw for raw in raws if isinstance(raw, dict) and isinstance(raw.get("itemId"), str)}


def _list(value: Value, name: str) -> list[Any]:
    found = field(value, name)
    return found if isinstance(found, list) else []


def _spelled(raw: Value | None) -> list[Any]:
    return list(raw.items()) if raw else []


def _digest(value: Value, raws: list[Value]) -> str | None:
    return right_digest({**value, "dispositions": raws})


def _hash(value: Value, raws: list[Value]) -> str:
    """Give the digest of dispositions in the order given."""
    return hash_value({"sourceRootDigest": value["sourceRootDigest"], "dispositions": raws})


def _canonical(value: Value, raws: list[Value]) -> str:
    """Give the digest with the keys of everything sorted, those of the sealed object too."""
    return hash_value({"dispositions": list(map(_sorted, raws)), "sourceRootDigest": value["sourceRootDigest"]})


def _sorted(raw: Value) -> Value:
    return {name: raw[name] for name in sorted(raw)}


def _in_contract_order(raw: Value) -> Value:
    known = fields("disposition")
    return {name: raw[name] for name in (*(name for name in known if name in raw), *(name for name in raw if name not in known))}


def _sources(value: Value) -> dict[str, Any]:
    """Give the source of each transferred item, as far as its transfers tell."""
    named = (transfer for transfer in _list(value, "transfers") if isinstance(transfer, dict) and isinstance(transfer.get("itemId"), str))
    return {transfer["itemId"]: transfer.get("fromTargetRef") for transfer in named}
