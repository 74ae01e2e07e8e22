"""The command `check`: print again what was printed for the very same content, or judge it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from packetlint.cli.unchanged import Unchanged
from packetlint.core.user_config import load

if TYPE_CHECKING:
    from packetlint.cli.options import CheckOptions


def run(options: CheckOptions) -> int:
    """Run the command and give its exit status."""
    person = load(os.environ)
    is_kept = not (options.files or options.config_from or options.allow_file or person.allow_files)  # a ref or a disk may change
    unchanged = Unchanged.of(options) if is_kept else None
    printed = unchanged.printed() if unchanged else None
    if printed is None:
        from packetlint.cli.judge import judge  # what was printed before needs none of it

        return judge(options, person, unchanged)
    sys.stdout.write(printed.text)
    return printed.status
