"""The digests of a proposal, equal to JavaScript's to the byte. Seed: agent-context-partitioner, Coverage and omission.

`stringify` is JSON.stringify for plain Python values as `core/json_reader.py` gives them, their keys in JavaScript's order.
"""

from __future__ import annotations

import re
from json.encoder import JSONEncoder, encode_basestring
from typing import TYPE_CHECKING, Any

from packetlint.partition.collation import sort_by_root

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SPACE_FIELDS = (
    "modelArtifactDigest",
    "modelConfigDigest",
    "preprocessingDigest",
    "chunkerDigest",
    "pooling",
    "dimensions",
    "normalization",
    "metric",
    "coordinatePrecision",
    "quantizationDigest",
    "redactionPolicyDigest",
    "modality",
)
_ENCODER = JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))
# What may be a number that Python spells in another way: not whole, very large or none. A text that looks like one does no harm.
_NUMBER = re.compile(r'[:\[,](?<!(?<!"):)-?(?:[0-9]+[.e]|[0-9]{16}|[NI])')
_SAFE = 1 << 53
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LONE = re.compile("[\ud800-\udfff]")


def stringify(value: object) -> str:
    """Give the text that JSON.stringify gives: no spaces, ECMAScript's numbers and escapes, keys as they come.

    Nesting may be as deep as Python's recursion limit allows; a reader has to have a limit below that.
    """
    text = _ENCODER.encode(value)
    if isinstance(value, int | float) or _NUMBER.search(text):
        parts: list[str] = []
        _append(value, parts.append)
        text = "".join(parts)
    return text if text.isascii() else _escape_lone(text)


def hash_value(value: object) -> str:
    """Give `sha256:` and the digest of a value's text."""
    from hashlib import sha256

    return f"sha256:{sha256(stringify(value).encode()).hexdigest()}"


def coverage_digest(source_root_digest: object, dispositions: Sequence[Mapping[str, Any]]) -> str:
    """Give the digest that seals a proposal: over the source root's digest and the dispositions in root order.

    Where there is more than one disposition, each needs a text as its itemId. Raises UsageError when an itemId
    takes the extra `collation` and that is not installed.
    """
    ordered = sort_by_root(dispositions, lambda disposition: disposition["itemId"]) if len(dispositions) > 1 else list(dispositions)
    return hash_value({"sourceRootDigest": source_root_digest, "dispositions": ordered})


def space_id(space: Mapping[str, Any]) -> str:
    """Give the identity of a retrieval space: the digest of its other fields, in the contract's order; absent ones are left out."""
    return hash_value({name: space[name] for name in SPACE_FIELDS if name in space})


def _append(value: object, put: Callable[[str], None]) -> None:
    if isinstance(value, str):
        put(encode_basestring(value))
    elif isinstance(value, dict):
        lead = "{"
        for key, member in value.items():
            put(f"{lead}{encode_basestring(key)}:")
            _append(member, put)
            lead = ","
        put("}" if lead == "," else "{}")
    elif isinstance(value, list | tuple):
        lead = "["
        for member in value:
            put(lead)
            _append(member, put)
            lead = ","
        put("]" if lead == "," else "[]")
    else:
        put(_scalar(value))


def _scalar(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if -_SAFE <= value <= _SAFE else _rounded(value)
    if isinstance(value, float):
        return _number(value)
    raise TypeError(f"{type(value).__name__} is no JSON value")


def _rounded(value: int) -> str:
    try:
        return _number(float(value))
    except OverflowError:
        return "null"


def _number(value: float) -> str:
    """Print a double as ECMAScript's Number::toString does; what is not finite is null in JSON."""
    if value - value != 0:  # infinite, or not a number
        return "null"
    if value <= 0:
        return f"-{_number(-value)}" if value else "0"
    mantissa, _, exponent = repr(value).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = f"{whole}{fraction}".lstrip("0")
    point = len(digits) - len(fraction) + int(exponent or 0)
    return _spell(digits.rstrip("0"), point)


def _spell(digits: str, point: int) -> str:
    """Spell 0.`digits` times ten to the power of `point`."""
    if len(digits) <= point <= 21:
        return digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{point - 1:+d}"


def _escape_lone(text: str) -> str:
    """Join surrogates that make a pair, and escape those that stand alone."""
    if not _LONE.search(text):
        return text
    joined = _PAIR.sub(lambda pair: pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le"), text)
    return _LONE.sub(lambda lone: f"\\u{ord(lone[0]):04x}", joined)
