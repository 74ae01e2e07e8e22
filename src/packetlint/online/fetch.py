"""Fetch many links at once: what may be asked, what the cache knows, then the network; results in the order given."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from packetlint.core.errors import UsageError
from packetlint.online.run import Run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.online.result import Fetched, Options, Request
    from packetlint.online.run import Progress

_LIBRARIES = ("anyio", "httpx2", "httpcore2", "inscriptis", "mcp")
_MISSING = "fetching links needs libraries that are not installed: pip install 'packetlint[online]'"


class NotInstalledError(UsageError):
    """The extra `online` is not installed."""


def _first(error: BaseException) -> BaseException:
    """Give the error that ended the run; what it ended in turn is in a group with it."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def fetch_all(requests: Sequence[Request], options: Options, on_done: Progress | None = None) -> list[Fetched]:
    """Fetch links, each once however often it is given, `options.concurrency` at a time.

    `on_done` is told, after each link, how many are done and how many there are. Raises NotInstalledError without
    the extra `online`, UsageError where there is no room for the texts; whatever is wrong with a link is in its result.
    """
    if not requests:
        return []
    if not all(map(find_spec, _LIBRARIES)):
        raise NotInstalledError(_MISSING)
    distinct = list(dict.fromkeys(requests))
    run = Run(options, len(distinct), on_done)
    waiting = [request for request in distinct if not run.settle(request)]
    if waiting:
        import anyio  # what the cache answers needs no event loop

        try:
            anyio.run(run.fetch, waiting)
        except BaseExceptionGroup as group:
            raise _first(group) from None
    return [run.results[request] for request in requests]
