"""The paths of one tree by their exact names: git's index, or one commit."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.errors import UnreadableError
from packetlint.core.git_output import SUBMODULE, SYMLINK, Entry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from packetlint.core.change import Change


class Untracked(NamedTuple):
    """Something on disk that is not tracked. The file, line and pattern that ignore it; no pattern where nothing does."""

    pattern: str = ""
    file: str = ""
    line: int = 0


class PathIndex:
    """What is tracked, by path. Nothing here looks at the disk but `untracked`, which is asked only about what is missing."""

    tracked_known = True

    def __init__(
        self,
        entries: Mapping[str, Entry],
        read: Callable[[Entry], bytes],
        untracked: Callable[[str], Untracked | None],
    ) -> None:
        """Take the entries by path, what gives the bytes of one, and what looks for an untracked path."""
        self.entries = entries
        self.read_entry = read
        self.untracked = untracked

    def is_file(self, path: str) -> bool:
        """Say whether a file or a symbolic link is tracked by exactly this name."""
        entry = self.entries.get(path)
        return entry is not None and entry.mode != SUBMODULE

    def is_directory(self, path: str) -> bool:
        """Say whether something is tracked below a path; "" is the top."""
        return path in self.directories

    def link_text(self, path: str) -> str | None:
        """Give the text of a symbolic link; None for anything else."""
        entry = self.entries.get(path)
        if entry is None or entry.mode != SYMLINK:
            return None
        try:
            return self.read_entry(entry).decode("utf-8", "surrogateescape")
        except UnreadableError:
            return None

    def read(self, path: str) -> bytes:
        """Give a tracked file's bytes. Raises UnreadableError."""
        entry = self.entries.get(path)
        if entry is None:
            raise UnreadableError("is not tracked")
        return self.read_entry(entry)

    def submodule_above(self, path: str) -> str | None:
        """Give the submodule that a path is or lies in."""
        if not self._submodules:
            return None
        while path:
            if path in self._submodules:
                return path
            path = path.rpartition("/")[0]
        return None

    def twin(self, path: str) -> str | None:
        """Give the only path that is the same but for upper and lower case, where the exact one is not there."""
        found = self._folded.get(path.casefold(), ())
        return found[0] if len(found) == 1 and found[0] != path else None

    def form_twin(self, path: str) -> str | None:
        """Give a path that is the same after Unicode normalisation, where the exact one is not there."""
        found = self._composed.get(_composed(path))
        return found if found != path else None

    def before(self, change: Change) -> PathIndex:
        """Give the index as it was before a change."""
        entries = {path: entry for path, entry in self.entries.items() if path not in change.added}
        return PathIndex({**entries, **change.before}, self.read_entry, lambda _: None)

    @cached_property
    def directories(self) -> frozenset[str]:
        """Give every directory that holds something tracked, the top among them."""
        found = {""}
        for path in self.entries:
            while (path := path.rpartition("/")[0]) not in found:
                found.add(path)
        return frozenset(found)

    @cached_property
    def by_name(self) -> dict[str, list[str]]:
        """Give the paths of the files of each name."""
        found: dict[str, list[str]] = {}
        for path in self.entries:
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    @cached_property
    def names(self) -> dict[str, list[str]]:
        """Give the names in every directory, of files first."""
        found: dict[str, list[str]] = {}
        for path in self._all:
            parent, _, name = path.rpartition("/")
            if name:
                found.setdefault(parent, []).append(name)
        return found

    @cached_property
    def has_marks(self) -> bool:
        """Say whether any path has a character that otherwise ends one in a link."""
        return any("#" in path or "?" in path for path in self.entries)

    @cached_property
    def _submodules(self) -> frozenset[str]:
        return frozenset(path for path, entry in self.entries.items() if entry.mode == SUBMODULE)

    @cached_property
    def _folded(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self._all:
            found.setdefault(path.casefold(), []).append(path)
        return found

    @cached_property
    def _composed(self) -> dict[str, str]:
        return {_composed(path): path for path in self._all if not path.isascii()}

    @property
    def _all(self) -> Iterable[str]:
        return [*self.entries, *self.directories]


def _composed(path: str) -> str:
    if path.isascii():
        return path
    from unicodedata import normalize

    return normalize("NFC", path)
