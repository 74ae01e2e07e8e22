"""Paths as contracts name them: files, folders and globs, and what they hold."""

from __future__ import annotations

import re
from functools import lru_cache

from packetlint.core.globs import compiled

_WORD = re.compile(r"[\w.@+~*-]*(?:/[\w.@+~*-]+)*/?")
_GLOB = re.compile(r"[*?\[]")
_SUFFIX = re.compile(r"[\w-]\.[A-Za-z][A-Za-z0-9]{0,7}$")


@lru_cache(maxsize=4096)
def plain_path(path: str) -> str:
    """Give a path without `./` in front, without blanks, with `/` between its parts; a folder keeps its last `/`."""
    path = path.strip().replace("\\", "/")
    while path.startswith("./"):
        path = path[2:]
    return path


def is_path(text: str) -> bool:
    """Say whether a text is a path: it has a `/` or a file's suffix, and no blank."""
    return bool(text) and not any(map(str.isspace, text)) and ("/" in text or bool(_SUFFIX.search(text)))


def holds(outer: str, path: str) -> bool:
    """Say whether a contract's path is a file's own, a folder that holds it, or a glob that matches it."""
    outer, path = plain_path(outer), plain_path(path)
    if _GLOB.search(outer):
        return compiled(f"/{outer}").fullmatch(path) is not None
    outer = outer.rstrip("/")
    return path.rstrip("/") == outer or path.startswith(f"{outer}/")


def overlap(one: str, other: str) -> bool:
    """Say whether two paths are one, or one of them holds the other."""
    return holds(one, other) or holds(other, one)


def named_in(text: str, paths: tuple[str, ...]) -> bool:
    """Say whether a text names one of the paths: whole, by a folder that holds it or lies in it, or by its last parts."""
    return any(overlap(path, each) or _ends(path, each) for each in _named(text) for path in paths)


@lru_cache(maxsize=1024)
def _named(text: str) -> tuple[str, ...]:
    """Give the paths in a text; the same texts are looked at for every task of a mission."""
    words = {plain_path(word.rstrip(".")) for word in _WORD.findall(text)}
    return tuple(sorted(word for word in words if is_path(word) and word.strip("/")))


def _ends(path: str, end: str) -> bool:
    return f"/{plain_path(path).rstrip('/')}".endswith(f"/{end}") and bool(_SUFFIX.search(end))
