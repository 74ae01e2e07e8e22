"""The tree that packets are rebuilt from: the files below here, or those of one commit; and what is on disk where they are written."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.content import WorkingTree
from packetlint.core.errors import UnreadableError, UsageError, reason_of
from packetlint.core.files import walk
from packetlint.core.git import discover
from packetlint.core.paths import from_bytes, to_bytes
from packetlint.core.tree import Tree
from packetlint.core.write import write_atomically
from packetlint.packet.layout import FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable

    from packetlint.core.git import Git

_INSIDE = f"{FOLDER}/"


class GeasTree(NamedTuple):
    """The paths of all `.geas` files, how to read one, and what it is called; `disk` is None in a bare repository.

    `folders` are those that were written to, each with where it really is.
    """

    paths: list[str]
    read: Callable[[str], bytes]
    label: str
    disk: WorkingTree | None
    folders: dict[str, str]
    git: Git | None = None

    def existing(self, path: str, *, on_disk: bool) -> bytes | None:
        """Give the bytes of a packet as it is on disk, or in the tree that is read; None where it is not there."""
        try:
            return self.disk.read(path) if on_disk and self.disk else self.read(path)
        except UnreadableError as error:
            if error.missing:
                return None
            raise


def open_tree(revision: str | None) -> GeasTree:
    """Open the working tree of the repository that holds the current directory (outside git, that directory), or a commit of it.

    Raises UsageError for a commit there is none of, and where there is no working tree to read.
    """
    here = from_bytes(os.getcwdb())
    git = discover(here)
    top = git.top if git else here
    disk = WorkingTree(top, Tree(git)) if top else None
    if revision is not None:
        if git is None:
            raise UsageError("--rev needs a git repository, and this is not one (or git is not installed)")
        from packetlint.core.history import Commit  # it imports GitPython

        commit = Commit(top or git.directory, revision)
        return GeasTree([path for path in commit.paths() if _is_inside(path)], commit.read, f"commit {commit.id[:12]}", disk, {}, git)
    if disk is None or top is None:
        raise UsageError("a bare repository has no files to rebuild from; use --rev with --check or --diff")
    listed = git.on_disk("") if git else sorted(walk(to_bytes(top), ""))
    return GeasTree([path for path in listed if _is_inside(path) and disk.exists(path)], disk.read, disk.label, disk, {}, git)


def write(tree: GeasTree, path: str, content: bytes) -> None:
    """Write a packet to disk, whole or not at all, with the folders it needs.

    Raises UnreadableError where its folder leads out of the repository, UsageError where it cannot be written.
    """
    if tree.disk is None:
        raise UsageError("a bare repository has no files to write; use --check or --diff")
    folder, _, name = path.rpartition("/")
    if folder not in tree.folders:
        tree.folders[folder] = _made(tree.disk, folder)
    write_atomically(f"{tree.folders[folder]}/{name}", content)


def _made(disk: WorkingTree, folder: str) -> str:
    """Make a folder where it is not there, and give its absolute path without symbolic links."""
    target = f"{disk.top.rstrip('/')}/{disk.resolve(folder)}"
    try:
        os.makedirs(to_bytes(target), exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {reason_of(error)}") from None
    return target


def _is_inside(path: str) -> bool:
    return path.startswith(_INSIDE) or f"/{_INSIDE}" in path
