"""Resolve every link of an artifact, in order: what each leads to, shortened to its role's budget, or why it leads nowhere.

Source: materialize-context, process steps 3 to 5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.errors import UsageError
from packetlint.core.nearest import nearest
from packetlint.links.context.local import load
from packetlint.links.context.model import UNSUPPORTED, Content, Failure, Ref
from packetlint.links.context.roles import ROLES, counts_as
from packetlint.links.context.targets import OnDisk, Remote
from packetlint.links.model import Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from packetlint.links.context.brain import Brain
    from packetlint.links.context.remote import Arrived
    from packetlint.links.context.targets import Target, Targets
    from packetlint.links.model import Leaf


class Item(NamedTuple):
    """One item of `soft_links`: its ref, and what is wrong with it where it is no link at all."""

    ref: Ref
    failure: Failure | None = None


class Outcome(NamedTuple):
    """What became of one item. `changed` says whether what was fetched differs from what was cached (None: cannot tell)."""

    ref: Ref
    result: Content | Failure
    changed: bool | None = None
    warnings: tuple[str, ...] = ()


def items_of(leaf: Leaf) -> list[Item]:
    """List the items of an artifact's `soft_links` in the order they stand in, those too that are no links."""
    placed: list[tuple[int, Fault | tuple[str, str | None]]] = []
    placed += [(place.uri.start, (link.uri, link.role)) for place, link in zip(leaf.places, leaf.links, strict=True)]
    placed += [(fault.start, fault) for fault in leaf.faults]
    placed.sort(key=lambda pair: pair[0])
    text = leaf.source.text if leaf.source else ""
    return [_item(number, what, text) for number, (_, what) in enumerate(placed, 1)]


def _item(number: int, what: Fault | tuple[str, str | None], text: str) -> Item:
    if not isinstance(what, Fault):
        return Item(Ref(number, *what))
    written = text[what.start : what.end].strip() or f"item {number}"
    return Item(Ref(number, written, None), Failure(UNSUPPORTED, what.message))


def wanted(items: Sequence[Item], roles: tuple[str, ...] | None, known: Iterable[str]) -> list[Item]:
    """Keep the items whose role is asked for; one without a role counts as related work.

    Raises UsageError for a role that nobody knows.
    """
    if roles is None:
        return list(items)
    names = {*ROLES, *known, *(item.ref.role for item in items if item.ref.role)}
    for role in roles:
        if role not in names:
            raise UsageError(f"--roles: no role is called `{role}`{nearest(role, names)}")
    return [item for item in items if item.ref.role in roles or (item.ref.role not in names and counts_as(item.ref.role) in roles)]


def outcomes(
    items: Sequence[Item], targets: Targets, brain: Brain, at: str, fetching: Callable[[Sequence[Remote]], Iterator[Arrived]]
) -> Iterator[Outcome]:
    """Yield what becomes of each item, in order. `at` is the time of the run; `fetching` is asked only if something is to be fetched."""
    found = [item.failure or targets.find(item.ref) for item in items]
    remotes = [target for target in found if isinstance(target, Remote)]
    arriving = fetching(remotes) if remotes else iter(())
    arrived: dict[str, Arrived] = {}
    last = {target.uri: place for place, target in enumerate(found) if isinstance(target, Remote)}
    for place, (item, target) in enumerate(zip(items, found, strict=True)):
        if not isinstance(target, Remote):
            yield Outcome(item.ref, _local(target, brain, at))
            continue
        if target.uri not in arrived:
            arrived[target.uri] = next(arriving)
        one = arrived[target.uri] if last[target.uri] > place else arrived.pop(target.uri)
        yield Outcome(item.ref, one.result, one.changed, one.warnings)


def _local(target: Target, brain: Brain, at: str) -> Content | Failure:
    if isinstance(target, OnDisk):
        return load(target, brain, at)
    assert isinstance(target, Failure)
    return target
