"""Changes of a sound proposal: each makes one fault, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proposals import disposition

if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[dict[str, Any]], object]


def put(*path: str | int, value: Any) -> Change:
    """Give the change that puts a value at a path."""

    def change(proposal: dict[str, Any]) -> None:
        holder: Any = proposal
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = value

    return change


def drop(*path: str | int) -> Change:
    """Give the change that takes a field or an element out."""

    def change(proposal: dict[str, Any]) -> None:
        holder: Any = proposal
        for step in path[:-1]:
            holder = holder[step]
        del holder[path[-1]]

    return change


def both(*changes: Change) -> Change:
    """Give the change that makes several."""

    def change(proposal: dict[str, Any]) -> None:
        for one in changes:
            one(proposal)

    return change


def blocked(proposal: dict[str, Any]) -> None:
    proposal["result"] = "INFEASIBLE"
    proposal["dispositions"][2] = disposition("review", "BLOCKED")
    proposal["gaps"] = [{"code": "SIZE_EXCEEDED", "itemId": "review", "targetRef": None, "detail": "too large"}]


def redacted(proposal: dict[str, Any]) -> None:
    proposal["dispositions"][3]["reasonCode"] = "RETENTION_REDACTED_WITH_TOMBSTONE"


def as_slots(proposal: dict[str, Any]) -> None:
    proposal["mode"] = "CONTINUATION_REQUIREMENTS"
    for each in proposal["targets"]:
        each.update(type="ABSTRACT_SLOT", admissionEvidenceRef=None)
