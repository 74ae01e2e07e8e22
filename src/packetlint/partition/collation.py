"""The root collation order, as String.prototype.localeCompare has it. Seed: agent-context-partitioner, Coverage and omission.

Texts are compared by their characters first (space and punctuation before symbols, digits, letters), and only when
those are equal by accents, and then by case, small letters first. Control characters count for nothing.
The table below holds ASCII; any other text takes ICU, which is loaded when such a text occurs.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from packetlint.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_Value = TypeVar("_Value")
_Key = tuple[bytes, bytes] | bytes

_ORDER = "\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
_IGNORED = bytes([*range(9), *range(14, 32), 127])
_PRIMARY = bytes(_ORDER.find(chr(code).lower()) + 1 for code in range(128)).ljust(256, b"\0")
_TERTIARY = bytes(chr(code).isupper() for code in range(128)).ljust(256, b"\0")

_MISSING = (
    "ids that are not ASCII are ordered by ICU, which is not installed: pip install 'packetlint[collation]' "
    "(for a pre-commit hook: additional_dependencies: [pyicu-wheels])"
)


def sort_by_root(values: Iterable[_Value], key: Callable[[_Value], str] | None = None) -> list[_Value]:
    """Sort stably by root collation: `values` themselves, or the text that `key` gives for each.

    Raises UsageError when a text is not ASCII and the extra `collation` is not installed.
    """
    values = list(values)
    texts: list[Any] = values if key is None else list(map(key, values))
    sort_key = _ascii_key if all(map(str.isascii, texts)) else _icu_key()
    if key is None:
        return sorted(values, key=sort_key)  # type: ignore[arg-type]  # without a key, the values are texts
    keys = list(map(sort_key, texts))
    return [values[at] for at in sorted(range(len(values)), key=keys.__getitem__)]


def _ascii_key(text: str) -> _Key:
    kept = text.encode("ascii")
    return kept.translate(_PRIMARY, _IGNORED), kept.translate(_TERTIARY, _IGNORED)


@cache
def _icu_key() -> Callable[[str], _Key]:
    try:
        import icu
    except ImportError:
        raise UsageError(_MISSING) from None
    collator = icu.Collator.createInstance(icu.Locale.getRoot())
    collator.setAttribute(icu.UCollAttribute.NORMALIZATION_MODE, icu.UCollAttributeValue.ON)  # as ECMA-402 has it: é is e and an accent
    sort_key: Callable[[str], bytes] = collator.getSortKey
    return sort_key
