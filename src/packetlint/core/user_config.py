"""The person's own configuration: what a repository, which may be a stranger's, can never decide.

`$XDG_CONFIG_HOME/packetlint/config.toml`, or below `~/.config`: the directories in which `file://` links are looked
at, the hosts of private networks and the MCP servers that may be asked. Source: the product's contract, Configuration.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.errors import ConfigurationError, reason_of
from packetlint.core.paths import to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from packetlint.core.config_schema import Fault

SIZE_LIMIT = 1 << 20
KEYS = (("links", "allow-files"), ("online", "allow-hosts"), ("online", "mcp"))
BELONGS = "is not for a repository to decide: it belongs in your own ~/.config/packetlint/config.toml, or on the command line"
_PLACE = "packetlint/config.toml"
_NAMES = {"type": "array", "items": {"type": "string"}}

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "packetlint: a person's own configuration",
    "description": "config.toml in ~/.config/packetlint: what no repository can decide.",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "links": {
            "type": "object",
            "description": "Links: what may be looked at outside the repository.",
            "additionalProperties": False,
            "properties": {
                "allow-files": {**_NAMES, "description": "Directories below which `file://` links are checked; `~/` is your home."},
            },
        },
        "online": {
            "type": "object",
            "description": "What may be asked with --online and by `packetlint context`.",
            "additionalProperties": False,
            "properties": {
                "allow-hosts": {**_NAMES, "description": "Hosts of private networks, each `host` or `host:port`."},
                "mcp": {**_NAMES, "description": "MCP servers, by their names in .mcp.json."},
            },
        },
    },
}


class UserConfiguration(NamedTuple):
    """What the person allows. `file` is the absolute path of the configuration, None where there is none.

    `allow_files` are absolute directories; `allow_hosts` are `host` or `host:port`; `mcp` are names in `.mcp.json`.
    `lines` maps each key that is set to its line in the file.
    """

    file: str | None = None
    allow_files: tuple[str, ...] = ()
    allow_hosts: tuple[str, ...] = ()
    mcp: tuple[str, ...] = ()
    lines: Mapping[tuple[str, ...], int] = {}


def load(environ: Mapping[str, str]) -> UserConfiguration:
    """Read the person's configuration, if there is one. Raises ConfigurationError for one that cannot be used."""
    path = place(environ)
    raw = _read(path) if path else None
    return UserConfiguration() if path is None or raw is None else _parsed(path, raw, environ)


def place(environ: Mapping[str, str]) -> str | None:
    """Give the absolute path where the person's configuration would be; None where the person has no home."""
    directory = environ.get("XDG_CONFIG_HOME", "")
    if directory.startswith("/"):
        return f"{directory.rstrip('/')}/{_PLACE}"
    home = _home(environ)
    return f"{home}/.config/{_PLACE}" if home else None


def misplaced(table: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the keys of a repository's table that only a person may set."""
    keys = list(_set(table))
    yield from keys
    if "online" in table and not any(section == "online" for section, _ in keys):
        yield ("online",)


def _set(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield those of KEYS that a table sets."""
    for section, key in KEYS:
        inner = table.get(section)
        if isinstance(inner, dict) and key in inner:
            yield section, key


def _read(path: str) -> bytes | None:
    """Read the file, None where there is none. Raises ConfigurationError where it cannot be read."""
    try:
        with open(to_bytes(path), "rb") as file:
            raw = file.read(SIZE_LIMIT + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise ConfigurationError(path, f"cannot be read: {reason_of(error)}") from None
    if len(raw) > SIZE_LIMIT:
        raise ConfigurationError(path, f"is over the limit of {SIZE_LIMIT} bytes")
    return raw


def _parsed(path: str, raw: bytes, environ: Mapping[str, str]) -> UserConfiguration:
    from packetlint.core.toml import key_of, line_of, parse  # few people have such a file, and a hook starts on every commit

    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigurationError(path, f"is not UTF-8: byte offset {error.start}") from None
    table = parse(path, text)
    home = _home(environ)
    for keys, message in _faults(table, home):
        raise ConfigurationError(path, message, line=line_of(text, keys), key=key_of(keys))
    lines: dict[tuple[str, ...], int] = {keys: line_of(text, keys) or 1 for keys in _set(table)}
    directories, hosts, servers = (tuple(table.get(section, {}).get(key, ())) for section, key in KEYS)
    return UserConfiguration(path, tuple(_expanded(name, home) for name in directories), hosts, servers, lines)


def _faults(table: dict[str, Any], home: str) -> Iterator[Fault]:
    """Yield what the table may not hold: by the schema, then directories that are not written whole."""
    from packetlint.core.config_schema import Fault, check_value

    yield from check_value(table, SCHEMA)
    for index, name in enumerate(table.get("links", {}).get("allow-files", ())):
        if not name.startswith(("/", "~/") if home else "/") or "\0" in name:
            yield Fault(("links", "allow-files", index), "is no directory that begins with `/` or `~/`")


def _home(environ: Mapping[str, str]) -> str:
    """Give the person's home without a `/` at its end; nothing where there is none."""
    home = environ.get("HOME", "")
    return home.rstrip("/") if home.startswith("/") else ""


def _expanded(name: str, home: str) -> str:
    """Give an absolute directory without `.` and `..`; `~/` is the person's home."""
    return os.path.normpath(f"{home}/{name[2:]}" if name.startswith("~/") else name)
