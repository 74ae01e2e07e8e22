"""Rules about the frontmatter itself: that it can be read, that the list is there and has its shape.

Source: materialize-context, preconditions 2 and 3, and process step 3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.diagnostic import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.config import Settings
    from packetlint.links.facts import Facts
    from packetlint.links.model import Leaf

INVALID = "links/frontmatter-invalid"
SHAPE = "links/soft-links-shape"


def frontmatter_invalid(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report frontmatter that no YAML reader takes, at the place where it fails."""
    yield from _faults(leaf, INVALID)


def soft_links_shape(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a `soft_links` that is no list, and each item that names no target."""
    yield from _faults(leaf, SHAPE)


def _faults(leaf: Leaf, rule: str) -> Iterator[Finding]:
    for fault in leaf.faults:
        if fault.rule == rule:
            yield Finding(fault.start, fault.end, fault.message, fault.help)


def soft_links_missing(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a file of a brain that must say what it links to and does not."""
    if not facts.must_have or leaf.has_key or any(fault.rule == INVALID for fault in leaf.faults):
        return
    from packetlint.links.frontmatter import opening_at

    fence = (opening_at(leaf.source.text) if leaf.source else None) or 0
    if leaf.has_frontmatter:
        help = "add `soft_links: []`, or the list of what this file builds on"
        yield Finding(fence, fence + 3, "the frontmatter has no `soft_links`", help)
    else:
        yield Finding(0, 0, "the file has no frontmatter, so no `soft_links`", "begin it with `---`, `soft_links: []`, `---`")
