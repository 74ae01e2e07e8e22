"""Where the bytes to be judged come from: the working tree, the index, a commit, standard input."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Protocol

from packetlint.core.errors import EscapesError, MissingError, UnreadableError
from packetlint.core.git_output import SUBMODULE, SYMLINK, Entry, Rename
from packetlint.core.paths import to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from packetlint.core.git import Git

SIZE_LIMIT = 8 << 20
JSON_SIZE_LIMIT = 32 << 20  # a partition of ten thousand items takes nine
_LINKS = 40
_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def size_limit(path: str) -> int:
    """Give the most bytes a file of this name may have to be read."""
    return JSON_SIZE_LIMIT if path.lower().endswith(".json") else SIZE_LIMIT


class Tree:
    """What git knows of the tree that is judged: the index, or one commit. Outside git, nothing."""

    def __init__(self, git: Git | None, commit: str | None = None) -> None:
        """Look at `commit`, or at the index when it is None."""
        self._git = git
        self._commit = commit

    @property
    def known(self) -> bool:
        """Say whether there is a repository to ask."""
        return self._git is not None

    def tracked(self, paths: Iterable[str]) -> Mapping[str, bool]:
        """Give those of `paths` that are tracked: True for a file, False for a directory."""
        return self._git.tracked(paths, self._commit) if self._git else {}

    def named(self, names: Iterable[str]) -> frozenset[str]:
        """Give those of `names` that are the file name of something tracked."""
        return self._git.named(names, self._commit) if self._git else frozenset()

    def renamed(self, path: str) -> Rename:
        """Follow a path that is not there through git's renames."""
        return self._git.renamed(path, self._commit) if self._git else Rename(None, None)

    def holding(self, lines: Iterable[str]) -> list[str]:
        """List the tracked files that hold any of `lines`."""
        return self._git.holding(lines, self._commit) if self._git else []

    def blob(self, path: str) -> bytes:
        """Give a tracked file's bytes. Raises UnreadableError."""
        if self._git is None:
            raise UnreadableError("is not in a git repository")
        return self._git.blob(f"{self._commit or ''}:{path}", size_limit(path))

    def committed(self, path: str) -> list[bytes]:
        """Give the earlier contents of a file: those of the last commits that changed it, newest first, before the one that is judged."""
        if self._git is None:
            return []
        contents = []
        for commit in self._git.changes(path, f"{self._commit}^" if self._commit else "HEAD"):
            try:
                contents.append(self._git.blob(f"{commit}:{path}", size_limit(path)))
            except UnreadableError:
                continue
        return contents


class Content(Protocol):
    """Bytes by path (from the repository's top, `/`-separated), and what git knows of the same tree."""

    label: str
    tree: Tree

    def read(self, path: str) -> bytes:
        """Give the bytes to judge. Raises UnreadableError, whose text says why there are none."""

    def is_link(self, path: str) -> bool:
        """Say whether the path itself is a symbolic link."""

    def exists(self, path: str) -> bool:
        """Say whether something is there, readable or not."""


class WorkingTree:
    """Files on disk below `top`. No symbolic link is followed out of it, and none is opened to find that out."""

    def __init__(self, top: str, tree: Tree, label: str = "working tree") -> None:
        """Read below the absolute path `top`."""
        self.label = label
        self.tree = tree
        self.top = top
        self._prefix = to_bytes(top.rstrip("/") + "/")
        self._plain = {"": True}

    def read(self, path: str) -> bytes:
        """Read a regular file of at most SIZE_LIMIT bytes."""
        if not self._is_plain(path.rpartition("/")[0]):
            path = self.resolve(path)
        try:
            return _read(self._prefix + to_bytes(path), size_limit(path))
        except IsADirectoryError:
            raise UnreadableError("is a directory") from None
        except OSError as error:
            if os.path.islink(self._prefix + to_bytes(path)):
                return self.read(self.resolve(path))
            raise _reason(error) from None

    def is_link(self, path: str) -> bool:
        """Look at the path itself, not behind it."""
        return os.path.islink(self._prefix + to_bytes(path))

    def exists(self, path: str) -> bool:
        """Look at the path itself, not behind it."""
        return os.path.lexists(self._prefix + to_bytes(path))

    def _is_plain(self, directory: str) -> bool:
        """Say whether no part of the directory's path is a symbolic link; remembered for each directory."""
        plain = self._plain.get(directory)
        if plain is None:
            plain = self._is_plain(directory.rpartition("/")[0])
            plain = plain and not os.path.islink(self._prefix + to_bytes(directory))
            self._plain[directory] = plain
        return plain

    def resolve(self, path: str) -> str:
        """Resolve every symbolic link of a path lexically, inside the top.

        Raises UnreadableError, in the same words whether or not the target exists, where one leaves it.
        """
        left = path.split("/")[::-1]
        done: list[str] = []
        links: list[str] = []
        while left:
            part = left.pop()
            done = _step(done, part, links[-1] if links else path)
            here = "/".join(done)
            if part in ("", ".", "..") or not self.is_link(here):
                continue
            links.append(here)
            if len(links) > _LINKS:
                raise UnreadableError("is a loop of symbolic links")
            done.pop()
            left += self._target(here).split("/")[::-1]
        return "/".join(done)

    def _target(self, link: str) -> str:
        target = os.readlink(self._prefix + to_bytes(link)).decode("utf-8", "surrogateescape")
        if target.startswith("/"):
            if not target.startswith(self.top.rstrip("/") + "/"):
                raise EscapesError(link)
            raise UnreadableError("is a symbolic link with an absolute target")
        return target


class Blobs:
    """Files of the index or of one commit, read from git's object store."""

    def __init__(self, git: Git, entries: Mapping[str, Entry], tree: Tree, label: str) -> None:
        """Read the given entries (path -> entry), and any other path of the same tree by name."""
        self.label = label
        self.tree = tree
        self._git = git
        self._entries = entries

    def read(self, path: str) -> bytes:
        """Read a blob; a symbolic link's blob is a path, so it is never given out as content."""
        entry = self._entries.get(path)
        if entry is None:
            return self.tree.blob(path)
        if entry.unmerged:
            raise UnreadableError("has an unresolved merge conflict in the index")
        if entry.mode == SUBMODULE:
            raise UnreadableError("is a submodule")
        if entry.mode == SYMLINK:
            return self._behind(path, entry)
        return self._git.blob(entry.oid, size_limit(path))

    def is_link(self, path: str) -> bool:
        """Go by the entry's mode."""
        entry = self._entries.get(path)
        return entry is not None and entry.mode == SYMLINK

    def exists(self, path: str) -> bool:
        """Go by the entries."""
        return path in self._entries

    def _behind(self, path: str, entry: Entry) -> bytes:
        target = self._git.blob(entry.oid, SIZE_LIMIT).decode("utf-8", "surrogateescape")
        if target.startswith("/"):
            raise EscapesError(path)
        done = path.split("/")[:-1]
        for part in target.split("/"):
            done = _step(done, part, path)
        return self.tree.blob("/".join(done))


class Given:
    """Texts that are already in hand: standard input, or a fixed file that is judged again."""

    def __init__(self, content: Mapping[str, bytes], below: Content, label: str | None = None) -> None:
        """Give `content` by path, and everything else from `below`."""
        self.label = label or below.label
        self.tree = below.tree
        self._content = content
        self._below = below

    def read(self, path: str) -> bytes:
        """Give the text in hand, or read below."""
        content = self._content.get(path)
        return self._below.read(path) if content is None else content

    def is_link(self, path: str) -> bool:
        """Say no for a text in hand, and ask below for the others."""
        return path not in self._content and self._below.is_link(path)

    def exists(self, path: str) -> bool:
        """Say yes for a text in hand, and ask below for the others."""
        return path in self._content or self._below.exists(path)


def _step(done: list[str], part: str, link: str) -> list[str]:
    if part in ("", "."):
        return done
    if part != "..":
        return [*done, part]
    if not done:
        raise EscapesError(link)
    return done[:-1]


def _read(path: bytes, limit: int) -> bytes:
    handle = os.open(path, _OPEN)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableError("is a directory" if stat.S_ISDIR(status.st_mode) else "is not a regular file")
        if status.st_size > limit:
            raise UnreadableError(f"is {status.st_size} bytes, over the limit of {limit}")
        content = os.read(handle, status.st_size + 1)
        while len(content) <= limit and (more := os.read(handle, 1 << 16)):
            content += more
        return content
    finally:
        os.close(handle)


def _reason(error: OSError) -> UnreadableError:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return MissingError("does not exist")
    if isinstance(error, PermissionError):
        return UnreadableError("cannot be read: permission denied")
    return UnreadableError(f"cannot be read: {(error.strerror or 'input/output error').lower()}")
