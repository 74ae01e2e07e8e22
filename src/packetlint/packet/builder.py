"""Build a packet: a pure function of a tree, a task, a worker and a point in time. Seed: context-packet, Generation Process."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from packetlint.packet.budget import REFERENCE, fit
from packetlint.packet.instants import newest
from packetlint.packet.layout import packet_path
from packetlint.packet.memory import retrieve
from packetlint.packet.memory_packet import memory_packet
from packetlint.packet.memory_score import Subject
from packetlint.packet.provenance import read_provenance
from packetlint.packet.render import render
from packetlint.packet.sections import sections
from packetlint.packet.targets import target_for, targets
from packetlint.packet.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from packetlint.packet.memory_model import Retrieval
    from packetlint.packet.reader import Geas, Task
    from packetlint.packet.section import Section
    from packetlint.packet.targets import Target

UNDATED = "1970-01-01T00:00:00Z"
"""The time of a packet none of whose files carries one."""


class Packet(NamedTuple):
    """What was built: the packet's path and bytes, its time, its sections with the files behind each, and the memory packet.

    `memory` is None where memory retrieval is skipped; `retrieval` says which memories were chosen and why.
    """

    path: str
    content: bytes
    as_of: str
    sections: tuple[Section, ...]
    memory_path: str
    memory: bytes | None
    retrieval: Retrieval

    @property
    def behind(self) -> list[tuple[str, tuple[str, ...]]]:
        """Give each section's title and the files behind it."""
        return [(section.title, section.files) for section in self.sections]


def build(geas: Geas, task: Task, target: Target, as_of: str | None = None) -> Packet | None:
    """Build one packet as of a time, by default that of the newest file it is made from.

    None where the task's contract cannot be read. Raises TooLongError where what must be in it does not fit.
    """
    if task.contract is None:
        return None
    view = View(geas, task, task.contract, target)
    timeless = [] if as_of else sections(view)
    time = as_of or newest(_times(view, timeless)) or UNDATED
    retrieval = _retrieved(view, time)
    view = view._replace(retrieval=retrieval)
    kept = fit(sections(view, timeless), view.shown)
    return Packet(target.path, render(view, kept, time), time, tuple(kept), target.memory_path, memory_packet(view, time), retrieval)


def expected(geas: Geas, path: str) -> Packet | None:
    """Build the committed packet at `path` again, as of the time it says: it is stale if these are other bytes.

    None for a packet that was written by hand, that is of no task there is, or that is not there.
    """
    task = task_of(geas, path)
    text = geas.text(path) if task else None
    provenance = read_provenance(text.text.encode()) if text else None
    target = target_of(task, path) if task and provenance else None
    return build(geas, task, target, provenance.as_of) if task and target and provenance else None


def task_of(geas: Geas, path: str) -> Task | None:
    """Give the task that a packet's path belongs to."""
    named = packet_path(path)
    root = geas.roots.get(named.root) if named else None
    mission = root.missions.get(named.mission_id) if named and root else None
    return mission.tasks.get(named.task_id) if named and mission else None


def target_of(task: Task, path: str) -> Target | None:
    """Give the packet that belongs at a path of the task: a routed one, or one for whoever the file is named after."""
    routed = next((each for each in targets(task) if each.path == path), None)
    if routed:
        return routed
    named = packet_path(path)
    asked = target_for(task, named.name) if named and not named.is_memory else None
    return asked if asked and asked.path == path else None


def _times(view: View, quoting: Iterable[Section]) -> Iterator[str]:
    """Yield the timestamps of everything that is quoted or scored."""
    files = {file for section in quoting if section.title != REFERENCE for file in section.files}
    pool = view.root.memory
    state = view.root.run_state
    if state and not pool.skipped:
        files.add(state.place.file)
    for file in files:
        yield from view.times(file)
    remembered = _newest(pool.times)
    if remembered:
        yield remembered


@lru_cache(maxsize=8)
def _newest(times: tuple[str, ...]) -> str | None:
    """Give the newest of the times of all memories, which every packet of a tree asks for."""
    return newest(times)


def _retrieved(view: View, as_of: str) -> Retrieval:
    contract = view.contract
    pool = view.root.memory
    scopes = view.mission.scopes if pool.memories else {}  # they are in the contracts of all tasks
    subject = Subject(view.target.agent, view.task.task_id, contract.paths, contract.risk_level, scopes)
    return retrieve(pool, subject, as_of, view.root.agent_memory(view.target.agent.type))
