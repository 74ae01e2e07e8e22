"""Turn what is fetched over HTTP and MCP into content. Source: materialize-context, process step 4 and the failure table.

The fetching itself is `packetlint.online`, which needs the extra of that name. Without it such links are not resolved,
and all others are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.links.context.excerpts import own_title
from packetlint.links.context.model import NOT_ALLOWED, Content, Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from packetlint.links.context.targets import Remote
    from packetlint.online.result import Fetched, Options

    Progress = Callable[[int, int], None]

_STRUCTURED = ("", "text/html", "application/xhtml+xml", "text/markdown", "text/x-markdown", "text/plain")


class Arrived(NamedTuple):
    """What came of one URI, what the fetching warned of, and whether it differs from what was cached (None: cannot tell)."""

    uri: str
    result: Content | Failure
    warnings: tuple[str, ...] = ()
    changed: bool | None = None


def fetch(remotes: Sequence[Remote], options: Options, at: str, on_done: Progress | None = None) -> Iterator[Arrived]:
    """Fetch each URI once, many at a time, and yield what came of them, in order.

    `at` is the time of the run; `on_done` is told how many are done, and how many there are.
    """
    from packetlint.online.fetch import NotInstalledError, fetch_all  # a context of local links needs none of it
    from packetlint.online.result import Request

    distinct = list(dict.fromkeys(remotes))
    try:
        fetched = fetch_all([Request(remote.uri, remote.kind) for remote in distinct], options, on_done)
    except NotInstalledError as error:  # said once, and the local links are still worth having
        yield from (Arrived(remote.uri, Failure(NOT_ALLOWED, str(error)), (str(error),)) for remote in distinct)
        return
    for remote, one in zip(distinct, fetched, strict=True):
        yield Arrived(remote.uri, _result(one, at), tuple(f"{one.uri}: {warning}" for warning in one.warnings), one.changed)


class Page(NamedTuple):
    """The text of a page, and its title; a note where not all of the page was read."""

    text: str
    title: str | None
    note: str


def read_page(raw: bytes) -> Page | None:
    """Reduce HTML to text, where the library for it is installed; None where not, and for what has no text."""
    try:
        from packetlint.online.media import read_body

        reading = read_body(raw, "text/html; charset=utf-8")
    except ImportError:
        return None
    return Page(reading.text, reading.title, reading.note) if reading.text is not None else None


def _result(one: Fetched, at: str) -> Content | Failure:
    if one.status != "ok":
        return Failure(one.reason, one.detail or one.reason)
    text = one.text
    is_structured = one.content_type in _STRUCTURED
    title = one.title or (own_title(text) if text and is_structured else None) or _name(one.uri)
    notes = [_without_text(one)] if text is None else []
    if one.truncated:
        notes.append(f"only the first {one.bytes:,} bytes were read")
    notes += [one.note] if one.note else []
    return Content(title, text, one.uri, one.bytes, one.fetched_at or at, is_structured, "; ".join(notes), digest=one.sha256, kept=one.kept)


def _without_text(one: Fetched) -> str:
    kind = one.content_type or "of no stated type"
    return f"{kind}, {one.bytes:,} bytes: its content is not text and is left out"


def _name(uri: str) -> str:
    """Name a page without a title by its address."""
    return uri.partition("://")[2].partition("?")[0].partition("#")[0].rstrip("/") or uri
