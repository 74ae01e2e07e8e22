"""A baseline: the findings a repository had when it took the linter up, an entry a line, and what a run makes of them.

The file is JSON lines, sorted, so that people who add entries in different places can merge: first `{"version": 1}`, then
`{"path", "rule", "text", "nth", "reason", "review_by"}` a finding, where `text` is the line it begins on, `nth` (1, if left out)
says which of several alike it is, and `reason` and `review_by` (a date, YYYY-MM-DD) are people's own.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.errors import UnreadableError, UsageError
from packetlint.core.fingerprint import Identity
from packetlint.core.nearest import nearest
from packetlint.core.source import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

VERSION = 1
_HEADER = f'{{"version": {VERSION}}}\n'
_MARKER = re.compile(r"(?:<{7}|\|{7}|={7}|>{7})(?: |\Z)")
_TEXTS = ("path", "rule", "text", "reason", "review_by")
_KEYS = (*_TEXTS, "nth")


class Entry(NamedTuple):
    """One accepted finding, why it was accepted, and the date (YYYY-MM-DD) by which to look again; both may be empty."""

    identity: Identity
    reason: str = ""
    review_by: str = ""


Entries = dict[Identity, Entry]


def read_entries(raw: bytes, name: str) -> Entries:
    """Read a baseline. Entries may stand in any order, and twice, as a merge leaves them.

    Raises UsageError with `name`, line and reason for what is no entry; it never quotes what it read.
    """
    try:
        lines = decode(raw).split("\n")
    except UnreadableError as error:
        raise UsageError(f"{name} {error}") from None
    entries: Entries = {}
    for number, line in enumerate(lines, 1):
        try:
            _take(line, entries)
        except (ValueError, RecursionError) as error:
            reason = str(error) if isinstance(error, ValueError) else "is nested too deep"
            raise UsageError(f"{name}:{number}: {reason}") from None
    return entries


def _take(line: str, entries: Entries) -> None:
    """Add the entry of a line, if it has one. Raises ValueError with what is wrong."""
    value = _object(line) if line.strip() else {"version": VERSION}
    if "version" in value:
        if value != {"version": VERSION}:
            raise ValueError(f"the baseline is not of version {VERSION}, which is the one this packetlint reads")
        return
    entry = _entry(value)
    entries[entry.identity] = _as_one(entries.get(entry.identity, entry), entry)


def _as_one(above: Entry, entry: Entry) -> Entry:
    """Give one entry for the same finding said twice, as a merge leaves it where one side added a reason or a date."""
    if any(one and other and one != other for one, other in zip(above[1:], entry[1:], strict=True)):
        raise ValueError("the same finding stands further up, with another reason or date; keep one of them")
    return Entry(entry.identity, above.reason or entry.reason, above.review_by or entry.review_by)


def _object(line: str) -> dict[str, Any]:
    if _MARKER.match(line):
        raise ValueError("a merge conflict is left; keep the entries of both sides and drop the markers")
    try:
        value = json.loads(line)
    except ValueError:
        raise ValueError("the line is not JSON") from None
    if not isinstance(value, dict):
        raise ValueError("the line is no JSON object")  # noqa: TRY004 - a fault of the file, like the others
    return value


def _entry(value: dict[str, Any]) -> Entry:
    for fault in _faults(value):
        raise ValueError(fault)
    identity = Identity(value["path"], value["rule"], value["text"], value.get("nth", 1))
    return Entry(identity, value.get("reason", ""), value.get("review_by", ""))


def _faults(value: dict[str, Any]) -> Iterator[str]:
    known = f"; there are {', '.join(_KEYS)}"
    for key in value:
        if key not in _KEYS:
            yield f"an unknown key{nearest(key, _KEYS) or known}"
    for key in _TEXTS[:3]:
        if key not in value:
            yield f"the entry has no `{key}`"
    for key in _TEXTS:
        if not isinstance(value.get(key, ""), str):
            yield f"`{key}` is no text"
    if isinstance(value.get("path"), str) and not _is_below_top(value["path"]):
        yield "`path` does not count from the top of the repository"
    if type(value.get("nth", 1)) is not int or value.get("nth", 1) < 1:
        yield "`nth` is no number from 1 on"
    if value.get("review_by") and not _is_date(value["review_by"]):
        yield "`review_by` is no date, which is written as in 2030-01-31"


def _is_below_top(path: str) -> bool:
    """Say whether a path surely is one of the repository's: the file may come with a stranger's pull request."""
    try:
        path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return "\0" not in path and not {"", ".", ".."}.intersection(path.split("/"))


def _is_date(text: str) -> bool:
    from datetime import date  # only where an entry has one

    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def write_entries(entries: Iterable[Entry]) -> bytes:
    """Give the bytes of a baseline: sorted, in the order of keys that they are documented in."""
    return (_HEADER + "".join(f"{_line(entry)}\n" for entry in sorted(entries))).encode()


def _line(entry: Entry) -> str:
    path, rule, text, nth = entry.identity
    value: dict[str, Any] = {"path": path, "rule": rule, "text": text}
    value |= {"nth": nth} if nth > 1 else {}
    value |= {key: said for key, said in (("reason", entry.reason), ("review_by", entry.review_by)) if said}
    plain = all(word.isprintable() for word in (path, rule, text, entry.reason))
    return json.dumps(value, ensure_ascii=not plain)  # readable, but nothing that hides or reorders what a reviewer sees


class Matched(NamedTuple):
    """What a run makes of a baseline: the entries found again, under the identity they have now; those that are not; and all others.

    `stale` are entries of what was judged, `unjudged` those of files and rules that this run did not look at.
    """

    found: Entries
    stale: list[Entry]
    unjudged: list[Entry]


def match(
    entries: Entries, found: Sequence[Identity], is_judged: Callable[[Identity], bool], moved: Callable[[Sequence[str]], Mapping[str, str]]
) -> Matched:
    """Find the entries again among the findings of a run, also where their file was renamed.

    `moved(paths)` maps those of the paths that are gone to where they are now; it is asked only about the
    files of entries that could be a finding which is not in the baseline.
    """
    known = {identity: entries[identity] for identity in found if identity in entries}
    left = [entry for identity, entry in entries.items() if identity not in known]
    new = {identity for identity in found if identity not in known}
    known |= _followed(left, new, moved)
    used = {id(entry) for entry in known.values()}
    rest = [entry for entry in left if id(entry) not in used]
    renamed = {identity: entry._replace(identity=identity) for identity, entry in known.items()}
    stale = [entry for entry in rest if is_judged(entry.identity)]
    return Matched(renamed, stale, [entry for entry in rest if not is_judged(entry.identity)])


def _followed(left: Sequence[Entry], new: set[Identity], moved: Callable[[Sequence[str]], Mapping[str, str]]) -> Entries:
    """Give the entries whose file was renamed, by the identity that their finding has there."""
    alike = {identity._replace(path="") for identity in new}
    candidates = [entry for entry in left if entry.identity._replace(path="") in alike]
    places = moved(sorted({entry.identity.path for entry in candidates})) if candidates else {}
    followed: Entries = {}
    for entry in sorted(candidates):
        here = entry.identity._replace(path=places.get(entry.identity.path, ""))
        if here in new:
            followed.setdefault(here, entry)
    return followed
