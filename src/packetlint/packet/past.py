"""Staleness of packets that say nothing of their making: what was committed after them of what they are made from.

Seed: context-packet, Packet Staleness Triggers. With a change to judge, the change itself answers; without one, history is
asked, through GitPython, which no hook has to pay for. History that ends too early is said to be too short.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.errors import UnreadableError, UsageError
from packetlint.packet.budget import REFERENCE, TooLongError
from packetlint.packet.past_contract import contract_of, says_the_same
from packetlint.packet.provenance import as_built

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.history import Commit
    from packetlint.packet.judged import Judged
    from packetlint.packet.packet_model import PacketFile
    from packetlint.packet.reader import Task
    from packetlint.packet.targets import Target

_TOO_SHORT = "history too short"


class Later(NamedTuple):
    """What was committed after a packet: the files, or that history is too short to tell."""

    files: tuple[str, ...] = ()
    too_short: bool = False


class Past:
    """The history of one tree, opened when the first packet asks for it."""

    def __init__(self, judged: Judged, top: str | None) -> None:
        """Take what is judged, and the top of the repository (None: there is none)."""
        self._judged = judged
        self._top = top
        self._commits: dict[str, Commit | None] = {}

    def later(self, file: PacketFile, task: Task, target: Target) -> Later:
        """Say what a packet is made from and was committed after it, or is about to be."""
        change = self._judged.change
        if change:
            if file.path in change.paths:
                return Later()
            touched = (path for path in self._sources(task, target) if path in change.paths)
            return Later(tuple(path for path in touched if self._counts(path, task, self._judged.old(path))))
        last = self._head.last_change(file.path) if self._head else None
        then = self._commit(last.commit) if last else None
        if then is None or last is None or self._is_edited(file, then):
            return Later()
        changed = [path for path in self._sources(task, target) if self._is_later(path, task, then)]
        return Later(tuple(changed)) if changed else Later(too_short=self._is_cut_off(last.commit))

    def _sources(self, task: Task, target: Target) -> Iterator[str]:
        """Yield the files behind the sections that the builder would give this reader."""
        packet = self._judged.expected(task, target, None)
        if packet is None or isinstance(packet, TooLongError):
            yield task.files.contract
            return
        yield from dict.fromkeys(file for title, files in packet.behind if title != REFERENCE for file in files)

    def _is_later(self, path: str, task: Task, then: Commit) -> bool:
        old, now = _bytes(then, path), self._judged.existing(path)
        return old != (None if now is None else as_built(now)) and self._counts(path, task, old)

    def _counts(self, path: str, task: Task, old: bytes | None) -> bool:
        """Say whether a file says something else than it did: a contract does not when only its status went on."""
        return path != task.files.contract or not says_the_same(contract_of(old, task.task_id), task.contract)

    def _is_edited(self, file: PacketFile, then: Commit) -> bool:
        """Say whether the packet itself is newer than what is committed of it."""
        return _bytes(then, file.path) != as_built(file.source.raw)

    @cached_property
    def _head(self) -> Commit | None:
        return self._commit("HEAD")

    def _commit(self, revision: str) -> Commit | None:
        if self._top is None:
            return None
        if revision not in self._commits:
            from packetlint.core.history import Commit

            try:
                self._commits[revision] = Commit(self._top, revision)
            except UsageError:
                self._commits[revision] = None
        return self._commits[revision]

    def _is_cut_off(self, commit: str) -> bool:
        """Say whether a commit is the first that a shallow clone has, so that nothing tells what came before it."""
        from packetlint.core.git import discover

        git = discover(self._top) if self._top else None
        try:
            return git is not None and not git.commit(f"{commit}^")
        except UsageError as error:
            return str(error).startswith(_TOO_SHORT)


def _bytes(commit: Commit, path: str) -> bytes | None:
    """Give a file of a commit, with line feeds, whatever line ends a working tree has."""
    try:
        return as_built(commit.read(path))
    except UnreadableError:
        return None
