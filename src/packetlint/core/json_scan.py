"""Find where every key and value of a JSON text stands: linear, and without recursion.

`json_reader` reads values with the library's C parser and comes here only when a place is asked for,
or when that parser refuses the text and the reason has to be told.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.json_faults import DEPTH, END, KEY, VALUE, comma_fault, depth_fault, fault_at, number_fault

if TYPE_CHECKING:
    from collections.abc import Callable

_STRING = r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"'
_NUMBER = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+(?![0-9A-Za-z_.+-])"
_VALUE = re.compile(rf"(?P<string>{_STRING})|(?P<number>{_NUMBER})|(?P<word>(?:true|false|null)(?![\w$]))|(?P<open>[\[{{])")
_KEY = re.compile(_STRING)
_BLANK = re.compile(r"[ \t\n\r]*+")
_LONG = 200  # a shorter spelling without an exponent is no infinite number


class Place:
    """Where a value stands, and its key (-1 for an element); `inside` holds the places of what it contains."""

    __slots__ = ("end", "inside", "key_end", "key_start", "start")

    def __init__(self, start: int, end: int, key: tuple[int, int]) -> None:
        """Take the offsets of the value and of its key."""
        self.start = start
        self.end = end
        self.key_start, self.key_end = key
        self.inside: dict[str, Place] | list[Place] | None = None


class Repeat(NamedTuple):
    """A key that stands a second time in its object: its offsets, those of the first, and the path of the member."""

    start: int
    end: int
    first: int
    path: tuple[str | int, ...]


class Scan(NamedTuple):
    """All places of a text, by way of its outermost value, and the keys that are repeated."""

    root: Place
    repeats: list[Repeat]


def scan(text: str) -> Scan:
    """Find all places. Raises JsonFault at the first character that is not as JSON has it."""
    return _Scanner(text).run()


_NO_KEY = (-1, -1)


class _Scanner:
    """A machine whose states are its methods: each reads one token and gives the next state."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.key = _NO_KEY
        self.name = ""
        self.root: Place | None = None
        self.open: list[Place] = []
        self.path: list[str | int] = []
        self.repeats: list[Repeat] = []
        self.comma = -1

    def run(self) -> Scan:
        state: Callable[[], Any] | None = self._value
        while state is not None:
            self._skip()
            state = state()
        assert self.root is not None
        return Scan(self.root, self.repeats)

    def _skip(self) -> None:
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at

    def _value(self) -> Callable[[], Any] | None:
        match = _VALUE.match(self.text, self.at)
        if match is None:
            raise fault_at(self.text, self.at, VALUE)
        place = Place(self.at, match.end(), self.key)
        self._add(place)
        self.at = match.end()
        if match.lastgroup == "open":
            return self._enter(place, match[0])
        if match.lastgroup == "number":
            _check_number(place.start, match[0])
        return self._after

    def _add(self, place: Place) -> None:
        if not self.open:
            self.root = place
            return
        inside = self.open[-1].inside
        if isinstance(inside, dict):
            if (first := inside.get(self.name)) is not None:
                self.repeats.append(Repeat(*self.key, first.key_start, (*self.path, self.name)))
            inside[self.name] = place
        elif inside is not None:
            inside.append(place)

    def _enter(self, place: Place, bracket: str) -> Callable[[], Any]:
        if len(self.open) == DEPTH:
            raise depth_fault(place.start)
        if self.open:
            parent = self.open[-1].inside
            self.path.append(self.name if isinstance(parent, dict) else len(parent or ()) - 1)
        self.open.append(place)
        place.inside = {} if bracket == "{" else []
        self.key = _NO_KEY
        return self._first

    def _first(self) -> Callable[[], Any] | None:
        """Read what follows an opening bracket: its own closing one, or what may stand inside."""
        is_object = isinstance(self.open[-1].inside, dict)
        if self.text.startswith("}" if is_object else "]", self.at):
            return self._leave()
        return self._named() if is_object else self._value()

    def _named(self) -> Callable[[], Any]:
        match = _KEY.match(self.text, self.at)
        if match is None:
            raise fault_at(self.text, self.at, KEY)
        self.key = match.span()
        self.name = _unescaped(match[0]) if "\\" in match[0] else match[0][1:-1]
        self.at = match.end()
        return self._colon

    def _colon(self) -> Callable[[], Any]:
        if not self.text.startswith(":", self.at):
            raise fault_at(self.text, self.at, "`:`")
        self.at += 1
        return self._value

    def _after(self) -> Callable[[], Any] | None:
        """Read what follows a value: a comma, the closing bracket, or the end of the text."""
        if not self.open:
            if self.at < len(self.text):
                raise fault_at(self.text, self.at, END)
            return None
        closing = "}" if isinstance(self.open[-1].inside, dict) else "]"
        if self.text.startswith(",", self.at):
            self.comma = self.at
            self.at += 1
            return self._next
        if self.text.startswith(closing, self.at):
            return self._leave()
        raise fault_at(self.text, self.at, f"`,` or `{closing}`")

    def _next(self) -> Callable[[], Any] | None:
        """Read what follows a comma."""
        if self.text.startswith(("}", "]"), self.at):
            raise comma_fault(self.comma, self.text[self.at])
        self.key = _NO_KEY
        return self._named() if isinstance(self.open[-1].inside, dict) else self._value()

    def _leave(self) -> Callable[[], Any]:
        self.at += 1
        self.open.pop().end = self.at
        if self.open:
            self.path.pop()
        return self._after


def _unescaped(key: str) -> str:
    from json import loads

    name: str = loads(key)
    return name


def _check_number(start: int, spelling: str) -> None:
    if (len(spelling) >= _LONG or "e" in spelling or "E" in spelling) and float(spelling) in (float("inf"), float("-inf")):
        raise number_fault(start, spelling)
