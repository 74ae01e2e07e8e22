"""Which files made a section of a packet differ: those behind the lines that differ, and of these the ones that the change touches."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.packet.layout import packet_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.packet.judged import Judged
    from packetlint.packet.reader import Task
    from packetlint.packet.section import Section

_MEMORY = re.compile(r"\[([^\[\]\s]+)\]")
_OF_TASKS = ("tasks", "evidence", "contracts")


class Culprits:
    """The files that may have made the packets of one task stale."""

    def __init__(self, task: Task, judged: Judged) -> None:
        """Look at a task in what is judged."""
        self._task = task
        self._change = judged.change

    @property
    def contract(self) -> str:
        """Give the file of the task's contract."""
        return self._task.files.contract

    def of_section(self, section: Section | None, old: Sequence[str]) -> tuple[str, ...]:
        """Give the files behind what differs of a section: `section` as it is now (None: it is gone), `old` its lines in the packet."""
        there = set(old)
        blocks = section.blocks if section else ()
        added = [block.file for block in blocks if block.file and any(line.rstrip() not in there for line in block.lines if line)]
        now = {line.rstrip() for block in blocks for line in block.lines}
        files = dict.fromkeys([*added, *self._gone_memories(line for line in old if line not in now)])
        return self.narrowed(tuple(files) or (section.files if section else ()))

    def narrowed(self, files: Sequence[str]) -> tuple[str, ...]:
        """Give those of the files that the change touches; else what else it touches that concerns the task; else all of them."""
        touched = tuple(file for file in files if file in self._change.paths)
        return touched or tuple(self._suspects()) or tuple(files)

    def _gone_memories(self, lines: Iterator[str]) -> Iterator[str]:
        """Yield the entry files of memories that lines name which are not in the packet any more."""
        entries = self._task.mission.root.files.entries
        yield from (entries[match[1]] for line in lines for match in _MEMORY.finditer(line) if match[1] in entries)

    def _suspects(self) -> Iterator[str]:
        changed = {*self._change.paths, *self._change.removed}
        root = f"{self._task.mission.root.files.folder}/"
        yield from (path for path in sorted(changed) if path.startswith(root) and not packet_path(path) and self._concerns(path, root))

    def _concerns(self, path: str, root: str) -> bool:
        """Say whether a file is the task's, its mission's or the whole folder's."""
        match path[len(root) :].split("/"):
            case ["missions", mission, folder, name, *_] if folder in _OF_TASKS:
                return mission == self._task.mission.mission_id and name.removesuffix(".json") == self._task.task_id
            case ["missions", mission, *_]:
                return mission == self._task.mission.mission_id
        return True
