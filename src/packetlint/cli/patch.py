"""A unified diff of one file that `git apply` takes: with a new file, and with a last line that has no end."""

from __future__ import annotations

import sys

from packetlint.core.paths import visible


def patch(path: str, before: bytes | None, after: bytes) -> str:
    """Give the difference; `before` is None for a file that is not there. On a terminal controls are shown escaped."""
    from difflib import unified_diff

    name = visible(path)
    old = "/dev/null" if before is None else f"a/{name}"
    lines = unified_diff(_lines(before or b""), _lines(after), old, f"b/{name}")
    return "".join(map(_shown, lines))


def _lines(content: bytes) -> list[str]:
    """Split at line feeds only, and keep them."""
    *lines, last = content.decode("utf-8", "surrogateescape").split("\n")
    return [*(f"{line}\n" for line in lines), *([last] if last else [])]


def _shown(line: str) -> str:
    """End a line of the difference, and say where the file's own line has no end."""
    text = line.removesuffix("\n")
    note = "" if line.endswith("\n") else "\n\\ No newline at end of file"
    return f"{visible(text) if sys.stdout.isatty() else text}{note}\n"
