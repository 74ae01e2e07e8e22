"""One commit's tree and the history of its files, through GitPython: for commands that take their time, never for a hook.

Importing GitPython costs ten times the start of a hook, so it is imported here alone, and only when a `Commit` is made.
"""

from __future__ import annotations

from typing import NamedTuple

from packetlint.core.errors import MissingError, UnreadableError, UsageError
from packetlint.core.git_output import Entry, read_listing
from packetlint.core.limits import size_limit

_SHA1 = 40  # digits of an id that is no SHA-256
_REGULAR = "100"  # of a file's mode; links and submodules begin otherwise


class Change(NamedTuple):
    """The last commit that changed a file: its id, and when it was made, in seconds since 1970."""

    commit: str
    at: int


class Commit:
    """The files of one commit. Symbolic links and submodules are not among them."""

    def __init__(self, directory: str, revision: str) -> None:
        """Open the repository in `directory` (its top, or a bare one). Raises UsageError where there is no such commit."""
        import git

        try:
            self._repository = git.Repo(directory)
            self.id = self._resolved(revision)
        except (git.InvalidGitRepositoryError, git.NoSuchPathError):
            raise UsageError("--rev needs a git repository, and this is not one") from None
        self._entries = {entry.path: entry for entry in self._listing() if entry.mode.startswith(_REGULAR)}

    def _resolved(self, revision: str) -> str:
        import git

        try:
            found: str = self._repository.git.rev_parse("--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        except git.GitCommandError as error:
            refusal = str(error.stderr or "")
            if "dubious ownership" in refusal:
                raise UsageError("git refuses this repository: its owner is somebody else (safe.directory)") from None
            raise UsageError(f"git knows no commit `{revision}`") from None
        return found.rpartition("\n")[2]

    def _listing(self) -> list[Entry]:
        listing: bytes = self._repository.git.ls_tree(
            "-r", "-z", "--full-tree", self.id, stdout_as_string=False, strip_newline_in_stdout=False
        )
        return read_listing(listing)

    def paths(self) -> list[str]:
        """List the files, in path order."""
        return sorted(self._entries)

    def read(self, path: str) -> bytes:
        """Give a file's bytes. Raises UnreadableError where it is not in the commit or too large."""
        entry = self._entries.get(path)
        if entry is None:
            raise MissingError("does not exist")
        content = self._blob(entry.oid)
        if len(content) > size_limit(path):
            raise UnreadableError(f"is {len(content)} bytes, over the limit of {size_limit(path)}")
        return content

    def _blob(self, oid: str) -> bytes:
        """Give a blob: by the one program that answers for all, or by one of its own for an id that GitPython cannot ask that one for."""
        git = self._repository.git
        if len(oid) > _SHA1:
            return bytes(git.cat_file("blob", oid, stdout_as_string=False, strip_newline_in_stdout=False))
        return bytes(git.get_object_data(oid)[3])

    def last_change(self, path: str) -> Change | None:
        """Give the last commit up to this one that changed a file; None for a file that none did."""
        found = self._repository.git.log("-1", "--format=%H %ct", self.id, "--", f":(top,literal){path}")
        if not found:
            return None
        commit, _, at = found.partition(" ")
        return Change(commit, int(at))

    def close(self) -> None:
        """End the programs that GitPython started."""
        self._repository.close()
