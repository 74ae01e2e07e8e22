"""The paths of a tree outside git: what lies on disk, by its exact names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.path_index import PathIndex
from packetlint.links.outside import DiskTree

if TYPE_CHECKING:
    from packetlint.core.content import Content
    from packetlint.core.path_index import Untracked


class DiskIndex(PathIndex):
    """What lies below a directory. Names are listed, never opened; no symbolic link is followed."""

    tracked_known = False

    def __init__(self, top: str, content: Content) -> None:
        """Look below the absolute path `top`; bytes come from `content`."""
        super().__init__({}, lambda entry: content.read(entry.path), _nothing)
        self._disk = DiskTree(top)
        self._content = content

    def is_file(self, path: str) -> bool:
        """Say whether a file or a symbolic link has exactly this name."""
        return self._kind(path) in ("file", "link")

    def is_directory(self, path: str) -> bool:
        """Say whether a directory has exactly this name."""
        return not path or self._kind(path) == "directory"

    def link_text(self, path: str) -> str | None:
        """Give the text of a symbolic link; None for anything else."""
        return self._disk.link_text(path) if self._kind(path) == "link" else None

    def read(self, path: str) -> bytes:
        """Give a file's bytes. Raises UnreadableError."""
        return self._content.read(path)

    def twin(self, path: str) -> str | None:
        """Give the only path that is the same but for upper and lower case, where the exact one is not there."""
        return self._disk.case_twin(path)

    def form_twin(self, path: str) -> str | None:
        """Give a path that is the same after Unicode normalisation, where the exact one is not there."""
        return self._disk.form_twin(path)

    def _kind(self, path: str) -> str | None:
        """Ask the parent's listing, if every parent is a real directory."""
        at = path.find("/")
        while at >= 0:
            if self._disk.kind(path[:at]) != "directory":
                return None
            at = path.find("/", at + 1)
        return self._disk.kind(path)


def _nothing(path: str) -> Untracked | None:
    return None
