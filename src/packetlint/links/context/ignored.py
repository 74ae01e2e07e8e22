"""Whether git ignores what --persist writes. Source: materialize-context, postconditions; rule links/context-not-ignored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links.resolution import Note
from packetlint.links.snapshots import DIRECTORY
from packetlint.links.spelling import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

RULE = "links/context-not-ignored"


def not_ignored(path: str, ignoring: Callable[[str], object | None]) -> Note | None:
    """Say that git does not ignore a snapshot; None where it does, or where `path` (with `/`) lies in no `.context/`.

    `ignoring(path)` gives what ignores a path, None where nothing does.
    """
    parts = path.split("/")
    if DIRECTORY not in parts[:-1] or ignoring(path) is not None:
        return None
    folder = "/".join(parts[: parts.index(DIRECTORY) + 1])
    message = f"git does not ignore {quoted(f'{folder}/')}, which holds copies of what other trees and sites said"
    return Note(RULE, message, f"add a line `{DIRECTORY}/` to .gitignore")
