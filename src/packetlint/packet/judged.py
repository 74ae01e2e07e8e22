"""The `.geas` folders of the content that is judged: what is judged as it is given, everything else as the same tree has it.

With a change to judge (a hook, a range) the tree is git's index or a commit. Without one, files are judged as they are on
disk, and so is what packets are built from: as `packetlint rebuild` reads it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from packetlint.core.content import Blobs
from packetlint.core.errors import UnreadableError
from packetlint.core.git_output import SUBMODULE
from packetlint.core.paths import to_bytes
from packetlint.packet.budget import TooLongError
from packetlint.packet.builder import build, target_of, task_of
from packetlint.packet.layout import packet_path, root_of
from packetlint.packet.reader import Geas

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.core.change import Change
    from packetlint.core.content import Content
    from packetlint.core.rule import Run
    from packetlint.packet.builder import Packet
    from packetlint.packet.packet_model import File
    from packetlint.packet.reader import Task
    from packetlint.packet.targets import Target

KIND = "packet"
_MARK = ".geas/"
_MOST_KEPT = 32


class Judged:
    """The folders of one run, and the packets that their content gives."""

    def __init__(self, run: Run, files: Sequence[File]) -> None:
        """Take the files that are judged; nothing else is read yet."""
        self._content: Content = run.content
        self._given = {file.path: file.source.raw for file in files}
        self._built: dict[tuple[str, str | None], Packet | TooLongError | None] = {}
        self.change: Change = run.content.tree.change
        self._is_on_disk = not self.change and not isinstance(run.content, Blobs)

    def judge(self, run: Run) -> None:
        """Go on with another content of the same tree, in which packets are mended."""
        self._content = run.content

    @cached_property
    def geas(self) -> Geas:
        """Give what the folders hold."""
        return Geas(self._paths(), self.read)

    def read(self, path: str) -> bytes:
        """Give a file's bytes. Raises UnreadableError."""
        if path in self._given:
            return self._given[path]
        if self._is_on_disk or isinstance(self._content, Blobs):
            return self._content.read(path)
        return self._content.tree.blob(path)

    def existing(self, path: str) -> bytes | None:
        """Give a packet as it is judged now; None where it is not there or cannot be read."""
        try:
            if packet_path(path) and path in self._given:
                return self._content.read(path)
            return self.read(path)
        except UnreadableError:
            return None

    def old(self, path: str) -> bytes | None:
        """Give a file as it was before the change; None where it was not there."""
        entry = self.change.before.get(path)
        if entry is None:
            return None
        from packetlint.core.limits import size_limit

        return next(iter(self._content.tree.blobs([entry.oid], size_limit(path))), None)

    def raw(self, paths: Sequence[str]) -> list[bytes | None]:
        """Give the bytes of many files, in one go where git has them; None for each that cannot be had."""
        entries = {} if self._is_on_disk else self._content.tree.entries
        unread = [path for path in paths if path in entries and entries[path].is_blob and path not in self._given]
        if not unread:
            return [self.existing(path) for path in paths]
        from packetlint.core.limits import SIZE_LIMIT

        blobs = self._content.tree.blobs([entries[path].oid for path in unread], SIZE_LIMIT)
        read = dict(zip(unread, blobs, strict=True))
        return [read[path] if path in read else self.existing(path) for path in paths]

    # -- packets -------------------------------------------------------------------------------

    def task(self, path: str) -> Task | None:
        """Give the task that a packet's path belongs to; None where there is no contract for it."""
        return task_of(self.geas, path)

    def target(self, task: Task, path: str) -> Target | None:
        """Give the packet that belongs at a path; None where the builder would put none there."""
        return target_of(task, path)

    def expected(self, task: Task, target: Target, as_of: str | None) -> Packet | TooLongError | None:
        """Build a packet again; the error where it does not fit, None where the contract cannot be read."""
        key = (target.path, as_of)
        if key not in self._built:
            if len(self._built) >= _MOST_KEPT:
                self._built.clear()
            try:
                self._built[key] = build(self.geas, task, target, as_of)
            except TooLongError as error:
                self._built[key] = error
        return self._built[key]

    # -- which files there are -----------------------------------------------------------------

    def _paths(self) -> set[str]:
        if not self._is_on_disk:
            entries = self._content.tree.entries.items()
            return {path for path, entry in entries if _MARK in path and entry.mode != SUBMODULE} | self._inside
        roots = sorted({root for path in self._given if (root := root_of(path))})
        return {path for path in self._on_disk(roots) if self._content.exists(path)} | self._inside

    @property
    def _inside(self) -> set[str]:
        return {path for path in self._given if root_of(path)}

    def _on_disk(self, roots: Sequence[str]) -> Iterator[str]:
        """List folders as `packetlint rebuild` does: without what git ignores; outside git all of it."""
        tree = self._content.tree
        if tree.known:
            yield from tree.below(roots)
        elif tree.top is not None:
            from packetlint.core.files import walk

            for root in roots:
                yield from walk(to_bytes(f"{tree.top.rstrip('/')}/{root}"), root)


def known(run: Run, files: Sequence[File]) -> Judged:
    """Give what is known of a run's folders: the same for every pass over it, in the content of this pass."""
    if KIND not in run.memo:
        run.memo[KIND] = Judged(run, files)
    judged: Judged = run.memo[KIND]
    judged.judge(run)
    return judged
