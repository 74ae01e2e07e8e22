"""The kind `packet`, as the engine knows it: whatever lies in a `.geas` folder, packets among it.

Most files that end in `.md` or `.json` lie in none, so everything but the names of the rules is loaded when one does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packetlint.core.rule import Kind, Memory
from packetlint.packet.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.config import Settings
    from packetlint.core.rule import Affected, Run
    from packetlint.core.source import Source
    from packetlint.packet.packet_model import File


_FOLDER = ".geas/"


def _may_hold(path: str, raw: bytes) -> bool:
    return path.startswith(_FOLDER) or f"/{_FOLDER}" in path


def _read(source: Source, settings: Settings) -> Sequence[File]:
    from packetlint.packet.packet_reader import read

    return read(source)


def _gather(models: Sequence[tuple[File, Settings]], run: Run) -> Sequence[object]:
    from packetlint.packet.facts import gather

    return gather(models, run)


def _prepare(models: Sequence[tuple[File, Settings]], run: Run) -> None:
    """List the folders of all files once, before some of the files are asked about."""
    from packetlint.packet.judged import known

    known(run, [file for file, _ in models]).geas  # noqa: B018 - it is kept


def _affected(models: Sequence[tuple[File, Settings]], run: Run) -> Sequence[Affected]:
    change = run.content.tree.change
    if not any(_FOLDER in path for path in (*change.paths, *change.removed)):
        return ()
    from packetlint.packet.affected import affected

    return affected(models, run)


def _record(file: File) -> object:
    """Keep nothing: what is said of a packet depends on other files."""
    return None


def _recall(path: str, record: Any) -> Sequence[File]:
    """Recall that a file is none of ours. Raises ValueError for one of a `.geas` folder, whose twin elsewhere may be none."""
    if _may_hold(path, b""):
        raise ValueError(path)
    return ()


KIND = Kind(
    "packet",
    ".geas files",
    (".md", ".json"),
    _may_hold,
    _read,
    _gather,
    RULES,
    _affected,
    Memory(_record, _recall),
    ".geas file",
    _prepare,
)
