"""A real MCP server over standard input and output, made with the official SDK; how it behaves is its argument."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

PLAN = "# The plan\n\nFirst this.\n"


def main() -> None:
    """Behave as `sys.argv[1]` says: `good`, `crash`, `hang` (writes the ids of itself and of a child to `sys.argv[2]`)."""
    behaviour = sys.argv[1]
    sys.stderr.write("words on standard error\n")
    if behaviour == "crash":
        sys.exit(3)
    if behaviour == "hang":
        child = subprocess.Popen(["sleep", "600"])
        Path(sys.argv[2]).write_text(f"{os.getpid()} {child.pid}")
        time.sleep(600)
    make_server().run("stdio")


def make_server() -> MCPServer:
    """Make a server with a resource of every kind. Importing the SDK is left to a server that needs it: it takes a second."""
    from mcp.server.mcpserver import MCPServer

    server = MCPServer("notes")

    @server.resource("memo://plan", name="plan", title="The plan of the week", mime_type="text/markdown")
    def plan() -> str:
        return PLAN

    @server.resource("memo://picture", name="my picture", mime_type="image/png")
    def picture() -> bytes:
        return b"\x89PNG\r\n\0"

    @server.resource("mcp://notes/itself", name="other", mime_type="text/plain")
    def itself() -> str:
        return "asked by the whole link"

    @server.resource("memo://environment", name="environment", mime_type="text/plain")
    def environment() -> str:
        return f"{os.environ.get('NOTES_TOKEN')} {Path.cwd()} {sys.argv[2:]}"

    @server.resource("memo://long", name="long", mime_type="text/plain")
    def long() -> str:
        return "x" * (3 << 20)

    return server


if __name__ == "__main__":
    main()
