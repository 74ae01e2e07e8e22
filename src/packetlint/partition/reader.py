"""Read the proposals of a JSON file: at most one. Seed: agent-context-partitioner, Output and validation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.partition.model import Proposal

if TYPE_CHECKING:
    from packetlint.core.config import Settings
    from packetlint.core.source import Source

# A JSON file is a proposal if its outermost object has any two of these.
MARKS = ("coverageDigest", "dispositions", "sourceRootDigest", "policyDigest", "semanticComparisons", "truthEffect", "authorityEffect")
# Unless it has these, and no dispositions: then it is what a proposal is built from.
_OF_AN_IR = ("complete", "disclosureProofs", "omissions")
_RAW_MARKS = tuple(mark.encode() for mark in MARKS)
_QUOTED = re.compile(rf'"({"|".join(MARKS)})"\s*:')


def may_hold(raw: bytes) -> bool:
    """Say whether the bytes of a file may hold a proposal: two of the names, or escapes that names may hide behind."""
    return sum(mark in raw for mark in _RAW_MARKS) > 1 or (b"\\u00" in raw and b"{" in raw)


def read(source: Source, settings: Settings) -> list[Proposal]:
    """Read the proposal of a file, if it holds one. A text that is no JSON is one if it quotes two of the names."""
    from packetlint.core.json_faults import JsonFault
    from packetlint.core.json_reader import read_json

    try:
        document = read_json(source)
    except JsonFault as fault:
        names = {match[1] for match in _QUOTED.finditer(source.text)}
        return [Proposal(source, None, fault)] if len(names) > 1 else []
    return [Proposal(source, document)] if is_proposal(document.value) else []


def is_proposal(value: object) -> bool:
    """Say whether a JSON value is meant as a proposal."""
    if not isinstance(value, dict) or sum(mark in value for mark in MARKS) < 2:
        return False
    return "dispositions" in value or not all(name in value for name in _OF_AN_IR)
