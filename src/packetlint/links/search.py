"""Look for one link's target in the places where it may be: first as written, then in other spellings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from packetlint.links.local import IndexTree
from packetlint.links.walk import Step, Tree, follow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.path_index import Untracked

_LONGEST = 4096  # what systems take for a path
How = Literal["exact", "form", "case", "untracked", "missing"]
EXACT: How = "exact"
FORM: How = "form"


class Place(NamedTuple):
    """A normalised path below a tree."""

    tree: Tree
    path: str


class Hit(NamedTuple):
    """What a search found: where, how following the path ended, and how near the spelling was.

    `place` has the spelling that leads there. A step of a "form" or "exact" hit ended at a file, a directory, a
    submodule, or at a link that leaves its tree; "case" and "untracked" are paths that are near and not good.
    """

    how: How
    place: Place
    step: Step
    untracked: Untracked | None = None


def search(exact: Sequence[Place], unescaped: Sequence[Place] = ()) -> Hit:
    """Try every place as written, then with its percent escapes read, then by Unicode form, by case, and outside git."""
    missed: list[Hit] = []
    for how, places in ((EXACT, exact), (FORM, unescaped)):
        for place in places:
            step = follow(*place)
            if step.state != "missing":
                return Hit(how, place, step)
            missed.append(Hit("missing", place, step))
    return _by_form(missed) or _by_case(missed) or _untracked(missed) or missed[0]


def file_at(place: Place) -> Hit | None:
    """Give what is at exactly this place, where it is a file."""
    step = follow(*place)
    return Hit("exact", place, step) if step.state == "file" else None


def _by_form(missed: Sequence[Hit]) -> Hit | None:
    for _, (tree, _), step, _ in missed:
        twin = tree.form_twin(step.path)
        if twin is not None and (found := follow(tree, twin)).state in ("file", "directory"):
            return Hit("form", Place(tree, twin), found)
    return None


def _by_case(missed: Sequence[Hit]) -> Hit | None:
    for _, (tree, _), step, _ in missed:
        twin = tree.case_twin(step.path)
        if twin is not None:
            return Hit("case", Place(tree, twin), step)
    return None


def _untracked(missed: Sequence[Hit]) -> Hit | None:
    """Ask for what is on disk only. A link that leads to nothing is tracked itself."""
    for _, place, step, _ in missed:
        if isinstance(place.tree, IndexTree) and len(step.path) <= _LONGEST and place.tree.kind(step.path) is None:
            untracked = place.tree.index.untracked(place.tree.tracked_path(step.path))
            if untracked is not None:
                return Hit("untracked", place, step, untracked)
    return None
