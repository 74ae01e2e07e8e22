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
    anywhere = "" if "/" in body or pattern.startswith("/") else "**/"
    return re.compile(rf"{_translate(anywhere + body)}(?:/.*)?", re.DOTALL)


def matches(path: str, patterns: tuple[str, ...]) -> str | None:
    """Give the first pattern that matches the path, or None."""
    for pattern in patterns:
        if compiled(pattern).fullmatch(path):
            return pattern
    return None


_TOKEN = re.compile(r"(?:^|(?<=/))\*\*/|\*\*|\*|\?|\[[!^]?\]?[^\]/]{0,100}\]|.", re.DOTALL)
_MEANING = {"**/": "(?:.*?/)??", "**": ".*?", "*": "[^/]*?", "?": "[^/]"}


def _translate(pattern: str) -> str:
    """Give the expression. What follows a `*` or `**` is taken where it first occurs, and for good: that leaves the most to the rest.

    Were it tried at every place again, a dozen `*` in a stranger's pattern would take years. Only the last may go on; and
    what follows a `**` begins anew, with each `*` in it, wherever that may end.
    """
    parts = _divided(_TOKEN.findall(pattern), ("**/", "**"))
    return "".join(_part(part, is_last=part is parts[-1]) for part in parts)


def _part(tokens: list[str], *, is_last: bool) -> str:
    runs = _divided(tokens, ("*",))
    texts = ["".join(_MEANING.get(token) or _literal(token) for token in run) for run in runs]
    settled = [f"(?>{text})" for text in texts[1:-1]]
    last = [text if is_last else f"(?>{text})" for text in texts[1:][-1:]]
    whole = "".join((texts[0], *settled, *last))
    return whole if is_last else f"(?>{whole})"


def _divided(tokens: list[str], gaps: tuple[str, ...]) -> list[list[str]]:
    """Divide tokens before each that is a gap."""
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token in gaps:
            parts.append([])
        parts[-1].append(token)
    return parts


def _literal(token: str) -> str:
    if len(token) > 2 and token.startswith("["):
        negated = token[1] in "!^"
        inner = token[2 if negated else 1 : -1].replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
        return f"[{'^' if negated else ''}{inner}]"
    return re.escape(token)
