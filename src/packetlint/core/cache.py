"""What was read of blobs in earlier runs, by blob id: one file a repository in the user's cache directory.

It only ever saves time: without it, or with a damaged one, the answer is the same. A file is a line of
version and then one JSON object a line behind its checksum, each appended whole by one run, so that two
runs at once cannot hurt each other. What cannot be read is ignored; a file that grew too large is begun
again with what its run found.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from packetlint.core.paths import is_below, to_bytes
from packetlint.core.processes import is_alive

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT = 2
SUFFIX = ".jsonl"
SIZE_LIMIT = 64 << 20
MOST_FILES = 200
_SHA1_DIGITS = 40
_UNREAD = object()


class Cache:
    """Records of blobs: kind -> blob id -> a JSON value. Loaded when first asked for."""

    def __init__(self, path: str | None, version: str) -> None:
        """Use the file at `path` (None: remember nothing beyond this run), if it was written by the same `version`."""
        self._path = path
        self._header = f"packetlint {FORMAT} {version}\n".encode()
        self._old: dict[str, dict[str, Any]] | Any = _UNREAD
        self._new: dict[str, dict[str, Any]] = {}
        self._size = 0

    def of(self, kind: str) -> dict[str, Any]:
        """Give the records of a kind, by blob id. Use `keep` to add one."""
        if self._old is _UNREAD:
            self._old = self._load()
        records: dict[str, Any] = self._old.setdefault(kind, {})
        return records

    def keep(self, kind: str, oid: str, record: object) -> None:
        """Remember a record of a blob. None is no record."""
        self.of(kind)[oid] = record
        self._new.setdefault(kind, {})[oid] = record

    def hand_over(self) -> Mapping[str, Mapping[str, Any]]:
        """Give what this process added, for another one of the same run to take in: that one saves it."""
        added, self._new = self._new, {}
        return added

    def take_in(self, records: Mapping[str, Mapping[str, Any]]) -> None:
        """Add what another process of the same run handed over."""
        for kind, some in records.items():
            self.of(kind).update(some)
            self._new.setdefault(kind, {}).update(some)

    def save(self) -> None:
        """Append what is new. That this cannot be done is no fault: the next run only takes longer."""
        if not self._new or self._path is None:
            return
        with suppress(OSError):
            import json

            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            line = sealed(json.dumps(self._new, separators=(",", ":")).encode())
            if 0 < self._size < SIZE_LIMIT - len(line):
                _append(self._path, line)
            else:
                self._begin(line)
        self._new = {}

    def _load(self) -> dict[str, dict[str, Any]]:
        records: dict[str, dict[str, Any]] = {}
        with suppress(OSError, TypeError), open(to_bytes(self._path or ""), "rb") as file:
            if file.readline() != self._header:
                return records
            for line in file:
                _merge(records, line)
            self._size = file.tell()
        return records

    def _begin(self, line: bytes) -> None:
        """Write the file anew, whole, and drop the oldest files where there are many."""
        directory = os.path.dirname(self._path or "")
        put(self._path or "", self._header + line)
        files = sorted((entry for entry in os.scandir(directory) if entry.is_file()), key=lambda entry: entry.stat().st_mtime)
        for entry in files[:-MOST_FILES]:
            os.unlink(entry.path)


def cache_path(repository: str, top: str | None, environment: Mapping[str, str], suffix: str = SUFFIX) -> str | None:
    """Give the file for the repository whose git directory is `repository`; None where the user has no cache directory.

    One below `top`, the work tree, is none: where a checkout is somebody's home, a pull request could bring answers along.
    """
    base = environment.get("XDG_CACHE_HOME", "")
    if not base.startswith("/"):
        home = environment.get("HOME", "")
        if not home.startswith("/"):
            return None
        base = f"{home}/.cache"
    if top and is_below(os.path.realpath(base), os.path.realpath(top)):
        return None
    from zlib import crc32

    # A name that two repositories share costs time, never a wrong answer: records go by blob id.
    return f"{base}/packetlint/{crc32(to_bytes(repository)):08x}{suffix}"


def put(path: str, content: bytes) -> None:
    """Put a file in place whole, without waiting for the disk: one that a crash leaves half is not believed.

    What a run that was killed in between has left is removed.
    """
    temporary = to_bytes(f"{path}.{os.getpid()}")
    try:
        _clean(to_bytes(path))
        with open(temporary, "wb") as file:
            file.write(content)
        os.replace(temporary, to_bytes(path))
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _clean(path: bytes) -> None:
    """Remove the temporary files for a path whose process is gone: each is named after it."""
    directory, _, name = path.rpartition(b"/")
    for other in os.listdir(directory):
        stem, _, number = other.rpartition(b".")
        if stem == name and not is_alive(number):
            with suppress(FileNotFoundError):
                os.unlink(directory + b"/" + other)


def _append(path: str, line: bytes) -> None:
    handle = os.open(to_bytes(path), os.O_WRONLY | os.O_APPEND)
    try:
        os.write(handle, line)
    finally:
        os.close(handle)


def _merge(records: dict[str, dict[str, Any]], line: bytes) -> None:
    """Take in one line, or nothing of it where it is damaged."""
    payload = line[9:-1]
    if line != sealed(payload):
        return
    import json  # a run that recalls nothing needs none

    with suppress(ValueError, RecursionError, TypeError, AttributeError):
        for kind, some in json.loads(payload).items():
            records.setdefault(kind, {}).update(some)


def is_blob(oid: str, raw: bytes) -> bool:
    """Say whether bytes are those of a blob, or would be with LF line ends."""
    from hashlib import sha1, sha256

    digest = sha1 if len(oid) == _SHA1_DIGITS else sha256
    return any(digest(b"blob %d\0" % len(content) + content).hexdigest() == oid for content in (raw, raw.replace(b"\r\n", b"\n")))


def sealed(payload: bytes) -> bytes:
    """Put a checksum before a payload and a line end behind it, so that what a crash or a fault has changed is seen."""
    from zlib import crc32

    return b"%08x %s\n" % (crc32(payload), payload)
