"""`.mcp.json` as its users write it, and as nobody should."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from packetlint.online.mcp_config import HttpServer, ServerError, StdioServer, read_server, server_of

if TYPE_CHECKING:
    from pathlib import Path

ENVIRONMENT = {"HOST": "docs.example", "EMPTY": "", "TOKEN": "t0ken ${HOST}"}


def _read(tmp_path: Path, entry: object) -> StdioServer | HttpServer:
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": {"notes": entry}}))
    return read_server(str(tmp_path / ".mcp.json"), "notes", ENVIRONMENT)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"url": "https://x/mcp"}, HttpServer("https://x/mcp", {})),
        (
            {"type": "http", "url": "https://${HOST}/", "headers": {"A": "Bearer ${TOKEN}"}},
            HttpServer("https://docs.example/", {"A": "Bearer t0ken ${HOST}"}),
        ),
        ({"type": "streamable-http", "url": "https://${NONE:-y}/"}, HttpServer("https://y/", {})),
        ({"type": "streamableHttp", "url": "https://${EMPTY:-z}${EMPTY}${NONE:-}/"}, HttpServer("https://z/", {})),
        ({"url": "https://x/$HOST/${not a name}/${"}, HttpServer("https://x/$HOST/${not a name}/${", {})),
    ],
)
def test_a_server_over_http(tmp_path: Path, entry: object, expected: HttpServer) -> None:
    assert _read(tmp_path, entry) == expected


@pytest.mark.parametrize(
    ("entry", "args", "env", "cwd"),
    [
        ({"command": "run"}, (), {}, "."),
        (
            {"type": "stdio", "command": "run", "args": ["-x", "${HOST}"], "env": {"A": "${HOST}"}},
            ("-x", "docs.example"),
            {"A": "docs.example"},
            ".",
        ),
        ({"command": "${NONE:-run}", "cwd": "sub"}, (), {}, "sub"),
    ],
)
def test_a_server_that_is_started(tmp_path: Path, entry: object, args: tuple[str, ...], env: dict[str, str], cwd: str) -> None:
    assert _read(tmp_path, entry) == StdioServer("run", args, env, str(tmp_path / cwd))


@pytest.mark.parametrize(
    ("entry", "detail"),
    [
        ([], "is not an object"),
        ({}, "`url` is missing or no text"),
        ({"command": 1}, "`command` is missing or no text"),
        ({"command": "x", "args": "y"}, "`args` is not a list of texts"),
        ({"command": "x", "args": [1]}, "`args` is not a list of texts"),
        ({"command": "x", "env": {"A": 1}}, "`env` is not an object of texts"),
        ({"command": "x", "cwd": 1}, "`cwd` is missing or no text"),
        ({"url": "https://x/", "headers": []}, "`headers` is not an object of texts"),
        ({"type": "sse", "url": "https://x/"}, "only stdio and http"),
        ({"type": [], "url": "https://x/"}, "only stdio and http"),
        ({"command": "${NONE}"}, "the environment variable NONE is not set"),
    ],
)
def test_an_entry_that_cannot_be_used_is_named(tmp_path: Path, entry: object, detail: str) -> None:
    with pytest.raises(ServerError, match=detail.replace("(", r"\(")):
        _read(tmp_path, entry)


@pytest.mark.parametrize(
    ("raw", "detail"),
    [
        (b"{", ".mcp.json: "),
        (b"[]", "no object `mcpServers`"),
        (b"{}", "no object `mcpServers`"),
        (b'{"mcpServers": []}', "no object `mcpServers`"),
        (b'{"mcpServers": {}}', "no server `notes`"),
        (b"\xff\xfe", "is UTF-16"),
        (b"\xff", "is not UTF-8"),
        (b"[" * 100_000, ".mcp.json: "),
        (None, "there is no .mcp.json"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, raw: bytes | None, detail: str) -> None:
    if raw is not None:
        (tmp_path / ".mcp.json").write_bytes(raw)
    with pytest.raises(ServerError) as caught:
        read_server(str(tmp_path / ".mcp.json"), "notes", ENVIRONMENT)
    assert detail in str(caught.value)


def test_without_a_file_there_is_no_server() -> None:
    with pytest.raises(ServerError, match="no server"):
        read_server(None, "notes", ENVIRONMENT)


@pytest.mark.parametrize(("uri", "server"), [("mcp://notes/a/b", "notes"), ("MCP://Notes/a", "Notes"), ("mcp://notes/memo://a", "notes")])
def test_the_server_of_a_link(uri: str, server: str) -> None:
    assert server_of(uri) == server


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["${HOST}", "${NONE}", "http", "stdio"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["command", "args", "env", "type", "url", "headers", "cwd", "x"]), inner, max_size=5)
    ),
    max_leaves=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_JSON)
def test_any_entry_is_a_server_or_says_what_it_lacks(tmp_path: Path, entry: Any) -> None:
    try:
        server: object = _read(tmp_path, entry)
    except ServerError as error:
        server = error
    assert str(server)
