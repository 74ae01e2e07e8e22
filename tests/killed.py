"""Run packetlint and end it by SIGKILL at one moment of a write: `python tests/killed.py MOMENT NTH ARGUMENT...`.

The moments are those of the system's calls: before or after the Nth time that a file is made, written through, or renamed.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

MOMENTS = {"made": (tempfile, "mkstemp"), "flushed": (os, "fsync"), "renamed": (os, "replace")}
WHEN = ("before", "after")


def _deadly(call: Callable[..., Any], nth: int, when: str) -> Callable[..., Any]:
    """Give a call that ends the process around its nth time."""
    left = [nth]

    def deadly(*arguments: Any, **named: Any) -> Any:
        left[0] -= 1
        if left[0] == 0 and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = call(*arguments, **named)
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    return deadly


def main() -> None:
    """Make one call deadly and run."""
    when, _, moment = sys.argv[1].partition("-")
    holder, name = MOMENTS[moment]
    setattr(holder, name, _deadly(getattr(holder, name), int(sys.argv[2]), when))
    from packetlint.cli.main import run

    run(sys.argv[3:])


if __name__ == "__main__":
    main()
