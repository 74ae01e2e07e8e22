"""What a packet is made of: sections of blocks, each block knowing its file, its band and what goes first when space is short."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from packetlint.packet.instants import instant

if TYPE_CHECKING:
    from collections.abc import Iterator

# The bands, from what is never dropped to what is dropped first.
TASK, LOCAL, MEMORY, POINTERS = range(4)

_CONTRACT = 1 << 62
_UNDATED = -(1 << 62)


class Block(NamedTuple):
    """The least that is kept or dropped: a few lines from one file.

    `rank` orders the blocks of a band: the lowest goes first. `lead` stands above the first block of a row that
    share it. `name` is what the block is called where it is said to be left out (a memory's id), if it has a name.
    """

    lines: tuple[str, ...]
    file: str
    band: int = LOCAL
    rank: int = _UNDATED
    lead: tuple[str, ...] = ()
    name: str = ""


class Section(NamedTuple):
    """One section; `files` are those behind it, sorted."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """Give the files that the section's blocks come from."""
        return tuple(sorted({block.file for block in self.blocks if block.file}))

    def lines(self) -> Iterator[str]:
        """Yield the section's lines: its heading and its blocks."""
        yield f"## {self.title}"
        lead: tuple[str, ...] = ()
        for block in self.blocks:
            if block.lead != lead:
                yield from block.lead
                lead = block.lead
            yield from block.lines


@lru_cache(maxsize=4096)
def age(*times: str) -> int:
    """Give the rank of something by its time: the newest of the given ones; what has no time counts as the oldest."""
    return max((at for time in times if (at := instant(time)) is not None), default=_UNDATED)


def essential() -> int:
    """Give the rank of what the contract itself asks for: the last of its band to go."""
    return _CONTRACT
