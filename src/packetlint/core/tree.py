"""What git knows of the tree that is judged: the index, or one commit. Outside git, nothing."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from packetlint.core.change import NO_CHANGE, Change
from packetlint.core.errors import UnreadableError
from packetlint.core.git_output import SYMLINK, Rename
from packetlint.core.limits import size_limit
from packetlint.core.path_index import PathIndex, Untracked
from packetlint.core.paths import to_bytes
from packetlint.core.symlinks import LONGEST, MOST_LINKS, behind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from packetlint.core.git import Git
    from packetlint.core.git_output import Entry

# The id of a blob without content, in repositories of either hash: `git add -N` puts it into the index.
_EMPTY = ("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813")
_CONVERSIONS = (b"filter", b"working-tree-encoding", b"ident")


class Tree:
    """One tree of a repository, and the change that is judged with it."""

    def __init__(
        self, git: Git | None, commit: str | None = None, change: Callable[[], Change] | None = None, top: str | None = None
    ) -> None:
        """Look at `commit`, or at the index when it is None; `change()` gives what is judged as a change, when it is first asked for.

        `top` is the absolute path that the tree's paths count from, where there is no repository to say. Whoever looks at
        something that git does not know sets `looked_beyond`: the answer may change though the tree does not. `absent` are
        paths that were looked for on disk and are not there: the answer holds for as long as they are not. Whoever reads a
        file that may have changed since git was asked puts its path into `fresh`, as long as nobody has compared it with its blob.
        """
        self.top = (git.top or git.directory) if git else top
        self.looked_beyond = False
        self.absent: set[str] = set()
        self.fresh: set[str] = set()
        self.has_change = change is not None
        self._git = git
        self._commit = commit
        self._change = change

    @property
    def since(self) -> int:
        """Give the moment, in nanoseconds since 1970, before which a file must have changed for git to have seen it as it is."""
        return self._git.since if self._git else 0

    @property
    def known(self) -> bool:
        """Say whether there is a repository to ask."""
        return self._git is not None

    @cached_property
    def change(self) -> Change:
        """Give the change that is judged; nothing where files are judged as they are."""
        return self._change() if self._change else NO_CHANGE

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Give every entry by path, without those that `git add -N` only announced."""
        if self._git is None:
            return {}
        if self._commit is not None:
            return {entry.path: entry for entry in self._git.files_at(self._commit)}
        entries = {entry.path: entry for entry in self._git.index()}
        if any(entry.oid in _EMPTY for entry in entries.values()) and self._git.top:
            for path in self._git.intended():
                entries.pop(path, None)
        return entries

    @cached_property
    def paths(self) -> PathIndex:
        """Give the index of the paths of this tree."""
        return PathIndex(self.entries, self._content, self._untracked)

    def on_disk(self) -> dict[str, str]:
        """Map every path whose file on disk is surely the blob of the index to the blob's id."""
        if self._git is None or self._commit is not None or self.converts() or self._git.replaces():
            return {}
        modified = {*self._git.modified(), *self._git.untold()}
        return {path: entry.oid for path, entry in self.entries.items() if path not in modified and entry.is_blob}

    def below(self, directories: Iterable[str]) -> list[str]:
        """List the files on disk below directories, tracked or not, without ignored ones; none outside git."""
        if self._git is None:
            return []
        tops = tuple(directories)
        if len(tops) == 1:
            return self._git.on_disk(tops[0])
        inside = tuple(f"{top}/" for top in tops)
        return [path for path in self._git.on_disk("") if path.startswith(inside)] if tops else []

    def converts(self) -> bool:
        """Say whether some attribute may make files on disk differ from their blobs by more than line ends."""
        if self._git is None:
            return False
        texts = [self._content(entry) for path, entry in self.entries.items() if path.endswith(".gitattributes")]
        return any(word in text for text in (*texts, *self._git.attributes()) for word in _CONVERSIONS)

    def blobs(self, oids: Sequence[str], limit: int) -> Iterator[bytes | None]:
        """Yield the bytes of many blobs in order; None for each that cannot be had."""
        return self._git.blobs(oids, limit) if self._git else iter([None] * len(oids))

    def _content(self, entry: Entry) -> bytes:
        if self._git is None:
            raise UnreadableError("is not in a git repository")
        return self._git.blob(entry.oid, size_limit(entry.path))

    def _untracked(self, path: str) -> Untracked | None:
        """Look for a path on disk, through no symbolic link, and for the pattern that ignores it."""
        top = self._git.top if self._git else None
        if self._git is None or top is None or self._commit is not None or not path:
            return None
        place = to_bytes(top.rstrip("/"))
        for part in to_bytes(path).split(b"/"):
            if os.path.islink(place):
                self.looked_beyond = True
                return None
            place += b"/" + part
        if not os.path.lexists(place):
            self.absent.add(path)
            return None
        self.looked_beyond = True
        found = self._git.ignoring(path)
        return Untracked(found[2], found[0], found[1]) if found else Untracked()

    # -- single questions, for those who need no whole listing ---------------------------------

    def tracked(self, paths: Iterable[str]) -> Mapping[str, bool]:
        """Give those of `paths` that are tracked: True for a file, False for a directory."""
        return self._git.tracked(paths, self._commit) if self._git else {}

    def named(self, names: Iterable[str]) -> frozenset[str]:
        """Give those of `names` that are the file name of something tracked."""
        return self._git.named(names, self._commit) if self._git else frozenset()

    def renamed(self, paths: Iterable[str]) -> Mapping[str, Rename]:
        """Follow paths that are not there through git's renames."""
        return self._git.renamed(paths, self._commit) if self._git else dict.fromkeys(paths, Rename(None, None))

    def holding(self, lines: Iterable[str]) -> list[str]:
        """List the tracked files that hold any of `lines`."""
        return self._git.holding(lines, self._commit) if self._git else []

    def blob(self, path: str) -> bytes:
        """Give a tracked file's bytes; of a symbolic link, those of what it leads to. Raises UnreadableError."""
        if self._git is None:
            raise UnreadableError("is not in a git repository")
        for _ in range(MOST_LINKS):
            content = self._git.blob(f"{self._commit or ':0'}:{path}", size_limit(path))
            if len(content) > LONGEST or content.endswith(b"\n") or not self._is_link(path):
                return content
            path = behind(path, content)
        raise UnreadableError("is a loop of symbolic links")

    def _is_link(self, path: str) -> bool:
        if self._git is None:
            return False
        entries = self._git.index(path) if self._commit is None else self._git.files_at(self._commit, path)
        return any(entry.path == path and entry.mode == SYMLINK for entry in entries)

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
