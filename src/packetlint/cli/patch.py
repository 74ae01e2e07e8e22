"""A unified diff of one file that `git apply` takes: with a name of any kind, a new file, a last line that has no end."""

from __future__ import annotations

import sys

from packetlint.core.paths import to_bytes, visible

_ESCAPED = {'"': '\\"', "\\": "\\\\"}


def patch(path: str, before: bytes | None, after: bytes) -> str:
    """Give the difference; `before` is None for a file that is not there. On a terminal controls are shown escaped."""
    from difflib import unified_diff

    old = "/dev/null" if before is None else _name(f"a/{path}")
    lines = unified_diff(_lines(before or b""), _lines(after), old, _name(f"b/{path}"))
    return "".join(map(_shown, lines))


def _name(path: str) -> str:
    """Write a name as git does: in quotes, with escapes, where it could end the line or mislead who reads it."""
    if visible(path) == path and "\t" not in path and '"' not in path:
        return path
    return f'"{"".join(map(_escaped, path))}"'


def _escaped(character: str) -> str:
    if character in _ESCAPED or (visible(character) == character and character != "\t"):
        return _ESCAPED.get(character, character)
    return "".join(f"\\{byte:03o}" for byte in to_bytes(character))


def _lines(content: bytes) -> list[str]:
    """Split at line feeds only, and keep them."""
    *lines, last = content.decode("utf-8", "surrogateescape").split("\n")
    return [*(f"{line}\n" for line in lines), *([last] if last else [])]


def _shown(line: str) -> str:
    """End a line of the difference, and say where the file's own line has no end."""
    text = line.removesuffix("\n")
    note = "" if line.endswith("\n") else "\n\\ No newline at end of file"
    return f"{visible(text) if sys.stdout.isatty() else text}{note}\n"
