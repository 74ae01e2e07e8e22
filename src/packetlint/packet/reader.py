"""Read a `.geas` tree: lazily, each file once, and none of them keeping another from being read.

`Geas` takes the paths of a tree and a function that gives bytes; roots, missions, tasks and what their files say
are read when they are asked for, and kept. What cannot be read is None, or left out of a list; `Geas.faults` says
why. Seed: context-packet, Inputs.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from packetlint.core.errors import UnreadableError
from packetlint.packet.agents import agent
from packetlint.packet.artifact import Fault, read_artifact
from packetlint.packet.fields import Fields
from packetlint.packet.instants import instant
from packetlint.packet.layout import find_roots
from packetlint.packet.mission_reader import read_debt, read_decision_file, read_design_brief, read_run_state, read_spec
from packetlint.packet.model import Place, Text
from packetlint.packet.record_reader import gather_record, part_name, read_implementation_contract, read_record
from packetlint.packet.spelling import is_kebab
from packetlint.packet.task_reader import read_contract, read_evidence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from packetlint.packet.artifact import Artifact
    from packetlint.packet.layout import MissionFiles, RootFiles, TaskFiles
    from packetlint.packet.memory_pool import Pool
    from packetlint.packet.model import Contract, DebtRegister, Decision, DesignBrief, Evidence, MissionSpec, RunState
    from packetlint.packet.record_model import ImplementationContract, Record, SelfCheck


class Geas:
    """All `.geas` folders of one tree; `roots` are what is in each, by its path, in the paths' order."""

    def __init__(self, paths: Iterable[str], read: Callable[[str], bytes]) -> None:
        """Sort the paths; nothing is read yet. `read(path)` raises UnreadableError, whose text says why."""
        self._read = read
        self._artifacts: dict[str, Artifact] = {}
        self._texts: dict[str, Text | None] = {}
        self._faults: dict[str, Fault] = {}
        self.roots: Mapping[str, Root] = {files.folder: Root(self, files) for files in find_roots(paths)}

    @property
    def faults(self) -> list[Fault]:
        """List the files that could not be read so far, by path."""
        return [self._faults[path] for path in sorted(self._faults)]

    def artifact(self, path: str) -> Artifact:
        """Give a JSON file: its value, or the fault for which it has none; never raises."""
        artifact = self._artifacts.get(path)
        if artifact is None:
            artifact = self._artifacts[path] = read_artifact(path, self._read)
            if artifact.fault:
                self._faults[path] = artifact.fault
        return artifact

    def fields(self, path: str | None) -> Fields | None:
        """Give the object of a JSON file; None for no path, for what cannot be read, and for what is no object."""
        value = None if path is None else self.artifact(path).object
        return None if value is None or path is None else Fields(value, Place(path))

    def text(self, path: str | None) -> Text | None:
        """Give a text file; None for no path, for what cannot be read, and for one that is blank."""
        if path is None:
            return None
        if path not in self._texts:
            self._texts[path] = self._read_text(path)
        return self._texts[path]

    def _read_text(self, path: str) -> Text | None:
        from packetlint.core.source import Source

        try:
            text = Source(path, self._read(path)).text
        except UnreadableError as error:
            self._faults[path] = Fault(path, str(error))
            return None
        return Text(path, text) if text.strip() else None


class Root:
    """One `.geas` folder: what all its missions share, and the missions by id."""

    def __init__(self, geas: Geas, files: RootFiles) -> None:
        """Take the folder's files; nothing is read yet."""
        self.geas = geas
        self.files = files
        self.missions: Mapping[str, Mission] = {name: Mission(self, each) for name, each in files.missions.items()}

    @cached_property
    def run_state(self) -> RunState | None:
        """Give `state/run.json`."""
        fields = self.geas.fields(self.files.run_state)
        return read_run_state(fields) if fields else None

    @property
    def rules(self) -> Text | None:
        """Give `rules.md`."""
        return self.geas.text(self.files.rules)

    @cached_property
    def rule_bullets(self) -> tuple[str, ...]:
        """Give the list items of rules.md, in order, each on one line without its mark."""
        from packetlint.packet.bullets import bullets

        return bullets(self.rules.text) if self.rules else ()

    @property
    def conventions(self) -> Text | None:
        """Give `memory/_project/conventions.md`."""
        return self.geas.text(self.files.conventions)

    @cached_property
    def memory(self) -> Pool:
        """Give what the folder remembers."""
        from packetlint.packet.memory_pool import read_pool

        return read_pool(self.files, self.geas.fields)

    def agent_memory(self, agent_type: str) -> Text | None:
        """Give the memory file of an agent type."""
        return self.geas.text(self.files.agent_memory.get(agent_type))


class Mission:
    """One mission: what its tasks share, and the tasks by id."""

    def __init__(self, root: Root, files: MissionFiles) -> None:
        """Take the mission's files; nothing is read yet."""
        self.root = root
        self.files = files
        self.mission_id = files.mission_id
        self.tasks: Mapping[str, Task] = {name: Task(self, each) for name, each in files.tasks.items()}

    @cached_property
    def spec(self) -> MissionSpec | None:
        """Give `spec.json`."""
        fields = self.root.geas.fields(self.files.spec)
        return read_spec(fields) if fields else None

    @cached_property
    def design_brief(self) -> DesignBrief | None:
        """Give `design-brief.json`."""
        fields = self.root.geas.fields(self.files.design_brief)
        return read_design_brief(fields) if fields else None

    @cached_property
    def debt(self) -> DebtRegister | None:
        """Give the debt register."""
        fields = self.root.geas.fields(self.files.debt_register)
        return read_debt(fields) if fields else None

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """Give the decisions: those of `decisions/` by path, then the design brief's."""
        objects = filter(None, map(self.root.geas.fields, self.files.decisions))
        return (*map(read_decision_file, objects), *(self.design_brief.architecture_decisions if self.design_brief else ()))

    @cached_property
    def scopes(self) -> Mapping[str, tuple[str, ...]]:
        """Give the paths of each task's scope, by the task's id."""
        return {name: task.contract.paths if task.contract else () for name, task in self.tasks.items()}

    @cached_property
    def is_kebab(self) -> bool:
        """Say whether the mission's files spell workers in kebab-case: more names of evidence and packets do than not."""
        tasks = self.files.tasks.values()
        return is_kebab(path for task in tasks for path in (*task.evidence, *task.packets))


class Task:
    """One task; `evidence` and what else it has are read when they are asked for."""

    def __init__(self, mission: Mission, files: TaskFiles) -> None:
        """Take the task's files; nothing is read yet."""
        self.mission = mission
        self.files = files
        self.task_id = files.task_id
        self._geas = mission.root.geas

    @cached_property
    def contract(self) -> Contract | None:
        """Give the contract; None where its file cannot be read."""
        fields = self._geas.fields(self.files.contract)
        return read_contract(fields, self.task_id) if fields else None

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """Give the evidence, oldest first, then by path; without the files that are a part of the record."""
        found = [read_evidence(fields, name, self.task_id) for name, part, fields in self._proofs if part is None]
        return tuple(sorted(found, key=lambda each: (instant(each.created_at) or 0, each.place.file)))

    @cached_property
    def _proofs(self) -> list[tuple[str, str | None, Fields]]:
        """Give each file among the evidence: its name, the part of the record it is (None: evidence), its object."""
        named = ((path.rpartition("/")[2].removesuffix(".json"), self._geas.fields(path)) for path in self.files.evidence)
        return [(name, part_name(name, fields.text("artifact_type")), fields) for name, fields in named if fields]

    @cached_property
    def work(self) -> tuple[Evidence, ...]:
        """Give the evidence of those who do the work: implementers, and the primary worker of any type."""
        worker = agent(self.contract.primary_worker_type) if self.contract else None
        return tuple(each for each in self.evidence if each.is_implementation or (each.agent == worker and each.role in ("", worker.type)))

    @cached_property
    def record(self) -> Record | None:
        """Give `record.json`; where there is none, what files among the evidence say that are a part of one."""
        fields = self._geas.fields(self.files.record)
        if fields:
            return read_record(fields, self.task_id)
        return gather_record(((part, fields) for _, part, fields in self._proofs if part), self.task_id)

    @cached_property
    def implementation_contract(self) -> ImplementationContract | None:
        """Give `contracts/T.json`, else that of the record."""
        fields = self._geas.fields(self.files.implementation_contract)
        agreed = read_implementation_contract(fields) if fields else None
        return agreed or (self.record.implementation_contract if self.record else None)

    @cached_property
    def self_check(self) -> SelfCheck | None:
        """Give the record's self-check, else that of the newest piece of work which has one."""
        if self.record and self.record.self_check:
            return self.record.self_check
        return next((each.self_check for each in reversed(self.work) if each.self_check), None)

    @cached_property
    def dependencies(self) -> tuple[Task, ...]:
        """Give the tasks of the mission that the contract names and that are there, in its order."""
        names = self.contract.dependencies if self.contract else ()
        return tuple(self.mission.tasks[name] for name in names if name in self.mission.tasks and name != self.task_id)
