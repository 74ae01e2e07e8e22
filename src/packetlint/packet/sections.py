"""All sections of a packet, in order: what makes each, and for which readers. Seed: context-packet, Step 2 and Packet Format."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.packet.budget import REFERENCE
from packetlint.packet.section import Section
from packetlint.packet.views import decisions, design, limits, memory, project, reference, risks, task, work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from packetlint.packet.agents import ReaderKind
    from packetlint.packet.section import Block
    from packetlint.packet.view import View


class Recipe(NamedTuple):
    """One section: its title, what makes its blocks, and the kinds of reader it is for (empty: all).

    `remembers` says that it depends on the memories that were chosen, and so on the packet's time.
    """

    title: str
    blocks: Callable[[View], Iterator[Block]]
    readers: tuple[ReaderKind, ...] = ()
    remembers: bool = False


RECIPES = (
    Recipe("Your Task", task.your_task),
    Recipe("Summary", task.summary),
    Recipe("Mission", task.mission, ("designer", "communication", "product_authority", "operations")),
    Recipe("Design Context", design.design_context, ("implementer", "tester", "reviewer")),
    Recipe("Technical Approach", design.technical_approach, ("implementer", "reviewer")),
    Recipe("Boundaries", limits.boundaries),
    Recipe("Dependencies", limits.dependencies),
    Recipe("Files Changed", work.files_changed, ("reviewer", "risk", "tester", "product_authority")),
    Recipe("Implementation Contract", work.implementation_contract, ("reviewer", "tester")),
    Recipe("Worker Self-Check", work.self_check, ("tester", "reviewer")),
    Recipe("Acceptance Criteria", task.acceptance_criteria),
    Recipe("Rubric Scoring", task.rubric_scoring, ("reviewer", "tester")),
    Recipe("Eval Commands", task.eval_commands, ("implementer", "tester", "operations")),
    Recipe("Verification Tools Available", project.verification, ("tester",)),
    Recipe("Conventions", project.conventions, ("implementer", "operations", "designer", "communication")),
    Recipe("Decisions", decisions.decision_list, ("implementer", "reviewer", "product_authority", "risk")),
    Recipe("Known Risks", risks.known_risks, remembers=True),
    Recipe("Prior Work", work.prior_work),
    Recipe("Conflicts", risks.conflict_list),
    Recipe("Known Tech Debt", risks.known_tech_debt, ("implementer", "reviewer")),
    Recipe("Applicable Memory", memory.applicable_memory, remembers=True),
    Recipe(REFERENCE, reference.reference),
)


def sections(view: View, timeless: Iterable[Section] = ()) -> list[Section]:
    """Give the sections that the reader has and whose sources say something.

    `timeless` are sections of the same view from before its memories were chosen: those that do not remember are taken over.
    """
    known = {section.title: section for section in timeless}
    made = (_made(recipe, view, known) for recipe in RECIPES if not recipe.readers or view.kind in recipe.readers)
    return [section for section in made if section.blocks]


def _made(recipe: Recipe, view: View, known: Mapping[str, Section]) -> Section:
    taken = None if recipe.remembers else known.get(recipe.title)
    return taken or Section(recipe.title, tuple(recipe.blocks(view)))
