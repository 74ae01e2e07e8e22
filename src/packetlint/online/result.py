"""What goes into a fetch and what comes out of it: plain values that need no library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from packetlint.core.paths import visible

if TYPE_CHECKING:
    from collections.abc import Collection

    from packetlint.core.spool import Kept

Kind = Literal["http", "mcp"]
Status = Literal["ok", "failed", "unknown", "refused"]

SIZE_LIMIT = 2 << 20
DAY = 24 * 60 * 60
NOT_ALLOWED = "not-allowed"
TIMEOUT = "timeout"
UNREACHABLE = "http unreachable"
_LONGEST_DETAIL = 200


class Request(NamedTuple):
    """One link to fetch, as it is written."""

    uri: str
    kind: Kind


class Options(NamedTuple):
    """What the person allows, and the limits. Nothing here may come from the repository that is judged.

    `allow_hosts` holds `host` or `host:port` of private addresses that may be asked; `mcp_names` the servers of
    the file at `mcp_config_path` that may be started or asked. `cache_root` is the directory that holds `cache/`
    (None: no cache); with `store` off it is read and not written. With `texts` off, links are only checked: no result
    has a text or a title. `timeout` is in seconds, for one attempt at an
    HTTP link and for one answer of an MCP server; `size_limit` in bytes of a body; `revalidate_after` in seconds.
    `now` is seconds since 1970 (None: the clock). `concurrency` is how many links are fetched at once.
    """

    allow_hosts: Collection[str] = ()
    mcp_names: Collection[str] = ()
    mcp_config_path: str | None = None
    refresh: bool = False
    cache_root: str | None = None
    store: bool = True
    texts: bool = True
    timeout: float = 10.0
    size_limit: int = SIZE_LIMIT
    revalidate_after: float = DAY
    now: float | None = None
    concurrency: int = 8


class Fetched(NamedTuple):
    """What became of one link.

    `status`: `ok`; `failed` (it is dead, or the server cannot be used); `unknown` (could not tell: no such name
    just now, 429, 5xx, sign-in needed); `refused` (not asked at all, or led to where it may not lead).
    `reason` is the seed's own word (materialize-context, Failure modes): `http 404`, `timeout`,
    `mcp-unreachable: DETAIL`, `not-allowed`, or `http unreachable` where there was no answer to number; empty
    when all is well. `detail` says more to people, as does each of `warnings`; `note` says that not all of a text
    was read.
    `content_type` is the bare type in small letters; `bytes` and `sha256` are of the body, decompressed, up to the
    size limit (`truncated` says that it was hit). `changed` compares the body with the cached one (None: there
    was none). `fetched_at` is in UTC, `2026-01-31T12:00:00Z`.
    """

    uri: str
    status: Status
    reason: str = ""
    detail: str = ""
    http_status: int | None = None
    content_type: str = ""
    kept: Kept | None = None
    title: str | None = None
    truncated: bool = False
    bytes: int = 0
    sha256: str | None = None
    changed: bool | None = None
    from_cache: bool = False
    etag: str | None = None
    fetched_at: str | None = None
    warnings: tuple[str, ...] = ()
    note: str = ""

    @property
    def text(self) -> str | None:
        """Give the text, HTML reduced; None for what has none (an image, a PDF). Read anew each time: it can be long."""
        return None if self.kept is None else self.kept.read()


class Unfetched(Exception):  # noqa: N818 - an answer that travels as an exception, not an error of the program
    """A link that could not be fetched, and why; becomes a Fetched."""

    def __init__(self, status: Status, reason: str, detail: str = "", *, http_status: int | None = None) -> None:
        """Take the fields of the Fetched to be."""
        super().__init__(reason)
        self.status: Status = status
        self.reason = reason
        self.detail = detail
        self.http_status = http_status

    def of(self, uri: str) -> Fetched:
        """Give the result for a link."""
        return Fetched(uri, self.status, self.reason, self.detail, self.http_status)


def one_line(error: object) -> str:
    """Give what an error of a library or a server says, on one short line without control characters."""
    return visible(" ".join(str(error).split())[:_LONGEST_DETAIL])
