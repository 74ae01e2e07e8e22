"""When to colour: on a terminal, unless NO_COLOR says no or FORCE_COLOR says yes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO


def wants_color(stream: TextIO) -> bool:
    """Say whether to colour what is written to the stream."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")
