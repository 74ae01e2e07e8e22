"""One run of fetching: which links wait for what, and how an answer becomes a result.

Bodies are read, reduced and stored in one worker thread: a long page takes seconds, and the time limits of the
other links must not run out meanwhile.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from packetlint.core.spool import Spool
from packetlint.online.cache import Cache, Entry, timestamp
from packetlint.online.mcp_config import server_of
from packetlint.online.permission import require_permission
from packetlint.online.result import Fetched, Options, Request, Unfetched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import anyio

    from packetlint.online.cache import Known
    from packetlint.online.http import Answer
    from packetlint.online.mcp import Resource
    from packetlint.online.transport import GuardedTransport

    Progress = Callable[[int, int], None]


class Run:
    """The options, the cache, and the results so far, by request."""

    def __init__(self, options: Options, total: int, on_done: Progress | None) -> None:
        """Begin; `total` links will be told of to `on_done`."""
        self.results: dict[Request, Fetched] = {}
        self._options = options
        self._now = time.time() if options.now is None else options.now
        self._cache = Cache(options.cache_root)
        self._spool = Spool(options.cache_root)
        self._known: dict[Request, Known] = {}
        self._warnings: dict[Request, list[str]] = {}
        self._total = total
        self._on_done = on_done

    def settle(self, request: Request) -> bool:
        """Answer without the network, if that can be done: from the cache, or because it may not be asked."""
        try:
            require_permission(request, self._options)
        except Unfetched as refusal:
            self._done(request, refusal.of(request.uri))
            return True
        entry, self._warnings[request] = self._cache.load(request.uri)
        if entry is None:
            return False
        self._known[request] = entry.known
        is_young = 0 <= self._now - entry.fetched_at < self._options.revalidate_after
        if self._options.refresh or not is_young:
            return False
        self._done(request, self._read(request, entry, from_cache=True))
        return True

    async def fetch(self, requests: list[Request]) -> None:
        """Ask for the links that are left."""
        import anyio

        limiter, desk = anyio.CapacityLimiter(self._options.concurrency), anyio.CapacityLimiter(1)
        async with anyio.create_task_group() as tasks:
            for name, group in _by_server(requests).items():
                tasks.start_soon(self._fetch_mcp, name, group, limiter, desk)
            web = [request for request in requests if request.kind == "http"]
            if web:
                tasks.start_soon(self._fetch_web, web, limiter, desk)

    async def _fetch_web(self, requests: list[Request], limiter: anyio.CapacityLimiter, desk: anyio.CapacityLimiter) -> None:
        import anyio

        from packetlint.online.addresses import Guard
        from packetlint.online.transport import GuardedTransport

        guard = Guard(self._options.allow_hosts)
        async with GuardedTransport(guard, self._options.concurrency) as transport, anyio.create_task_group() as tasks:
            for request in requests:
                tasks.start_soon(self._fetch_one, transport, request, limiter, desk)

    async def _fetch_one(
        self, transport: GuardedTransport, request: Request, limiter: anyio.CapacityLimiter, desk: anyio.CapacityLimiter
    ) -> None:
        import anyio.to_thread

        from packetlint.online.http import get

        options = self._options
        async with limiter:  # kept until the body is put away, so that few bodies are in memory at once
            try:
                conditions = _conditions(self._known.get(request))
                answer = await get(transport, request.uri, conditions, timeout=options.timeout, size_limit=options.size_limit)
                result = await anyio.to_thread.run_sync(self._take_answer, request, answer, limiter=desk)
            except Unfetched as failure:
                result = failure.of(request.uri)
        self._done(request, result)

    def _take_answer(self, request: Request, answer: Answer) -> Fetched:
        """Store and read an answer; for one that says that nothing changed, what is stored. Raises Unfetched."""
        if answer.is_new:
            headers = answer.headers
            kind = headers.get("content-type", "")
            entry = Entry(request.uri, answer.body, self._now, headers.get("etag"), kind, headers.get("last-modified"), answer.truncated)
        else:
            old, warnings = self._cache.load(request.uri)
            if old is None:
                detail = "; ".join(warnings) or "the cached response is gone"
                raise Unfetched("unknown", f"http {answer.status}", detail, http_status=answer.status)
            entry = old._replace(fetched_at=self._now)
        return self._store(request, entry)._replace(http_status=answer.status, from_cache=not answer.is_new)

    async def _fetch_mcp(self, name: str, requests: list[Request], limiter: anyio.CapacityLimiter, desk: anyio.CapacityLimiter) -> None:
        import anyio.to_thread

        from packetlint.online.mcp import read_resources

        asked = {request.uri: request for request in requests}

        async def put_away(uri: str, answer: Resource) -> None:
            entry = Entry(uri, answer.body, self._now, None, answer.content_type, None, answer.truncated, answer.title)
            self._done(asked[uri], await anyio.to_thread.run_sync(self._store, asked[uri], entry, limiter=desk))

        async with limiter:
            failures = await read_resources(name, list(asked), self._options, put_away)
        for uri, failure in failures.items():
            self._done(asked[uri], failure.of(uri))

    def _store(self, request: Request, entry: Entry) -> Fetched:
        if self._options.store:
            self._warnings[request] += self._cache.store(entry)
        return self._read(request, entry)

    def _read(self, request: Request, entry: Entry, *, from_cache: bool = False) -> Fetched:
        """Make a result of a response, its text put away."""
        from packetlint.online.media import Reading, bare_type, read_body

        if self._options.texts:
            reading = read_body(entry.body, entry.content_type, truncated=entry.truncated)
        else:
            reading = Reading(bare_type(entry.content_type))
        known, digest = self._known.get(request), entry.known.sha256
        return Fetched(
            request.uri,
            "ok",
            content_type=reading.kind,
            kept=None if reading.text is None else self._spool.keep(reading.text),
            title=reading.title or entry.title,
            truncated=entry.truncated,
            bytes=len(entry.body),
            sha256=digest,
            changed=None if known is None else known.sha256 != digest,
            from_cache=from_cache,
            etag=entry.etag,
            fetched_at=timestamp(entry.fetched_at),
            warnings=reading.warnings,
            note=reading.note,
        )

    def _done(self, request: Request, result: Fetched) -> None:
        warnings = (*self._warnings.get(request, ()), *result.warnings)
        self.results[request] = result._replace(warnings=warnings)
        if self._on_done is not None:
            self._on_done(len(self.results), self._total)


def _by_server(requests: Iterable[Request]) -> dict[str, list[Request]]:
    groups: dict[str, list[Request]] = {}
    for request in requests:
        if request.kind == "mcp":
            groups.setdefault(server_of(request.uri), []).append(request)
    return groups


def _conditions(known: Known | None) -> dict[str, str]:
    """Give the headers that ask for a response only if it is not the one we have."""
    if known is None:
        return {}
    values = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
    return {name: value for name, value in values.items() if value and value.isascii() and value.isprintable()}
