"""Memories for tests: the files of some, what they are chosen for, and what is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packets import root

from packetlint.packet.agents import agent
from packetlint.packet.memory import retrieve
from packetlint.packet.memory_score import Subject

if TYPE_CHECKING:
    from collections.abc import Mapping

    from packetlint.packet.memory_model import Retrieval, Scored

NOW = "2026-06-30T00:00:00Z"
ENTRY: dict[str, Any] = {
    "meta": {"created_at": NOW},
    "memory_type": "ux_pattern",
    "state": "stable",
    "title": "Say what is left",
    "summary": "People ask what is left of the quota.",
    "scope": "nowhere",
    "evidence_refs": [],
    "signals": {"confidence": 0.9, "contradiction_count": 0},
    "tags": [],
}


def memories(entries: Mapping[str, Mapping[str, Any]], index: Any = None, logs: Any = ()) -> dict[str, Any]:
    """Give the files of memories: each entry as `ENTRY` with other fields, and an index that names them all."""
    files: dict[str, Any] = {f"memory/entries/{name}.json": {**ENTRY, "memory_id": name, **fields} for name, fields in entries.items()}
    files["state/memory-index.json"] = {"entries": [{"memory_id": name, "state": "stable"} for name in entries]} if index is None else index
    files |= {f"memory/logs/{number}.json": log for number, log in enumerate(logs)}
    return files


def about(role: str = "software_engineer", **fields: Any) -> Subject:
    """Give the task `t1` and a role, with other fields as given."""
    scopes = {"t1": ("src/auth/login.ts", "lib/cache"), "t2": ("docs/",)}
    return Subject(agent(role), "t1", scopes["t1"], "normal", scopes)._replace(**fields)


def choose(files: Mapping[str, Any], subject: Subject | None = None, as_of: str | None = NOW) -> Retrieval:
    """Choose among the memories of some files."""
    return retrieve(root(files).memory, subject or about(), as_of)


def scored(fields: Mapping[str, Any], subject: Subject | None = None, as_of: str | None = NOW, logs: Any = ()) -> Scored:
    """Give the one memory of a tree, scored."""
    (only,) = choose(memories({"m": fields}, logs=logs), subject, as_of).ranked
    return only


def confident(confidence: Any, **signals: Any) -> dict[str, Any]:
    """Give the field `signals` of an entry."""
    return {"signals": {"confidence": confidence, **signals}}
