"""Blobs by name from one long-lived `git cat-file --batch`."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import IO, TYPE_CHECKING

from packetlint.core.errors import MissingError, UnreadableError, UsageError
from packetlint.core.git_harmless import NO_MONITOR
from packetlint.core.paths import to_bytes

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator, Mapping, Sequence

_AHEAD = 400  # requests sent before their answers are read: few enough to fit in a pipe
_ENDED = "git cannot give the content of a tracked file: objects are damaged, or a partial clone lacks its remote"


class BlobReader:
    """A running `git cat-file`; started when the first blob is asked for."""

    def __init__(self, directory: str, environment: Mapping[str, str]) -> None:
        """Keep where and how to start it."""
        self._directory = directory
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def read(self, name: str, limit: int) -> bytes:
        """Give a blob's bytes by id, `:path` or `commit:path`. Raises UnreadableError when it is not there or too large."""
        requests, answers = self._pipes()
        _ask(requests, to_bytes(name))
        try:
            return _answer(answers, limit)
        except MissingError:
            raise MissingError("does not exist" if ":" in name else "is not in git's object store") from None

    def read_all(self, oids: Sequence[str], limit: int) -> Iterator[bytes | None]:
        """Yield the bytes of many blobs in order, None for each that is not there or too large."""
        requests, answers = self._pipes()
        for start in range(0, len(oids), _AHEAD):
            some = oids[start : start + _AHEAD]
            _ask(requests, "\n".join(some).encode())
            for _ in some:
                try:
                    yield _answer(answers, limit)
                except UnreadableError:
                    yield None

    def close(self) -> None:
        """End the process, if it runs."""
        if self._process is not None:
            for pipe in self._pipes():
                with suppress(BrokenPipeError):  # what was asked of a program that ended
                    pipe.close()
            self._process.wait()
            self._process = None

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self._process is None or self._owner != os.getpid():  # one that a forked process found is its parent's
            self._process, self._owner = self._start(), os.getpid()
        if self._process.stdin is None or self._process.stdout is None:
            raise UsageError("git cat-file gave no pipes")
        return self._process.stdin, self._process.stdout

    def _start(self) -> subprocess.Popen[bytes]:
        import subprocess  # only now: most hooks read no blob

        argv = [b"git", *NO_MONITOR, b"cat-file", b"--batch"]
        return subprocess.Popen(
            argv,
            cwd=to_bytes(self._directory),
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )


def _ask(requests: IO[bytes], names: bytes) -> None:
    try:
        requests.write(names + b"\n")
        requests.flush()
    except BrokenPipeError:
        raise UsageError(_ENDED) from None


def _answer(answers: IO[bytes], limit: int) -> bytes:
    line = answers.readline()
    if not line:
        raise UsageError(_ENDED)
    header = line.split()
    if len(header) != 3 or not header[2].isdigit():
        raise MissingError
    size = int(header[2])
    if size <= limit and header[1] == b"blob":
        content = answers.read(size)
        if len(content) < size or not answers.read(1):
            raise UsageError(_ENDED)
        return content
    left = size + 1
    while left:
        left -= len(answers.read(min(left, 1 << 20))) or left
    if header[1] != b"blob":
        raise UnreadableError("is a directory")
    raise UnreadableError(f"is {size} bytes, over the limit of {limit}")
