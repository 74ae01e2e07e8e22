"""Connections that go only where they may: the HTTP library's own transport, with our say on each address.

Requests are handed to this transport as they are. There is no client above it, so there are no cookies, no
netrc, no proxies from the environment (behind a proxy no address could be judged) and no redirects but our own.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import anyio.to_thread
import httpcore2
import httpx2

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator

    from packetlint.online.addresses import Guard

_PATIENCE = 3.0  # seconds for an address of a host that has more
_RESPONSE_LIMIT = 32 << 20  # bytes; a body has limits of its own, far below


class GuardedBackend(httpcore2.AsyncNetworkBackend):
    """Resolves a host once, has each address judged, and connects to just those."""

    def __init__(self, guard: Guard) -> None:
        """Judge by `guard`."""
        self._guard = guard
        self._sockets = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect. Raises RefusedError for an address that may not be asked, else what the library raises."""
        found = await anyio.to_thread.run_sync(self._guard.addresses, host, port, abandon_on_cancel=True)
        failure: Exception = httpcore2.ConnectError("the name has no address")
        for number, address in enumerate(found, 1):
            limit = timeout if number == len(found) else _PATIENCE
            try:
                return await self._sockets.connect_tcp(address, port, limit, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure


class GuardedTransport(httpx2.AsyncBaseTransport):
    """A transport of the HTTP library on top of the guarded backend. Certificates are checked as ever."""

    def __init__(self, guard: Guard, connections: int) -> None:
        """Keep at most `connections` open at once."""
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=httpx2.create_ssl_context(),
            max_connections=connections,
            max_keepalive_connections=connections,
            keepalive_expiry=5,
            network_backend=GuardedBackend(guard),
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request. Raises RefusedError, OSError from the resolver, or the library's own TransportError."""
        url = httpcore2.URL(scheme=request.url.raw_scheme, host=request.url.raw_host, port=request.url.port, target=request.url.raw_path)
        content = request.stream if isinstance(request.stream, httpx2.AsyncByteStream) else None
        with _as_httpx():
            answer = await self._pool.handle_async_request(
                httpcore2.Request(request.method, url, headers=request.headers.raw, content=content, extensions=request.extensions)
            )
        return httpx2.Response(answer.status, headers=answer.headers, stream=_Stream(answer), extensions=answer.extensions, request=request)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._pool.aclose()


class _Stream(httpx2.AsyncByteStream):
    def __init__(self, answer: httpcore2.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        with _as_httpx():
            async for part in self._answer.aiter_stream():
                size += len(part)
                if size > _RESPONSE_LIMIT:
                    raise httpx2.ReadError(f"the answer has more than {_RESPONSE_LIMIT} bytes")
                yield part

    async def aclose(self) -> None:
        await self._answer.aclose()


@contextmanager
def _as_httpx() -> Iterator[None]:
    """Raise the connection layer's errors as the client layer's, which have the same names."""
    try:
        yield
    except (httpcore2.TimeoutException, httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.UnsupportedProtocol) as error:
        raise getattr(httpx2, type(error).__name__, httpx2.TransportError)(str(error)) from error
