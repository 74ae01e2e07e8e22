"""The section of references: where what the packet was made from is to be found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.quote import code
from packetlint.packet.section import POINTERS, Block

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.packet.view import View


def reference(view: View) -> Iterator[Block]:
    """List the files of the mission and of the task that are there; those of a kind by their folder."""
    mission, task = view.mission.files, view.task.files
    named = {
        "Mission spec": mission.spec,
        "Contract": task.contract,
        "Design brief": mission.design_brief,
        "Record": task.record,
        "Implementation contract": task.implementation_contract,
        "Evidence": _folder(task.evidence),
        "Decisions": _folder(mission.decisions),
        "Debt register": mission.debt_register,
        "Conventions": view.root.files.conventions,
    }
    for name, path in named.items():
        if path:
            yield Block((f"- {name}: {code(view.shown(path))}",), path, POINTERS)


def _folder(files: tuple[str, ...]) -> str | None:
    """Give a file, or the folder that several share."""
    from posixpath import commonpath

    return None if not files else files[0] if len(files) == 1 else f"{commonpath(files)}/"
