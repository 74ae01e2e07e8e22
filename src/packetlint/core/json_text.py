"""JSON as it is printed: nothing in it steers a terminal, turns the direction of text, or commands whatever reads a build's log."""

from __future__ import annotations

import json
import re
from typing import Any

from packetlint.core.paths import COMMAND, visible

_COMMAND = re.compile(COMMAND)  # outside of strings there is none


def json_text(value: Any, indent: int | None = None) -> str:
    r"""Give a value as JSON, readable, with JSON's own escapes for what must not be shown raw. A lost byte of a name stands as `\xff`."""
    return shown(json.dumps(value, indent=indent, ensure_ascii=False))


def shown(text: str) -> str:
    """Write what must not be shown raw in a JSON text by JSON's own escapes."""
    if not (text.isascii() and "\x7f" not in text):
        text = "".join(map(_character, text))
    return _COMMAND.sub(r"#\\u0023", text) if "##" in text else text


def _character(character: str) -> str:
    if character.isprintable() or character == "\n":
        return character
    return json.dumps(visible(character) if "\ud800" <= character <= "\udfff" else character)[1:-1]
