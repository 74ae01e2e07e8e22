"""One JSON file of a tree: its value, and where in the text each part of it stands.

Keys with dots, as a command line that sets `design_guide.timing=...` leaves them, are read as nested objects.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.errors import UnreadableError
from packetlint.core.json_faults import JsonFault

if TYPE_CHECKING:
    from collections.abc import Callable

    from packetlint.core.json_reader import JsonDocument, Path

_DOTTED = re.compile(r"[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*){1,7}", re.ASCII)


class Fault(NamedTuple):
    """Why a file has no value: the message goes on after the file's name; offsets into its text, for JSON faults.

    `is_json` is False for a file whose bytes could not be read at all.
    """

    file: str
    message: str
    help: str = ""
    start: int = 0
    end: int = 0
    is_json: bool = False


class Artifact:
    """A JSON file that was read: `value` is its outermost value, or None with the `fault` that explains it."""

    __slots__ = ("_dotted", "document", "fault", "path", "value")

    def __init__(self, path: str, document: JsonDocument | None, fault: Fault | None = None) -> None:
        """Take what was read; an object's dotted keys become nested."""
        self.path = path
        self.document = document
        self.fault = fault
        self.value: Any = None if document is None else document.value
        self._dotted: dict[Path, str] = {}
        if isinstance(self.value, dict) and any("." in key for key in self.value):
            self.value = self._nested(self.value)

    @property
    def object(self) -> dict[str, Any] | None:
        """Give the value if it is an object."""
        return self.value if isinstance(self.value, dict) else None

    def span(self, path: Path) -> tuple[int, int]:
        """Give the offsets of the value that a path leads to, or of the deepest part of it that is there."""
        if self.document is None:
            return (self.fault.start, self.fault.end) if self.fault else (0, 0)
        place, _ = self.document.nearest(self._as_written(path))
        return place.start, place.end

    def _as_written(self, path: Path) -> Path:
        for length in range(2, len(path) + 1):
            key = self._dotted.get(path[:length])
            if key is not None:
                return (key, *path[length:])
        return path

    def _nested(self, value: dict[str, Any]) -> dict[str, Any]:
        """Give an object whose dotted keys are nested; what is nested already, or no object, keeps its value."""
        result = {key: dict(member) if isinstance(member, dict) else member for key, member in value.items() if not _DOTTED.fullmatch(key)}
        for key in filter(_DOTTED.fullmatch, value):
            *above, last = key.split(".")
            here: Any = result
            for step in above:
                here = here.setdefault(step, {}) if isinstance(here, dict) else None
            if isinstance(here, dict) and last not in here:
                here[last] = value[key]
                self._dotted[*above, last] = key
            else:
                result[key] = value[key]
        return result


def read_artifact(path: str, read: Callable[[str], bytes]) -> Artifact:
    """Read a file. Never raises for what is in it, or for its not being there: the artifact then has a fault."""
    from packetlint.core.json_reader import read_json
    from packetlint.core.source import Source

    try:
        return Artifact(path, read_json(Source(path, read(path))))
    except UnreadableError as error:
        return Artifact(path, None, Fault(path, str(error)))
    except JsonFault as fault:
        return Artifact(path, None, Fault(path, fault.message, fault.help, fault.start, fault.end, is_json=True))
