"""Where the bytes to be judged come from: the working tree, the index, a commit, standard input."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Protocol

from packetlint.core.errors import EscapesError, MissingError, UnreadableError, reason_of
from packetlint.core.git_output import SUBMODULE, SYMLINK, Entry
from packetlint.core.limits import size_limit
from packetlint.core.paths import to_bytes
from packetlint.core.symlinks import LONGEST, MOST_LINKS, behind, step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from packetlint.core.git import Git
    from packetlint.core.tree import Tree

_COARSE = 20_000_000  # nanoseconds by which a file system's clock may be late
_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


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

    def lacks(self, path: str) -> bool:
        """Say whether there surely is nothing, where that costs less than to read it."""

    def oids(self) -> Mapping[str, str]:
        """Map paths to blob ids, for those whose bytes are surely that blob's."""


class WorkingTree:
    """Files on disk below `top`. No symbolic link is followed out of it, and none is opened to find that out."""

    def __init__(self, top: str, tree: Tree, label: str = "working tree") -> None:
        """Read below the absolute path `top`."""
        self.label = label
        self.tree = tree
        self.top = top
        self._prefix = to_bytes(top.rstrip("/") + "/")
        self._plain = {"": True}
        self._since = tree.since - _COARSE

    def read(self, path: str) -> bytes:
        """Read a regular file of at most SIZE_LIMIT bytes."""
        if not self._is_plain(path.rpartition("/")[0]):
            path = self.resolve(path)
        try:
            content, changed = _read(self._prefix + to_bytes(path), size_limit(path))
        except IsADirectoryError:
            raise UnreadableError("is a directory") from None
        except OSError as error:
            if os.path.islink(self._prefix + to_bytes(path)):
                return self.read(self.resolve(path))
            raise _reason(error) from None
        if changed >= self._since:
            self.tree.fresh.add(path)
        return content

    def is_link(self, path: str) -> bool:
        """Look at the path itself, not behind it."""
        return os.path.islink(self._prefix + to_bytes(path))

    def exists(self, path: str) -> bool:
        """Look at the path itself, not behind it."""
        return os.path.lexists(self._prefix + to_bytes(path))

    def lacks(self, path: str) -> bool:
        """Look at the path, if no part of it leads elsewhere."""
        return self._is_plain(path.rpartition("/")[0]) and not os.path.lexists(self._prefix + to_bytes(path))

    def oids(self) -> Mapping[str, str]:
        """Give the files that git's index says are unchanged."""
        return self.tree.on_disk()

    def _is_plain(self, directory: str) -> bool:
        """Say whether no part of the directory's path is a symbolic link; remembered for each directory."""
        unknown = []
        while directory not in self._plain:
            unknown.append(directory)
            directory = directory.rpartition("/")[0]
        plain = self._plain[directory]
        for below in reversed(unknown):
            plain = self._plain[below] = plain and not os.path.islink(self._prefix + to_bytes(below))
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
            done = step(done, part, links[-1] if links else path)
            here = "/".join(done)
            if part in ("", ".", "..") or not self.is_link(here):
                continue
            links.append(here)
            if len(links) > MOST_LINKS:
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

    def lacks(self, path: str) -> bool:  # noqa: ARG002 - the protocol's
        """Know of nothing: only what is to be judged is listed here."""
        return False

    def oids(self) -> Mapping[str, str]:
        """Give the ids of all entries that are files."""
        return {path: entry.oid for path, entry in self._entries.items() if entry.is_blob}

    def _behind(self, path: str, entry: Entry) -> bytes:
        return self.tree.blob(behind(path, self._git.blob(entry.oid, LONGEST)))


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

    def lacks(self, path: str) -> bool:
        """Ask below, but for what is in hand."""
        return path not in self._content and self._below.lacks(path)

    def oids(self) -> Mapping[str, str]:
        """Ask below, but for what is in hand."""
        return {path: oid for path, oid in self._below.oids().items() if path not in self._content}


def _read(path: bytes, limit: int) -> tuple[bytes, int]:
    """Give a regular file's bytes, and when it last changed: nanoseconds since 1970."""
    handle = os.open(path, _OPEN)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableError("is a directory" if stat.S_ISDIR(status.st_mode) else "is not a regular file")
        if status.st_size > limit:
            raise UnreadableError(f"is {status.st_size} bytes, over the limit of {limit}")
        content = os.read(handle, status.st_size + 1)
        if len(content) == status.st_size:  # less than was asked for: that was the end
            return content, status.st_ctime_ns
        while len(content) <= limit and (more := os.read(handle, 1 << 16)):
            content += more
        return content, os.fstat(handle).st_ctime_ns
    finally:
        os.close(handle)


def _reason(error: OSError) -> UnreadableError:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return MissingError("does not exist")
    if isinstance(error, PermissionError):
        return UnreadableError("cannot be read: permission denied")
    return UnreadableError(f"cannot be read: {reason_of(error)}")
