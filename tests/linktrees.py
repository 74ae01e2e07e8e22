"""Indexes of paths made by hand, for tests of what links resolve to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from packetlint.core.git_output import SUBMODULE, SYMLINK, Entry
from packetlint.core.path_index import PathIndex, Untracked

if TYPE_CHECKING:
    from collections.abc import Iterable

_FILE = "100644"


def path_index(
    files: Mapping[str, str] | Iterable[str],
    *,
    links: Mapping[str, str] | None = None,
    submodules: Iterable[str] = (),
    untracked: Mapping[str, Untracked] | None = None,
) -> PathIndex:
    """Make the index of a tree: files (with their text, or empty), symbolic links with theirs, submodules, and what only lies on disk."""
    texts = dict(files) if isinstance(files, Mapping) else dict.fromkeys(files, "")
    texts |= links or {}
    modes = {**dict.fromkeys(texts, _FILE), **dict.fromkeys(links or {}, SYMLINK), **dict.fromkeys(submodules, SUBMODULE)}
    entries = {path: Entry(path, mode, path) for path, mode in modes.items()}
    return PathIndex(entries, lambda entry: texts[entry.oid].encode("utf-8", "surrogateescape"), (untracked or {}).get)
