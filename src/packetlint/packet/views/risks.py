"""Sections about what may go wrong: known risks, conflicts, known debt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.conflicts import conflicts
from packetlint.packet.criteria import plain
from packetlint.packet.debt import known_debt
from packetlint.packet.quote import inline
from packetlint.packet.section import TASK, Block

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.packet.model import Concern
    from packetlint.packet.view import View

_RISKY = ("risk_pattern", "security_pattern")


def known_risks(view: View) -> Iterator[Block]:
    """List each risk once, with who says so; for the final verdict only those that the closure leaves open."""
    if view.kind == "product_authority":
        closure = view.task.record.closure if view.task.record else None
        yield from _listed((each, "closure") for each in (closure.open_risks if closure else ()))
        return
    yield from _listed(_sources(view))
    yield from _memories(view)


def _sources(view: View) -> Iterator[tuple[Concern, str]]:
    """Yield every risk and concern that is written down, with its source, the task's own first."""
    task, mission = view.task, view.mission
    agreed, check, record = task.implementation_contract, task.self_check, task.record
    yield from ((each, "implementation contract") for each in (agreed.known_risks if agreed else ()))
    yield from ((each, "self-check") for each in (check.known_risks if check else ()))
    yield from ((each, "challenge") for each in (record.concerns if record else ()))
    challenged = [evidence for evidence in view.own_evidence if evidence.agent.slot == "challenger"]
    yield from ((each, "challenge") for evidence in challenged for each in evidence.concerns)
    yield from ((each, "mission spec") for each in (mission.spec.risk_notes if mission.spec else ()))
    yield from ((each, "design brief") for each in (mission.design_brief.risks if mission.design_brief else ()))


def _listed(risks: Iterator[tuple[Concern, str]]) -> Iterator[Block]:
    seen: set[str] = set()
    for risk, source in risks:
        if plain(risk.text) in seen:
            continue
        seen.add(plain(risk.text))
        mitigation = f" — mitigation: {inline(risk.mitigation)}" if risk.mitigation else ""
        weight = f", {inline(risk.severity).replace('_', '-')}" if risk.severity else ", blocking" if risk.blocking else ""
        yield Block((f"- {inline(risk.text)}{mitigation} _({source}{weight})_",), risk.place.file, TASK)


def _memories(view: View) -> Iterator[Block]:
    """Point to the memories about risks that stand below under Applicable Memory."""
    for scored in view.retrieval.applicable if view.retrieval else ():
        memory = scored.memory
        if memory.memory_type in _RISKY:
            title = f" {inline(memory.entry.title)}" if memory.entry.title else ""
            doubt = "; a suggestion, not a rule" if memory.needs_caution else ""
            yield Block((f"- [{inline(memory.memory_id)}]{title} _(memory{doubt})_",), memory.entry.place.file, TASK)


def conflict_list(view: View) -> Iterator[Block]:
    """List the conflicts."""
    return (Block((f"- {each.text}",), each.place.file, TASK) for each in conflicts(view))


def known_tech_debt(view: View) -> Iterator[Block]:
    """List the open debt the task has to know of."""
    for item in known_debt(view.task):
        marks = ", ".join(inline(each) for each in (item.severity, item.kind.replace("_", " ")) if each)
        name = f"**{inline(item.debt_id)}**" if item.debt_id else "**Debt**"
        text = " — ".join(inline(each) for each in (item.title, item.description) if each)
        yield Block((f"- {name}{f' ({marks})' if marks else ''}: {text}",), item.place.file, rank=view.rank(item.place.file))
