"""Make findings of places in a proposal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.diagnostic import Finding

if TYPE_CHECKING:
    from packetlint.core.diagnostic import Fix, Severity
    from packetlint.core.json_reader import Path
    from packetlint.partition.model import Proposal


def found(  # noqa: PLR0913 - a finding has these parts
    proposal: Proposal,
    path: Path,
    message: str,
    help: str = "",
    *,
    contract: str | None = None,
    severity: Severity | None = None,
    fix: Fix | None = None,
    on_key: bool = False,
) -> Finding:
    """Give a finding at a path: the text is searched for it only here, because a sound proposal needs no places."""
    start, end = proposal.span(path, on_key=on_key)
    return Finding(start, end, message, help, severity, contract, proposal.pointer(path), fix)
