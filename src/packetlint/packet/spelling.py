"""How a mission's files spell the names of workers, and which names a file can have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.packet.agents import agent, snake

if TYPE_CHECKING:
    from collections.abc import Iterable

_USABLE = re.compile(r"\w[\w .-]{0,49}")


def is_kebab(paths: Iterable[str]) -> bool:
    """Say whether more of the files that are named after a worker spell it in kebab-case than in snake_case."""
    stems = (path.rpartition("/")[2].rpartition(".")[0] for path in paths)
    named = [stem for stem in stems if agent(stem).known]
    return sum("-" in stem for stem in named) > sum("_" in stem for stem in named)


def spelled(name: str, *, kebab: bool) -> str:
    """Spell a worker's name in one of the two ways."""
    return snake(name).replace("_", "-") if kebab else snake(name)


def is_usable(name: str) -> bool:
    """Say whether a file can be named after a worker: letters, digits, blanks, `_`, `-` and points, no longer than 50."""
    return _USABLE.fullmatch(name) is not None
