"""Sections about where the work ends: its boundaries, and the tasks it depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.criteria import plain
from packetlint.packet.quote import code, codes, inline
from packetlint.packet.section import TASK, Block, essential

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.packet.view import View


def boundaries(view: View) -> Iterator[Block]:
    """Give the prohibited paths, the scope, the non-goals and what must stay as it is."""
    contract = view.contract
    for name, paths in (("**Prohibited paths:**", contract.prohibited_paths), ("- **Scope:**", contract.paths)):
        if paths:
            yield Block((f"{name} {codes(paths)}",), contract.place.file, TASK)
    yield from _listed("- **Non-goals:**", _non_goals(view))
    brief = view.mission.design_brief
    if brief:
        yield from _listed("- **Leave as it is:**", ((text, brief.place.file) for text in brief.preserve_list))


def _non_goals(view: View) -> Iterator[tuple[str, str]]:
    """Yield each non-goal once, with its file: the task's own first, then the mission's."""
    agreed, brief, spec = view.task.implementation_contract, view.mission.design_brief, view.mission.spec
    sources = [
        (view.contract.non_goals, view.contract.place.file),
        *([(agreed.non_goals, agreed.place.file)] if agreed else []),
        *([(brief.non_goals, brief.place.file)] if brief else []),
        *([(spec.scope_out, spec.place.file)] if spec else []),
    ]
    seen: set[str] = set()
    for texts, file in sources:
        for text in texts:
            if plain(text) not in seen:
                seen.add(plain(text))
                yield text, file


def _listed(lead: str, texts: Iterator[tuple[str, str]]) -> Iterator[Block]:
    return (Block((f"  - {inline(text)}",), file, TASK, lead=(lead,)) for text, file in texts)


def dependencies(view: View) -> Iterator[Block]:
    """Give the id, the title and the status of each task this one depends on."""
    there = {task.task_id: task for task in view.task.dependencies}
    for name in view.contract.dependencies:
        contract = there[name].contract if name in there else None
        if contract is None:
            yield Block(
                (f"- {code(name)}: the mission has no contract of this id that can be read",), view.contract.place.file, rank=essential()
            )
            continue
        status = inline(contract.status or "status not given")
        title = f" {inline(contract.title)}" if contract.title else ""
        yield Block((f"- {code(name)}{title} ({status})",), contract.place.file, rank=essential())
