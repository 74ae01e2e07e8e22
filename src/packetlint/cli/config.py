"""The command `config`: what holds for a path, and where each value comes from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.brief.rules.size import LIMIT
from packetlint.brief.tokens import RATIO
from packetlint.cli.configured import configurations, own
from packetlint.cli.kinds import SUFFIXES
from packetlint.core.config import Overrides
from packetlint.core.files import Request, choose
from packetlint.core.json_text import json_text
from packetlint.core.paths import leading, to_bytes, visible
from packetlint.core.rule import ALL
from packetlint.core.user_config import KEYS, load

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from packetlint.core.config import Configurations, Settings
    from packetlint.core.user_config import UserConfiguration

# Every key, and what holds where nobody sets it.
DEFAULTS: dict[tuple[str, ...], Any] = {
    ("preset",): "seed",
    ("select",): [ALL],
    ("ignore",): [],
    ("fail-on",): "error",
    ("per-file-ignores",): {},
    ("exclude",): [],
    ("severity",): {},
    ("smells",): [],
    ("tokens", "ratio"): RATIO,
    ("tokens", "file"): None,
    ("brief", "labels"): {},
    ("brief", "categories"): [],
    ("brief", "budget"): LIMIT,
    ("brief", "async-paths"): [],
    ("links", "roots"): [],
    ("links", "roles"): [],
    ("packet", "strict"): False,
    **{keys: [] for keys in KEYS},
}


class Value(NamedTuple):
    """One value and its origin: `default`, `command line`, `file` or `user`, the latter two with file and line."""

    key: str
    value: object
    origin: str = "default"
    file: str | None = None
    line: int | None = None


class _Place(NamedTuple):
    """The path that is asked about, from the repository's top, and what holds there."""

    path: str
    settings: Settings
    configured: Configurations
    overrides: Overrides
    person: UserConfiguration


def run(arguments: argparse.Namespace) -> int:
    """Run the command and give its exit status."""
    selection = choose(Request(paths=(arguments.path,), hook=True), SUFFIXES)
    try:
        overrides = Overrides(_listed(arguments.select), _listed(arguments.ignore), arguments.fail_on)
        configured = configurations(selection, overrides, isolated=arguments.isolated, config_from=arguments.config_from)
        path = selection.candidates[0].path
        inside = f"{path}/" if path and os.path.isdir(to_bytes(f"{selection.top}/{path}")) else path
        place = _Place(path, configured.of(inside), configured, overrides, own(load(os.environ), selection.git))
        _print_json(place) if arguments.json else _print(place, arguments.config_from)
    finally:
        if selection.git:
            selection.git.close()
    return 0


def _listed(options: list[str]) -> tuple[str, ...]:
    return tuple(name.strip() for option in options for name in option.split(",") if name.strip())


def values(place: _Place) -> Iterator[Value]:
    """Yield every value that holds. A key comes twice where two places add to it, as with `exclude` and `ignore`."""
    for keys, default in DEFAULTS.items():
        found = [*_from_command_line(keys[0], place.overrides), *_from_files(keys, place), *_from_person(keys, place.person)]
        yield from found or [Value(".".join(keys), default)]


def _from_command_line(key: str, overrides: Overrides) -> Iterator[Value]:
    given: dict[str, Any] = {"select": list(overrides.select), "ignore": list(overrides.ignore), "fail-on": overrides.fail_on}
    if given.get(key):
        yield Value(key, given[key], "command line")


def _from_files(keys: tuple[str, ...], place: _Place) -> Iterator[Value]:
    """Yield what configuration files say, unless the command line says otherwise: the nearest one, and what those above exclude."""
    overrides = place.overrides
    if (
        (keys == ("select",) and overrides.select)
        or (keys == ("ignore",) and overrides.select)
        or (keys == ("fail-on",) and overrides.fail_on)
    ):
        return
    settings: Settings | None = place.settings
    while settings is not None and settings.file is not None:
        document = place.configured.document(settings.file)
        value: Any = document.table
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        if value is not None:
            yield Value(".".join(keys), value, "file", settings.file, document.line_of(keys))
        settings = settings.above if keys == ("exclude",) else None


def _from_person(keys: tuple[str, ...], person: UserConfiguration) -> Iterator[Value]:
    allowed = dict(zip(KEYS, (person.allow_files, person.allow_hosts, person.mcp), strict=True))
    for known, names in allowed.items():
        if known == keys and keys in person.lines:
            yield Value(".".join(keys), list(names), "user", person.file, person.lines[keys])


def _print_json(place: _Place) -> None:
    excluded = place.settings.excluding(place.path)
    listed = [value._asdict() for value in values(place)]
    print(json_text({"version": 1, "path": place.path, "excluded": excluded, "values": listed}, indent=2))


def _print(place: _Place, ref: str | None) -> None:
    """Print a line for each value, as it would be written in a file, with its origin behind it."""
    lines = [(f"{one.key} = {_toml(one.value)}", _origin(one, ref)) for one in values(place)]
    width = min(max(len(text) for text, _ in lines), 60)
    print(f"configuration of {visible(place.path) or 'the top'}")
    for text, origin in lines:
        print(visible(f"{text.ljust(width)}  # {origin}"))
    if excluded := place.settings.excluding(place.path):
        print(f"{leading(place.path)} is not judged: {visible(excluded)}")


def _origin(value: Value, ref: str | None) -> str:
    if value.file is None:
        return value.origin
    at = f" at {ref}" if ref and value.origin == "file" else ""
    return f"{value.file}:{value.line}{at}{' (your own)' if value.origin == 'user' else ''}"


def _toml(value: object) -> str:
    """Write a value as TOML has it, on one line; nothing at all is shown as no value TOML knows."""
    if value is None:
        return "(none)"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json_text(key)} = {_toml(inner)}' for key, inner in value.items())} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json_text(value)
