"""A contract as it was before: read from bytes alone, for comparison with what it says now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.packet.artifact import read_artifact
from packetlint.packet.fields import Fields
from packetlint.packet.model import Place
from packetlint.packet.task_reader import read_contract

if TYPE_CHECKING:
    from packetlint.packet.model import Contract

_LIFE = ("status", "updated_at", "created_at", "raw", "place")


def contract_of(raw: bytes | None, task_id: str) -> Contract | None:
    """Read a contract; None for no bytes, and for what is no object."""
    value = None if raw is None else read_artifact("", lambda _: raw).object
    return read_contract(Fields(value, Place("")), task_id) if value else None


def says_the_same(one: Contract | None, other: Contract | None) -> bool:
    """Say whether two contracts ask for the same: how far the work has come, and when that was noted, aside."""
    if one is None or other is None:
        return one is other
    asked = [name for name in one._fields if name not in (*_LIFE, "rubric")]
    rubrics = [[(each.name, each.threshold) for each in contract.rubric] for contract in (one, other)]
    return rubrics[0] == rubrics[1] and all(getattr(one, name) == getattr(other, name) for name in asked)
