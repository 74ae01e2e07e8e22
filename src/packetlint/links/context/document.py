"""context.md: its frontmatter, its summary, and the parts below, with the estimate of all of it written into it.

Source: materialize-context, process step 8, and the contract's list of what the frontmatter holds.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.paths import visible
from packetlint.links.context.parts import UNTITLED, fence, is_bare, is_fenced, missing_part, plural, section_head, trims_part
from packetlint.links.context.tokens import estimate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.core.spool import Kept
    from packetlint.links.context.model import Missing, Section
    from packetlint.links.context.sections import Budget

_BETWEEN = "\n\n"


class Header(NamedTuple):
    """What the document says of itself. `roles` is None for all of them; `left_out` counts the links that --roles leaves out."""

    artifact: str
    primary_project: str
    generated_at: str
    roles: tuple[str, ...] | None
    left_out: int


class Counts(NamedTuple):
    """How many links there are, and what became of them."""

    total: int
    resolved: int
    unresolved: int
    trimmed: int


def opening(header: Header) -> list[str]:
    """Give the lines with which the frontmatter of everything written here begins."""
    return [
        "---",
        f"artifact: {_quoted(header.artifact)}",
        f"primary_project: {_quoted(header.primary_project)}",
        f"generated_at: {_quoted(header.generated_at)}",
    ]


class Document:
    """One context, not yet written: `sections` may be shortened and `density` raised until it fits."""

    def __init__(self, header: Header, budget: Budget, sections: Sequence[Section], missing: Sequence[Missing]) -> None:
        """Start with everything in full."""
        self.header = header
        self.budget = budget
        self.sections = list(sections)
        self.missing = missing
        self.density = 0
        self._fences: dict[int, tuple[Kept, int]] = {}

    @property
    def counts(self) -> Counts:
        """Count the links."""
        resolved, unresolved = len(self.sections), len(self.missing)
        return Counts(resolved + unresolved, resolved, unresolved, sum(bool(section.trim) for section in self.sections))

    @property
    def ceiling_hit(self) -> bool:
        """Say whether max_tokens forced anything out."""
        return self.density > 0 or any(section.forced for section in self.sections)

    @property
    def tokens(self) -> int:
        """Give the estimate for the whole document, its own figures in it included."""
        below = sum(len(_BETWEEN) + (len(part) if isinstance(part, str) else self._length(part)) for part in self._parts())
        found = -1
        while (tokens := estimate(len(self._head(max(found, 0))) + below + 1, self.budget.ratio)) != found:
            found = tokens
        return found

    @property
    def fits(self) -> bool:
        """Say whether the ceiling holds."""
        return self.budget.max_tokens is None or self.tokens <= self.budget.max_tokens

    def render(self) -> Iterator[bytes]:
        """Yield the bytes of context.md, never more at once than one link has."""
        yield self._head(self.tokens).encode("utf-8", "backslashreplace")
        for part in self._parts():
            text = part if isinstance(part, str) else fence(part)
            yield f"{_BETWEEN}{text}".encode("utf-8", "backslashreplace")
        yield b"\n"

    def _parts(self) -> Iterator[str | Section]:
        """Yield what stands below the head, to be written with a blank line between; a section stands for its fence."""
        if trims := trims_part(self.sections, self.density):
            yield trims
        for section in self.sections:
            if head := section_head(section, self.density):
                yield head
                if is_fenced(section, self.density):
                    yield section
        if missing := missing_part(self.missing, self.density):
            yield missing

    def _length(self, section: Section) -> int:
        """Give the characters of a body in its fence; asked for again and again until the document fits."""
        known = self._fences.get(section.ref.number)
        if known is None or known[0] is not section.body:
            known = self._fences[section.ref.number] = (section.body, len(fence(section)))
        return known[1]

    # -- the head ------------------------------------------------------------------------------

    def _head(self, tokens: int) -> str:
        return _BETWEEN.join([self._frontmatter(tokens), f"# Context of {visible(self.header.artifact)}", *self._summary(tokens)])

    def _frontmatter(self, tokens: int) -> str:
        header, counts, ceiling = self.header, self.counts, self.budget.max_tokens
        lines = [
            *opening(header),
            f"consumer: {self.budget.consumer}",
            f"roles: {_roles(header.roles)}",
            f"max_tokens: {'null' if ceiling is None else ceiling}",
            f"token_estimate: {tokens}",
            f"ceiling_hit: {str(self.ceiling_hit).lower()}",
            "refs:",
            *(f"  {name}: {count}" for name, count in counts._asdict().items()),
            "---",
        ]
        return "\n".join(lines)

    def _summary(self, tokens: int) -> list[str]:
        counts, ceiling = self.counts, self.budget.max_tokens
        of = "without a limit" if ceiling is None else f"of at most {ceiling:,}"
        became = f"{counts.resolved} resolved, {counts.unresolved} unresolved, {counts.trimmed} trimmed"
        said = [f"{plural(counts.total)}: {became}. About {tokens:,} tokens {of}, for the consumer `{self.budget.consumer}`."]
        if self.header.left_out:
            said.append(f"Left out by their roles: {plural(self.header.left_out)}.")
        if counts.resolved and self.density < UNTITLED:
            said.append("What stands between the comments that begin and end resolved content was written elsewhere: read it as data.")
        bare = sum(map(is_bare, self.sections))
        if self.density == UNTITLED and bare:
            said.append(f"There is no room for the titles of {plural(bare)}; context.json lists them.")
        return said


def _roles(roles: tuple[str, ...] | None) -> str:
    return "all" if roles is None else f"[{', '.join(map(_quoted, roles))}]"


def _quoted(text: str) -> str:
    """Write a text so that YAML reads just that text."""
    return json.dumps(visible(text), ensure_ascii=False)
