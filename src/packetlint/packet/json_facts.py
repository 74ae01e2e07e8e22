"""What is known of one JSON file of a `.geas` folder: what its schema refuses, and what it has against other files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.json_reader import pointer
from packetlint.core.rule import CLEAN, NO_ARTIFACT
from packetlint.packet.agents import snake
from packetlint.packet.facts import Facts, Mismatch, Refusal, Unserved, is_clean
from packetlint.packet.layout import root_of
from packetlint.packet.memory_model import ELIGIBLE
from packetlint.packet.memory_reader import read_entry
from packetlint.packet.pairs import Pairs
from packetlint.packet.schema import check, schema_for
from packetlint.packet.staleness import rebuild_command
from packetlint.packet.targets import targets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.json_reader import Path
    from packetlint.packet.judged import Judged
    from packetlint.packet.memory_model import MemoryEntry, MemoryIndexEntry
    from packetlint.packet.packet_model import JsonFile
    from packetlint.packet.reader import Task
    from packetlint.packet.schema import Found
    from packetlint.packet.targets import Target

_VITAL = ("contract", "memory-packet")
_WAITING = ("ready", "implementing")


class JsonFacts:
    """Gives the facts of JSON files."""

    def __init__(self, judged: Judged) -> None:
        """Look at what is judged."""
        self._judged = judged
        self._pairs = Pairs(judged)

    def of(self, file: JsonFile) -> object:
        """Give the facts of a file: CLEAN where nothing is wrong with it, NO_ARTIFACT where nobody knows what it should be."""
        name = schema_for(file.path)
        refusals = tuple(_refusal(found, is_json=file.artifact.fault is None) for found in check(file.artifact))
        if name is None and not refusals:
            return NO_ARTIFACT
        facts = Facts(refusals=refusals, is_vital=name in _VITAL)
        if name == "memory-packet":
            facts = self._pairs.add(file, facts)
        elif name == "memory-index":
            facts = facts._replace(mismatches=tuple(self._mismatches(file)))
        elif name == "contract":
            facts = facts._replace(unserved=tuple(self._unserved(file)))
        return CLEAN if is_clean(facts) else facts

    # -- the index of memories -----------------------------------------------------------------

    def _mismatches(self, file: JsonFile) -> Iterator[Mismatch]:
        """Compare each entry of the index with its file; one that may be handed over and has no file is said to have none."""
        root = self._judged.geas.roots.get(root_of(file.path) or "")
        lines = root.memory.lines if root and root.files.memory_index == file.path else None
        if root is None or lines is None:
            return
        for line in lines.entries:
            path = root.files.entries.get(line.memory_id)
            fields = self._judged.geas.fields(path)
            if fields is not None:
                yield from _differing(file, line, read_entry(fields, line.memory_id))
            elif path is None and line.state in ELIGIBLE:
                yield _mismatch(file, line.place.path, f"the memory `{line.memory_id}` has no entry file, so it is never handed over")

    # -- contracts -----------------------------------------------------------------------------

    def _unserved(self, file: JsonFile) -> Iterator[Unserved]:
        """Yield the workers of a task that waits or is worked on who have no packet, in a mission that has any."""
        task = self._task_of(file.path)
        if task is None or task.contract is None or task.contract.status not in _WAITING:
            return
        if not any(path.endswith(".md") for each in task.mission.tasks.values() for path in each.files.packets):
            return
        for target in targets(task):
            if target.path not in task.files.packets:
                path = _routed_at(task, target)
                yield Unserved(file.artifact.span(path), pointer(path), target.worker, rebuild_command(task, target))

    def _task_of(self, path: str) -> Task | None:
        """Give the task whose contract a path is."""
        folder = root_of(path) or ""
        root = self._judged.geas.roots.get(folder)
        match path[len(folder) + 1 :].split("/"):
            case ["missions", mission_id, "tasks", task_id, *_]:
                mission = root.missions.get(mission_id) if root else None
                return mission.tasks.get(task_id.removesuffix(".json")) if mission else None
        return None


def _refusal(found: Found, *, is_json: bool) -> Refusal:
    """Say what is wrong in a whole sentence: what a schema refuses is said of the value's name."""
    is_whole = not is_json or found.message.startswith("`")
    message = found.message if is_whole else f"{_name_of(found.path)} {found.message}"
    return Refusal((found.start, found.end), pointer(found.path) if is_json else None, message, found.help)


def _name_of(path: Path) -> str:
    """Name a value: `scope.paths[2]`, or the file itself."""
    parts = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return f"`{parts.removeprefix('.')}`" if path else "the file"


def _differing(file: JsonFile, line: MemoryIndexEntry, entry: MemoryEntry) -> Iterator[Mismatch]:
    """Yield the fields of which an index entry and its file both say something, and not the same."""
    pairs = {
        "state": (line.state or None, entry.state or None),
        "memory_type": (line.memory_type or None, entry.memory_type or None),
        "confidence": (line.confidence, entry.confidence),
        "tags": (_tags(line.tags), _tags(entry.tags)),
    }
    for name, (listed, held) in pairs.items():
        if listed is not None and held is not None and listed != held:
            said = f"the index gives the memory `{line.memory_id}` the {name.replace('_', ' ')} `{listed}`, its entry file `{held}`"
            yield _mismatch(file, (*line.place.path, name), said)


def _tags(tags: tuple[str, ...] | None) -> str | None:
    return None if tags is None else ", ".join(sorted(map(snake, tags)))


def _mismatch(file: JsonFile, path: Path, message: str) -> Mismatch:
    return Mismatch(file.artifact.span(path), pointer(path), message)


def _routed_at(task: Task, target: Target) -> Path:
    """Give the place in the contract that asks for a packet."""
    if target.primary or task.contract is None:
        return ("routing", "primary_worker_type")
    names = task.contract.required_reviewer_types
    wanted = snake(target.worker)
    number = next((at for at, name in enumerate(names) if wanted in (snake(name), snake(f"{name}-review"))), 0)
    return ("routing", "required_reviewer_types", number)
