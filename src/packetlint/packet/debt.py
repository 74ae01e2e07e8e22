"""Which technical debt a task has to know. Seed: context-packet, Step 3."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from packetlint.packet.naming import is_about

if TYPE_CHECKING:
    from packetlint.packet.model import Contract, DebtItem
    from packetlint.packet.reader import Task


@lru_cache(maxsize=8)
def known_debt(task: Task) -> tuple[DebtItem, ...]:
    """Give the open debt that the task or one it depends on left, or that names a path of its scope."""
    register, contract = task.mission.debt, task.contract
    if register is None or contract is None:
        return ()
    return tuple(item for item in register.items if item.is_open and _concerns(contract, item))


def _concerns(contract: Contract, item: DebtItem) -> bool:
    left_by = item.introduced_by_task_id
    return left_by in (contract.task_id, *contract.dependencies) or is_about(contract, (item.title, item.description))
