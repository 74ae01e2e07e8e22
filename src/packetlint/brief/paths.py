"""What a path in prose looks like, and the paths a brief names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.brief.model import Brief, Item
    from packetlint.core.markdown import Line

SOURCE_SUFFIXES = frozenset(
    "c cc cjs cpp cs dart ex exs go h hpp java jl js jsx kt kts lua m mjs mm php pl py pyi r rb rs scala sh sql svelte swift "
    "ts tsx vue zig".split()
)
OTHER_SUFFIXES = frozenset("cfg css csv html ini json lock md mdx proto rst scss toml txt xml yaml yml".split())
BARE_NAMES = frozenset("Dockerfile Gemfile Jenkinsfile Justfile LICENSE Makefile Procfile README Rakefile Vagrantfile CODEOWNERS".split())
_SUFFIXES = SOURCE_SUFFIXES | OTHER_SUFFIXES
_FIRST_PARTS = frozenset(["src", "lib", "app", "test", "tests", "docs", "packages", "cmd", "internal", "pkg"])
_NOT_IN_PATHS = frozenset(" \t\"'`<>|*?{},;:=&%#!")
_LONGEST = 400
_LINE_NUMBER = r"(?::\d+(?::\d+)?|#L\d+(?:-L?\d+)?)$"
_WILD = frozenset("*?{}<>…|:")

# Where the seed lets paths stand: there they are locators, not narrative.
LOCATOR_SECTIONS = ("files touched", "out of scope", "key interfaces", "already tried")


class PathMention(NamedTuple):
    """A path as a brief writes it, with its offsets, and as git would: with `/`, without line number or `./`."""

    written: str
    path: str
    start: int
    end: int


def suffix_of(path: str) -> str:
    """Give the lower-case suffix of a path without its dot, or the empty string."""
    name, dot, suffix = path.rpartition(".")
    return suffix.lower() if dot and name and suffix.isalnum() and suffix[0].isalpha() else ""


def looks_like_path(text: str) -> bool:
    """Say whether a whole text can only be a path: not `read/write`, not `https://...`, not `Type.method`."""
    if not text or len(text) > _LONGEST or not _NOT_IN_PATHS.isdisjoint(text) or "//" in text:
        return False
    path = text.replace("\\", "/")
    if suffix_of(path) in _SUFFIXES:
        return not path.startswith(".") or "/" in path
    inner = path.strip("/")
    if "/" not in path or not inner:
        return False
    parts = inner.split("/")
    return path[-1] == "/" or path.startswith(("./", "../", "~/")) or parts[0] in _FIRST_PARTS or (len(parts) > 2 and parts[0].islower())


_LIBRARIES = frozenset(
    "alpine angular backbone chart d3 discord ember express knex moment nest next node nuxt p5 react solid three vue".split()
)


def is_library(text: str) -> bool:
    """Say whether `Next.js` or `node.js` is meant: a bare name in `.js` that is no file's."""
    stem, dot, suffix = text.rpartition(".")
    return bool(dot) and suffix.lower() == "js" and "/" not in stem and "\\" not in stem and (stem[:1].isupper() or stem in _LIBRARIES)


def as_git(written: str) -> str:
    """Give a written path the way git spells it."""
    path = without_line(written).replace("\\", "/")
    while path.startswith("./"):
        path = path[2:]
    return path.lstrip("/")


def without_line(written: str) -> str:
    """Give a written path without the line number it may end in."""
    return re.sub(_LINE_NUMBER, "", written) if ":" in written or "#" in written else written


def is_exact(path: str) -> bool:
    """Say whether a path names one file or directory of the repository: no wildcard, no home, no drive, not absolute."""
    return _WILD.isdisjoint(path) and not path.startswith(("~", "/")) and ".." not in path and path.strip("./") != ""


_TICKED = r"`([^`\n]+)`"
_BARE = r"[^\s`,;()（）]+"
_HINT = r"\s[—–-]+\s|:\s"


def entry_paths(brief: Brief, item: Item) -> Iterator[PathMention]:
    """Yield the paths a Files Touched entry is about: those before its note or hint."""
    text = brief.source.text[item.content : item.content_end]
    masked = re.sub(_TICKED, lambda code: "x" * len(code[0]), text)
    hint = re.search(_HINT, masked)
    shown = _without_notes(text, masked)[: hint.start() if hint else None]
    pattern = _TICKED if "`" in shown else _BARE
    for match in re.finditer(pattern, shown):
        group = 1 if pattern == _TICKED else 0
        written = match[group].strip("*_")
        if looks_like_path(without_line(written)) or written in BARE_NAMES:
            start = item.content + match.start(group) + match[group].find(written)
            yield PathMention(written, as_git(written), start, start + len(written))


def _without_notes(text: str, masked: str) -> str:
    """Blank out what stands in parentheses; `masked` is the text with code made unlike any mark."""
    shown, depth = [], 0
    for character, mark in zip(text, masked, strict=True):
        depth += mark in "(（"
        shown.append(" " if depth else character)
        depth = max(0, depth - (mark in ")）"))
    return "".join(shown)


def narrative_lines(brief: Brief) -> list[Line]:
    """Give the lines outside fences and outside the sections where paths may stand."""
    within = {line.number for name in LOCATOR_SECTIONS for section in brief.named(name) for line in section.lines}
    within |= {brief.source.position(section.start)[0] for name in LOCATOR_SECTIONS for section in brief.named(name)}
    return [line for line in brief.lines if line.number not in within and line.kind not in ("code", "fence")]


_WORD = r"[^\s`\"'<>()\[\]{},;|]+"


def narrative_tokens(line: Line) -> Iterator[tuple[str, int]]:
    """Yield (token, column from 0) for the words of a line that may be a tracked file's path."""
    if "/" not in line.text and "." not in line.text and not any(name in line.text for name in BARE_NAMES):
        return
    for match in re.finditer(_WORD, line.text):
        token = match[0].rstrip(".:!?*_")
        if ("/" in token or "." in token or token in BARE_NAMES) and len(token) <= _LONGEST and "://" not in token:
            yield token.removeprefix("./"), match.start() + (2 if token.startswith("./") else 0)
