"""All git access: plumbing commands with `-z`, paths as bytes, one long-lived `cat-file` for blobs.

GitPython is not used here: it costs ten times the start of a hook. The environment's GIT_INDEX_FILE,
GIT_DIR and GIT_WORK_TREE are honoured because git itself reads them.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from packetlint.core.change import Change, Step, read_change
from packetlint.core.errors import UsageError
from packetlint.core.git_blobs import BlobReader
from packetlint.core.git_environment import complaint, environment
from packetlint.core.git_harmless import HASHING, NO_MONITOR, SETTINGS, emptied, is_planted
from packetlint.core.git_output import Entry, Rename, read_listing, read_names, read_untold, read_untracked
from packetlint.core.git_places import places
from packetlint.core.paths import from_bytes, is_relative, to_bytes
from packetlint.core.spawn import CAN_SPAWN, output_of, outputs_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

HISTORY_SECONDS = 5.0
_CHANGES = 3
_PATHS_A_CALL = 400


class Git:
    """One repository. `top` is its work tree as an absolute path, None when it is bare."""

    def __init__(self, top: str | None, directory: str) -> None:
        """Keep where the repository is, and since when (nanoseconds since 1970) it is looked at; nothing is run yet."""
        self.top = top
        self.directory = directory
        self.since = time.time_ns()
        self._listed: dict[tuple[str, ...], bytes] = {}

    def run(self, *arguments: str, stdin: bytes = b"", codes: Sequence[int] = (0,), seconds: float | None = None) -> bytes:
        """Run git at the top of the repository and give its standard output.

        Raises UsageError with git's own first line when its exit status is not in `codes`.
        """
        argv = self._argv(arguments)
        if not stdin and seconds is None:
            output = output_of(argv, self._environment())
            if output is not None:
                return output
        import subprocess  # only now: what a hook asks of git mostly succeeds

        try:
            done = subprocess.run(argv, env=self._environment(), input=stdin, capture_output=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            raise UsageError(f"git {arguments[0]} took more than {seconds} s") from None
        if done.returncode not in codes:
            raise UsageError(complaint(done.stderr, next(word for word in arguments if not word.startswith("-"))))
        return done.stdout

    def state(self, meanwhile: Callable[[], object] = bool) -> list[bytes] | None:
        """Give what git knows of all content: the commit, the index, and the paths on disk that differ from it or are not in it.

        None where git cannot say, as in a repository without a commit, or where objects stand in for others.
        `meanwhile` is called while git looks.
        """
        asked = (_ALL, _COMMITS, _ATTRIBUTES, _MODIFIED)  # what takes longest first: before the last one git is asked for its settings
        outputs = outputs_of(map(self._argv, asked), self._environment(), meanwhile) if CAN_SPAWN and self.top else []
        found = [output for output in outputs if output is not None]
        if len(found) != len(asked) or found[1].count(b"\n") > 1:
            return None
        listing, head, attributes, modified = found
        index, others = read_untracked(listing)
        self._listed = {_INDEX: index, _MODIFIED: modified, _OTHERS: others, _ATTRIBUTES: attributes}
        return [head, index, modified, others, attributes]

    def _argv(self, arguments: Sequence[str]) -> list[bytes]:
        plain = self._unfiltered if arguments[0] in HASHING else []
        return [b"git", *NO_MONITOR, *plain, b"-C", to_bytes(self.top or self.directory), *map(to_bytes, arguments)]

    @cached_property
    def _unfiltered(self) -> list[bytes]:
        return emptied(self.run(*SETTINGS))

    def _environment(self) -> dict[str, str]:
        own = environment()
        if "GIT_DIR" in own and self.top:  # where that alone is set, the work tree is where the person stands; we run at the top
            own["GIT_WORK_TREE"] = self.top
        return own

    # -- which files ---------------------------------------------------------------------------

    def staged(self) -> Change:
        """Give what the index changes against HEAD (everything in it when there is no HEAD)."""
        return read_change(self.run("diff", "--cached", *_RAW))

    def changed(self, old: str, new: str) -> Change:
        """Give what `old...new` changes.

        Raises UsageError when a ref is unknown or the history is too short to tell.
        """
        target = self.commit(new)
        if not old.strip("0"):
            return Change([Step(None, entry) for entry in self.files_at(target)])
        from packetlint.core.git_ranges import merge_base  # no hook on a commit has a range

        return read_change(self.run("diff", *_RAW, merge_base(self, self.commit(old), target), target))

    def commit(self, ref: str) -> str:
        """Resolve a ref to a commit id. Raises UsageError when there is none."""
        found = b"" if ref.startswith("-") else self.run("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}", codes=(0, 1, 128))
        if found:
            return found.decode().strip()
        if self.is_shallow():
            raise UsageError(f"history too short: `{ref}` is not in this shallow clone")
        raise UsageError(f"git knows no commit `{ref}`")

    def is_shallow(self) -> bool:
        """Say whether history was cut off."""
        return self.run("rev-parse", "--is-shallow-repository").strip() == b"true"

    def index(self, *below: str) -> list[Entry]:
        """List the index (below the given paths only), with modes and blob ids."""
        return read_listing(self.run("--literal-pathspecs", *_INDEX, "--", *below)) if below else self._entries

    @cached_property
    def _entries(self) -> list[Entry]:
        return read_listing(self._index)

    @cached_property
    def _index(self) -> bytes:
        """Give the whole index, listed once: a run judges one."""
        return self._listing_of(_INDEX)

    def files_at(self, commit: str, *below: str) -> list[Entry]:
        """List every file of a commit (below the given paths only)."""
        return read_listing(self.run("--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit, "--", *below))

    def on_disk(self, below: str) -> list[str]:
        """List the files below a directory, tracked or not, without ignored ones and nested repositories."""
        if self._listed and not below:
            return sorted({entry.path for entry in self.index()} | set(read_names(self._listed[_OTHERS])))
        listing = self.run("--literal-pathspecs", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", below or ".")
        return sorted({path for path in read_names(listing) if not path.endswith("/")})

    def like(self, pattern: str) -> list[str]:
        """List the files on disk or in the index whose path is like a pattern of git's, ignored ones too."""
        return sorted(set(read_names(self.run("ls-files", "-z", "--cached", "--others", "--", f":(top,glob){pattern}"))))

    def modified(self) -> frozenset[str]:
        """Give the tracked paths whose file on disk is not what the index holds, or may not be."""
        return frozenset(read_names(self._listing_of(_MODIFIED)))

    def _listing_of(self, command: tuple[str, ...]) -> bytes:
        """Give what git lists, which may be nothing: as `state` found it, where that was asked."""
        listed = self._listed.get(command)
        return self.run(*command) if listed is None else listed

    def replaces(self) -> bool:
        """Say whether other objects stand in for some, so that a file on disk may not be the blob that the index says it is."""
        return bool(self.run("for-each-ref", "--count=1", "refs/replace"))

    def untold(self) -> list[str]:
        """List the tracked paths whose changes on disk git was told not to look for: assumed unchanged, or not checked out."""
        return read_untold(self._index)

    def attributes(self) -> Iterator[bytes]:
        """Yield the attributes that stand in no tracked file: untracked ones, the repository's own, and the person's."""
        home = os.environ.get("XDG_CONFIG_HOME") or f"{os.environ.get('HOME', '')}/.config"
        others = [path for path in read_names(self._listed.get(_OTHERS, b"")) if path.endswith(".gitattributes")]
        personal = from_bytes(self._listing_of(_ATTRIBUTES)).removesuffix("\n") or f"{home}/git/attributes"
        own = (f"{self.directory}/info/attributes", f"{self.directory}/../../info/attributes")
        for path in ("/etc/gitattributes", personal, *own, *(f"{self.top}/{path}" for path in {*others, ".gitattributes"})):
            with suppress(OSError), open(to_bytes(path), "rb") as file:
                yield file.read()

    def intended(self) -> frozenset[str]:
        """Give the paths that `git add -N` only announced: in the index without content."""
        return frozenset(read_names(self.run(*_MODIFIED, "--diff-filter=A")))

    def ignoring(self, path: str) -> tuple[str, int, str] | None:
        """Give the file, line and pattern that ignore a path; None where nothing does."""
        found = self.run("check-ignore", "-v", "-z", "--stdin", stdin=to_bytes(path) + b"\0", codes=(0, 1, 128))
        fields = [from_bytes(field) for field in found.split(b"\0")]
        if len(fields) < 4 or not fields[1].isdigit() or fields[2].startswith("!"):
            return None
        return fields[0], int(fields[1]), fields[2]

    # -- what git knows about paths ------------------------------------------------------------

    def tracked(self, paths: Iterable[str], commit: str | None = None) -> dict[str, bool]:
        """Give those of `paths` that the index (or `commit`) holds: True for a file, False for a directory of files."""
        wanted = sorted({path for path in paths if is_relative(path)})
        files: set[str] = set()
        directories: set[str] = set()
        for start in range(0, len(wanted), _PATHS_A_CALL):
            for path in self._listing(wanted[start : start + _PATHS_A_CALL], commit):
                files.add(path)
                while (path := path.rpartition("/")[0]) and path not in directories:
                    directories.add(path)
        return {path: path in files for path in wanted if path in files or path.rstrip("/") in directories}

    def _listing(self, paths: list[str], commit: str | None) -> list[str]:
        if commit is None:
            listing = self.run("--literal-pathspecs", "ls-files", "-z", "--", *paths)
        else:
            listing = self.run("--literal-pathspecs", "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit, "--", *paths)
        return read_names(listing)

    def named(self, names: Iterable[str], commit: str | None = None) -> frozenset[str]:
        """Give those of `names` that are the last part of some tracked path."""
        wanted = set(names)
        entries = self.index() if commit is None else self.files_at(commit)
        return frozenset(wanted.intersection(entry.path.rpartition("/")[2] for entry in entries))

    def renamed(self, paths: Iterable[str], commit: str | None = None) -> dict[str, Rename]:
        """Follow paths that are gone through the index and history to where they are now."""
        from packetlint.core.git_renames import follow  # few paths are gone

        asked = list(paths)
        try:
            return follow(self, asked, commit)
        except UsageError:
            return dict.fromkeys(asked, Rename(None, None))

    def changes(self, path: str, ref: str) -> list[str]:
        """List the last commits up to `ref` that changed a path, newest first; none where history cannot tell."""
        try:
            listing = self.run("rev-list", f"-{_CHANGES}", ref, "--", f":(top,literal){path}", codes=(0, 128), seconds=HISTORY_SECONDS)
        except UsageError:
            return []
        return listing.decode().split()

    def holding(self, lines: Iterable[str], commit: str | None = None) -> list[str]:
        """List the tracked files that hold any of the given lines (fixed strings), in path order."""
        patterns = "\n".join(lines).encode("utf-8", "surrogateescape")
        where = ["--cached"] if commit is None else [commit]
        found = self.run(*_GREP, "-f", "-", *where, stdin=patterns, codes=(0, 1))
        prefix = f"{commit}:" if commit else ""
        return sorted(path.removeprefix(prefix) for path in read_names(found))

    # -- blobs ---------------------------------------------------------------------------------

    def blob(self, name: str, limit: int) -> bytes:
        """Give a blob's bytes by id, `:path` or `commit:path`. Raises UnreadableError when it is not there or too large."""
        if "\n" in name or name.endswith("\r"):  # of which a request has only one, at its end
            name = self.run("rev-parse", "--verify", "--quiet", name, codes=(0, 1, 128)).decode().strip()
        return self._blobs.read(name or ":", limit)

    def blobs(self, oids: Sequence[str], limit: int) -> Iterator[bytes | None]:
        """Yield the bytes of many blobs by id, in order; None for each that is not there or too large."""
        return self._blobs.read_all(oids, limit)

    @cached_property
    def _blobs(self) -> BlobReader:
        return BlobReader(self.top or self.directory, self._environment())

    def close(self) -> None:
        """End the blob reader, if it runs."""
        self._blobs.close()


RENAMES = ("-M", "-l1000")  # as many as git itself looks at, whatever diff.renameLimit says
_RAW = ("--raw", "-z", "--no-abbrev", *RENAMES, "--no-ext-diff", "--ignore-submodules=none", f"-O{os.devnull}")
_COMMITS = ("rev-parse", "HEAD", "--glob=refs/replace/*")
_ATTRIBUTES = ("config", "--type=path", "--default", "", "--get", "core.attributesFile")
_GREP = ("grep", "-lzaF", "--no-color", "--full-name", "--no-recurse-submodules")
_INDEX = ("ls-files", "-s", "-v", "-z")
_MODIFIED = ("diff-files", "-z", "--name-only", "--ignore-submodules=dirty")
_ALL = (*_INDEX, "--cached", "--others", "--exclude-standard")  # one process for both: each reads the whole index first
_OTHERS = ("ls-files", "-z", "--others", "--exclude-standard")


def discover(start: str) -> Git | None:
    """Find the repository that holds the directory `start`; None outside one, or where git is not installed.

    Raises UsageError when git refuses the repository (its owner is somebody else).
    """
    try:
        found = [from_bytes(place) for place in places(start)]
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return None
    git = Git(found[1] if len(found) > 1 else None, found[0]) if found else None
    if git and is_planted(git.directory, start, discover):
        raise UsageError(f"{git.directory} is a repository that lies among the files of another one; set GIT_DIR to it if you trust it")
    return git
