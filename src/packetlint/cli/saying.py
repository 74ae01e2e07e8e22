"""What is said to people on standard error: always a line at a time, and never a raw control character of what was read."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from packetlint.core.paths import visible

if TYPE_CHECKING:
    from collections.abc import Iterable


def say(lines: Iterable[str]) -> None:
    """Print lines, after what standard output has got so far."""
    sys.stdout.flush()
    for line in lines:
        print(visible(line), file=sys.stderr)
