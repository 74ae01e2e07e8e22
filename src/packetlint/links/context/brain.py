"""The project-brain that a context is built in, and its tree as git and the disk have it.

Source: materialize-context, preconditions 1 and 6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.content import WorkingTree
from packetlint.core.errors import UsageError
from packetlint.core.git import discover
from packetlint.core.paths import is_below
from packetlint.core.tree import Tree
from packetlint.links import roots
from packetlint.links.context.disk import is_directory, is_file
from packetlint.links.disk_index import DiskIndex
from packetlint.links.outside import real_path
from packetlint.links.resolvers import JudgedIndex
from packetlint.links.root import Root
from packetlint.links.roots import BRAIN, CONVENTIONS
from packetlint.links.spelling import absolute, below, joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.git import Git
    from packetlint.core.path_index import PathIndex


class Brain(NamedTuple):
    """A brain that is open: `path` and `top` (the repository's, or its own outside git) are absolute and canonical."""

    path: str
    top: str
    root: Root
    git: Git | None
    content: WorkingTree
    paths: PathIndex

    def from_top(self, path: str) -> str:
        """Give an absolute path below the top as one from the top."""
        return below(self.top, path) or ""

    def ignoring(self, path: str) -> tuple[str, int, str] | None:
        """Give the file, line and pattern by which git ignores an absolute path; None where nothing does, or git knows nothing of it."""
        top = real_path(self.git.top) if self.git and self.git.top else ""
        inside = below(top, path) if top else None
        return self.git.ignoring(inside) if self.git and inside else None

    def close(self) -> None:
        """End what was started to ask git."""
        if self.git:
            self.git.close()


def find_brain(here: str, named: str | None) -> str:
    """Give the canonical path of the brain that is named, or that `here` lies in or above. Raises UsageError for none."""
    if named is not None:
        path = real_path(absolute(joined(here, named) if not named.startswith("/") else named))
        if not is_directory(path):
            raise UsageError(f"brain root not found: --brain {named} is no directory")
        return path
    for directory in _upwards(real_path(here)):
        if is_brain(directory):
            return directory
        inside = joined(directory, BRAIN)
        if is_brain(inside) and real_path(inside) == inside:
            return inside
    raise UsageError(f"brain root not found: no {BRAIN} with {CONVENTIONS} here or above; go into one, or name it with --brain")


def nearest_brain(path: str, brain: str) -> str:
    """Give the innermost brain between a file and `brain`, which holds it: a nested brain is its own root."""
    for directory in _upwards(path.rpartition("/")[0]):
        if directory == brain or is_brain(directory):
            return directory
    return brain


def is_brain(directory: str) -> bool:
    """Say whether an absolute path is a project-brain."""
    return roots.is_brain(directory, directory.rpartition("/")[2], is_file, is_directory)


def _upwards(directory: str) -> Iterator[str]:
    while directory:
        yield directory
        directory = directory.rpartition("/")[0]
    yield "/"


def open_brain(path: str) -> Brain:
    """Open a brain by its canonical path. One of which git tracks nothing is taken as it lies on disk."""
    git = discover(path)
    top = real_path(git.top) if git and git.top else ""
    if git and top and is_below(path, top):
        root = Root(below(top, path) or "", is_brain=_has_conventions(path))
        tree = Tree(git)
        content = WorkingTree(top, tree)
        if tree.paths.is_directory(root.path) and tree.entries:
            return Brain(path, top, root, git, content, JudgedIndex(tree.paths, content))
    content = WorkingTree(path, Tree(None, top=path))
    return Brain(path, path, Root("", is_brain=_has_conventions(path)), git, content, DiskIndex(path, content))


def _has_conventions(path: str) -> bool:
    return is_file(joined(path, CONVENTIONS))
