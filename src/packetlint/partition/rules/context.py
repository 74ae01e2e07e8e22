"""What items are to each other: parents, roots, comparisons. Seed: agent-context-partitioner, Context IR invariants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.partition.finding import found
from packetlint.partition.graph import cycles
from packetlint.partition.javascript import elements, field, identity, is_true
from packetlint.partition.schema import shown

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from packetlint.core.config import Settings
    from packetlint.core.diagnostic import Finding
    from packetlint.partition.facts import Facts
    from packetlint.partition.model import Part, Parts, Proposal

_MOST_SHOWN = 6


def causal_gap(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report every causal parent that is none of the items."""
    known = proposal.judged.item_of
    for item in proposal.judged.items:
        parents = item.get("causalParents")
        for index, parent in enumerate([parents] if isinstance(parents, str) and parents else elements(parents)):
            if identity(parent) not in known:
                message = f"{item.label} has the causal parent {shown(parent)}, which is no item"
                yield found(proposal, item.at("causalParents", index), message, contract="E_CAUSAL_GAP")


def causal_cycle(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report items that are each other's ancestors, once for each group of them."""
    parts = proposal.parts
    parents = {key: [identity(parent) for parent in item.listed("causalParents")] for key, item in parts.item_of.items()}
    for cycle in cycles(parents):
        item = parts.item_of[cycle[0]]
        index = parents[cycle[0]].index(cycle[1 % len(cycle)])
        message = f"{item.label} is its own ancestor: {_chain(cycle)}"
        yield found(proposal, item.at("causalParents", index), message, "no cause follows from its effect: take one of these parents out")


def _chain(cycle: list[Hashable]) -> str:
    """Show a cycle as the way from an item through its parents back to it."""
    way = [f"`{key}`" for key in cycle]
    if len(way) > _MOST_SHOWN:
        way[_MOST_SHOWN // 2 : 1 - _MOST_SHOWN // 2] = [f"{len(way) - _MOST_SHOWN + 1} more"]
    return " <- ".join([*way, way[0]])


def summary_as_root(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a causal parent that is a disposable projection: a summary is no source."""
    parts = proposal.parts
    for item in parts.items:
        for index, parent in enumerate(item.listed("causalParents")):
            source = parts.item_of.get(identity(parent))
            if source is not None and source.get("trustClass") == "DISPOSABLE_PROJECTION":
                message = f"{item.label} takes {source.label} as a cause, which is a DISPOSABLE_PROJECTION"
                yield found(proposal, item.at("causalParents", index), message, "name the primary items that it was made from")


def cross_space_comparison(proposal: Proposal, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a comparison of items that are not in one retrieval space, the one it names."""
    parts = proposal.judged
    for comparison in parts.comparisons:
        name, fault = _incomparable(parts, comparison)
        if fault:
            yield found(proposal, comparison.at(name), fault, "equal dimensions are not enough", contract="E_CROSS_SPACE_COMPARISON")


def _incomparable(parts: Parts, comparison: Part) -> tuple[str, str]:
    """Give the field for which two items cannot be compared, and what is said of it; empty texts where they can."""
    spaces = []
    for name in ("leftItemId", "rightItemId"):
        item = parts.item_of.get(identity(comparison.get(name)))
        spaces.append(item.get("retrievalSpace") if item else None)
        if not is_true(spaces[-1]):
            lack = "has no retrieval space" if item else "is none of the items"
            return name, f"{_quoted(comparison, name)} {lack}, so nothing compares with it"
    left, right = (identity(field(space, "spaceId")) for space in spaces)
    if left != right:
        return "rightItemId", f"{_quoted(comparison, 'leftItemId')} and {_quoted(comparison, 'rightItemId')} are in different spaces"
    is_named = identity(comparison.get("spaceId")) == left
    return ("", "") if is_named else ("spaceId", "the comparison names another space than that of its items")


def _quoted(part: Part, name: str) -> str:
    """Show an id that stands in a field."""
    return shown(part.get(name))
