"""What the rules of a proposal need to know from git: asked only for a digest that does not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.errors import UsageError
from packetlint.partition.javascript import field
from packetlint.partition.seal import FIELD, right_digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.config import Settings
    from packetlint.core.content import Content
    from packetlint.partition.model import Proposal


class Facts(NamedTuple):
    """Facts about one proposal: the digest it should have, why that cannot be told, and its committed contents, newest first."""

    digest: str | None = None
    trouble: str = ""
    committed: tuple[bytes, ...] = ()


def gather(proposals: Sequence[tuple[Proposal, Settings]], content: Content) -> list[Facts]:
    """Give the facts of every proposal."""
    return [_facts(proposal, content) for proposal, _ in proposals]


def _facts(proposal: Proposal, content: Content) -> Facts:
    if not proposal.is_closed:
        return Facts()
    try:
        digest = right_digest(proposal.value)
    except UsageError as error:
        return Facts(trouble=str(error))
    if digest is None or field(proposal.value, FIELD) == digest:
        return Facts(digest)
    return Facts(digest, committed=tuple(content.tree.committed(proposal.source.path)))
