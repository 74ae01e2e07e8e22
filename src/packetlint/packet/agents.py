"""Who a packet is for: agent types, their slots, and what kind of reader each is. Seed: context-packet, Step 2.

A name occurs in snake_case and in kebab-case, and may end in a purpose (`design-authority-review`); types
and slots are always given in snake_case here.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

ReaderKind = Literal[
    "designer", "implementer", "reviewer", "tester", "product_authority", "operations", "risk", "communication", "orchestration"
]

_CONCRETE = {
    "implementer": "software_engineer frontend_engineer backend_engineer fullstack_engineer literature_analyst research_analyst",
    "quality_specialist": "qa_engineer methodology_reviewer",
    "risk_specialist": "security_engineer research_integrity_reviewer",
    "operations_specialist": "platform_engineer devops_engineer research_engineer",
    "communication_specialist": "technical_writer research_writer ui_ux_designer",
    "design_authority": "architecture_authority",
    "product_authority": "",
    "orchestration_authority": "",
    "challenger": "",
}
SLOT_OF = {name: slot for slot, names in _CONCRETE.items() for name in (slot, *names.split())}
"""Agent type (a slot's own name is one) -> slot."""

_WRITERS = ("technical_writer", "research_writer")
_KINDS: dict[str, ReaderKind] = {
    "implementer": "implementer",
    "quality_specialist": "tester",
    "risk_specialist": "risk",
    "operations_specialist": "operations",
    "communication_specialist": "designer",
    "design_authority": "reviewer",
    "product_authority": "product_authority",
    "orchestration_authority": "orchestration",
    "challenger": "reviewer",
}


class Agent(NamedTuple):
    """A worker's name, understood: its type, the type's slot, and the purpose behind the type (empty: none).

    A type that is not known is kept as it is (in snake_case), `known` is False, and the slot is implementer.
    """

    type: str
    slot: str
    purpose: str = ""
    known: bool = True


@cache
def snake(name: str) -> str:
    """Give a name in snake_case: `Software-Engineer` and `software engineer` are `software_engineer`."""
    return "_".join(name.replace("-", " ").replace("_", " ").lower().split())


@cache
def agent(name: str) -> Agent:
    """Understand a worker's name: the known type it is or begins with, and the purpose that follows."""
    plain = snake(name)
    known = next((each for each in SLOT_OF if f"{plain}_".startswith(f"{each}_")), None)
    if known is None:
        return Agent(plain, "implementer", known=False)
    return Agent(known, SLOT_OF[known], plain[len(known) + 1 :])


def tagged(who: Agent, tags: Iterable[str]) -> bool:
    """Say whether a tag is the agent's type or its slot, in either spelling."""
    return not {who.type, who.slot}.isdisjoint(map(snake, tags))


def reader_kind(who: Agent, *, primary: bool = False, reviewing: bool = False) -> ReaderKind:
    """Say which of the views a worker reads.

    `primary` says that it does the task's work: an authority on design, or a challenger, that does so reads as an
    implementer. `reviewing` says that it is asked to review, as a purpose `review` or `guard` does: an implementer who is
    reads as a reviewer. The other types read alike in any case.
    """
    kind = "communication" if who.type in _WRITERS else _KINDS[who.slot]
    if kind == "implementer":
        return "reviewer" if reviewing or who.purpose in ("review", "guard") else kind
    return "implementer" if kind == "reviewer" and primary and not reviewing else kind
