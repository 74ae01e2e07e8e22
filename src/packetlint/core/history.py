"""One commit's tree and the history of its files, through GitPython: for commands that take their time, never for a hook.

Importing GitPython costs ten times the start of a hook, so it is imported here alone, and only when a `Commit` is made.
"""

from __future__ import annotations

from typing import NamedTuple

from packetlint.core.errors import MissingError, UnreadableError, UsageError
from packetlint.core.git_environment import settled
from packetlint.core.git_output import SUBMODULE, SYMLINK, Entry, read_listing
from packetlint.core.limits import size_limit
from packetlint.core.symlinks import MOST_LINKS, behind

_SHA1 = 40  # digits of an id that is no SHA-256


class Change(NamedTuple):
    """The last commit that changed a file: its id, and when it was made, in seconds since 1970."""

    commit: str
    at: int


class Commit:
    """The files of one commit, and the symbolic links inside it. Submodules are not among them."""

    def __init__(self, directory: str, revision: str) -> None:
        """Open the repository in `directory` (its top, or a bare one). Raises UsageError where there is no such commit."""
        import git

        self._git = git.Git(directory)
        self._git.update_environment(**settled())
        self.id = self._resolved(revision)
        self._entries = {entry.path: entry for entry in self._listing() if entry.mode != SUBMODULE}

    def _resolved(self, revision: str) -> str:
        import git

        try:
            found: str = self._git.rev_parse("--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        except git.GitCommandError as error:
            refusal = str(error.stderr or "")
            if "dubious ownership" in refusal:
                raise UsageError("git refuses this repository: its owner is somebody else (safe.directory)") from None
            if "not a git repository" in refusal:
                raise UsageError("--rev needs a git repository, and this is not one") from None
            raise UsageError(f"git knows no commit `{revision}`") from None
        return found.rpartition("\n")[2]

    def _listing(self) -> list[Entry]:
        listing: bytes = self._git.ls_tree("-r", "-z", "--full-tree", self.id, stdout_as_string=False, strip_newline_in_stdout=False)
        return read_listing(listing)

    def paths(self) -> list[str]:
        """List the files, in path order."""
        return sorted(self._entries)

    def read(self, path: str) -> bytes:
        """Give a file's bytes. Raises UnreadableError where it is not in the commit or too large."""
        content = self._blob(self._file(path).oid)
        if len(content) > size_limit(path):
            raise UnreadableError(f"is {len(content)} bytes, over the limit of {size_limit(path)}")
        return content

    def _file(self, path: str) -> Entry:
        """Give the file at a path, or behind the symbolic links there."""
        for _ in range(MOST_LINKS):
            entry = self._entries.get(path)
            if entry is None:
                raise MissingError("does not exist")
            if entry.mode != SYMLINK:
                return entry
            path = behind(path, self._blob(entry.oid))
        raise UnreadableError("is a loop of symbolic links")

    def _blob(self, oid: str) -> bytes:
        """Give a blob: by the one program that answers for all, or by one of its own for an id that GitPython cannot ask that one for."""
        if len(oid) > _SHA1:
            return bytes(self._git.cat_file("blob", oid, stdout_as_string=False, strip_newline_in_stdout=False))
        return bytes(self._git.get_object_data(oid)[3])

    def last_change(self, path: str) -> Change | None:
        """Give the last commit up to this one that changed a file; None for a file that none did."""
        found: str = self._git.rev_list("-1", "--timestamp", self.id, "--", f":(top,literal){path}")
        if not found:
            return None
        at, _, commit = found.partition(" ")
        return Change(commit, int(at))

    def close(self) -> None:
        """End the programs that GitPython started."""
        self._git.clear_cache()
