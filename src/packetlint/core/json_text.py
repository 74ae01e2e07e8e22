"""JSON that people read too: letters as they are, and what must not reach a terminal raw as JSON's own escapes."""

from __future__ import annotations

import json


def written(value: object, indent: int | None = None) -> str:
    """Give the JSON of a value, on one line unless it is indented.

    Controls, invisible characters and marks of direction such as U+202E stand only in texts, where an escape means the same.
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() or character == "\n" else json.dumps(character)[1:-1] for character in text)
