"""A real MCP server over streamable HTTP, made with the official SDK, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def serving() -> Iterator[str]:
    """Run the server and give its URL; the port is free when the server takes it, and told on its standard output."""
    with subprocess.Popen([sys.executable, __file__], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/mcp"
        finally:
            process.kill()


def main() -> None:
    """Serve on a free port."""
    import socket

    import uvicorn
    from mcpserver_stdio import make_server

    listening = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    uvicorn.Server(uvicorn.Config(make_server().streamable_http_app(), log_level="error")).run(sockets=[listening])


if __name__ == "__main__":
    main()
