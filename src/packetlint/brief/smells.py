r"""The seed's four smell expressions, matched exactly but in linear time. Seed: context-pack, phase 4.5.

A backtracking engine needs quadratic time for `\b\S+\.[a-z]{1,4}:\d+\b` on a long line. So the search
starts from the cheap end, the `.ext:12` that each match must hold, and works out from there what the
expression would have matched. A property test holds the result equal to the expression's own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from packetlint.brief.paths import OTHER_SUFFIXES, SOURCE_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.brief.model import Brief


class Match(NamedTuple):
    """A match: its offsets in the text that was searched, and whether the seed's own expression gives it."""

    start: int
    end: int
    is_seeds: bool = True


_TOKEN = re.compile(r"\S+")
_WORD = re.compile(r"\w")
_ANCHOR = re.compile(r"\.[a-z]{1,4}:\d+\b")


def seed_file_lines(text: str) -> Iterator[Match]:
    r"""Yield the matches of `\b\S+\.[a-z]{1,4}:\d+\b`.

    Within one run of non-blanks there is at most one: from its first word character, as `\S+` is greedy,
    to the last `.ext:12` in it.
    """
    anchor = _ANCHOR.search(text)
    while anchor:
        start, end = _token_around(text, anchor.start())
        last = _last(_ANCHOR, text, anchor.start(), end)
        word = _WORD.search(text, start, end)
        if word and word.start() < last[0]:
            yield Match(word.start(), last[1])
        anchor = _ANCHOR.search(text, end)


_BLANK = re.compile(r"\s")


def _token_around(text: str, at: int) -> tuple[int, int]:
    """Give the run of non-blanks around an offset. Each run is looked at once, so this stays linear."""
    start = at
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    blank = _BLANK.search(text, at)
    return start, blank.start() if blank else len(text)


def _last(pattern: re.Pattern[str], text: str, start: int, end: int) -> tuple[int, int]:
    found = (start, start)
    for match in pattern.finditer(text, start, end):
        found = match.span()
    return found


_KNOWN = SOURCE_SUFFIXES | OTHER_SUFFIXES
_OTHER_END = r":\d|#L\d|\(\d"
_OTHER_FORM = r"\.([A-Za-z]\w{0,5})(?::\d+\b|#L\d+(?:-L?\d+)?\b|\(\d+,\s?\d+\))"


def file_lines(text: str) -> Iterator[Match]:
    """Yield the seed's matches, and the other spellings of a place in a file: `X.TS:4`, `x.ts#L4`, `x.ts(4,7)`."""
    done = list(seed_file_lines(text))
    yield from done
    taken = iter([*done, Match(len(text) + 1, len(text) + 1)])
    current = next(taken)
    for match in re.finditer(_OTHER_FORM, text) if re.search(_OTHER_END, text) else ():
        while current.end <= match.start():
            current = next(taken)
        if current.start > match.start() and match[1].lower() in _KNOWN:
            name = _name_before(text, match.start())
            if name < match.start():
                yield Match(name, match.end(), is_seeds=False)


_NAME_PART = re.compile(r"[\w@./\\-]")
_LOOK_BACK = 256


def _name_before(text: str, at: int) -> int:
    start = at
    while start > 0 and at - start < _LOOK_BACK and _NAME_PART.match(text[start - 1]):
        start -= 1
    return start


_LINE_NUMBER = r"\b(line |on line )\d+\b"
_LINE_RANGE = r"\b(?:on )?lines \d+\s?(?:-|–|—|to)\s?\d+\b"


def line_numbers(text: str) -> Iterator[Match]:
    r"""Yield the matches of `\b(line |on line )\d+\b`, ignoring case, and ranges like `lines 40-50`."""
    for match in re.finditer(_LINE_NUMBER, text, re.IGNORECASE):
        yield Match(*match.span())
    for match in re.finditer(_LINE_RANGE, text, re.IGNORECASE) if "lines" in text.lower() else ():
        yield Match(*match.span(), is_seeds=False)


_SUFFIX = re.compile(r"\.(?:ts|js|py|go|rs|java)\b")


def path_bullet(text: str, content: int) -> Match | None:
    r"""Match `\S*[\\/]\S+\.(ts|js|py|go|rs|java)\b` at a bullet's content.

    Greedy parts take the last suffix of the run that has a slash before it, with something in between.
    """
    token = _TOKEN.match(text, content)
    if not token:
        return None
    start, end = _last(_SUFFIX, text, content, token.end())
    before_name = text[content : max(content, start - 1)]
    return Match(content, end) if end > start and ("/" in before_name or "\\" in before_name) else None


_NARRATIVE = re.compile(r"\b(src|lib|app)/\S+")


def narrative_paths(text: str) -> Iterator[Match]:
    r"""Yield the matches of `\b(src|lib|app)/\S+`, without the marks that end the word in prose."""
    for match in _NARRATIVE.finditer(text):
        yield Match(match.start(), match.start() + max(len(match[1]) + 1, len(match[0].rstrip("`.,;:!?)]}*'\""))))


_URL_END = re.compile(r"[\s<>\"'`)\]]")
_SCHEME = r"[A-Za-z][A-Za-z0-9+.-]*\Z"
_LONGEST_SCHEME = 24


def without_urls(text: str) -> str:
    """Blank out every URL, keeping offsets."""
    at = text.find("://")
    if at < 0:
        return text
    pieces, done = [], 0
    while at >= 0:
        scheme = re.search(_SCHEME, text[max(done, at - _LONGEST_SCHEME) : at])
        if scheme:
            closing = _URL_END.search(text, at + 3)
            end = closing.start() if closing else len(text)
            start = at - len(scheme[0])
            pieces += [text[done:start], " " * (end - start)]
            done = end
        at = text.find("://", max(done, at + 3))
    return "".join([*pieces, text[done:]])


# Top-level domains that are no suffix of a source file (`.py`, `.rs`, `.sh`, `.pl`, `.md` are both, so they are left out).
_DOMAINS = (
    "ai app at au be biz br ca ch cloud cn co com corp de dev dk edu es eu fi fr gov home "
    "in info int io it jp kr lan mil net nl no nz org ru se site tech tv uk us xyz"
)
_HOST = rf"(?:[\w.+-]+@)?((?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+(?:{_DOMAINS.replace(' ', '|')})):\d{{1,5}}"
_LONGEST_HOST = 255


_AROUND_HOSTS = r"[=,;|&\"'`(){}<>\[\]]"


def hosts_of(matched: str) -> list[str]:
    """Give the hosts of a match in which every `.ext:12` belongs to a bare `host:port`, as in `DB=db.io:5432`; else none."""
    if len(matched) > _LONGEST_HOST:
        return []
    parts = [part for part in re.split(_AROUND_HOSTS, matched) if _ANCHOR.search(part)]
    hosts = [match[1] for part in parts if (match := re.fullmatch(_HOST, part))]
    return hosts if len(hosts) == len(parts) else []


def bare_hosts(brief: Brief) -> set[str]:
    """Give the hosts of the brief's `host:port` matches, which may as well be files of the repository."""
    text = brief.shown
    return {host for match in seed_file_lines(text) for host in hosts_of(text[match.start : match.end])}
