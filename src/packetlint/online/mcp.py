"""Ask an MCP server for resources, through the official SDK's client; one session a server.

Which resource `mcp://SERVER/RESOURCE` stands for: RESOURCE itself where it is a URI; else the one that the server
lists under this link, this URI or this name; else the link as it stands. A fragment is cut. No answer within the time
limit ends the session: what was not answered by then stays unanswered, and a program that was started is ended with all
that it started itself.
"""

from __future__ import annotations

import binascii
import logging
import math
import os
from base64 import b64decode
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

import anyio
import httpx2
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CONNECTION_CLOSED, Implementation, TextResourceContents

from packetlint import __version__
from packetlint.core.errors import UsageError
from packetlint.online.addresses import Guard
from packetlint.online.http import check_written
from packetlint.online.mcp_config import ServerError, StdioServer, read_server
from packetlint.online.result import NOT_ALLOWED, Unfetched, one_line
from packetlint.online.transport import GuardedTransport

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from mcp_types import ReadResourceResult
    from mcp_types import Resource as Listed

    from packetlint.online.mcp_config import HttpServer
    from packetlint.online.result import Options

    PutAway = Callable[[str, "Resource"], Awaitable[None]]

_MOST_PAGES = 50
_CONNECTIONS = 4


class Resource(NamedTuple):
    """One resource: its bytes up to the limit, their content type with the charset, the title that the server gives it."""

    body: bytes
    content_type: str
    title: str | None
    truncated: bool = False


async def read_resources(name: str, uris: Sequence[str], options: Options, put_away: PutAway) -> dict[str, Unfetched]:
    """Ask one server for all links to it, and have each resource put away before the next is asked for.

    Gives why the others could not be had. Raises only what `put_away` raises as a UsageError: a server is a stranger's program.
    """
    guard = Guard(options.allow_hosts)
    answers: dict[str, Unfetched | None] = {}
    otherwise = _unreachable("it ended before it answered")
    with anyio.move_on_after(options.timeout) as scope:
        try:
            server = read_server(options.mcp_config_path, name, os.environ)
            async with Client(_streams(server, guard), client_info=Implementation(name="packetlint", version=__version__)) as client:
                session = _Session(client)
                for uri in uris:
                    scope.deadline = anyio.current_time() + options.timeout
                    answer = _cut(await session.read(uri), options.size_limit)
                    answers[uri] = answer if isinstance(answer, Unfetched) else None
                    if not isinstance(answer, Unfetched):
                        scope.deadline = math.inf  # that takes our time, not the server's
                        await put_away(uri, answer)
        except Exception as error:  # noqa: BLE001 - whatever a server brings about is said of its links and ends no run
            _raise_own(error)
            otherwise = _explained(error)
    if scope.cancelled_caught:
        otherwise = _unreachable(f"no answer within {options.timeout:g} s")
    if guard.refusal is not None:
        otherwise = Unfetched("refused", NOT_ALLOWED, str(guard.refusal))
    unanswered = {uri: answers.get(uri, otherwise) for uri in uris}
    return {uri: why for uri, why in unanswered.items() if why is not None}


def _raise_own(error: BaseException) -> None:
    """Raise what is no fault of a server's, out of a group of errors."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, UsageError):
        raise error


class _Session:
    """A connected server, and what it lists, asked for once."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._listed: list[Listed] | None = None

    async def read(self, uri: str) -> Resource | Unfetched:
        resource, title = await self._locate(uri)
        try:
            return _resource(await self._client.read_resource(resource), title)
        except MCPError as error:
            return _explained(error)
        except binascii.Error:
            return _unreachable("it sent what is no base64")

    async def _locate(self, uri: str) -> tuple[str, str | None]:
        """Give the URI to ask for, and the title where the server lists one."""
        whole = uri.partition("#")[0]
        resource = whole.partition("://")[2].partition("/")[2]
        if "://" in resource:
            return resource, None
        wanted = {whole, resource, unquote(resource)}
        for listed in await self._list():
            if wanted & {listed.uri, listed.name}:
                return listed.uri, listed.title or listed.name
        return whole, None

    async def _list(self) -> list[Listed]:
        if self._listed is None:
            self._listed, cursor = [], None
            for _ in range(_MOST_PAGES):
                try:
                    page = await self._client.list_resources(cursor=cursor)
                except MCPError:  # it need not be able to list
                    break
                self._listed += page.resources
                cursor = page.next_cursor
                if not cursor:
                    break
        return self._listed


@asynccontextmanager
async def _streams(server: StdioServer | HttpServer, guard: Guard) -> AsyncIterator[Any]:
    """Connect to a server. What a program says on its standard error is dropped, and so is what the SDK logs."""
    logging.getLogger("mcp").addHandler(logging.NullHandler())
    if isinstance(server, StdioServer):
        parameters = StdioServerParameters(command=server.command, args=list(server.args), env=dict(server.env), cwd=server.cwd)
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            async with stdio_client(parameters, errlog=nowhere) as streams:
                yield streams
        return
    check_written(guard, server.url)
    transport = GuardedTransport(guard, _CONNECTIONS)
    async with (
        httpx2.AsyncClient(transport=transport, headers={"Accept-Encoding": "identity", **server.headers}, trust_env=False) as http,
        streamable_http_client(server.url, http_client=http) as streams,
    ):
        yield streams


def _resource(result: ReadResourceResult, title: str | None) -> Resource:
    """Put the parts of a resource together: texts one after the other, or the first part that is none."""
    texts = []
    for part in result.contents:
        if not isinstance(part, TextResourceContents):
            return Resource(b64decode(part.blob, validate=True), part.mime_type or "application/octet-stream", title)
        texts.append(part.text)
    kind = (result.contents[0].mime_type if result.contents else None) or "text/plain"
    return Resource("\n\n".join(texts).encode("utf-8", "replace"), f"{kind.partition(';')[0]}; charset=utf-8", title)


def _cut(answer: Resource | Unfetched, limit: int) -> Resource | Unfetched:
    """Keep no more of a resource than the limit, in bytes."""
    if isinstance(answer, Unfetched) or len(answer.body) <= limit:
        return answer
    return answer._replace(body=answer.body[:limit], truncated=True)


def _unreachable(detail: str) -> Unfetched:
    return Unfetched("failed", f"mcp-unreachable: {one_line(detail)}")


def _explained(error: BaseException) -> Unfetched:
    """Say in a few words what went wrong; of a group of errors, the first one that was raised."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, Unfetched):
        return error
    if isinstance(error, ServerError):
        return _unreachable(str(error))
    if isinstance(error, MCPError) and error.code == CONNECTION_CLOSED:
        return _unreachable("it ended before it answered")
    if isinstance(error, FileNotFoundError | NotADirectoryError | PermissionError):
        return _unreachable(f"{error.filename} cannot be started: {(error.strerror or '').lower()}")
    return _unreachable(str(error) or type(error).__name__)
