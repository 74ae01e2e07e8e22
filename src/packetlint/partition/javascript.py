"""What the values of a proposal mean to JavaScript, in which the contract's rules were first written.

The rules are stated for proposals of the right shape; on others they have to come to the same verdict as
JavaScript does: an absent field is `undefined`, an empty list is true, `1` and `true` are different.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Container, Hashable, Sequence


class _Undefined:
    """The value of a field that is not there."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "undefined"


UNDEFINED = _Undefined()
_SPACE = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"


def field(value: object, name: str) -> Any:
    """Give `value.name`."""
    return value.get(name, UNDEFINED) if isinstance(value, dict) else UNDEFINED


def identity(value: Any) -> Hashable:
    """Give what is equal for two values where `===` is true (and the same list or object is only itself)."""
    if type(value) is str or value is UNDEFINED:
        return value
    if isinstance(value, list | dict):
        return ("object", id(value))
    return (isinstance(value, bool), value)


def is_true(value: object) -> bool:
    """Say whether a value is true in a condition: every list and object is."""
    return isinstance(value, list | dict) or bool(value)


def is_count(value: object) -> bool:
    """Say whether a value is a whole number from 0 up, however it is spelled."""
    return not isinstance(value, bool) and isinstance(value, int | float) and value >= 0 and value == value // 1


def is_one_of(value: object, words: Container[str]) -> bool:
    """Say whether a value is one of some words."""
    return isinstance(value, str) and value in words


def is_digest(value: object) -> bool:
    """Say whether a value is `sha256:` and 64 hex digits in lower case, and nothing more."""
    return isinstance(value, str) and len(value) == 71 and value.startswith("sha256:") and not value[7:].strip("0123456789abcdef")


def is_blank(value: str) -> bool:
    """Say whether nothing is left of a text once its ends are trimmed."""
    return not value.strip(_SPACE)


def elements(value: object) -> Sequence[Any]:
    """Give what a loop over the value gives: the elements of a list, the characters of a text, else nothing."""
    return value if isinstance(value, list | str) else ()


def as_text(value: Any) -> str:
    """Give what a value becomes inside a template string."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ",".join("" if item is None else as_text(item) for item in value)
    if isinstance(value, dict) or value is UNDEFINED:
        return "[object Object]" if isinstance(value, dict) else "undefined"
    from packetlint.partition.digest import stringify

    return stringify(value)
