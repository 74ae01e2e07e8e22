"""Gaps, and the result they leave. Seed: agent-context-partitioner, Hard order of operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.partition.inventory import ordered

if TYPE_CHECKING:
    from collections.abc import Iterable

DUPLICATE_ID = "DUPLICATE_ID"
UNKNOWN_SOURCE = "UNKNOWN_SOURCE"
INVENTORY_INCOMPLETE = "INVENTORY_INCOMPLETE"
CAUSAL_CYCLE = "CAUSAL_CYCLE"
CAPACITY_UNVERIFIED = "CAPACITY_UNVERIFIED"
AUTHORITY_UNKNOWN = "AUTHORITY_UNKNOWN"
DESTINATION_INCOMPATIBLE = "DESTINATION_INCOMPATIBLE"
CAPABILITY_MISSING = "CAPABILITY_MISSING"
SIZE_EXCEEDED = "SIZE_EXCEEDED"
CAPACITY_EXHAUSTED = "CAPACITY_EXHAUSTED"
DISCLOSURE_PROOF_MISSING = "DISCLOSURE_PROOF_MISSING"


class Gap(NamedTuple):
    """One thing that keeps a partition from being feasible: what failed, for which item, at which target, in words."""

    code: str
    item: str | None
    target: str | None
    detail: str

    def document(self) -> dict[str, Any]:
        """Give the gap as it stands in a proposal."""
        return {"code": self.code, "itemId": self.item, "targetRef": self.target, "detail": self.detail}


def documents(gaps: Iterable[Gap]) -> list[Any]:
    """Give the gaps as they stand in a proposal, in their order; each stands once."""
    return ordered([gap.document() for gap in dict.fromkeys(gaps)], "itemId", "targetRef", "code", "detail")


def quoted(names: Iterable[str], limit: int = 3) -> str:
    """List names for a gap's words: the first few, and how many there are besides."""
    names = list(names)
    shown = ", ".join(f"`{name}`" for name in names[:limit])
    return shown if len(names) <= limit else f"{shown} and {len(names) - limit} more"
