"""Words that several rules share: a text of a file in a message, files behind something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.paths import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST = 120
_MOST_FILES = 3


def shown(text: str) -> str:
    """Show a text of a file, cut where it is long, in quotation marks where it has backticks of its own."""
    said = visible(text) if len(text) <= _LONGEST else f"{visible(text[:_LONGEST])}..."
    return f'"{said}"' if "`" in said else f"`{said}`"


def files_of(files: Sequence[str]) -> str:
    """Name the files, or the first few of many."""
    more = f" and {len(files) - _MOST_FILES} more" if len(files) > _MOST_FILES else ""
    return f"{', '.join(f'`{visible(file)}`' for file in files[:_MOST_FILES])}{more}"
