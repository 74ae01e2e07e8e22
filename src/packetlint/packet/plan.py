"""Which packets are to be built: those of the tasks that are asked for, routed or there already. Seed: context-packet, When to Use."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from packetlint.core.errors import UsageError
from packetlint.core.nearest import nearest
from packetlint.packet.agents import SLOT_OF, agent, snake
from packetlint.packet.builder import target_of
from packetlint.packet.targets import target_for, targets, unusable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from packetlint.packet.reader import Geas, Task
    from packetlint.packet.targets import Target

CLOSED = ("passed", "cancelled")
"""The statuses of tasks that are history."""

_MOST_NAMED = 8
_Named = TypeVar("_Named")


class Wanted(NamedTuple):
    """What the person asks for. Closed tasks count only with `closed`, or when a task is named."""

    mission: str | None = None
    task: str | None = None
    role: str | None = None
    closed: bool = False


class Job(NamedTuple):
    """One packet to be built."""

    task: Task
    target: Target


class Plan(NamedTuple):
    """The packets to build, the tasks whose contract cannot be read, and how many closed tasks were passed over.

    `unusable` are names of workers that no file can be called after, each with the contract that has it.
    """

    jobs: list[Job]
    unreadable: list[Task]
    closed: int
    unusable: list[tuple[str, str]]

    @property
    def unknown(self) -> list[str]:
        """Give the workers whose type is not known: their packets read as an implementer's."""
        return sorted({job.target.worker for job in self.jobs if not job.target.agent.known})


def plan(geas: Geas, wanted: Wanted, is_built: Callable[[str], bool]) -> Plan:
    """Plan the packets of a tree; `is_built(path)` says whether a packet that nobody's routing asks for was built.

    Raises UsageError, with the nearest name, for a mission, a task or a role there is none of.
    """
    tasks = list(_tasks(geas, wanted))
    if wanted.role is not None:
        _check_role(wanted.role, tasks)
    readable = [task for task in tasks if task.contract]
    open_tasks = [task for task in readable if wanted.closed or wanted.task is not None or not is_closed(task)]
    jobs = [Job(task, target) for task in open_tasks for target in _targets(task, wanted.role, is_built)]
    nameless = [(name, task.files.contract) for task in open_tasks for name in unusable(task)]
    return Plan(jobs, [task for task in tasks if not task.contract], len(readable) - len(open_tasks), nameless)


def is_closed(task: Task) -> bool:
    """Say whether a task is history."""
    return task.contract is not None and task.contract.status in CLOSED


def _tasks(geas: Geas, wanted: Wanted) -> Iterator[Task]:
    missions = [mission for root in geas.roots.values() for mission in root.missions.values()]
    chosen = _chosen(missions, wanted.mission, "mission", lambda mission: mission.mission_id)
    tasks = [task for mission in chosen for task in mission.tasks.values()]
    yield from _chosen(tasks, wanted.task, "task", lambda task: task.task_id)


def _chosen(things: list[_Named], name: str | None, kind: str, name_of: Callable[[_Named], str]) -> list[_Named]:
    """Give the things of a name; all of them when none is asked for."""
    if name is None:
        return things
    found = [each for each in things if name_of(each) == name]
    if not found:
        raise UsageError(f"there is no {kind} `{name}`{_known(name, {name_of(each) for each in things}, kind)}")
    return found


def _known(name: str, known: set[str], kind: str) -> str:
    """Give the nearest name, or the few there are."""
    if not known:
        return f"; there is no {kind} here at all"
    few = f"; there {'is' if len(known) == 1 else 'are'} {', '.join(sorted(known))}" if len(known) <= _MOST_NAMED else ""
    return nearest(name, known) or few


def _check_role(role: str, tasks: Iterable[Task]) -> None:
    """Refuse a role that is no known type, and that no task's routing names."""
    if agent(role).known:
        return
    routed = {snake(target.worker) for task in tasks for target in targets(task)}
    if snake(role) not in routed:
        raise UsageError(f"there is no role `{role}`{nearest(snake(role), {*SLOT_OF, *routed})}")


def _targets(task: Task, role: str | None, is_built: Callable[[str], bool]) -> Iterator[Target]:
    """Give the packet for a role that is asked for; else those the routing names, and others that were built before."""
    routed = targets(task)
    yield from (routed if role is None else _for_role(task, role, routed))
    if role is None:
        yield from _built_before(task, {target.path for target in routed}, is_built)


def _for_role(task: Task, role: str, routed: list[Target]) -> list[Target]:
    """Give the packet for a role; for a slot's name, those of the workers in that slot whom the routing names."""
    asked = target_for(task, role)
    in_slot = [target for target in routed if target.agent.slot == snake(role)]
    return [asked] if asked in routed or not in_slot else in_slot


def _built_before(task: Task, known: set[str], is_built: Callable[[str], bool]) -> Iterator[Target]:
    for path in task.files.packets:
        if path.endswith(".md") and path not in known and is_built(path):
            target = target_of(task, path)
            if target:
                yield target
