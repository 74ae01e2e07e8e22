"""What one packet is made from: a task, the worker who will read it, and the memories chosen for that worker."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from packetlint.packet.layout import FOLDER
from packetlint.packet.section import age

if TYPE_CHECKING:
    from packetlint.packet.agents import ReaderKind
    from packetlint.packet.memory_model import Retrieval
    from packetlint.packet.model import Contract, Evidence
    from packetlint.packet.reader import Geas, Mission, Root, Task
    from packetlint.packet.targets import Target


class View(NamedTuple):
    """A task as one worker is shown it; `retrieval` is None until its time is known."""

    geas: Geas
    task: Task
    contract: Contract
    target: Target
    retrieval: Retrieval | None = None

    @property
    def kind(self) -> ReaderKind:
        """Give what kind of reader the packet is for."""
        return self.target.kind

    @property
    def mission(self) -> Mission:
        """Give the task's mission."""
        return self.task.mission

    @property
    def root(self) -> Root:
        """Give the `.geas` folder."""
        return self.task.mission.root

    @property
    def work(self) -> tuple[Evidence, ...]:
        """Give the evidence of those who did the task's work."""
        return tuple(each for each in self.task.work if each in self.own_evidence)

    @property
    def own_evidence(self) -> tuple[Evidence, ...]:
        """Give the evidence that is this task's: what names another task is a conflict, and nothing to build on."""
        return _own_evidence(self.task, self.contract.task_id)

    def shown(self, path: str) -> str:
        """Give a path as a packet names it: from the directory that holds the `.geas` folder, so that both can be moved."""
        return path.removeprefix(self.root.files.folder.removesuffix(FOLDER))

    def times(self, file: str) -> tuple[str, ...]:
        """Give the timestamps a JSON file carries, at its top or in its `meta`."""
        value = self.geas.artifact(file).object if file.endswith(".json") else None
        holders = [value or {}, (value or {}).get("meta")]
        found = [each.get(name) for each in holders if isinstance(each, dict) for name in ("created_at", "updated_at")]
        return tuple(time for time in found if isinstance(time, str))

    def rank(self, file: str) -> int:
        """Give the rank of what comes from a file: the older, the earlier it is dropped."""
        return age(*self.times(file))


@lru_cache(maxsize=8)
def _own_evidence(task: Task, name: str) -> tuple[Evidence, ...]:
    return tuple(each for each in task.evidence if each.task_id in (task.task_id, name))
