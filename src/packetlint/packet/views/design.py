"""Sections about how the work is meant to look and to be made: the design, and the technical approach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packetlint.packet.decisions import relevant
from packetlint.packet.outline import outline
from packetlint.packet.quote import inline, quoted_lines
from packetlint.packet.section import Block

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from packetlint.packet.model import Evidence
    from packetlint.packet.view import View


def design_context(view: View) -> Iterator[Block]:
    """Give what the designer delivered, and what the design brief says of the mission as a whole."""
    for evidence in view.own_evidence:
        if evidence.agent.slot == "communication_specialist":
            values = {"": evidence.summary, **_fields(evidence.raw, "design_spec")}
            yield from _block(view, evidence.place.file, _who(evidence), values)
    yield from _brief(view)


def _brief(view: View) -> Iterator[Block]:
    """Give what the brief says and no other section of this packet does."""
    brief = view.mission.design_brief
    if brief is None:
        return
    named = relevant(view.task)
    values = {
        "chosen approach": brief.chosen_approach if view.kind == "tester" else "",
        "architecture decisions": [
            _decided(each.decision, each.rationale) for each in brief.architecture_decisions if view.kind == "tester" or each not in named
        ],
        **_fields(brief.raw, "verification_strategy", "unresolved_assumptions"),
        "asked for in review": _member(brief.raw, "design_review").get("additions"),
    }
    yield from _block(view, brief.place.file, "Design brief", values)


def _decided(decision: str, rationale: str) -> str:
    return f"{decision} ({rationale.rstrip('.')})" if rationale else decision


def technical_approach(view: View) -> Iterator[Block]:
    """Give the guidance of the design authority, and the approach the brief chose."""
    for evidence in view.own_evidence:
        if evidence.agent.slot == "design_authority":
            values = _fields(evidence.raw, "design_guide", "approach", "constraints")
            yield from _block(view, evidence.place.file, _who(evidence), values)
    brief = view.mission.design_brief
    if brief and brief.chosen_approach:
        yield from _block(view, brief.place.file, "Chosen for the whole mission", {"": brief.chosen_approach})


def _who(evidence: Evidence) -> str:
    return inline(evidence.worker)


def _fields(raw: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name.replace("_", " "): raw.get(name) for name in names}


def _member(raw: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = raw.get(name)
    return value if isinstance(value, dict) else {}


def _block(view: View, file: str, title: str, values: Mapping[str, Any]) -> Iterator[Block]:
    """Quote the values that say something below their source's name; a value without a name stands first, as it is."""
    lines = [*outline(values.get("", "")), *outline({name: value for name, value in values.items() if name})]
    if lines:
        yield Block((f"- **{title}**", *quoted_lines(lines)), file, rank=view.rank(file))
