"""What makes a finding the same one after lines moved: its rule, its file, the text of its line, and which of several it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.source import Source

_LONGEST = 160  # characters of a line that are kept whole; JSON can be one line of a megabyte
_KEPT = 100


class Identity(NamedTuple):
    """A finding without its line number. `nth` counts, from 1, those that are alike in all else, from the top of the file."""

    path: str
    rule: str
    text: str
    nth: int = 1

    @property
    def digest(self) -> str:
        """Give 64 hexadecimal digits that stand for it."""
        return _digest("\0".join((self.path, self.rule, self.text, str(self.nth))))


def identify(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> list[Identity]:
    """Give the identity of each finding of a report, in the report's order, which is that of lines in each file."""
    count: dict[Identity, int] = {}
    identities = []
    for diagnostic in diagnostics:
        first = Identity(diagnostic.path, diagnostic.rule, _text(diagnostic, sources.get(diagnostic.path)))
        count[first] = count.get(first, 0) + 1
        identities.append(first._replace(nth=count[first]))
    return identities


def _text(diagnostic: Diagnostic, source: Source | None) -> str:
    """Give the line that a finding begins on, without the space around it; of a long one its start and a digest of all of it."""
    line = source.line(diagnostic.span.line).strip() if source else ""
    return line if len(line) <= _LONGEST else f"{line[:_KEPT]}… {_digest(line)[:16]}"


def _digest(text: str) -> str:
    from hashlib import sha256  # only where a report or a baseline needs it

    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
