"""How many examples a property is tried on: as many as fit into `make test`, or PACKETLINT_EXAMPLES times as many; and for how long."""

from __future__ import annotations

import os
import sys

FACTOR = int(os.environ.get("PACKETLINT_EXAMPLES", "1"))
SLOWER = 5 if "coverage" in sys.modules else 1  # than without every line being counted


def times(count: int) -> int:
    """Give `count`, times the factor."""
    return count * FACTOR
