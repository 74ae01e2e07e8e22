"""Compare what a packet lists with what the contract does: exactly, or as fairly as a list that was written by hand allows."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.packet.packet_items import Item

_MOST_ALIGNED = 400  # lists longer than this are compared place by place
_WORD = re.compile(r"\w+")
_NEGATIONS = frozenset("not no never without none cannot".split())
_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")


class Difference(NamedTuple):
    """One thing that is not as it should be: what the packet has (None: nothing), what the contract has, and its number there, from 1.

    `moved` is set where the packet has it in another place than the contract.
    """

    item: Item | None
    due: str | None
    number: int
    moved: bool = False


def differences(said: Sequence[Item], due: Sequence[str]) -> Iterator[Difference]:
    """Yield where two lists differ, in the packet's order."""
    texts = [item.text for item in said]
    if texts == list(due):
        return
    if max(len(texts), len(due)) > _MOST_ALIGNED:
        yield from _by_place(said, due)
        return
    from difflib import SequenceMatcher  # only for a packet that differs

    codes = SequenceMatcher(None, texts, list(due), autojunk=False).get_opcodes()
    ranges = (code[1:] for code in codes if code[0] != "equal")
    found = [each for first, last, start, end in ranges for each in _by_place(said[first:last], due[start:end], start)]
    yield from _with_moves(found)


def _with_moves(found: Sequence[Difference]) -> Iterator[Difference]:
    """Tell what is missing in one place and too much in another as what it is: moved."""
    missing = {each.due: each.number for each in found if each.item is None}
    moved = {each.item.text for each in found if each.item and each.due is None and each.item.text in missing}
    for each in found:
        if each.item and each.item.text in moved and each.due is None:
            yield Difference(each.item, each.item.text, missing[each.item.text], moved=True)
        elif each.item or each.due not in moved:
            yield each


def _by_place(said: Sequence[Item], due: Sequence[str], before: int = 0) -> Iterator[Difference]:
    for number, (item, text) in enumerate(zip_longest(said, due), before + 1):
        if item is None or item.text != text:
            yield Difference(item, text, number)


def contradictions(said: Sequence[Item], due: Sequence[str]) -> Iterator[Difference]:
    """Yield the criteria of a list written by hand that say something else than the contract's, and those it leaves out.

    In fewer of the contract's own words is the same; what is in another language cannot be compared.
    """
    if not said or not due or _script("".join(item.text for item in said)) != _script("".join(due)):
        return
    if len(said) == len(due):
        pairs = enumerate(zip(said, due, strict=True), 1)
        yield from (Difference(item, text, number) for number, (item, text) in pairs if not is_abridged(item.text, text))
        return
    if len(said) * len(due) > _MOST_ALIGNED**2:
        yield from _by_place(said, due)
        return
    open_ = dict(enumerate(due, 1))
    for item in said:
        number = next((number for number, text in open_.items() if is_abridged(item.text, text)), None)
        if number is None:
            yield Difference(item, None, 0)
        else:
            del open_[number]
    yield from (Difference(None, text, number) for number, text in open_.items())


def is_abridged(short: str, text: str) -> bool:
    """Say whether a text has only words of another one, in their order, and says no to the same things."""
    words, all_words = (_WORD.findall(each.casefold()) for each in (short, text))
    if not words or _NEGATIONS.intersection(words) != _NEGATIONS.intersection(all_words):
        return False
    rest = iter(all_words)
    return all(word in rest for word in words)


def _script(text: str) -> bool:
    return _HANGUL.search(text) is not None
