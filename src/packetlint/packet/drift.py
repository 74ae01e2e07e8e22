"""Hold what a packet repeats of the contract against it: criteria, boundaries, commands, rubric. Seed: context-packet, Rules, 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.diagnostic import Finding
from packetlint.packet.differences import contradictions, differences
from packetlint.packet.packet_items import commands, criteria, labelled, plain, rubric
from packetlint.packet.saying import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from packetlint.packet.differences import Difference
    from packetlint.packet.facts import Facts
    from packetlint.packet.packet_items import Item
    from packetlint.packet.packet_model import PacketFile, Part

_BOUNDARIES = "Boundaries"
_CRITERIA = "Acceptance Criteria"
_CRITERIA_NAMES = ("acceptance criteria", "수용 기준", "인수 기준", "인수 조건", "수락 기준", "완료 기준", "완료 조건", "승인 기준")


def criteria_drift(file: PacketFile, facts: Facts) -> Iterator[Finding]:
    """Yield acceptance criteria that are not the contract's, or not in its order; by hand they may be said in fewer of its words."""
    if facts.contract is None:
        return
    if facts.built:
        yield from _drift(file, facts, _CRITERIA, criteria, "criterion")
        return
    part = next((part for part in file.parts if any(name in part.title.casefold() for name in _CRITERIA_NAMES)), None)
    if part is not None and not facts.full:
        due = [plain(criterion) for criterion in facts.contract.acceptance_criteria]
        yield from _findings(contradictions(criteria(part), due), part, facts, "criterion")


def commands_drift(file: PacketFile, facts: Facts) -> Iterator[Finding]:
    """Yield commands that are not the contract's, or not in its order."""
    yield from _drift(file, facts, "Eval Commands", commands, "command")


def rubric_drift(file: PacketFile, facts: Facts) -> Iterator[Finding]:
    """Yield rows of the rubric that are not the contract's for this reader."""
    yield from _drift(file, facts, "Rubric Scoring", rubric, "row")


def _drift(file: PacketFile, facts: Facts, title: str, read: Callable[[Part], list[Item]], noun: str) -> Iterator[Finding]:
    """Compare one section with what the builder gives in its place."""
    part, due = file.part(title), facts.built.part(title) if facts.built else None
    if part is not None and facts.built is not None:
        wanted = [item.text for item in read(due)] if due else []
        yield from _findings(differences(read(part), wanted), part, facts, noun)


def _findings(found: Iterator[Difference], part: Part, facts: Facts, noun: str) -> Iterator[Finding]:
    for each in found:
        place = (each.item.start, each.item.end) if each.item else (part.start, part.end)
        yield Finding(*place, _message(each, noun), f"run `{facts.command}`", facts.weight)


def _message(difference: Difference, noun: str) -> str:
    if difference.moved:
        return f"{noun} {difference.number} of the contract stands in another place: {shown(difference.due or '')}"
    if difference.item is None:
        return f"{noun} {difference.number} of the contract is not in the packet: {shown(difference.due or '')}"
    if difference.due is None:
        return f"the contract has no such {noun}: {shown(difference.item.text)}"
    return f"{noun} {difference.number}: the contract says {shown(difference.due)}, the packet says {shown(difference.item.text)}"


def boundaries_drift(file: PacketFile, facts: Facts) -> Iterator[Finding]:
    """Yield prohibited paths, and a scope, that are not the contract's; their order does not matter."""
    if facts.built is None:
        return
    part, due = file.part(_BOUNDARIES), facts.built.part(_BOUNDARIES)
    if part is None:
        return
    for label, name in (("prohibited paths", "prohibited path"), ("scope", "path of the scope")):
        said, wanted = labelled(part, label), (labelled(due, label) or []) if due else []
        if said is not None or label != "scope":
            yield from _paths(said or [], [item.text for item in wanted], part, facts, name)


def _paths(said: Sequence[Item], wanted: Sequence[str], part: Part, facts: Facts, name: str) -> Iterator[Finding]:
    texts = {item.text for item in said}
    for item in said:
        if item.text not in wanted:
            message = f"the contract has no {name} {shown(item.text)}"
            yield Finding(item.start, item.end, message, f"run `{facts.command}`", facts.weight)
    place = (said[0].start, said[0].end) if said else (part.start, part.end)
    for path in wanted:
        if path not in texts:
            yield Finding(*place, f"the {name} {shown(path)} of the contract is not in the packet", f"run `{facts.command}`", facts.weight)
