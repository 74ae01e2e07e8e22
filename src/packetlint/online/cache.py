"""What was fetched before, a directory a link: `cache/<sha256 of the URI>/` with `response.bin` and `meta.json`.

Source: materialize-context, Side effects (cache of web and MCP responses) and Failure modes (cache corrupted).
`meta.json` is an object: `uri`, `status` (200), `etag`, `fetched_at` (ISO 8601), `sha256` of `response.bin`; and
what is needed to read the body again: `content_type`, `last_modified`, `truncated`, `title`. Others may leave the
last four out.
"""

from __future__ import annotations

import hashlib
import json
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.errors import UsageError, reason_of
from packetlint.core.limits import SIZE_LIMIT
from packetlint.core.write import write_atomically

if TYPE_CHECKING:
    from collections.abc import Mapping

_OK = 200
_TRIES, _PAUSE = 10, 0.05  # seconds: the two files of an entry are written one after the other


class Known(NamedTuple):
    """What is remembered of a response while it is asked for again; its body can be long."""

    sha256: str
    etag: str | None
    last_modified: str | None


class Entry(NamedTuple):
    """One response. `fetched_at` is in seconds since 1970."""

    uri: str
    body: bytes
    fetched_at: float
    etag: str | None = None
    content_type: str = ""
    last_modified: str | None = None
    truncated: bool = False
    title: str | None = None

    @property
    def known(self) -> Known:
        """Give what a later response is compared with."""
        return Known(hashlib.sha256(self.body).hexdigest(), self.etag, self.last_modified)


class Cache:
    """The responses below one directory; without a directory, none."""

    def __init__(self, root: str | None) -> None:
        """Use `<root>/cache`."""
        self._root = root

    def load(self, uri: str) -> tuple[Entry | None, list[str]]:
        """Give what is known of a link, and what there is to warn of. A damaged entry is thrown away."""
        if self._root is None:
            return None, []
        directory = self._directory(uri)
        try:
            entry = _settled(uri, directory)
        except FileNotFoundError:
            return None, []
        except OSError as error:
            return None, [f"the cached response cannot be read: {reason_of(error)}"]
        except (ValueError, RecursionError) as error:
            _discard(directory)
            reason = str(error) if isinstance(error, _DamagedError) else "its meta.json cannot be read"
            return None, [f"the cached response was thrown away: {reason}"]
        return entry, []

    def store(self, entry: Entry) -> list[str]:
        """Write a response, body first; give a warning when that cannot be done."""
        if self._root is None:
            return []
        directory = self._directory(entry.uri)
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(f"{directory}/response.bin", entry.body)
            write_atomically(f"{directory}/meta.json", _meta(entry))
        except OSError as error:
            return [f"the cache cannot be written: {reason_of(error)}"]
        except UsageError as error:
            return [f"the cache cannot be written: {error}"]
        return []

    def _directory(self, uri: str) -> Path:
        return Path(f"{self._root}/cache/{hashlib.sha256(uri.encode('utf-8', 'surrogatepass')).hexdigest()}")


class _DamagedError(ValueError):
    """What is wrong with an entry, in words for the person."""


class _MixedError(_DamagedError):
    """The two files of an entry do not belong together."""


def timestamp(seconds: float) -> str:
    """Give a time as `2026-01-31T12:00:00Z`."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _seconds(written: object) -> float:
    from datetime import UTC, datetime

    moment = datetime.fromisoformat(str(written))
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _settled(uri: str, directory: Path) -> Entry:
    """Read an entry. One that another run is just writing, body first, is not damaged: it is read again."""
    for _ in range(_TRIES):
        try:
            return _entry(uri, _read(directory, "meta.json"), _read(directory, "response.bin"))
        except _MixedError:
            if not _is_new(directory):
                raise
            time.sleep(_PAUSE)
    return _entry(uri, _read(directory, "meta.json"), _read(directory, "response.bin"))


def _is_new(directory: Path) -> bool:
    """Say whether an entry was written a moment ago."""
    latest = max((directory / name).stat().st_mtime for name in ("meta.json", "response.bin"))
    return abs(time.time() - latest) < 2 * _TRIES * _PAUSE


def _read(directory: Path, name: str) -> bytes:
    with (directory / name).open("rb") as file:
        return file.read(SIZE_LIMIT)


def _entry(uri: str, raw: bytes, body: bytes) -> Entry:
    meta = json.loads(raw)
    if not isinstance(meta, dict) or meta.get("uri") != uri or meta.get("status") != _OK:
        raise _DamagedError("its meta.json is of something else")
    if meta.get("sha256") != hashlib.sha256(body).hexdigest():
        raise _MixedError("its body is not the one that was fetched")
    return Entry(
        uri,
        body,
        _seconds(meta.get("fetched_at")),
        _text(meta, "etag"),
        _text(meta, "content_type") or "",
        _text(meta, "last_modified"),
        meta.get("truncated") is True,
        _text(meta, "title"),
    )


def _text(meta: Mapping[str, object], key: str) -> str | None:
    value = meta.get(key)
    return value if isinstance(value, str) else None


def _meta(entry: Entry) -> bytes:
    members = {
        "uri": entry.uri,
        "status": _OK,
        "etag": entry.etag,
        "fetched_at": timestamp(entry.fetched_at),
        "sha256": entry.known.sha256,
        "content_type": entry.content_type,
        "last_modified": entry.last_modified,
        "truncated": entry.truncated,
        "title": entry.title,
    }
    return (json.dumps(members, indent=2) + "\n").encode()


def _discard(directory: Path) -> None:
    for name in ("meta.json", "response.bin"):
        with suppress(OSError):
            (directory / name).unlink()
