"""What is known of one packet: its task, what the builder gives in its place, and how the two differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.rule import CLEAN
from packetlint.core.source import Source
from packetlint.packet.budget import LIMIT, TooLongError
from packetlint.packet.claims import claims_of_packet
from packetlint.packet.facts import Absent, Disagreement, Facts
from packetlint.packet.memory import budget
from packetlint.packet.packet_items import criteria, plain
from packetlint.packet.packet_model import PacketFile
from packetlint.packet.past import Past
from packetlint.packet.plan import is_closed
from packetlint.packet.provenance import as_built
from packetlint.packet.quote import inline
from packetlint.packet.sections import RECIPES
from packetlint.packet.staleness import Staleness, of_packet, rebuild_command
from packetlint.packet.targets import target_for
from packetlint.packet.unknown import unknown_task

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.diagnostic import Severity
    from packetlint.core.rule import Run
    from packetlint.packet.builder import Packet
    from packetlint.packet.judged import Judged
    from packetlint.packet.reader import Task
    from packetlint.packet.targets import Target

_FOR_SOME = frozenset(recipe.title for recipe in RECIPES if recipe.readers)
_CONFLICTS = "Conflicts"


class PacketFacts:
    """Gives the facts of packets."""

    def __init__(self, judged: Judged, run: Run) -> None:
        """Look at what is judged; history is asked only for packets that were written by hand."""
        self._judged = judged
        self._past = Past(judged, run.content.tree.top if run.content.tree.known else None)

    def of(self, file: PacketFile, *, strict: bool) -> object:
        """Give the facts of a packet, CLEAN where no rule has anything to say."""
        full = strict or file.provenance is not None
        weight: Severity | None = None if full else "warning"
        task = self._judged.task(file.path)
        if task is None:
            return Facts(weight, full, unknown_task=unknown_task(self._judged.geas, file.place))
        target = self._judged.target(task, file.path)
        if task.contract is None or (target is None and file.provenance):
            return self._unplaced(file, task, weight)
        target = target or target_for(task, file.place.name)
        if file.provenance is None:
            return self._by_hand(file, task, target, Facts(weight, full))
        return self._built(file, task, target, file.provenance.as_of)

    def _unplaced(self, file: PacketFile, task: Task, weight: Severity | None) -> object:
        """Judge a packet whose contract cannot be read, which is said there, or that lies where the builder would put none."""
        if task.contract is None:
            return Facts(weight, full=False) if _is_long(file) else CLEAN
        where = f"packets of the task `{task.task_id}` belong into `{task.files.packet_folder}/`"
        return Facts(weight, full=False, unknown_worker=where)

    # -- with provenance -----------------------------------------------------------------------

    def _built(self, file: PacketFile, task: Task, target: Target, as_of: str) -> object:
        packet = self._judged.expected(task, target, as_of)
        stranger = "" if target.agent.known else _stranger(target)
        if isinstance(packet, TooLongError):
            return Facts(unknown_worker=stranger, contract=task.contract, staleness=_unbuildable(file, task, target, packet))
        if packet is None:
            return CLEAN
        lacking = self._lacking(file, packet, task, target)
        if as_built(file.source.raw) == packet.content and not stranger and not lacking:
            return CLEAN
        facts = Facts(unknown_worker=stranger, disagreements=lacking)
        if is_closed(task) and not file.is_edited:
            return facts  # history: its sources went on, and nobody touched the packet
        facts = self._against(file, packet, task, target, facts)
        staleness = of_packet(file, built_file(file, packet), packet, task, target, self._judged)
        is_history = is_closed(task) and staleness is not None and staleness.moved
        return facts._replace(staleness=None if is_history else staleness)

    def _lacking(self, file: PacketFile, packet: Packet, task: Task, target: Target) -> tuple[Disagreement, ...]:
        """Say so where the memory packet that belongs beside a packet is not there."""
        if packet.memory is None or is_closed(task) or self._judged.existing(packet.memory_path) is not None:
            return ()
        message = f"the memory packet `{packet.memory_path.rpartition('/')[2]}` that belongs beside the packet is not there"
        return (Disagreement(file.title, None, message, f"run `{rebuild_command(task, target)}`"),)

    def _against(self, file: PacketFile, packet: Packet, task: Task, target: Target, facts: Facts) -> Facts:
        """Hold a packet against what the builder gives: sections, conflicts, memories."""
        built = built_file(file, packet)
        history = is_closed(task)
        return facts._replace(
            contract=task.contract,
            built=built,
            title=built.title_text,
            absent=tuple(_absent(file, packet, task, history=history)),
            unflagged=() if history else tuple(_unflagged(file, built)),
            claims=() if history else tuple(claims_of_packet(file, task)),
            most_claims=budget(target.agent),
            command=rebuild_command(task, target),
        )

    # -- without -------------------------------------------------------------------------------

    def _by_hand(self, file: PacketFile, task: Task, target: Target, facts: Facts) -> object:
        """Judge a packet that was written by hand: fairly, or by everything there is to hold it to."""
        later = None if is_closed(task) else self._past.later(file, task, target)
        facts = facts._replace(contract=task.contract, later=later, command=rebuild_command(task, target))
        packet = self._judged.expected(task, target, None) if facts.full else None
        if packet is None or isinstance(packet, TooLongError):
            return facts
        stranger = "" if target.agent.known else _stranger(target)
        return self._against(file, packet, task, target, facts._replace(unknown_worker=stranger))


def built_file(file: PacketFile, packet: Packet) -> PacketFile:
    """Give what the builder gives in a packet's place, to be read as the packet is."""
    return PacketFile(Source(file.path, packet.content))


def _is_long(file: PacketFile) -> bool:
    return len(file.source.raw.splitlines()) >= LIMIT


def _stranger(target: Target) -> str:
    return f"`{target.worker}` is no known agent type, so the packet reads as an implementer's"


def _unbuildable(file: PacketFile, task: Task, target: Target, error: TooLongError) -> Staleness:
    return Staleness(file.title, (), (), rebuild_command(task, target), failure=str(error))


def _absent(file: PacketFile, packet: Packet, task: Task, *, history: bool) -> Iterator[Absent]:
    """Yield the sections that a packet lacks; of a closed task only those that come from the contract alone."""
    there = {part.title for part in file.parts}
    for title, files in packet.behind:
        is_due = not history or set(files) <= {task.files.contract}
        if title not in there and title != _CONFLICTS and is_due:
            yield Absent(title, title in _FOR_SOME, files)


def _unflagged(file: PacketFile, built: PacketFile) -> Iterator[str]:
    """Yield the conflicts that the builder lists and the packet does not."""
    due, part = built.part(_CONFLICTS), file.part(_CONFLICTS)
    said = {item.text for item in criteria(part)} if part else set()
    yield from (item.text for item in (criteria(due) if due else ()) if plain(inline(item.text)) not in said and item.text not in said)
