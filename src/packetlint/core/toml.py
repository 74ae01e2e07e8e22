"""TOML with line numbers: the standard library parses, and its verdict on prefixes tells where a key stands."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from packetlint.core.errors import ConfigurationError
from packetlint.core.quoting import short

_LONG_NUMBER = re.compile(r"[0-9][0-9_]{4000,}")
_MOST_LOOKS = 40
_MOST_PARSED = 1 << 20  # characters; about a second
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def parse(file: str, text: str) -> dict[str, Any]:
    """Parse a configuration file. Raises ConfigurationError with the line of the fault."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _PLACE.search(message)
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        reason = short(message[: place.start()] if place else message)  # it quotes keys, which may be long
        raise ConfigurationError(file, f"is not valid TOML: {reason[:1].lower()}{reason[1:]}", line=line) from None
    except RecursionError:
        raise ConfigurationError(file, "is nested too deeply") from None
    except ValueError:  # Python's own limit on the digits of a number
        digits = _LONG_NUMBER.search(text)
        at = text.count("\n", 0, digits.start()) + 1 if digits else None
        raise ConfigurationError(file, "holds a number with too many digits", line=at) from None


def line_of(text: str, path: tuple[str | int, ...]) -> int | None:
    """Give the 1-based line at which the value at `path` begins, or None when it is not there or takes too long to find.

    That is the last line with its key above which it is not there yet. Looked for by halves, and not for ever: the
    file may be a stranger's, and each look parses all that is above.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    places = [at for at, line in enumerate(lines) if key in line] or list(range(len(lines)))
    found, left = None, _MOST_PARSED
    for _ in range(_MOST_LOOKS if _holds(_parsed(lines), path) else 0):
        if not places or left <= 0:
            break
        middle = len(places) // 2
        above = lines[: places[middle]]
        left -= sum(map(len, above)) + 1
        document = _parsed(above)
        if document is None:
            del places[middle]
        elif _holds(document, path):
            places = places[:middle]
        else:
            found, places = places[middle] + 1, places[middle + 1 :]
    return found


def _parsed(lines: list[str]) -> dict[str, Any] | None:
    try:
        return tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError):
        return None


def key_of(path: tuple[str | int, ...]) -> str:
    """Write the keys and indices that lead to a value as people write them: `smells[0].pattern`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{short(part)}" for part in path).lstrip(".")


def _holds(value: Any, path: tuple[str | int, ...]) -> bool:
    for key in path:
        if isinstance(key, int):
            if not isinstance(value, list) or key >= len(value):
                return False
            value = value[key]
        elif not isinstance(value, dict) or key not in value:
            return False
        else:
            value = value[key]
    return True
