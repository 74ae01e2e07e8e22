"""Which packets a task has: one for its worker, one for each reviewer, and their files. Seed: context-packet, Step 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.errors import UsageError
from packetlint.packet.agents import agent, reader_kind, snake
from packetlint.packet.spelling import is_usable, spelled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.packet.agents import Agent, ReaderKind
    from packetlint.packet.reader import Task

_REVIEW = "-review"


class Target(NamedTuple):
    """One packet: the worker's name as the files spell it, who that is, which view it reads, where its files are.

    `memory_path` is `memory-packet.json` for the task's primary worker, `memory-packet-NAME.json` (snake_case) for
    every other. `primary` says that it is the packet of the one who does the work.
    """

    worker: str
    agent: Agent
    kind: ReaderKind
    primary: bool
    path: str
    memory_path: str


def targets(task: Task) -> list[Target]:
    """Give the packets that the task's routing asks for: the primary worker's first, then the reviewers' in order.

    Each name once; a reviewer of the worker's own type gets `WORKER-review`. orchestration_authority is never among
    them, nor is a name that no file can have.
    """
    return [_target(task, name, primary=primary, reviewing=not primary) for name, primary in _routed(task)]


def unusable(task: Task) -> list[str]:
    """Give the names in the task's routing that no file can be called after."""
    return [name for name in _names(task) if name and not is_usable(name)]


def target_for(task: Task, role: str) -> Target:
    """Give the packet for a role that is asked for by name, in either spelling, routed or not.

    Raises UsageError for a name that no file can have.
    """
    if not is_usable(role):
        raise UsageError(f"no packet can be called after the role `{role[:40]}`: use letters, digits, `_` and `-`")
    routed = targets(task)
    return next((each for each in routed if snake(each.worker) == snake(role)), None) or _target(task, role, primary=False, reviewing=False)


def _names(task: Task) -> tuple[str, ...]:
    return (task.contract.primary_worker_type, *task.contract.required_reviewer_types) if task.contract else ()


def _routed(task: Task) -> Iterator[tuple[str, bool]]:
    """Yield the names that packets are called after, each with whether it is the worker's."""
    seen = set()
    for place, name in enumerate(_names(task)):
        is_own = place > 0 and agent(name).type == agent(_names(task)[0]).type
        called = f"{name}{_REVIEW}" if is_own and not agent(name).purpose else name
        if is_usable(name) and agent(name).slot != "orchestration_authority" and snake(called) not in seen:
            seen.add(snake(called))
            yield called, place == 0


def _target(task: Task, name: str, *, primary: bool, reviewing: bool) -> Target:
    who = agent(name)
    worker = _existing(task, name) or _called(task, name)
    memory = "memory-packet" if primary else f"memory-packet-{snake(name)}"
    folder = task.files.packet_folder
    kind = reader_kind(who, primary=primary, reviewing=reviewing)
    return Target(worker, who, kind, primary, f"{folder}/{worker}.md", f"{folder}/{memory}.json")


def _existing(task: Task, name: str) -> str:
    """Give the name as a packet that is there already has it, in whatever spelling; empty where there is none."""
    start = f"{task.files.packet_folder}/"
    stems = (path[len(start) :].removesuffix(".md") for path in task.files.packets if path.startswith(start) and path.endswith(".md"))
    return next((stem for stem in stems if snake(stem) == snake(name)), "")


def _called(task: Task, name: str) -> str:
    plain = name.removesuffix(_REVIEW)
    return spelled(plain, kebab=task.mission.is_kebab) + name[len(plain) :]
