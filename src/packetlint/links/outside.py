"""The names below one directory on disk, spelled as the file system itself spells them."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from packetlint.core.paths import from_bytes, to_bytes
from packetlint.links.spelling import joined

if TYPE_CHECKING:
    from collections.abc import Callable

    from packetlint.links.walk import NodeKind


class DiskTree:
    """What lies on disk below `base`, an absolute path without symbolic links.

    Only directories are listed and links read; nothing is opened. Every listing is made once.
    """

    def __init__(self, base: str) -> None:
        """Look below `base` only."""
        self.base = base
        self._listings: dict[str, dict[str, NodeKind | None]] = {}

    def kind(self, path: str) -> NodeKind | None:
        """Say what the directory's listing says of the name; None for what is neither file, directory nor link."""
        parent, _, name = path.rpartition("/")
        return self._listing(parent).get(name)

    def link_text(self, path: str) -> str:
        """Give the text of a symbolic link."""
        try:
            return from_bytes(os.readlink(to_bytes(joined(self.base, path))))
        except OSError:
            return ""

    def case_twin(self, path: str) -> str | None:
        """Give the one path that differs in upper and lower case only."""
        return self._twin(path, str.casefold)

    def form_twin(self, path: str) -> str | None:
        """Give a path that is the same after Unicode normalisation."""
        from unicodedata import normalize  # only for a name that is not there as written

        return None if path.isascii() else self._twin(path, lambda name: normalize("NFC", name))

    def _twin(self, path: str, fold: Callable[[str], str]) -> str | None:
        """Find the path part by part, through real directories only, taking an exact name where there is one."""
        here = ""
        for part in path.split("/"):
            if here and self.kind(here) != "directory":
                return None
            listing = self._listing(here)
            names = [part] if part in listing else [name for name in listing if fold(name) == fold(part)]
            if len(names) != 1:
                return None
            here = joined(here, names[0])
        return here if here != path else None

    def _listing(self, directory: str) -> dict[str, NodeKind | None]:
        listing = self._listings.get(directory)
        if listing is None:
            listing = self._listings[directory] = names_in(joined(self.base, directory)) or {}
        return listing

    def tracked_path(self, path: str) -> None:
        """Say that no path from the repository's top leads here."""

    def identity(self, path: str) -> str:
        """Give the absolute path."""
        return joined(self.base, path)


def names_in(directory: str) -> dict[str, NodeKind | None] | None:
    """List a directory: what each name is. None where it cannot be listed."""
    try:
        with os.scandir(to_bytes(directory)) as listing:
            return {from_bytes(entry.name): _kind_of(entry) for entry in listing}
    except (OSError, ValueError):
        return None


def _kind_of(entry: os.DirEntry[bytes]) -> NodeKind | None:
    if entry.is_symlink():
        return "link"
    if entry.is_dir(follow_symlinks=False):
        return "directory"
    return "file" if entry.is_file(follow_symlinks=False) else None


def read_small(path: str, limit: int) -> bytes | None:
    """Read a file of the person's own. None where there is none. Raises OSError, also for what is no file or too large."""
    try:
        handle = os.open(to_bytes(path), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(0, "is not a regular file")
        raw = os.read(handle, limit + 1)
    finally:
        os.close(handle)
    if len(raw) > limit:
        raise OSError(0, f"is over the limit of {limit} bytes")
    return raw


def here() -> str:
    """Give the directory the process stands in; `/` where that is gone."""
    try:
        return from_bytes(os.getcwdb())
    except OSError:
        return "/"


def real_path(path: str) -> str:
    """Resolve every symbolic link of an absolute path."""
    return from_bytes(os.path.realpath(to_bytes(path)))


def is_brain(directory: str) -> bool:
    """Say whether an absolute path is a project-brain, or the directory that has one as its `project-brain`."""
    return any(os.path.isfile(to_bytes(joined(directory, name))) for name in ("CONVENTIONS.md", "project-brain/CONVENTIONS.md"))
