"""One http(s) link: the request, its redirects, its retries, and as much of the body as the limit lets through.

A redirect is followed at most five times, each as judged as the first request, and never from https to http:
what somebody on the way puts in would then stand under a link that says https.
"""

from __future__ import annotations

import socket
import zlib
from contextlib import aclosing
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import anyio
import httpx2

from packetlint import __version__
from packetlint.online.addresses import RefusedError
from packetlint.online.result import NOT_ALLOWED, TIMEOUT, UNREACHABLE, Unfetched, one_line

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from packetlint.online.addresses import Guard
    from packetlint.online.transport import GuardedTransport

MOST_REDIRECTS = 5
NOT_MODIFIED = 304
LONGEST_WAIT = 5.0  # seconds; a server that asks for more gets no second request
_WAITS = (0.5, 1.5)  # seconds before the second and the third attempt
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SIGN_IN = frozenset({401, 403, 407})
_UNSURE = frozenset({408, 425, 429})
_GZIP = ("gzip", "x-gzip")
_HIGHEST_PORT = 65535
_PORTS = {"http": 80, "https": 443}
_HEADERS = {
    "User-Agent": f"packetlint/{__version__}",
    "Accept": "text/markdown, text/plain, text/html, */*;q=0.5",
    "Accept-Encoding": "gzip",
}


class Answer(NamedTuple):
    """What a server sent in the end; `body` is decompressed."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""
    truncated: bool = False

    @property
    def is_new(self) -> bool:
        """Say whether it is a response of its own, not the news that there is none."""
        return self.status != NOT_MODIFIED


async def get(transport: GuardedTransport, uri: str, conditions: Mapping[str, str], *, timeout: float, size_limit: int) -> Answer:
    """Fetch a link: 2xx, or 304 when `conditions` (headers) ask for it.

    `timeout` is for one attempt with all its redirects. Raises Unfetched for anything else.
    """
    for wait in (*_WAITS, None):
        answer = await _attempt(transport, uri, conditions, timeout, size_limit)
        pause = None if wait is None else _pause(answer, wait)
        if pause is None:
            break
        await anyio.sleep(pause)
    _require_success(answer, conditional=bool(conditions))
    return answer


async def _attempt(transport: GuardedTransport, uri: str, conditions: Mapping[str, str], limit: float, size_limit: int) -> Answer:
    try:
        with anyio.fail_after(limit):
            return await _follow(transport, uri, conditions, size_limit)
    except RefusedError as error:
        raise Unfetched("refused", NOT_ALLOWED, str(error)) from None
    except (TimeoutError, httpx2.TimeoutException):
        raise Unfetched("failed", TIMEOUT, f"no whole answer within {limit:g} s") from None
    except socket.gaierror:
        raise Unfetched("unknown", UNREACHABLE, "the host's name could not be resolved") from None
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
        raise Unfetched("unknown", UNREACHABLE, one_line(error) or "the connection broke off") from None


async def _follow(transport: GuardedTransport, uri: str, conditions: Mapping[str, str], size_limit: int) -> Answer:
    url = _checked(httpx2.URL(uri))
    for _ in range(MOST_REDIRECTS + 1):
        response = await transport.handle_async_request(httpx2.Request("GET", url, headers={**_HEADERS, **conditions}))
        try:
            location = response.headers.get("location") if response.status_code in _REDIRECTS else None
            if location is None:
                return await _read(response, size_limit)
        finally:
            await response.aclose()
        url = _redirected(url, location)
    raise Unfetched("failed", f"http {response.status_code}", f"more than {MOST_REDIRECTS} redirects", http_status=response.status_code)


def _checked(url: httpx2.URL) -> httpx2.URL:
    """Give a URL without the account in it. Raises ValueError when it cannot be asked."""
    if url.scheme not in _PORTS or not url.host:
        raise ValueError("it is no address of the web")
    if url.port is not None and not 0 < url.port <= _HIGHEST_PORT:
        raise ValueError(f"no port has the number {url.port}")
    return url.copy_with(userinfo=b"")


def _redirected(url: httpx2.URL, location: str) -> httpx2.URL:
    """Give where a redirect leads. Raises Unfetched when it may not lead there."""
    target = url.join(location)
    if target.scheme not in _PORTS or not target.host:
        raise Unfetched("refused", NOT_ALLOWED, "it redirects to what is no address of the web")
    if url.scheme == "https" and target.scheme == "http":
        raise Unfetched("refused", NOT_ALLOWED, "it redirects from https to http")
    return _checked(target)


async def _read(response: httpx2.Response, size_limit: int) -> Answer:
    """Read a body up to the limit; of an answer without success, nothing."""
    if not response.is_success:
        return Answer(response.status_code, response.headers)
    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding not in ("", "identity", *_GZIP):
        raise ValueError(f"the answer is encoded as {encoding}, which was not asked for")
    parts, size = [], 0
    async with aclosing(_decompressed(response, size_limit) if encoding in _GZIP else response.aiter_raw()) as stream:
        async for part in stream:
            parts.append(part)
            size += len(part)
            if size > size_limit:
                break
    return Answer(response.status_code, response.headers, b"".join(parts)[:size_limit], size > size_limit)


async def _decompressed(response: httpx2.Response, size_limit: int) -> AsyncGenerator[bytes, None]:
    """Decompress gzip, never more than the limit at once: a few kilobytes can stand for gigabytes."""
    inflater = zlib.decompressobj(16 + zlib.MAX_WBITS)
    begun = False
    try:
        async for waiting in response.aiter_raw():
            begun, rest = True, waiting
            while rest and not inflater.eof:
                yield inflater.decompress(rest, size_limit + 1)
                rest = inflater.unconsumed_tail
    except zlib.error:
        raise ValueError("the body is not the gzip that it is said to be") from None
    if begun and not inflater.eof:
        raise ValueError("the body ends before its gzip does")


def _pause(answer: Answer, wait: float) -> float | None:
    """Give how long to wait before the next attempt, in seconds; None when there is to be none."""
    if answer.status != 429 and answer.status < 500:
        return None
    asked = _seconds(answer.headers.get("retry-after", ""))
    if asked is None:
        return wait
    return asked if asked <= LONGEST_WAIT else None


def _seconds(retry_after: str) -> float | None:
    """Read a Retry-After header: seconds or a date."""
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after[:9])
    from datetime import UTC, datetime
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(retry_after)
    except (ValueError, TypeError, OverflowError):
        return None
    return max(0.0, ((moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - datetime.now(UTC)).total_seconds())


def _require_success(answer: Answer, *, conditional: bool) -> None:
    status = answer.status
    if 200 <= status < 300 or (conditional and not answer.is_new):
        return
    if status in _SIGN_IN:
        raise Unfetched("unknown", f"http {status}", "needs sign-in", http_status=status)
    if 400 <= status < 500 and status not in _UNSURE:
        raise Unfetched("failed", f"http {status}", http_status=status)
    raise Unfetched("unknown", f"http {status}", "the server could not say", http_status=status)


def check_written(guard: Guard, uri: str) -> None:
    """Refuse what the link itself says is no public address, before anything else is done. Raises Unfetched."""
    try:
        parts = urlsplit(uri)  # it takes every spelling of an address, the library only some
        guard.check_written(parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 0))
        _checked(httpx2.URL(uri))
    except RefusedError as error:
        raise Unfetched("refused", NOT_ALLOWED, str(error)) from None
    except (httpx2.InvalidURL, ValueError) as error:
        raise Unfetched("failed", UNREACHABLE, one_line(error)) from None
