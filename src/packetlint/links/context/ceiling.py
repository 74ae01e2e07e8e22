"""Make a document fit its ceiling: bodies go role by role, longest first; what is required is cut last, and at a paragraph.

Source: materialize-context, process step 6 and "max_tokens too small for required content".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links.context.excerpts import cut
from packetlint.links.context.parts import DENSEST, is_bare
from packetlint.links.context.roles import REQUIRED, TRIM_ORDER, counts_as
from packetlint.links.context.sections import to_beginning, to_title
from packetlint.links.context.tokens import room

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from packetlint.links.context.document import Document
    from packetlint.links.context.model import Section

_LEAST = 800  # characters of a text that are worth reading by themselves
_ROUNDS = 12  # each cut is nearer to what fits than the one before; they end long before this
_ROW = 160  # characters that a newly trimmed link adds elsewhere in the document, at most


def fit(document: Document) -> None:
    """Shorten the document until it fits, in the order in which things are least missed.

    It may still be too long in the end: where the ceiling leaves no room for what the document says of itself.
    """
    _drop_bodies(document)
    if not _set_closer(document):
        _cut_required(document)


def _drop_bodies(document: Document) -> None:
    """Drop as few bodies as it takes of what is not required."""
    order = [at for role in TRIM_ORDER if role not in REQUIRED for at in _longest_first(document, role)]
    _drop_until(document, order, lambda: document.fits)


def _drop_until(document: Document, order: Sequence[int], is_enough: Callable[[], bool]) -> None:
    """Drop the first bodies of an order, as few as are enough; found by halving, since every try writes the whole document."""
    full = list(document.sections)
    titles = [(at, to_title(full[at], document.budget.ratio)) for at in order]
    enough, most = 0, len(order)
    while enough < most:
        middle = (enough + most) // 2
        document.sections = _dropped(full, titles[:middle])
        enough, most = (enough, middle) if is_enough() else (middle + 1, most)
    document.sections = _dropped(full, titles[:enough])


def _dropped(sections: list[Section], titles: Sequence[tuple[int, Section]]) -> list[Section]:
    chosen = dict(titles)
    return [chosen.get(at, section) for at, section in enumerate(sections)]


def _longest_first(document: Document, role: str) -> list[int]:
    """Give the places of a role's sections that have more than a title, the longest first."""
    places = [at for at, section in enumerate(document.sections) if counts_as(section.ref.role) == role and not section.only_title]
    return sorted(places, key=lambda at: (-document.sections[at].tokens, document.sections[at].ref.number))


def _set_closer(document: Document) -> bool:
    """Set what is not required closer and closer. Says whether that was enough."""
    for density in range(DENSEST + 1):
        document.density = density
        if document.fits:
            return True
    return False


def _cut_required(document: Document) -> None:
    """Cut what is required, and set the rest as closely as it takes for something of it to be left."""
    whole = list(document.sections)
    for density in range(1, DENSEST + 1):
        document.density, document.sections = density, list(whole)
        for role in REQUIRED:
            _cut_role(document, role)
        if document.fits and any(counts_as(section.ref.role) in REQUIRED and not is_bare(section) for section in document.sections):
            return


def _cut_role(document: Document, role: str) -> None:
    """Cut the longest sections of a role to one length; where that would leave next to nothing of each, drop the longest first."""
    _drop_until(document, _longest_first(document, role), lambda: _is_readable(document, role))
    for _ in range(_ROUNDS):
        if _over(document) <= 0:
            return
        most = _length_for(document, role)
        for at in _longest_first(document, role):
            if document.sections[at].body.characters > most:
                document.sections[at] = _cut(document.sections[at], most, document.budget.ratio)


def _is_readable(document: Document, role: str) -> bool:
    """Say whether the document fits, or would by a cut that leaves something worth reading of each; of the last one, anything."""
    if _over(document) <= 0:
        return True
    return _length_for(document, role) >= (_LEAST if len(_longest_first(document, role)) > 1 else 1)


def _length_for(document: Document, role: str) -> int:
    """Give the length to which the longest sections of a role have to come down for the document to fit; 0 where none is enough."""
    return _level([document.sections[at].body.characters for at in _longest_first(document, role)], _over(document) + _ROW)


def _over(document: Document) -> int:
    """Give by how many characters the document is too long."""
    ceiling, ratio = document.budget.max_tokens, document.budget.ratio
    return 0 if ceiling is None else room(document.tokens, ratio) - room(ceiling, ratio)


def _level(lengths: list[int], over: int) -> int:
    """Give the length to which the longest have to come down so that all together lose `over` characters; 0 at least."""
    ordered = sorted(lengths, reverse=True)
    for count, (length, following) in enumerate(zip(ordered, [*ordered, 0][1:], strict=True), 1):
        if (length - following) * count >= over:
            return length - -(-over // count)
        over -= (length - following) * count
    return 0


def _cut(section: Section, most: int, ratio: float) -> Section:
    kept = cut(section.body.read(), most) if most > len(section.content.title) else ""
    return to_beginning(section, kept, ratio) if kept else to_title(section, ratio)
