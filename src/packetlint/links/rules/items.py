"""Rules about the items of one list among themselves.

Source: materialize-context, the six roles of its budget table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.diagnostic import Finding
from packetlint.core.nearest import nearest
from packetlint.core.paths import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.config import Settings
    from packetlint.links.facts import Facts
    from packetlint.links.model import Leaf


def unknown_role(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a role that is none of the six, nor one that the configuration or the brain adds."""
    for link, place in zip(leaf.links, leaf.places, strict=True):
        if link.role is not None and link.role not in facts.roles:
            where = place.role or place.uri
            known = sorted(facts.roles)
            message = f"`{visible(link.role)}` is no role{nearest(link.role, known)}" if link.role else "the role is empty"
            yield Finding(where.start, where.end, message, f"the roles are {', '.join(known)}")


def duplicate_link(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report the second and every further link to one target, in whatever spelling."""
    first: dict[str, int] = {}
    for at, target in enumerate(facts.targets):
        earlier = first.setdefault(target, at)
        if earlier != at:
            place = leaf.places[at].uri
            other = leaf.links[earlier].uri
            spelling = "" if other == leaf.links[at].uri else f" as `{visible(other)}`"
            line = leaf.source.position(leaf.places[earlier].uri.start)[0] if leaf.source else 0
            yield Finding(place.start, place.end, f"the same target is linked already{spelling}, in line {line}", "drop one of the two")
