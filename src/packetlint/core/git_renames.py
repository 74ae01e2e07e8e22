"""Follow paths that are gone through the index and history, by git's own rename detection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.errors import UsageError
from packetlint.core.git import HISTORY_SECONDS, RENAMES
from packetlint.core.git_output import Rename, read_renames

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from packetlint.core.git import Git

_HOPS = 8
_PATHS_A_CALL = 200
_RENAMES = ("-z", *RENAMES, "--diff-filter=R", "--name-status")


def follow(git: Git, paths: Iterable[str], commit: str | None) -> dict[str, Rename]:
    """Find where each path went, from the index (or `commit`) backwards. What git takes too long for cannot be told."""
    places: dict[str, str | None] = dict.fromkeys(paths)
    existed: dict[str, bool | None] = dict.fromkeys(places, False)
    left = {path: path for path in places}
    for _ in range(_HOPS):
        if not left:
            break
        steps = _steps(git, set(left.values()), commit)
        for path, current in left.items():
            places[path] = steps[current].new_path
            existed[path] = existed[path] or steps[current].existed
        there = git.tracked((place for place in places.values() if place is not None), commit)
        left = {path: place for path in left if (place := places[path]) is not None and place not in there}
    cut_off = False in existed.values() and git.is_shallow()
    return {path: Rename(place, existed[path] or (None if cut_off else existed[path])) for path, place in places.items()}


def _steps(git: Git, paths: set[str], commit: str | None) -> dict[str, Rename]:
    """Find what became of each path when it was last there."""
    head = commit or git.run("rev-parse", "--verify", "--quiet", "HEAD", codes=(0, 1)).decode().strip()
    if not head:
        return dict.fromkeys(paths, Rename(None, existed=False))
    found: dict[str, Rename] = {}
    staged = git.tracked(paths, head) if commit is None else {}
    if staged:
        renames = read_renames(git.run("diff-index", "--cached", *_RENAMES, head))
        found |= {path: Rename(renames.get(path), existed=True) for path in staged}
    history = _History(git, head)
    for path in sorted(paths - found.keys()):
        if path not in found:
            found |= history.last_of(path, paths - found.keys())
    return found


class _History:
    """The commits up to `head`. What is learned of one path serves those that went with it."""

    def __init__(self, git: Git, head: str) -> None:
        self._git = git
        self._head = head
        self._renames: dict[str, dict[str, str]] = {}

    def last_of(self, path: str, paths: set[str]) -> dict[str, Rename]:
        """Find the commit that took a path away and where it went there; and the same of those of `paths` that surely went with it."""
        try:
            last = self._last_commit(path)
            if not last:
                return {path: Rename(None, existed=False)}
            is_new = last not in self._renames
            renames = self._renames_in(last)
            others = paths & renames.keys() - {path} if is_new else set()
            gone = {path, *self._alike(sorted(others), last)}
        except UsageError:
            return {path: Rename(None, None)}
        return {one: Rename(renames.get(one), existed=True) for one in gone}

    def _last_commit(self, path: str) -> str:
        """Give the last commit that changed a path; empty where there is none.

        The way back is first that of git, which follows those parents that lack the path too: at the merge of a branch that
        still has it nothing happened. It does not see what came and went on a branch, so then all the history is asked.
        """
        return self._last([path]) or self._last([path], "--full-history")

    def _last(self, paths: Sequence[str], *options: str) -> str:
        return self._ask("rev-list", *options, "-1", self._head, "--", *map(_spec, paths)).decode().strip()

    def _renames_in(self, commit: str) -> dict[str, str]:
        if commit not in self._renames:
            listing = self._ask("diff-tree", "-r", *_RENAMES, f"{commit}^1", commit, codes=(0, 128))
            self._renames[commit] = read_renames(listing)
        return self._renames[commit]

    def _alike(self, paths: Sequence[str], commit: str) -> list[str]:
        """Give those of the paths that no commit changed after this one, asking for many at once and halving where one did."""
        if len(paths) <= _PATHS_A_CALL and (not paths or self._last(paths) == commit):
            return list(paths)
        half = len(paths) // 2
        return [*self._alike(paths[:half], commit), *self._alike(paths[half:], commit)] if half else []

    def _ask(self, *arguments: str, codes: Sequence[int] = (0,)) -> bytes:
        return self._git.run(*arguments, codes=codes, seconds=HISTORY_SECONDS)


def _spec(path: str) -> str:
    return f":(top,literal){path}"
