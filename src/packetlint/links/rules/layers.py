"""The rule about the files that list aliases.

Source: materialize-context, precondition 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.diagnostic import Finding
from packetlint.core.paths import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.config import Settings
    from packetlint.links.facts import Facts
    from packetlint.links.model import Leaf

_FORM = "write each alias as `name:` with its `brain:` or `root:` below it"


def alias_layer_invalid(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a layer that cannot be read: in its own file, or at the first link by an alias where that file is not of this tree."""
    for fault in facts.layer_faults:
        if fault.path == leaf.path and leaf.source:
            start = min(leaf.source.offset(fault.line, fault.column), len(leaf.source.text))
            yield Finding(start, start, f"the registry of aliases {fault.message}", fault.help or _FORM)
        else:
            place = leaf.places[facts.layer_link].uri
            message = f"the registry of aliases {visible(fault.file)}, line {fault.line}, {fault.message}"
            yield Finding(place.start, place.end, message, fault.help or _FORM)
