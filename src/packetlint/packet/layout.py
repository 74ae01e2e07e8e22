"""Where things are in a `.geas` tree: from the paths of the judged tree to missions, tasks and their files.

Two layouts are read, and one mission may hold both: that of the seed (`tasks/T.json`, and folders beside it
for evidence, contracts, packets) and the nested one (`tasks/T/contract.json`, everything of a task below it).
A third (markdown contracts, YAML memory) is only recognised. Paths are from the repository's top. Seed:
context-packet, Inputs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from packetlint.packet.agents import snake

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Layout = Literal["seed", "nested"]

FOLDER = ".geas"
_MEMORY_PACKET = "memory-packet"


class TaskFiles(NamedTuple):
    """The files of one task; None for one that is not there. `packet_folder` is where its packets belong, there or not.

    `evidence` and `packets` (markdown and JSON) are sorted by path.
    """

    task_id: str
    layout: Layout
    contract: str
    record: str | None
    implementation_contract: str | None
    evidence: tuple[str, ...]
    packet_folder: str
    packets: tuple[str, ...]


class MissionFiles(NamedTuple):
    """The files of one mission; `tasks` by id, in the ids' order.

    `strays` are the packets of tasks that have no contract, sorted by path.
    """

    mission_id: str
    folder: str
    spec: str | None
    design_brief: str | None
    debt_register: str | None
    decisions: tuple[str, ...]
    tasks: Mapping[str, TaskFiles]
    strays: tuple[str, ...]


class RootFiles(NamedTuple):
    """The files of one `.geas` folder. `entries` are memory files by id, `agent_memory` those of agents by type (snake_case).

    `unread` says in one line what is there of the layout that is not read yet; empty where there is nothing.
    """

    folder: str
    run_state: str | None
    rules: str | None
    conventions: str | None
    memory_index: str | None
    entries: Mapping[str, str]
    logs: tuple[str, ...]
    agent_memory: Mapping[str, str]
    missions: Mapping[str, MissionFiles]
    unread: str


class PacketPath(NamedTuple):
    """What the path of a packet says: the `.geas` folder, the mission, the task and the file's name without its suffix.

    `is_memory` says that it is a memory packet (`memory-packet.json`, `memory-packet-TYPE.json`).
    """

    root: str
    mission_id: str
    task_id: str
    name: str
    is_memory: bool


def root_of(path: str) -> str | None:
    """Give the `.geas` folder that a path is in (`a/.geas` for `a/.geas/rules.md`), None for any other path."""
    before, mark, _ = f"/{path}".partition(f"/{FOLDER}/")
    return f"{before}/{FOLDER}"[1:] if mark else None


def packet_path(path: str) -> PacketPath | None:
    """Read a path as that of a packet, in either layout; None if it is none."""
    root = root_of(path)
    match [] if root is None else path[len(root) + 1 :].split("/"):
        case ["missions", mission, "packets", task, name] | ["missions", mission, "tasks", task, "packets", name]:
            stem, _, suffix = name.rpartition(".")
            is_memory = suffix == "json" and (stem == _MEMORY_PACKET or stem.startswith(f"{_MEMORY_PACKET}-"))
            return PacketPath(root or "", mission, task, stem, is_memory) if stem and (suffix == "md" or is_memory) else None
    return None


def find_roots(paths: Iterable[str]) -> list[RootFiles]:
    """Find every `.geas` folder among the paths of a tree, in any order, and sort its files; linear in their number."""
    folders: dict[str, list[str]] = {}
    for path in paths:
        root = root_of(path)
        if root is not None:
            folders.setdefault(root, []).append(path[len(root) + 1 :])
    return [_root(folder, sorted(folders[folder])) for folder in sorted(folders)]


def _root(folder: str, inside: list[str]) -> RootFiles:
    there = frozenset(inside)

    def if_there(path: str) -> str | None:
        return f"{folder}/{path}" if path in there else None

    return RootFiles(
        folder,
        if_there("state/run.json"),
        if_there("rules.md"),
        if_there("memory/_project/conventions.md"),
        if_there("state/memory-index.json"),
        {_stem(path): f"{folder}/{path}" for path in inside if _is_in(path, "memory/entries/", ".json")},
        tuple(f"{folder}/{path}" for path in inside if _is_in(path, "memory/logs/", ".json")),
        _agent_memory(folder, [path for path in inside if _is_in(path, "memory/agents/", ".md")]),
        _missions(folder, inside),
        _unread(folder, inside),
    )


def _is_in(path: str, folder: str, suffix: str) -> bool:
    return path.startswith(folder) and path.endswith(suffix) and "/" not in path[len(folder) :] and len(path) > len(folder) + len(suffix)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _agent_memory(folder: str, files: list[str]) -> dict[str, str]:
    """Give the files by type; where both spellings are there, that in snake_case."""
    spelled = sorted(files, key=lambda path: _stem(path) == snake(_stem(path)))
    return {snake(_stem(path)): f"{folder}/{path}" for path in spelled}


def _unread(folder: str, inside: list[str]) -> str:
    found = [path for path in inside if _is_newer(path)]
    if not found:
        return ""
    others = f" and {len(found) - 1} more" if len(found) > 1 else ""
    return f"{folder}/{found[0]}{others}: the layout with markdown contracts and YAML memory is not read yet"


def _is_newer(path: str) -> bool:
    if path.endswith((".yaml", ".yml")):
        return path.startswith(("memory/", "state/", "missions/"))
    match path.split("/"):
        case ["missions", _, "tasks", _, "contract.md"]:
            return True
        case ["missions", _, "tasks", name]:
            return name.endswith(".md")
    return False


def _missions(folder: str, inside: list[str]) -> dict[str, MissionFiles]:
    by_mission: dict[str, list[str]] = {}
    for path in inside:
        first, _, rest = path.partition("/")
        mission, slash, below = rest.partition("/")
        if first == "missions" and slash:
            by_mission.setdefault(mission, []).append(below)
    return {mission: _mission(f"{folder}/missions/{mission}", mission, below) for mission, below in by_mission.items()}


def _mission(folder: str, mission: str, below: list[str]) -> MissionFiles:
    there = frozenset(below)

    def if_there(path: str) -> str | None:
        return f"{folder}/{path}" if path in there else None

    found = _Tasks(folder, below)
    return MissionFiles(
        mission,
        folder,
        if_there("spec.json"),
        if_there("design-brief.json"),
        if_there("evolution/debt-register.json"),
        tuple(f"{folder}/{path}" for path in below if path.startswith("decisions/") and path.endswith(".json")),
        found.all(),
        found.strays(),
    )


class _Tasks:
    """The tasks of a mission, gathered from its paths in one pass."""

    def __init__(self, folder: str, below: list[str]) -> None:
        self._folder = folder
        self._contracts: dict[str, tuple[Layout, str]] = {}
        self._records: dict[str, str] = {}
        self._agreed: dict[str, str] = {}
        self._evidence: dict[str, list[str]] = {}
        self._packets: dict[str, list[str]] = {}
        for path in below:
            self._sort(path)

    def _sort(self, path: str) -> None:
        full = f"{self._folder}/{path}"
        match path.split("/"):
            case ["tasks", task, "contract.json"]:
                self._contracts[task] = ("nested", full)
            case ["tasks", name] if name.endswith(".json") and _stem(name):
                self._contracts.setdefault(_stem(name), ("seed", full))
            case ["tasks", task, "record.json"]:
                self._records[task] = full
            case ["contracts", name] if name.endswith(".json"):
                self._agreed[_stem(name)] = full
            case ["tasks", task, "evidence", name] | ["evidence", task, name] if name.endswith(".json"):
                self._evidence.setdefault(task, []).append(full)
            case ["tasks", task, "packets", name] | ["packets", task, name] if name.endswith((".md", ".json")):
                self._packets.setdefault(task, []).append(full)

    def all(self) -> dict[str, TaskFiles]:
        return {task: self._task(task) for task in sorted(self._contracts)}

    def strays(self) -> tuple[str, ...]:
        return tuple(sorted(path for task, paths in self._packets.items() if task not in self._contracts for path in paths))

    def _task(self, task: str) -> TaskFiles:
        layout, contract = self._contracts[task]
        return TaskFiles(
            task,
            layout,
            contract,
            self._records.get(task),
            self._agreed.get(task),
            tuple(sorted(self._evidence.get(task, ()))),
            f"{self._folder}/tasks/{task}/packets" if layout == "nested" else f"{self._folder}/packets/{task}",
            tuple(sorted(self._packets.get(task, ()))),
        )
