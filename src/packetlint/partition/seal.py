"""A proposal's seal: the coverage digest it should have. Seed: agent-context-partitioner, Coverage and omission."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packetlint.core.diagnostic import Edit, Fix
from packetlint.partition.javascript import field

if TYPE_CHECKING:
    from packetlint.core.json_scan import Place
    from packetlint.partition.model import Proposal

FIELD = "coverageDigest"


def right_digest(value: dict[str, Any]) -> str | None:
    """Give the right digest; None where there is nothing to seal, or no order of it.

    Raises UsageError when an itemId takes the extra `collation` and that is not installed.
    """
    dispositions = field(value, "dispositions")
    if dispositions is None:
        dispositions = []
    if not isinstance(dispositions, list) or "sourceRootDigest" not in value:
        return None
    if len(dispositions) > 1 and not all(isinstance(field(disposition, "itemId"), str) for disposition in dispositions):
        return None
    from packetlint.partition.digest import coverage_digest

    return coverage_digest(value["sourceRootDigest"], dispositions)


def reseal(proposal: Proposal, digest: str) -> Fix | None:
    """Give the fix that puts a digest in place and changes no other byte; None where the proposal has no place for it."""
    place = place_of_digest(proposal)
    if place is None:
        return None
    start, end = proposal.source.byte_offset(place.start), proposal.source.byte_offset(place.end)
    return Fix(safe=False, edits=(Edit(start, end, f'"{digest}"'),))


def place_of_digest(proposal: Proposal) -> Place | None:
    """Give the place of the digest in the text."""
    if proposal.document is None or FIELD not in proposal.value:
        return None
    return proposal.document.nearest((FIELD,))[0]
