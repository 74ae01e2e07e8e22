"""What keeps git from running programs: those its configuration names, and those of a repository planted among other files.

Git asks a file system monitor for what changed, and hands files of the working tree to filters before it hashes them.
Packetlint asks without either. Source: the threat model, "Nothing from the repository is run".
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from packetlint.core.paths import from_bytes, is_below, to_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from packetlint.core.git import Git

NO_MONITOR = (b"-c", b"core.fsmonitor=false")
HASHING = ("diff-files",)  # the commands that hash files of the working tree, where times do not tell
SETTINGS = ("config", "-z", "--name-only", "--list")


def emptied(names: bytes) -> list[bytes]:
    """Give the options that leave every filter that SETTINGS lists without a program; what it would change counts as modified."""
    filters = dict.fromkeys(name for name in names.split(b"\0") if name.startswith(b"filter."))
    values = ((name, b"false" if name.endswith(b".required") else b"") for name in filters)
    return [part for name, value in values for part in (b"-c", b"%b=%b" % (name, value))]


def is_planted(directory: str, start: str, discover: Callable[[str], Git | None]) -> bool:
    """Say whether a repository's directory, found from `start`, is a bare one that another repository tracks as files.

    Nobody who clones the other one knows that it is there, and its configuration could name programs to run.
    """
    if directory.endswith("/.git") or "GIT_DIR" in os.environ or not is_below(_real(start), _real(directory)):
        return False
    above = discover(directory.rpartition("/")[0] or "/")
    top = _real(above.top) if above and above.top else ""
    if above is None or not top or not is_below(_real(directory), top):
        return False
    return bool(above.index(f"{_real(directory)[len(top.rstrip('/')) + 1 :]}/config"))


def _real(path: str) -> str:
    return from_bytes(os.path.realpath(to_bytes(path)))
