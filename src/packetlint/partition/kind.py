"""The kind `partition`, as the engine knows it."""

from __future__ import annotations

from packetlint.core.rule import Kind
from packetlint.partition.facts import gather
from packetlint.partition.reader import may_hold, read
from packetlint.partition.rules import RULES

KIND = Kind("partition", "partitions", (".json",), may_hold, read, gather, RULES)
