"""Choose the files to lint and the content they are read from: paths, index, range, everything, standard input."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.content import Blobs, Content, Given, Tree, WorkingTree
from packetlint.core.engine import Candidate
from packetlint.core.errors import UsageError
from packetlint.core.git import Git, discover
from packetlint.core.git_output import SUBMODULE, Entry
from packetlint.core.paths import from_argument, from_bytes, is_below, to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_BARE = "a bare repository has no files to check; use --from-ref and --to-ref"


class Request(NamedTuple):
    """What the command line asks for. `hook` is set for a hook entry, where no path means that nothing changed."""

    paths: Sequence[str] = ()
    staged: bool = False
    all_files: bool = False
    from_ref: str | None = None
    to_ref: str | None = None
    hook: bool = False
    stdin_name: str | None = None
    stdin: bytes | None = None


class Selection(NamedTuple):
    """The candidates, the content they are read from, the absolute top of their paths, and the repository, if any."""

    candidates: list[Candidate]
    content: Content
    top: str
    git: Git | None


def choose(request: Request, suffixes: tuple[str, ...]) -> Selection:
    """Choose what to lint. Files that nobody named count only if they end in one of `suffixes`.

    Raises UsageError where the request cannot be met: no repository, an unknown ref, paths outside it.
    """
    where = _Where(request.paths)
    if request.stdin is not None:
        return _standard_input(request, where, suffixes)
    old, new = _range(request)
    if old and new:
        return _from_range(request, where, old, new, suffixes)
    if request.staged:
        return _from_index(request, where, suffixes)
    git = where.git
    content = WorkingTree(where.top, Tree(git))
    if request.all_files:
        if where.is_bare:
            raise UsageError(_BARE)
        entries = _needed(git, "--all-files").index()
        return Selection(_discovered((entry.path for entry in entries if entry.mode != SUBMODULE), suffixes), content, where.top, git)
    if not request.paths and request.hook:
        return Selection([], content, where.top, git)
    return Selection(list(_on_disk(request, where, suffixes)), content, where.top, git)


class _Where:
    """Where the run takes place: the repository of the current directory, or that of the paths outside it."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.here = from_bytes(os.getcwdb())
        self._settle(self.here)
        self.paths = [self._absolute(path) for path in paths]
        if any(not is_below(path, self.top) for path in self.paths):
            self._move()

    def _settle(self, start: str) -> None:
        self.git = discover(start)
        self.top = (self.git.top or self.git.directory) if self.git else start
        self.is_bare = self.git is not None and self.git.top is None

    def _absolute(self, argument: str) -> str:
        return os.path.normpath(os.path.join(self.here, from_argument(argument)))

    def _move(self) -> None:
        """Take the repository of the paths instead, which must be one for all of them."""
        self.paths = [self._real(path) for path in self.paths]
        if all(is_below(path, self.top) for path in self.paths):
            return
        start = os.path.commonpath(self.paths)
        while not os.path.isdir(to_bytes(start)):
            start = os.path.dirname(start)
        self._settle(start)

    def _real(self, path: str) -> str:
        directory, _, name = path.rpartition("/")
        return f"{from_bytes(os.path.realpath(to_bytes(directory or '/')))}/{name}".replace("//", "/")

    def relative(self) -> list[str]:
        """Give the paths from the top; "" is the top itself."""
        prefix = len(self.top.rstrip("/")) + 1
        return [path[prefix:] for path in self.paths]


def _needed(git: Git | None, option: str) -> Git:
    if git is None:
        raise UsageError(f"{option} needs a git repository, and this is not one (or git is not installed)")
    return git


def _range(request: Request) -> tuple[str | None, str | None]:
    if request.staged or request.all_files:
        return None, None
    old = request.from_ref or os.environ.get("PRE_COMMIT_FROM_REF")
    new = request.to_ref or os.environ.get("PRE_COMMIT_TO_REF")
    if bool(old) != bool(new):
        raise UsageError("--from-ref and --to-ref go together")
    return old, new


def _standard_input(request: Request, where: _Where, suffixes: tuple[str, ...]) -> Selection:
    name = os.path.normpath(os.path.join(where.here, from_argument(request.stdin_name or "standard-input")))
    path = name[len(where.top.rstrip("/")) + 1 :] if is_below(name, where.top) else name.rpartition("/")[2]
    below = WorkingTree(where.top, Tree(where.git))
    content = Given({path: request.stdin or b""}, below, "standard input")
    is_json = (request.stdin or b"").lstrip()[:1] in (b"{", b"[")
    like = "" if path.lower().endswith(suffixes) else ".json" if is_json else ".md"
    return Selection([Candidate(path, named=True, like=like)], content, where.top, where.git)


def _from_index(request: Request, where: _Where, suffixes: tuple[str, ...]) -> Selection:
    git = _needed(where.git, "--staged")
    if where.is_bare:
        raise UsageError("a bare repository has no index to check; use --from-ref and --to-ref")
    changed = git.staged()
    known = git.index() if where.paths else changed
    content = Blobs(git, {entry.path: entry for entry in known}, Tree(git), "index")
    return Selection(_narrowed(where, known, changed, suffixes), content, where.top, git)


def _from_range(request: Request, where: _Where, old: str, new: str, suffixes: tuple[str, ...]) -> Selection:
    git = _needed(where.git, "a range of commits")
    commit = git.commit(new)
    known = git.files_at(commit) if where.paths else []
    paths = {entry.path for entry in known}
    is_enough = all(path in paths for path in where.relative()) if where.paths else request.hook
    changed = [] if is_enough else git.changed(old, new)
    content = Blobs(git, {entry.path: entry for entry in known or changed}, Tree(git, commit), f"range {old}...{new}")
    return Selection(_narrowed(where, known, changed, suffixes), content, where.top, git)


def _narrowed(where: _Where, known: Sequence[Entry], changed: Sequence[Entry], suffixes: tuple[str, ...]) -> list[Candidate]:
    """Take the changed files; or, of the paths given, each file itself and what changed below each directory."""
    blobs = [entry.path for entry in changed if entry.mode != SUBMODULE]
    if not where.paths:
        return _discovered(blobs, suffixes)
    files = {entry.path for entry in known}
    candidates: dict[str, Candidate] = {}
    for path in where.relative():
        below = [entry.path for entry in known if not path or entry.path.startswith(f"{path}/")] if path not in files else []
        if below:
            inside = set(below)
            candidates.update((found.path, found) for found in _discovered((blob for blob in blobs if blob in inside), suffixes))
        else:
            candidates[path] = Candidate(path, named=True)
    return list(candidates.values())


def _discovered(paths: Iterable[str], suffixes: tuple[str, ...]) -> list[Candidate]:
    return [Candidate(path, named=False) for path in sorted(set(paths)) if path.lower().endswith(suffixes)]


def _on_disk(request: Request, where: _Where, suffixes: tuple[str, ...]) -> Iterator[Candidate]:
    if where.is_bare:
        raise UsageError(_BARE)
    seen: set[str] = set()
    for path in where.relative() if request.paths else [""]:
        # A directory named like a file, or given to a hook, was meant as a file: reading it says what it is.
        is_file = request.hook or path.lower().endswith(suffixes)
        for candidate in [Candidate(path, named=True)] if is_file else _below(where, path, suffixes):
            if candidate.path not in seen:
                seen.add(candidate.path)
                yield candidate


def _below(where: _Where, path: str, suffixes: tuple[str, ...]) -> list[Candidate]:
    """List what is below a directory. One that holds no file stays a candidate, and is reported."""
    absolute = to_bytes(os.path.join(where.top, path))
    if not os.path.isdir(absolute) or os.path.islink(absolute):
        return [Candidate(path, named=True)]
    paths = where.git.on_disk(path) if where.git else list(_walk(absolute, path))
    return _discovered(paths, suffixes) if paths or not path else [Candidate(path, named=True)]


def _walk(absolute: bytes, path: str) -> Iterator[str]:
    """Yield the files below a directory outside git, without nested repositories."""
    for directory, names, files in os.walk(absolute):
        nested = directory != absolute and (b".git" in names or b".git" in files)
        names[:] = [] if nested else sorted(name for name in names if name != b".git")
        inside = os.path.relpath(directory, absolute)
        for name in () if nested else sorted(files):
            parts = [part for part in (path, "" if inside == b"." else from_bytes(inside), from_bytes(name)) if part]
            yield "/".join(parts)
