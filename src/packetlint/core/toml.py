"""TOML with line numbers: the standard library parses, and its verdict on prefixes tells where a key stands."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from packetlint.core.errors import ConfigurationError

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def parse(file: str, text: str) -> dict[str, Any]:
    """Parse a configuration file. Raises ConfigurationError with the line of the fault."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _PLACE.search(message)
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        reason = message[: place.start()] if place else message
        raise ConfigurationError(file, f"is not valid TOML: {reason[:1].lower()}{reason[1:]}", line=line) from None
    except RecursionError:
        raise ConfigurationError(file, "is nested too deeply") from None


def line_of(text: str, path: tuple[str | int, ...]) -> int | None:
    """Give the 1-based line at which the value at `path` begins, or None when it is not there.

    A key begins after the longest shorter prefix that parses; only used to report an error.
    """
    lines = text.splitlines(keepends=True)
    parsed_to = 0
    for count in range(1, len(lines) + 1):
        try:
            document = tomllib.loads("".join(lines[:count]))
        except tomllib.TOMLDecodeError:
            continue
        if _holds(document, path):
            return _first_content(lines, parsed_to)
        parsed_to = count
    return None


def key_of(path: tuple[str | int, ...]) -> str:
    """Write the keys and indices that lead to a value as people write them: `smells[0].pattern`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


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


def _first_content(lines: list[str], start: int) -> int:
    for number in range(start, len(lines)):
        if lines[number].strip() and not lines[number].lstrip().startswith("#"):
            return number + 1
    return start + 1
