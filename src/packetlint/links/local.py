"""The names below one directory of the repository, as the index (or a commit) has them; the disk is not looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links.spelling import below, joined

if TYPE_CHECKING:
    from packetlint.core.path_index import PathIndex
    from packetlint.links.walk import NodeKind


class IndexTree:
    """What is tracked below `base`, a path from the repository's top ("" is the top)."""

    def __init__(self, index: PathIndex, base: str) -> None:
        """Look below `base` only."""
        self.index = index
        self.base = base

    def kind(self, path: str) -> NodeKind | None:
        """Say what is tracked by exactly this name."""
        full = joined(self.base, path)
        if self.index.is_file(full):
            return "file" if self.index.link_text(full) is None else "link"
        if self.index.is_directory(full):
            return "directory"
        return "submodule" if self.index.submodule_above(full) is not None else None

    def link_text(self, path: str) -> str:
        """Give the text of a symbolic link."""
        return self.index.link_text(joined(self.base, path)) or ""

    def case_twin(self, path: str) -> str | None:
        """Give the one tracked path below the base that differs in upper and lower case only."""
        return self._own(self.index.twin(joined(self.base, path)))

    def form_twin(self, path: str) -> str | None:
        """Give a tracked path below the base that is the same after Unicode normalisation."""
        return None if path.isascii() else self._own(self.index.form_twin(joined(self.base, path)))

    def _own(self, twin: str | None) -> str | None:
        """Give a path below the base its short form; one whose twin lies in another directory is none of ours."""
        return None if twin is None else below(self.base, twin)

    def tracked_path(self, path: str) -> str:
        """Give the path from the repository's top."""
        return joined(self.base, path)

    def identity(self, path: str) -> str:
        """Give the path from the repository's top."""
        return joined(self.base, path)
