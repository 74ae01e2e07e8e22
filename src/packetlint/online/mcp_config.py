"""The servers of a `.mcp.json`: `mcpServers`, a mapping of names to how each is started or where it is asked.

`${VAR}` and `${VAR:-default}` stand for environment variables in command, arguments, environment, working
directory, URL and headers. The file belongs to the repository, so nothing in it is used unless the person
names the server.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.errors import UnreadableError, reason_of
from packetlint.core.json_faults import JsonFault
from packetlint.core.json_reader import read_json
from packetlint.core.limits import SIZE_LIMIT
from packetlint.core.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")
_HTTP_TYPES = ("http", "streamable-http", "streamableHttp")


class ServerError(Exception):
    """A server that cannot be used; `str(error)` is the detail of `mcp-unreachable`."""


class StdioServer(NamedTuple):
    """A program that is started and speaks over its standard input and output."""

    command: str
    args: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str


class HttpServer(NamedTuple):
    """A server that is asked over streamable HTTP."""

    url: str
    headers: Mapping[str, str]


def server_of(uri: str) -> str:
    """Give the server that a link names."""
    return uri.partition("://")[2].partition("/")[0]


def read_server(path: str | None, name: str, environment: Mapping[str, str]) -> StdioServer | HttpServer:
    """Give a server of the file at `path`, variables filled in. Raises ServerError."""
    servers = _servers(path) if path is not None else {}
    entry = servers.get(name)
    if entry is None:
        raise ServerError(f"no server `{name}` in .mcp.json")
    if not isinstance(entry, dict):
        raise ServerError(f"server `{name}` in .mcp.json is not an object")
    entry = _expanded(entry, environment)
    kind = entry.get("type", "stdio" if "command" in entry else "http")
    if kind == "stdio":
        return _stdio(entry, Path(path or "").absolute().parent)
    if kind in _HTTP_TYPES:
        return HttpServer(_text(entry, "url"), _texts(entry, "headers"))
    raise ServerError(f"its type is {kind!r}: only stdio and http (streamable) are supported")


def _servers(path: str) -> dict[str, Any]:
    try:
        with Path(path).open("rb") as file:
            raw = file.read(SIZE_LIMIT)
        value = read_json(Source(path, raw)).value
    except FileNotFoundError:
        raise ServerError("there is no .mcp.json") from None
    except OSError as error:
        raise ServerError(f".mcp.json cannot be read: {reason_of(error)}") from None
    except UnreadableError as error:
        raise ServerError(f".mcp.json {error}") from None
    except JsonFault as fault:
        raise ServerError(f".mcp.json: {fault.message}") from None
    servers = value.get("mcpServers") if isinstance(value, dict) else None
    if not isinstance(servers, dict):
        raise ServerError(".mcp.json has no object `mcpServers`")
    return servers


def _stdio(entry: dict[str, Any], directory: Path) -> StdioServer:
    args = entry.get("args", [])
    if not isinstance(args, list) or not all(isinstance(arg, str) for arg in args):
        raise ServerError("`args` is not a list of texts")
    cwd = directory / _text(entry, "cwd") if "cwd" in entry else directory
    return StdioServer(_text(entry, "command"), tuple(args), _texts(entry, "env"), str(cwd))


def _text(entry: dict[str, Any], key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value:
        raise ServerError(f"`{key}` is missing or no text")
    return value


def _texts(entry: dict[str, Any], key: str) -> dict[str, str]:
    value = entry.get(key, {})
    if not isinstance(value, dict) or not all(isinstance(member, str) for member in value.values()):
        raise ServerError(f"`{key}` is not an object of texts")
    return value


def _expanded(value: Any, environment: Mapping[str, str]) -> Any:
    """Fill in the variables of every text; the reader has bounded how deep the value is."""
    if isinstance(value, str):
        return _VARIABLE.sub(lambda match: _value(match, environment), value)
    if isinstance(value, list):
        return [_expanded(item, environment) for item in value]
    if isinstance(value, dict):
        return {key: _expanded(member, environment) for key, member in value.items()}
    return value


def _value(match: re.Match[str], environment: Mapping[str, str]) -> str:
    """Give what stands for one variable: its default too where it is set but empty, as in a shell."""
    name, default = match.groups()
    value = environment.get(name, "")
    if value or (default is None and name in environment):
        return value
    if default is None:
        raise ServerError(f"the environment variable {name} is not set")
    return str(default)
