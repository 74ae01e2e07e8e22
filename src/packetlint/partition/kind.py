"""The kind `partition`, as the engine knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packetlint.core.rule import Kind
from packetlint.partition.facts import gather
from packetlint.partition.reader import may_hold, read
from packetlint.partition.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.config import Settings
    from packetlint.core.rule import Run


def _may_hold(path: str, raw: bytes) -> bool:
    return may_hold(raw)


def _gather(models: Sequence[tuple[Any, Settings]], run: Run) -> Sequence[Any]:
    return gather(models, run.content)


def _prepare(models: Sequence[tuple[Any, Settings]], run: Run) -> None:
    """What is known of a proposal has nothing to do with the others."""


KIND = Kind("partition", "partitions", (".json",), _may_hold, read, _gather, RULES, prepare=_prepare)
