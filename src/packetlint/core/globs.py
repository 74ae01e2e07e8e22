"""Path patterns of the configuration, read as people read them in a .gitignore."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=512)
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern for paths from the configuration's directory.

    `*` and `?` stay within one part, `**` crosses parts. A pattern without an inner `/` matches at any
    depth; one that names a directory matches everything below it.
    """
    body = pattern.strip("/")
    anywhere = "" if "/" in body or pattern.startswith("/") else "(?:.*/)?"
    return re.compile(rf"{anywhere}{_translate(body)}(?:/.*)?", re.DOTALL)


def matches(path: str, patterns: tuple[str, ...]) -> str | None:
    """Give the first pattern that matches the path, or None."""
    for pattern in patterns:
        if compiled(pattern).fullmatch(path):
            return pattern
    return None


_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?|\[[!^]?\]?[^\]/]*\]|.", re.DOTALL)
_MEANING = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def _translate(pattern: str) -> str:
    return "".join(_MEANING.get(token) or _literal(token) for token in _TOKEN.findall(pattern))


def _literal(token: str) -> str:
    if len(token) > 2 and token.startswith("["):
        negated = token[1] in "!^"
        inner = token[2 if negated else 1 : -1].replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
        return f"[{'^' if negated else ''}{inner}]"
    return re.escape(token)
