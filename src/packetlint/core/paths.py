"""Paths: always text with `/`, UTF-8 with surrogate escapes, whatever the locale says."""

from __future__ import annotations

import os

_LINE_SEPARATORS = (0x2028, 0x2029)


def from_bytes(path: bytes) -> str:
    """Decode a path as git or the system gives it; bytes that are not UTF-8 survive as surrogates."""
    return path.decode("utf-8", "surrogateescape")


def to_bytes(path: str) -> bytes:
    """Encode a path for the system; the inverse of `from_bytes`."""
    return path.encode("utf-8", "surrogateescape")


def from_argument(argument: str) -> str:
    """Re-read a command-line argument as UTF-8 (Python decoded it by the locale)."""
    return argument if argument.isascii() else from_bytes(os.fsencode(argument))


def is_below(path: str, top: str) -> bool:
    """Say whether an absolute path is `top` or lies below it, going by the text alone."""
    return path == top or path.startswith(top.rstrip("/") + "/")


COMMAND = r"##(?=\w*\[)"  # what begins a command of a build server, as an expression


def is_relative(path: str) -> bool:
    """Say whether a path counts from the top and stays below it: git refuses the whole question for one that leaves the work tree."""
    return bool(path) and not path.startswith("/") and ".." not in path.split("/") and "\0" not in path


def visible(text: str) -> str:
    r"""Escape what must not reach a terminal raw: controls, bidi and invisible characters, lost bytes.

    The result is plain text: ESC becomes `\x1b`, a lost byte `\xff`, U+202E `\u202e`. So is `##name[` broken, by which a
    log commands the build server that reads it.
    """
    text = without_commands(text)
    return text if text.isascii() and text.isprintable() else "".join(map(_visible_character, text))


def leading(path: str) -> str:
    """Show a path where a line begins with it: one that begins with `::` would be a command to GitHub Actions."""
    name = visible(path)
    return f"./{name}" if name.lstrip().startswith("::") else name


def without_commands(text: str) -> str:
    r"""Break every `##name[`, so that it reads `#\x23name[`."""
    if "##" not in text:
        return text
    import re  # few texts hold two of them

    return re.sub(COMMAND, r"#\\x23", text)


def _visible_character(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if character == "\t" or character.isprintable():
        return character
    if code >= 0xA0 and character.isspace() and code not in _LINE_SEPARATORS:
        return character
    if code < 0x100:
        return {"\n": "\\n", "\r": "\\r"}.get(character, f"\\x{code:02x}")
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
