"""Say what is not there when a packet's path names a task that is not: the task or its mission, and the nearest name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from packetlint.packet.layout import PacketPath
    from packetlint.packet.reader import Geas


def unknown_task(geas: Geas, place: PacketPath) -> str:
    """Say which task or mission a path names that is not there."""
    from packetlint.core.nearest import nearest

    root = geas.roots.get(place.root)
    mission = root.missions.get(place.mission_id) if root else None
    tasks = sorted(mission.tasks) if mission else []
    return f"the mission `{place.mission_id}` has no contract of a task `{place.task_id}`{nearest(place.task_id, tasks)}"
