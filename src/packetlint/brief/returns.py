"""What building a brief returns besides the brief. Seed: context-pack, Returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from packetlint.brief.content import ORDER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.brief.content import BriefContent
    from packetlint.brief.facts import Facts
    from packetlint.brief.model import Form

    Completeness = Literal["full", "partial", "minimal"]

_MANDATORY: dict[Form, frozenset[str]] = {
    "packet": frozenset(["task", "acceptance criteria", "out of scope"]),
    "agent-brief": frozenset(["category", "summary", "current behavior", "desired behavior", "acceptance criteria", "out of scope"]),
}


class Returns(NamedTuple):
    """The brief's text, or None when it was refused; its estimated tokens; how complete it is; what it may lack."""

    packet: str | None
    token_estimate: int
    completeness: Completeness
    warnings: Sequence[str]

    def document(self) -> dict[str, Any]:
        """Give the value to be printed as JSON."""
        return {**self._asdict(), "warnings": list(self.warnings)}


def completeness(content: BriefContent, *, needs_types: bool) -> Completeness:
    """Say how much a brief holds; `(none)` counts, for it says that nothing was forgotten.

    full: every section of the form; partial: all mandatory ones and some others; minimal: no others, or
    not even the mandatory ones. `needs_types` makes the type surface mandatory.
    """
    filled = {part.name for part in content.parts if part.value or part.entries} - {"size"}
    mandatory = _MANDATORY[content.form] | ({"type surface"} if needs_types else frozenset())
    if filled == set(ORDER[content.form]) - {"size"}:
        return "full"
    return "partial" if filled > mandatory else "minimal"


def needs_types(content: BriefContent, facts: Facts, least: int = 300) -> bool:
    """Say whether a packet is so big that its types are mandatory."""
    return content.form == "packet" and facts.tokens_without_types >= least
