"""How many examples a property is tried on: as many as fit into `make test`, or PACKETLINT_EXAMPLES times as many."""

from __future__ import annotations

import os

FACTOR = int(os.environ.get("PACKETLINT_EXAMPLES", "1"))


def times(count: int) -> int:
    """Give `count`, times the factor."""
    return count * FACTOR
