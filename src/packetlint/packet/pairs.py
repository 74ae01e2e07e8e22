"""A memory packet and the packet beside it: whether they are of one task and worker, and hand over the same memories."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.packet.agents import agent, snake
from packetlint.packet.builder import Packet
from packetlint.packet.claims import SECTION, caution_id, claims_of_memory_packet, texts
from packetlint.packet.facts import Disagreement, Facts
from packetlint.packet.memory import budget
from packetlint.packet.packet_items import memories, plain
from packetlint.packet.packet_model import PacketFile
from packetlint.packet.plan import is_closed
from packetlint.packet.provenance import as_built, read_provenance
from packetlint.packet.staleness import of_memory, rebuild_command
from packetlint.packet.unknown import unknown_task

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.json_reader import Path
    from packetlint.packet.judged import Judged
    from packetlint.packet.packet_model import JsonFile
    from packetlint.packet.reader import Task
    from packetlint.packet.targets import Target

_OF_THE_WORKER = "memory-packet"
_LEFT_OUT = "- Left out to stay under"
_NAMED = re.compile(r"\[([^\[\]\n]+)\]")


class Pairs:
    """Holds memory packets against the packets beside them."""

    def __init__(self, judged: Judged) -> None:
        """Look at what is judged."""
        self._judged = judged

    def add(self, file: JsonFile, facts: Facts) -> Facts:
        """Add to the facts of a memory packet what its task, its packet and the memories have to do with it."""
        place, task = file.place, self._judged.task(file.path)
        if place is None or file.artifact.object is None:
            return facts
        if task is None:
            return facts._replace(unknown_task=unknown_task(self._judged.geas, place))
        if task.contract is None:
            return facts
        target = self._target(task, file.path)
        if target and self._are_as_built(file, task, target):
            return facts
        who = target.agent if target else agent(place.name.removeprefix(f"{_OF_THE_WORKER}-") if place.name != _OF_THE_WORKER else "")
        facts = facts._replace(
            most_claims=budget(who),
            claims=() if is_closed(task) else tuple(claims_of_memory_packet(file, task)),
            disagreements=tuple(_of_itself(file, task, target)),
        )
        return self._beside(file, task, target, facts) if target else facts

    def _are_as_built(self, file: JsonFile, task: Task, target: Target) -> bool:
        """Say whether both are byte for byte what the builder gives: what most are, so that neither is taken apart."""
        there = self._judged.existing(target.path)
        provenance = read_provenance(there) if there is not None and not is_closed(task) else None
        built = self._judged.expected(task, target, provenance.as_of) if provenance else None
        if there is None or not isinstance(built, Packet):
            return False
        return built.memory == as_built(file.source.raw) and built.content == as_built(there)

    def _target(self, task: Task, path: str) -> Target | None:
        """Give the packet that is there and whose memory packet this is."""
        beside = (self._judged.target(task, each) for each in task.files.packets if each.endswith(".md"))
        return next((target for target in beside if target and target.memory_path == path), None)

    def _beside(self, file: JsonFile, task: Task, target: Target, facts: Facts) -> Facts:
        packet = self._packet(target.path)
        if packet is None:
            return facts
        if packet.provenance is None:
            return facts._replace(disagreements=(*facts.disagreements, *_between(file, packet, task, target)))
        built = None if is_closed(task) else self._judged.expected(task, target, packet.provenance.as_of)
        stale = of_memory(file, built.memory, task, target, self._judged) if isinstance(built, Packet) and built.memory else None
        return facts._replace(staleness=stale, disagreements=(*facts.disagreements, *_between(file, packet, task, target)))

    def _packet(self, path: str) -> PacketFile | None:
        from packetlint.core.errors import UnreadableError
        from packetlint.core.source import Source

        raw = self._judged.existing(path)
        try:
            return None if raw is None else PacketFile(Source(path, raw))
        except UnreadableError:
            return None


def _of_itself(file: JsonFile, task: Task, target: Target | None) -> Iterator[Disagreement]:
    """Yield a task or a type of agent that is not the one the file's place says."""
    value = file.artifact.object or {}
    named = value.get("target_task_id")
    names = {task.task_id, task.contract.task_id if task.contract else task.task_id}
    if isinstance(named, str) and named not in names:
        message = f"the memory packet is for the task `{named}`, and lies with the task `{task.task_id}`"
        yield _at(file, ("target_task_id",), message, "move it, or name the task it lies with")
    named = value.get("target_agent_type")
    if target and isinstance(named, str) and agent(snake(named)).type != target.agent.type:
        message = f"the memory packet is for `{named}`, and the packet beside it for `{target.agent.type}`"
        yield _at(file, ("target_agent_type",), message, f"run `{rebuild_command(task, target)}`")


def _between(file: JsonFile, packet: PacketFile, task: Task, target: Target) -> Iterator[Disagreement]:
    """Yield the memories, and the marks of caution, that only one of the two has."""
    part = packet.part(SECTION)
    if part is None and packet.provenance is None:
        return
    help = f"run `{rebuild_command(task, target)}`"
    shown = {each.memory_id: each.doubtful for each in (memories(part) if part else ())}
    left_out = _left_out(packet)
    listed = texts(file, "applicable_memory_ids")
    for number, memory_id in enumerate(listed):
        if plain(memory_id) not in shown and plain(memory_id) not in left_out:
            message = f"the memory packet hands over `{memory_id}`, and the packet beside it does not show it"
            yield _at(file, ("applicable_memory_ids", number), message, help)
    for memory_id in sorted(shown.keys() - set(map(plain, listed))):
        message = f"the packet beside it shows the memory `{memory_id}`, and the memory packet does not hand it over"
        yield _at(file, ("applicable_memory_ids",), message, help)
    doubtful = {plain(caution_id(text)) for text in texts(file, "caution_items")}
    for memory_id in sorted(name for name, marked in shown.items() if marked != (name in doubtful)):
        first, second = ("the packet beside it", "the memory packet") if shown[memory_id] else ("the memory packet", "the packet beside it")
        message = f"{first} has the memory `{memory_id}` among its caution items, and {second} has not"
        yield _at(file, ("caution_items",), message, help)


def _left_out(packet: PacketFile) -> set[str]:
    """Give what the line about left-out parts names, in a packet that would have been too long."""
    lines = (line for line in packet.source.text.splitlines() if line.startswith(_LEFT_OUT))
    return {plain(match[1]) for line in lines for match in _NAMED.finditer(line)}


def _at(file: JsonFile, path: Path, message: str, help: str) -> Disagreement:
    from packetlint.core.json_reader import pointer

    return Disagreement(file.artifact.span(path), pointer(path), message, help)
