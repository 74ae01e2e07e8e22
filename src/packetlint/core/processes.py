"""Whether the process still runs that a temporary file is named after."""

from __future__ import annotations

import os


def is_alive(number: bytes) -> bool:
    """Say whether a process of this number runs, or may run: what is no number is somebody else's affair."""
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (ValueError, OverflowError, OSError):
        return True
    return True
