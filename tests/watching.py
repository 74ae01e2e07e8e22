"""Run a command in process, and remember what it asked the system for."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_FETCHING = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname")
_RUNNING = ("subprocess.Popen", "os.posix_spawn", "os.exec", "os.system", "os.spawn", "os.fork", "pty.spawn")
_WRITING = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod")


class Call(NamedTuple):
    """What Python's audit tells of one call: the event and its arguments."""

    event: str
    arguments: tuple[Any, ...]


class Done(NamedTuple):
    """The status, what was said on both streams, and the calls that fetch, run or change something."""

    status: int
    out: str
    err: str
    calls: list[Call]

    @property
    def said(self) -> str:
        """Give both streams."""
        return self.out + self.err

    def fetched(self) -> list[Call]:
        """List what asked the network."""
        return [call for call in self.calls if call.event in _FETCHING]

    def connected(self) -> list[Any]:
        """List the addresses that were connected to; a socket of the machine itself, as for a name service, is none."""
        return [call.arguments[1] for call in self.calls if call.event == "socket.connect" and isinstance(call.arguments[1], tuple)]

    def ran(self) -> list[str]:
        """List the programs that were started."""
        return [_text(call.arguments[0]) for call in self.calls if call.event in _RUNNING]

    def changed(self) -> list[tuple[str, str]]:
        """List what was written to, made, renamed or removed: event and path."""
        writes = [call for call in self.calls if call.event in _WRITING]
        return [(call.event, _text(call.arguments[0])) for call in writes]


_watched: list[list[Call]] = []


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if _watched and event in _FETCHING + _RUNNING + _WRITING:
        _watched[-1].append(Call(event, arguments))


sys.addaudithook(_note)  # it cannot be taken away again; it does nothing where nobody watches


def _text(value: object) -> str:
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)


@contextlib.contextmanager
def watched() -> Iterator[list[Call]]:
    """Give the list that calls are put into."""
    _watched.append([])
    try:
        yield _watched[-1]
    finally:
        _watched.pop()


def run(top: Path, *arguments: str) -> Done:
    """Run `packetlint` with these arguments in a directory."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(top), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), watched() as calls:
        try:
            status = main(list(arguments))
        except SystemExit as end:
            status = int(end.code or 0)
    return Done(status, out.getvalue(), err.getvalue(), calls)
