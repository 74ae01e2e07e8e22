"""The top of one tree of linked files."""

from __future__ import annotations

from typing import NamedTuple


class Root(NamedTuple):
    """A directory that links count from: its path from the repository's top ("" is the top), and whether it is a project-brain."""

    path: str
    is_brain: bool
