"""Choose the files to lint and the content they are read from: paths, index, range, everything, standard input."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.content import Blobs, Content, Given, WorkingTree
from packetlint.core.errors import UsageError
from packetlint.core.git import Git, discover
from packetlint.core.git_output import SUBMODULE, Entry
from packetlint.core.intake import Candidate
from packetlint.core.paths import from_argument, from_bytes, is_below, to_bytes
from packetlint.core.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from packetlint.core.change import Change

_PASSED = (".md", ".markdown", ".json", ".yaml", ".yml")  # what `types_or` of the hooks lets through
_COMMAND_LINE = 100_000  # bytes; pre-commit splits at 131,072 or at what the system allows
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
    """The candidates, the content they are read from, the absolute top of their paths, and the repository, if any.

    `follows(path)` says whether this run reports a file that is only affected by the change.
    """

    candidates: list[Candidate]
    content: Content
    top: str
    git: Git | None
    follows: Callable[[str], bool] = lambda _: True


def choose(request: Request, suffixes: tuple[str, ...], git: Git | None = None) -> Selection:
    """Choose what to lint. Files that nobody named count only if they end in one of `suffixes`.

    `git` is the repository of the current directory, where somebody has found it already.

    Raises UsageError where the request cannot be met: no repository, an unknown ref, paths outside it.
    """
    where = _Where(request.paths, git)
    if request.stdin is not None:
        return _standard_input(request, where, suffixes)
    old, new = _range(request)
    if old and new:
        return _from_range(request, where, old, new, suffixes)
    if request.staged:
        return _from_index(request, where, suffixes)
    git = where.git
    content = WorkingTree(where.top, Tree(git, None, git.staged) if git and request.hook else Tree(git, top=where.top))
    if request.all_files:
        if where.is_bare:
            raise UsageError(_BARE)
        entries = _needed(git, "--all-files").index()
        return Selection(_discovered((entry.path for entry in entries if entry.mode != SUBMODULE), suffixes), content, where.top, git)
    if not request.paths and request.hook:
        return Selection([], content, where.top, git)
    candidates = list(_on_disk(request, where, suffixes))
    return Selection(candidates, content, where.top, git, _following(request, where, content.tree))


class _Where:
    """Where the run takes place: the repository of the current directory, or that of the paths outside it."""

    def __init__(self, paths: Sequence[str], git: Git | None) -> None:
        self.here = from_bytes(os.getcwdb())
        self._settle(self.here, git)
        self.paths = [self._absolute(path) for path in paths]
        if any(not is_below(path, self.top) for path in self.paths):
            self._move()

    def _settle(self, start: str, git: Git | None = None) -> None:
        self.git = git or discover(start)
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
    below = WorkingTree(where.top, Tree(where.git, top=where.top))
    content = Given({path: request.stdin or b""}, below, "standard input")
    is_json = (request.stdin or b"").lstrip()[:1] in (b"{", b"[")
    like = "" if path.lower().endswith(suffixes) else ".json" if is_json else ".md"
    return Selection([Candidate(path, named=True, like=like)], content, where.top, where.git)


def _from_index(request: Request, where: _Where, suffixes: tuple[str, ...]) -> Selection:
    git = _needed(where.git, "--staged")
    if where.is_bare:
        raise UsageError("a bare repository has no index to check; use --from-ref and --to-ref")
    change = git.staged()
    known = git.index() if where.paths else change.entries
    tree = Tree(git, None, lambda: change)
    content = Blobs(git, {entry.path: entry for entry in known}, tree, "index")
    return Selection(_narrowed(where, known, change.entries, suffixes), content, where.top, git, _following(request, where, tree))


def _from_range(request: Request, where: _Where, old: str, new: str, suffixes: tuple[str, ...]) -> Selection:
    git = _needed(where.git, "a range of commits")
    commit = git.commit(new)
    known = git.files_at(commit) if where.paths else []
    paths = {entry.path for entry in known}
    is_enough = all(path in paths for path in where.relative()) if where.paths else request.hook
    tree = Tree(git, commit, cache(lambda: git.changed(old, new)))
    changed = [] if is_enough else tree.change.entries
    content = Blobs(git, {entry.path: entry for entry in known or changed}, tree, f"range {_short(old)}...{_short(new)}")
    return Selection(_narrowed(where, known, changed, suffixes), content, where.top, git, _following(request, where, tree))


def _short(ref: str) -> str:
    """Give a ref as people read it: twelve digits of a whole object id, anything else as it is."""
    return ref[:12] if len(ref) in (40, 64) and not ref.strip("0123456789abcdef") else ref


def _following(request: Request, where: _Where, tree: Tree) -> Callable[[str], bool]:
    """Say which files that are only affected this run reports: of a change with paths given, those below them.

    A hook reports all of them, unless its list is one part of many: pre-commit splits what is longer than a
    command line may be, and then the part that holds the first changed path speaks for the change.
    """
    if not request.hook and where.paths and tree.has_change:
        tops = where.relative()
        return lambda path: any(not top or is_below(path, top) for top in tops)
    if not request.hook or not request.paths:
        return lambda _: True
    names = frozenset(where.relative())
    return lambda _: _speaks(tree.change, names)


def _speaks(change: Change, names: frozenset[str]) -> bool:
    paths = sorted(path for path in change.paths if path.endswith(_PASSED))
    is_split = sum(len(to_bytes(path)) + 1 for path in paths) > _COMMAND_LINE
    return not is_split or paths[0] in names


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
    paths = where.git.on_disk(path) if where.git else list(walk(absolute, path))
    return _discovered(paths, suffixes) if paths or not path else [Candidate(path, named=True)]


def walk(absolute: bytes, path: str) -> Iterator[str]:
    """Yield the files below a directory outside git, without nested repositories."""
    for directory, names, files in os.walk(absolute):
        nested = directory != absolute and (b".git" in names or b".git" in files)
        names[:] = [] if nested else sorted(name for name in names if name != b".git")
        inside = os.path.relpath(directory, absolute)
        for name in () if nested else sorted(files):
            parts = [part for part in (path, "" if inside == b"." else from_bytes(inside), from_bytes(name)) if part]
            yield "/".join(parts)
