"""May a link be asked for at all? Decided before the cache is looked into, so that the answer does not hang on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.online.mcp_config import server_of
from packetlint.online.result import NOT_ALLOWED, Unfetched

if TYPE_CHECKING:
    from packetlint.online.result import Options, Request


def require_permission(request: Request, options: Options) -> None:
    """Raise Unfetched for a server that is not named, and for a host that spells out an address that is not public.

    What a host's name resolves to is judged later, when the connection is made.
    """
    if request.kind == "mcp":
        name = server_of(request.uri)
        if name not in options.mcp_names:
            raise Unfetched("refused", NOT_ALLOWED, f"an MCP server is asked only when it is named; to allow it: --mcp {name}")
        return
    from packetlint.online.addresses import Guard
    from packetlint.online.http import check_written

    check_written(Guard(options.allow_hosts), request.uri)
