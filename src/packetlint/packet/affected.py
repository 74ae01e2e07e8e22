"""Which unchanged files a change concerns: told from paths, as far as that goes, so that only those are read.

A contract concerns its own packets, and those of tasks that depend on it; evidence and the record concern their task;
spec, design brief, decisions and debt their mission; conventions and memory all packets of the `.geas` folder; the run's
state and rules.md only memory packets. Seed: context-packet, Packet Staleness Triggers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.rule import Affected
from packetlint.packet.agents import agent
from packetlint.packet.judged import known
from packetlint.packet.layout import packet_path, root_of
from packetlint.packet.plan import is_closed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from packetlint.core.config import Settings
    from packetlint.core.rule import Run
    from packetlint.packet.judged import Judged
    from packetlint.packet.packet_model import File
    from packetlint.packet.reader import Mission, Root, Task

AGAINST_SOURCES = frozenset(
    f"packet/{name}"
    for name in (
        "stale-packet", "unknown-task", "missing-section", "missing-role-section", "criteria-drift", "boundaries-drift",
        "commands-drift", "rubric-drift", "title-mismatch", "unknown-memory", "ineligible-memory", "memory-packet-mismatch",
        "unflagged-conflict",
    )
)  # fmt: skip
"""The rules that hold a packet against what it is made from."""

_PAIR = frozenset(["packet/memory-packet-mismatch"])
_MISSING = frozenset(["packet/missing-packet"])
_INDEX = frozenset(["packet/index-entry-mismatch"])


def affected(models: Sequence[tuple[File, Settings]], run: Run) -> list[Affected]:
    """Name the files that have to be judged too, each with the rules that are to run on it."""
    change = run.content.tree.change
    touched = sorted(path for path in {*change.paths, *change.removed} if root_of(path))
    if not touched:
        return []
    reach = _Reach(known(run, [file for file, _ in models]))
    for path in touched:
        reach.follow(path)
    return [Affected(path, frozenset(rules)) for path, rules in sorted(reach.found.items())]


class _Reach:
    """What the touched files concern: paths, each with the rules to run."""

    def __init__(self, judged: Judged) -> None:
        self.found: dict[str, set[str]] = {}
        self._judged = judged
        self._followed: set[tuple[str, ...]] = set()

    def follow(self, path: str) -> None:
        folder = root_of(path) or ""
        root = self._judged.geas.roots.get(folder)
        if root is None:
            return
        match path[len(folder) + 1 :].split("/"):
            case ["rules.md"] | ["state", "run.json"]:
                self._whole(root, ".json")
            case ["state", "memory-index.json"] | ["memory", "entries" | "logs", _]:
                self._whole(root, "")
                self._add([root.files.memory_index], _INDEX)
            case ["memory", "_project", "conventions.md"]:
                self._whole(root, ".md")
            case ["memory", "agents", name]:
                self._whole(root, ".md", agent(name.removesuffix(".md")).type)
            case ["missions", mission, *inside]:
                self._in_mission(path, root.missions.get(mission), inside)

    def _in_mission(self, path: str, mission: Mission | None, inside: list[str]) -> None:
        if mission is None:
            return
        match inside:
            case ["tasks", task, "contract.json"]:
                self._contract(path, mission, task)
            case ["tasks", name]:
                self._contract(path, mission, name.removesuffix(".json"))
            case ["tasks" | "packets", _, *_] if packet_path(path):
                self._packet(path, mission)
            case ["tasks", task, *_] | ["evidence", task, _]:
                self._task(mission.tasks.get(task), ".md")
            case ["contracts", name]:
                self._task(mission.tasks.get(name.removesuffix(".json")), ".md")
            case ["spec.json" | "design-brief.json"] | ["decisions", *_] | ["evolution", "debt-register.json"]:
                self._tasks(mission, ".md")

    def _whole(self, root: Root, suffix: str, agent_type: str = "") -> None:
        """Follow a file that all packets of a folder may show: those of a suffix, or those for one type of agent."""
        for mission in root.missions.values() if self._is_new(root.files.folder, suffix, agent_type) else ():
            for task in mission.tasks.values():
                paths = [path for path in task.files.packets if path.endswith(suffix) and _is_for(path, agent_type)]
                if paths and not is_closed(task):
                    self._add(paths, AGAINST_SOURCES)

    def _tasks(self, mission: Mission, suffix: str = "") -> None:
        for task in mission.tasks.values() if self._is_new(mission.files.folder, suffix) else ():
            if task.files.packets and not is_closed(task):
                self._task(task, suffix)

    def _task(self, task: Task | None, suffix: str = "") -> None:
        """Follow a task to its packets, all or those of a suffix: memory packets show nothing that evidence says."""
        if task is not None:
            self._add((path for path in task.files.packets if path.endswith(suffix)), AGAINST_SOURCES)

    def _contract(self, path: str, mission: Mission, task_id: str) -> None:
        """Follow a contract; also to all packets of the mission where its scope counts for the paths of memories."""
        self._task(mission.tasks.get(task_id))
        self._add([stray for stray in mission.files.strays if _task_of(stray) == task_id], AGAINST_SOURCES)
        if mission.root.files.memory_index and self._moves_scope(path, mission, task_id):
            self._tasks(mission)
            return
        for task in self._dependents(mission, task_id):
            self._task(task, ".md")

    def _moves_scope(self, path: str, mission: Mission, task_id: str) -> bool:
        from packetlint.packet.past_contract import contract_of

        old = contract_of(self._judged.old(path), task_id)
        task = mission.tasks.get(task_id)
        return (old.paths if old else ()) != (task.contract.paths if task and task.contract else ())

    def _dependents(self, mission: Mission, task_id: str) -> Iterator[Task]:
        """Yield the open tasks whose contract depends on a task; only contracts that hold its id are parsed."""
        tasks = [task for task in mission.tasks.values() if task.files.packets and task.task_id != task_id]
        name = task_id.encode("utf-8", "surrogateescape") if task_id.isascii() else b""
        for task, raw in zip(tasks, self._judged.raw([task.files.contract for task in tasks]), strict=True):
            if raw and (name in raw or b"\\u" in raw) and task.contract and task_id in task.contract.dependencies and not is_closed(task):
                yield task

    def _packet(self, path: str, mission: Mission) -> None:
        """Follow a packet to the one in the other format, and where it is gone to the contract that asks for it."""
        place = packet_path(path)
        task = mission.tasks.get(place.task_id) if place else None
        if task is None:
            return
        for beside in (self._judged.target(task, each) for each in task.files.packets if each.endswith(".md")):
            if beside and path in (beside.path, beside.memory_path):
                self._add([each for each in (beside.path, beside.memory_path) if each in task.files.packets], _PAIR)
        if path in self._judged.change.removed:
            self._add([task.files.contract], _MISSING)

    def _add(self, paths: Iterable[str | None], rules: frozenset[str]) -> None:
        for path in paths:
            if path is not None:
                self.found.setdefault(path, set()).update(rules)

    def _is_new(self, *what: str) -> bool:
        is_new = what not in self._followed
        self._followed.add(what)
        return is_new


def _is_for(path: str, agent_type: str) -> bool:
    place = packet_path(path)
    return not agent_type or (place is not None and agent(place.name).type == agent_type)


def _task_of(path: str) -> str:
    place = packet_path(path)
    return place.task_id if place else ""
