"""What a run may look at beyond the judged content: the person decides, and never the repository."""

from __future__ import annotations

from typing import NamedTuple


class Reach(NamedTuple):
    """How far a run may reach.

    `isolated` follows no alias out of the repository. `allow_files` are the absolute directories below which
    `file://` links are checked. With `online`, web addresses are fetched, those of private networks only at
    `allow_hosts` (`host` or `host:port`), and the MCP servers named in `mcp` are asked.
    """

    isolated: bool = False
    allow_files: tuple[str, ...] = ()
    online: bool = False
    allow_hosts: tuple[str, ...] = ()
    mcp: tuple[str, ...] = ()
