"""Rules that need the whole tree, or the change that is judged: cycles, and targets that went away.

Source: materialize-context, "Refresh context after unpark" (link rot); the product's contract on removed targets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.diagnostic import Finding
from packetlint.core.paths import visible
from packetlint.links.rules.targets import respelled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.config import Settings
    from packetlint.links.facts import Facts
    from packetlint.links.model import Leaf

_SHOWN = 8


def link_cycle(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a cycle once, at the link that begins its shortest way round from the first of its files."""
    cycle = facts.cycle
    if cycle is None:
        return
    place = leaf.places[facts.onward].uri
    names = [visible(path) for path in (*cycle.way, cycle.first)]
    shown = names if len(names) <= _SHOWN else [*names[: _SHOWN - 2], f"{len(names) - _SHOWN + 1} more", names[-1]]
    more = len(cycle.members) - len(cycle.way)
    rest = f"; {more} more {'file hangs' if more == 1 else 'files hang'} together with them" if more else ""
    yield Finding(place.start, place.end, f"the links go in a circle: {' -> '.join(shown)}{rest}", "drop the link that says the least")


def context_not_ignored(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a snapshot of a context that git would keep: it may hold what not everyone may read."""
    if facts.is_snapshot:
        message = "git does not ignore this snapshot, which may hold texts that not everyone may read"
        yield Finding(0, 0, message, "add `.context/` to .gitignore, or keep the snapshot on purpose and ignore this rule for it")


def target_removed(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link that the judged change breaks, in place of what is wrong with it now."""
    for broken in facts.broken:
        place = leaf.places[broken.link].uri
        fix = respelled(leaf, broken.link, broken.spelling) if broken.spelling else None
        yield Finding(place.start, place.end, broken.message, broken.help, contract="not-found", fix=fix)
