"""Follow a path that is gone through the index and history, by git's own rename detection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.git import HISTORY_SECONDS, RENAMES
from packetlint.core.git_output import Rename, read_renames

if TYPE_CHECKING:
    from packetlint.core.git import Git

_HOPS = 8
_RENAMES = ("-z", *RENAMES, "--diff-filter=R", "--name-status")


def follow(git: Git, path: str, commit: str | None) -> Rename:
    """Find where a path went, from the index (or `commit`) backwards. Raises UsageError when git takes too long."""
    current: str | None = path
    existed = False
    for _ in range(_HOPS):
        step = _step(git, current or path, commit)
        existed = existed or bool(step.existed)
        current = step.new_path
        if current is None or git.tracked([current], commit):
            break
    if not existed and git.is_shallow():
        return Rename(None, None)
    return Rename(current, existed)


def _step(git: Git, path: str, commit: str | None) -> Rename:
    head = commit or git.run("rev-parse", "--verify", "--quiet", "HEAD", codes=(0, 1)).decode().strip()
    if not head:
        return Rename(None, existed=False)
    if commit is None and git.tracked([path], head):
        staged = git.run("diff-index", "--cached", *_RENAMES, head)
        return Rename(read_renames(staged).get(path), existed=True)
    last = git.run("rev-list", "--full-history", "-1", head, "--", f":(top,literal){path}", seconds=HISTORY_SECONDS)
    if not last:
        return Rename(None, existed=False)
    gone = last.decode().strip()
    listing = git.run("diff-tree", "-r", *_RENAMES, f"{gone}^1", gone, codes=(0, 128), seconds=HISTORY_SECONDS)
    return Rename(read_renames(listing).get(path), existed=True)
