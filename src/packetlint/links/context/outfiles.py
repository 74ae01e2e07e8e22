"""Write what was made, and nothing over what somebody else has made. Source: materialize-context, process step 8."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from packetlint.core.errors import UsageError
from packetlint.core.write import write_chunks
from packetlint.links.context.disk import is_file, is_link, is_taken, make_directory, read_head
from packetlint.links.outside import real_path
from packetlint.links.snapshots import FILE
from packetlint.links.spelling import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from packetlint.links.context.places import Place

CONTEXT, SIDECAR, STALE = FILE, "context.json", "stale-refs.md"
GENERATOR = "packetlint context"
_HEADER = re.compile(rb'---\nartifact: "[^\n]*"\nprimary_project: "[^\n]*"\ngenerated_at: "[^\n]*"\n(?:consumer|mode): ')
_LARGEST, _HEAD = 32 << 20, 64 << 10
_MOST_RUNS = 1000  # of one artifact in one second


def write_all(place: Place, files: Mapping[str, Iterable[bytes]]) -> dict[str, str]:
    """Write files into a directory, with the directories it needs, and give their paths by name.

    Raises UsageError where one there is not ours, or cannot be written. `place.directory` is canonical: should a part of
    it have become a symbolic link since, nothing is written.
    """
    directory = _claimed(place, files)
    if real_path(directory) != directory:
        raise UsageError(f"{directory} leads elsewhere through a symbolic link")
    for name, chunks in files.items():
        write_chunks(joined(directory, name), chunks)
    return {name: joined(directory, name) for name in files}


def _claimed(place: Place, files: Mapping[str, object]) -> str:
    """Make the directory to write into. But for --out it is this run's alone, even of two that begin in the same second."""
    if place.kind == "out":
        refuse_foreign(place.directory, files)
        make_directory(place.directory)
        return place.directory
    numbered = (f"{place.directory}-{number}" for number in range(2, _MOST_RUNS))
    names: Iterable[str] = (place.directory, *(numbered if place.kind == "scratch" else ()))
    directory: str | None = next((name for name in names if make_directory(name, exist_ok=False)), None)
    if directory is None:
        raise UsageError(collision(place.directory))
    return directory


def collision(directory: str) -> str:
    """Say that the directory for this run's time is there."""
    return f"{directory} exists from a run before: remove it, or name another directory with --out"


def refuse_foreign(directory: str, names: Mapping[str, object]) -> None:
    """Raise UsageError where a file would be overwritten that this command did not write."""
    for name in names:
        path = joined(directory, name)
        if is_taken(path) and not _is_ours(path, name):
            raise UsageError(f"{path} is there and was not written by this command: move it, or name another directory with --out")


def _is_ours(path: str, name: str) -> bool:
    if is_link(path) or not is_file(path):
        return False
    head = read_head(path, _LARGEST if name == SIDECAR else _HEAD)
    if head is None:
        return False
    return read_sidecar(head) is not None if name == SIDECAR else _HEADER.match(head) is not None


def read_sidecar(raw: bytes) -> dict[str, object] | None:
    """Read a context.json of ours; None for anything else."""
    with suppress(ValueError, RecursionError):
        document = json.loads(raw)
        if isinstance(document, dict) and document.get("generator") == GENERATOR and isinstance(document.get("refs"), list):
            return document
    return None
