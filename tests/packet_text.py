"""Build packets of small trees for tests, and look into their text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from packets import MISSION, contract, geas

from packetlint.packet.builder import Packet, build
from packetlint.packet.targets import target_for

if TYPE_CHECKING:
    from collections.abc import Mapping


def built(files: Mapping[str, Any] | None = None, role: str = "software_engineer", as_of: str | None = None, **fields: Any) -> Packet:
    """Build a role's packet of the task `t1`; `files` are from the mission's folder, or from the top when they begin with `.geas/`."""
    given: dict[str, Any] = {f"{MISSION}/tasks/t1.json": contract(**fields)}
    given |= {name if name.startswith(".geas/") else f"{MISSION}/{name}": content for name, content in (files or {}).items()}
    tree = geas({name: content if isinstance(content, str | bytes) else json.dumps(content) for name, content in given.items()})
    task = tree.roots[".geas"].missions["m1"].tasks["t1"]
    packet = build(tree, task, target_for(task, role), as_of)
    assert packet is not None
    return packet


def text_of(packet: Packet) -> str:
    return packet.content.decode()


def titles(packet: Packet) -> list[str]:
    return [line.removeprefix("## ") for line in text_of(packet).splitlines() if line.startswith("## ")]


def section(packet: Packet, title: str) -> list[str]:
    """Give the lines of a section without its heading; nothing where there is none."""
    _, found, rest = text_of(packet).partition(f"\n## {title}\n")
    if not found:
        return []
    body = rest.partition("\n## ")[0].partition("\n<!-- packetlint:")[0]
    return body.rstrip("\n").split("\n")


def evidence(worker: str, **fields: Any) -> dict[str, Any]:
    return {"agent": worker, "task_id": "t1", "created_at": "2026-03-03T08:00:00Z", "summary": f"what {worker} did", **fields}
