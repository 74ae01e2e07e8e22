"""What a markdown file's frontmatter says about links, with the way back to its characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.source import Source


class Link(NamedTuple):
    """One item of `soft_links` that has a target. `role` is None where the item gives none."""

    uri: str
    role: str | None = None


class Place(NamedTuple):
    """Where a scalar stands: offsets into the file's text, quotes included, and how it is written.

    `style` is "plain", "single", "double", "block" (folded or literal) or "alias" (a `*name` that repeats another scalar).
    """

    start: int
    end: int
    style: str


class LinkPlace(NamedTuple):
    """The places of one link: of its target, and of its role where it has one."""

    uri: Place
    role: Place | None = None


class Fault(NamedTuple):
    """Something wrong with the frontmatter itself: the rule it breaks, offsets into the text, words."""

    rule: str
    start: int
    end: int
    message: str
    help: str = ""


class Leaf:
    """One markdown file as the links of its tree see it.

    `links` are the good items of `soft_links`, in order; `faults` is everything that cannot be read.
    `source` is None for a leaf recalled from the cache, which has no faults and no places.
    """

    __slots__ = ("_places", "faults", "has_frontmatter", "has_key", "links", "path", "source")

    def __init__(
        self,
        path: str,
        links: Sequence[Link],
        *,
        has_frontmatter: bool,
        has_key: bool,
        faults: tuple[Fault, ...] = (),
        source: Source | None = None,
    ) -> None:
        """Keep what was read of the file at `path`."""
        self.path = path
        self.links = links
        self.has_frontmatter = has_frontmatter
        self.has_key = has_key
        self.faults = faults
        self.source = source
        self._places: list[LinkPlace] | None = None

    @property
    def places(self) -> list[LinkPlace]:
        """Give the places of the links, one for each; found when first asked for. Empty without a source."""
        if self._places is None:
            from packetlint.links.places import find_places

            self._places = find_places(self.source.text) if self.source else []
        return self._places
