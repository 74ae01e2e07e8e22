"""Read what git prints with `-z`: entries, listings, renames. Paths are bytes there, and text from here on."""

from __future__ import annotations

import re
from typing import NamedTuple

from packetlint.core.paths import from_bytes

SYMLINK = "120000"
SUBMODULE = "160000"
ABSENT = "000000"


class Entry(NamedTuple):
    """One path of the index or of a commit: its mode (six octal digits) and blob id."""

    path: str
    mode: str
    oid: str
    unmerged: bool = False

    @property
    def is_blob(self) -> bool:
        """Say whether the id is that of one file's content, and not of a link, a submodule or one side of a conflict."""
        return not self.unmerged and self.mode not in (SYMLINK, SUBMODULE)


class Rename(NamedTuple):
    """What history says of a path that is gone: its new path, and whether it was ever there (None: cannot tell)."""

    new_path: str | None
    existed: bool | None


def read_names(listing: bytes) -> list[str]:
    """Read a list of paths."""
    return [from_bytes(path) for path in listing.split(b"\0") if path]


def read_listing(listing: bytes) -> list[Entry]:
    """Read `git ls-files -s` (mode, id, stage; with `-v` a tag before them) or `git ls-tree -r` (mode, type, id)."""
    return [_listed(record) for record in listing.split(b"\0") if record]


def _listed(record: bytes) -> Entry:
    meta, _, path = record.partition(b"\t")
    mode, second, third = meta.decode().split(" ")[-3:]
    if second in ("blob", "commit"):
        return Entry(from_bytes(path), mode, third)
    return Entry(from_bytes(path), mode, second, unmerged=third != "0")


def read_untold(listing: bytes) -> list[str]:
    """Give the paths of `git ls-files -v` whose changes on disk git was told not to look for."""
    if listing.count(b"\0H ") + listing.startswith(b"H ") == listing.count(b"\0"):
        return []
    records = re.findall(rb"(?:\A|\0)[a-zS] [^\t\0]*\t([^\0]*)", listing)
    return [from_bytes(path) for path in records]


def read_untracked(listing: bytes) -> tuple[bytes, bytes]:
    """Take `git ls-files -s -v --cached --others` apart: the listing of the index, and the paths that are not in it, which come first."""
    end = 0
    while listing.startswith(b"? ", end):
        end = listing.index(b"\0", end) + 1
    others = listing[:end].replace(b"\0? ", b"\0")[2:]
    return listing[end:], others


def read_renames(listing: bytes) -> dict[str, str]:
    """Read `git diff --name-status` of renames: old path -> new path."""
    fields = read_names(listing)
    return {fields[at + 1]: fields[at + 2] for at in range(0, len(fields) - 2, 3)}
