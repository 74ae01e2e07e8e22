"""Keep a packet under 200 lines: leave out what matters least, and say in one line what that was. Seed: context-packet, Rules, 5."""

from __future__ import annotations

from posixpath import commonpath
from typing import TYPE_CHECKING, NamedTuple

from packetlint.packet.quote import code
from packetlint.packet.section import TASK, Block, Section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LIMIT = 200
REFERENCE = "Reference"
_MOST_FILES = 3
_FRAME = 3  # the title, the blank line above the provenance, and the provenance


class TooLongError(Exception):
    """What may never be dropped does not fit by itself; `lines` is how many there are."""

    def __init__(self, lines: int) -> None:
        """Keep the number of lines."""
        super().__init__(f"{lines} lines that may not be left out, and a packet has fewer than {LIMIT}")
        self.lines = lines


class _Droppable(NamedTuple):
    """A block by the positions of its section and of itself in it, and the order in which blocks go."""

    order: tuple[int, int, int]
    section: int
    block: int


def fit(sections: Sequence[Section], shown: Callable[[str], str] = str) -> list[Section]:
    """Drop blocks from the lowest band up, the lowest rank first, until a packet of these sections has fewer than LIMIT lines.

    `shown(path)` is how the packet names a file. Raises TooLongError when what must stay is too long.
    """
    if _length(sections) < LIMIT:
        return list(sections)
    order = _order(sections)
    fewest, most = 1, len(order)
    while fewest < most:
        middle = (fewest + most) // 2
        if _length(_without(sections, order[:middle], shown)) < LIMIT:
            most = middle
        else:
            fewest = middle + 1
    kept = _without(sections, order[:fewest], shown)
    if _length(kept) >= LIMIT:
        raise TooLongError(_length(kept))
    return kept


def _length(sections: Sequence[Section]) -> int:
    return _FRAME + sum(1 + sum(1 for _ in section.lines()) for section in sections)


def _order(sections: Sequence[Section]) -> list[_Droppable]:
    """Give what may be dropped, what goes first first: among equals the one that stands last."""
    blocks = [(at, number, block) for at, section in enumerate(sections) for number, block in enumerate(section.blocks)]
    return sorted(
        _Droppable((-block.band, block.rank, -place), at, number) for place, (at, number, block) in enumerate(blocks) if block.band != TASK
    )


def _without(sections: Sequence[Section], dropped: Sequence[_Droppable], shown: Callable[[str], str]) -> list[Section]:
    """Leave blocks out, and say so in the last section."""
    gone: dict[int, set[int]] = {}
    for each in dropped:
        gone.setdefault(each.section, set()).add(each.block)
    kept = [
        Section(section.title, tuple(block for number, block in enumerate(section.blocks) if number not in gone.get(at, ())))
        for at, section in enumerate(sections)
    ]
    note = Block((_note(sections, gone, shown),), "", TASK)
    last = kept.pop() if kept and kept[-1].title == REFERENCE else Section(REFERENCE, ())
    return [*(section for section in kept if section.blocks), Section(REFERENCE, (*last.blocks, note))]


def _note(sections: Sequence[Section], gone: dict[int, set[int]], shown: Callable[[str], str]) -> str:
    parts = [_part(section, gone[at], shown) for at, section in enumerate(sections) if at in gone]
    return f"- Left out to stay under {LIMIT} lines: {'; '.join(parts)}"


def _part(section: Section, gone: set[int], shown: Callable[[str], str]) -> str:
    """Say what is missing of one section, and where it is: `Prior Work (2 of 5 parts, in ...)`."""
    blocks = [section.blocks[number] for number in sorted(gone)]
    amount = "all of it" if len(blocks) == len(section.blocks) else f"{len(blocks)} of {len(section.blocks)} parts"
    names = [block.name for block in blocks if block.name]
    where = list(_where([shown(block.file) for block in blocks if block.file]))
    detail = [amount, *([f"[{'], ['.join(names)}]"] if names else []), *([f"in {', '.join(where)}"] if where else [])]
    return f"{section.title} ({', '.join(detail)})"


def _where(files: list[str]) -> Iterator[str]:
    """Name the files, or the folder they share when there are many."""
    files = sorted(set(files))
    if len(files) <= _MOST_FILES:
        yield from map(code, files)
    else:
        yield code(f"{commonpath(files)}/")
