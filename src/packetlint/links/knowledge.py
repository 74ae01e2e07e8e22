"""What is known of the whole repository: every markdown file's links, its root, and where each link leads.

A file that is judged counts as it is judged; every other file as git's index (or the commit) has it, read
from the cache by blob id where an earlier run has read the same blob.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from packetlint.core.errors import UnreadableError
from packetlint.core.file_rules import is_unremarkable
from packetlint.core.limits import SIZE_LIMIT
from packetlint.core.source import Source
from packetlint.links.anchors import anchors, has_anchor
from packetlint.links.cycles import find_cycles
from packetlint.links.disk_index import DiskIndex
from packetlint.links.frontmatter import INVALID
from packetlint.links.headings import anchors_of
from packetlint.links.reader import from_record, may_hold, read_leaf, to_record
from packetlint.links.resolvers import JudgedIndex, Past, Resolvers
from packetlint.links.root import Root
from packetlint.links.roots import BRAIN, Roots, is_read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.core.path_index import PathIndex
    from packetlint.core.rule import Run
    from packetlint.links.aliases import Aliases
    from packetlint.links.cycles import Cycle
    from packetlint.links.layers import Layers
    from packetlint.links.model import Leaf
    from packetlint.links.resolution import Resolution
    from packetlint.online.result import Fetched

KIND = "links"
SUFFIX = ".md"
REPOSITORY = Root("", is_brain=False)  # what the links of a file in no tree count from


class Knowledge:
    """The links of one tree, files and roots, each found when first asked for."""

    def __init__(self, run: Run, index: PathIndex, resolvers: Resolvers) -> None:
        """Look at `index`; `resolvers` gives what resolves the links of a root."""
        self._run = run
        self.index = index
        self._resolvers = resolvers
        self._leaves: dict[str, Leaf | None] = {}
        self._judged: dict[str, Leaf] = {}
        self._edges: dict[str, Sequence[str]] = {}
        self._found: dict[str, list[Resolution]] = {}
        self.layers: Layers | None = None
        self.answers: dict[str, Fetched] = {}
        self._roots: dict[str, Root | None] = {}
        self._in_use: dict[Root, bool] = {}
        self._read_directories: dict[str, bool] = {}

    def judge(self, run: Run, leaves: Sequence[Leaf]) -> None:
        """Count these files as they are given, in the content of `run`, instead of as they are tracked."""
        self._run = run
        judged = {leaf.path: leaf for leaf in leaves}
        if any(self._judged.get(path) is not leaf for path, leaf in judged.items()) or len(judged) != len(self._judged):
            self._judged = judged
            self._found = {}
            self.layers = None
            for found in ("cycles", "_by_root", "_judged_directories"):
                self.__dict__.pop(found, None)

    @cached_property
    def roots(self) -> Roots:
        """Give what finds the root of a file. A judged file counts though it is not tracked."""
        return Roots(self._is_there, self._is_directory, self._has_frontmatter, self._top_name)

    @property
    def _top_name(self) -> str:
        return (self._run.content.tree.top or "").rpartition("/")[2]

    @cached_property
    def before(self) -> Past:
        """Give the same tree as it was before the change that is judged."""
        index = self.index.before(self._run.content.tree.change)
        roots = Roots(index.is_file, index.is_directory, lambda path: self._had_frontmatter(index, path), self._top_name)
        return Past(self._resolvers.over(index), lambda path: roots.of(path, self._run.settings_of(path)))

    def root_of(self, path: str) -> Root | None:
        """Give the root of a file, None where it is in no tree."""
        directory = path.rpartition("/")[0]
        if directory not in self._roots:
            self._roots[directory] = self.roots.of(path, self._run.settings_of(path))
        return self._roots[directory]

    def counts_from(self, leaf: Leaf) -> Root | None:
        """Give the root that a file's links count from; None if they are not read. In no tree that is the repository's top."""
        root = self.root_of(leaf.path)
        if root is not None:
            return root if self._reads(leaf.path, root) else None
        return REPOSITORY if leaf.has_key and not any(fault.rule == INVALID for fault in leaf.faults) else None

    def is_in_use(self, root: Root) -> bool:
        """Say whether a tree is meant as one: it is called a brain, or some file of it speaks of links.

        A CONVENTIONS.md beside the source of a data structure called `tree` makes no brain.
        """
        if root.path.rpartition("/")[2] == BRAIN or (not root.path and self._top_name == BRAIN):
            return True
        if root not in self._in_use:
            paths = self._by_root.get(root, ())
            self.load(paths)
            has_threads = root.is_brain and self.index.is_directory(f"{root.path}/threads".lstrip("/"))
            self._in_use[root] = has_threads or any(map(_speaks_of_links, map(self.leaf, paths)))
        return self._in_use[root]

    @cached_property
    def _by_root(self) -> dict[Root | None, list[str]]:
        """Give the markdown files of each root, in path order."""
        found: dict[Root | None, list[str]] = {}
        for path in self.files():
            found.setdefault(self.root_of(path), []).append(path)
        return found

    def resolve(self, root: Root, uri: str, path: str) -> Resolution:
        """Resolve a link of the file at `path`."""
        return self._resolvers.of(root).resolve(uri, path)

    def found(self, root: Root, leaf: Leaf) -> list[Resolution]:
        """Give what each link of a file leads to."""
        found = self._found.get(leaf.path)
        if found is None:
            resolve, path = self._resolvers.of(root).resolve, leaf.path
            found = self._found[path] = [resolve(link.uri, path) for link in leaf.links]
        return found

    def aliases(self, root: Root) -> Aliases:
        """Give the aliases that hold in a root."""
        return self._resolvers.aliases(root)

    @cached_property
    def cycles(self) -> dict[str, Cycle]:
        """Give the cycles through judged files of brains, by the file each is reported at."""
        starts = sorted(path for path in self._judged if path.endswith(SUFFIX) and self._is_in_brain(path))
        found = find_cycles(starts, self.edges)
        return {cycle.first: cycle for cycle in found if not cycle.members.isdisjoint(self._judged)}

    def edges(self, path: str) -> Sequence[str]:
        """List the files of the same root that a file links to, itself aside."""
        judged = self._judged.get(path)
        if judged is not None:
            return self._edges_of(path, judged)
        if path not in self._edges:
            leaf = self.leaf(path)
            self._edges[path] = self._edges_of(path, leaf) if leaf else ()
        return self._edges[path]

    def _edges_of(self, path: str, leaf: Leaf) -> Sequence[str]:
        root = self.root_of(path) if leaf.links else None
        if root is None or not self._reads(path, root):
            return ()
        targets = [one.target for one in self.found(root, leaf)]
        return [target for target in targets if target and target != path and target.endswith(SUFFIX) and self.root_of(target) is root]

    def _is_in_brain(self, path: str) -> bool:
        root = self.root_of(path)
        return root is not None and root.is_brain and self._reads(path, root)

    def _reads(self, path: str, root: Root) -> bool:
        """Say whether a root reads a file below it: all of one directory, or none."""
        directory = path.rpartition("/")[0]
        if directory not in self._read_directories:
            self._read_directories[directory] = is_read(path, root)
        return self._read_directories[directory]

    def leaf(self, path: str) -> Leaf | None:
        """Give a file of the tree; None where there is none or it cannot be read."""
        if path in self._judged:
            return self._judged[path]
        if path not in self._leaves:
            self.load([path])
        return self._leaves[path]

    def note_what_was_asked(self) -> None:
        """Tell the tree whether an answer rests on more than the tree."""
        self._run.content.tree.looked_beyond |= self._resolvers.were_asked

    def load(self, paths: Sequence[str]) -> None:
        """Read many files at once: from the cache, and what is not there in one go from git."""
        records = self._run.cache.of(KIND)
        unread = []
        for path in paths:
            if path in self._leaves or path in self._judged:
                continue
            entry = self.index.entries.get(path)
            self._leaves[path] = _recalled(path, records.get(entry.oid)) if entry else self._on_disk(path)
            if entry and self._leaves[path] is None:
                unread.append((path, entry.oid))
        tree = self._run.content.tree
        for (path, oid), raw in zip(unread, tree.blobs([oid for _, oid in unread], SIZE_LIMIT), strict=True):
            self._leaves[path] = self._read(path, oid, raw)

    def _on_disk(self, path: str) -> Leaf | None:
        """Read a file that is not tracked, which counts only outside git."""
        if self.index.tracked_known:
            return None
        with suppress(UnreadableError):
            raw = self._run.content.read(path)
            return read_leaf(Source(path, raw)) if may_hold(path, raw) else from_record(path, 0)
        return None

    def _read(self, path: str, oid: str, raw: bytes | None) -> Leaf | None:
        if raw is None or b"\0" in raw:
            return None
        if not may_hold(path, raw):
            return from_record(path, 0)
        try:
            source = Source(path, raw)
        except UnreadableError:
            return None
        leaf = read_leaf(source)
        record = to_record(leaf)
        if record is not None and is_unremarkable(source):
            self._run.cache.keep(KIND, oid, record)
        return leaf

    def files(self) -> Iterator[str]:
        """Yield every markdown file there is, tracked or judged, in path order."""
        tracked = (path for path in self.index.entries if path.endswith(SUFFIX))
        yield from sorted({*tracked, *(path for path in self._judged if path.endswith(SUFFIX))})

    def anchors(self, path: str) -> frozenset[str] | None:
        """Give the anchors of a markdown file of the tree; None where its text cannot be read."""
        leaf, entry = self._judged.get(path), self.index.entries.get(path)
        if leaf and leaf.source:
            return frozenset(anchors(leaf.source))
        return anchors_of(self._run, path, entry.oid) if entry else None

    def lacks_anchor(self, found: Resolution) -> bool:
        """Say whether a link names a heading that its target, a markdown file whose text can be read, does not have."""
        target, fragment = found.target, found.fragment
        known = self.anchors(target) if fragment and target and target.endswith(SUFFIX) else None
        return known is not None and not has_anchor(fragment, known)

    def _is_there(self, path: str) -> bool:
        return self.index.is_file(path) or path in self._judged

    def _is_directory(self, path: str) -> bool:
        return self.index.is_directory(path) or path in self._judged_directories

    @cached_property
    def _judged_directories(self) -> frozenset[str]:
        """Give every directory of a judged file, whether or not anything in it is tracked."""
        found: set[str] = set()
        for path in self._judged:
            while (path := path.rpartition("/")[0]) not in found:
                found.add(path)
                if not path:
                    break
        return frozenset(found)

    def _had_frontmatter(self, index: PathIndex, path: str) -> bool:
        """Say whether a file of another index has frontmatter."""
        entry = index.entries[path]
        leaf = _recalled(path, self._run.cache.of(KIND).get(entry.oid))
        if leaf is None:
            leaf = self._read(path, entry.oid, next(iter(self._run.content.tree.blobs([entry.oid], SIZE_LIMIT)), None))
        return leaf is not None and leaf.has_frontmatter

    def _has_frontmatter(self, path: str) -> bool:
        leaf = self.leaf(path)
        return leaf is not None and leaf.has_frontmatter


def known(run: Run) -> Knowledge:
    """Give what is known of a run's tree: the same for every pass over it."""
    if KIND not in run.memo:
        tree, content = run.content.tree, run.content
        top = tree.top or "/"
        index = JudgedIndex(tree.paths, content) if tree.known else DiskIndex(top, content)
        run.memo[KIND] = Knowledge(run, index, Resolvers(index, top, dict(os.environ), run.reach))
    knowledge: Knowledge = run.memo[KIND]
    return knowledge


def _speaks_of_links(leaf: Leaf | None) -> bool:
    return leaf is not None and (leaf.has_key or (leaf.source is not None and "soft_links" in leaf.source.text))


def _recalled(path: str, record: object) -> Leaf | None:
    """Give a leaf from the cache; None where there is none, or none that could be."""
    with suppress(ValueError):
        return from_record(path, record) if record is not None else None
    return None
