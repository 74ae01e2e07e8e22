"""Write files whole or not at all: a temporary file in the same directory, fsync, rename."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING

from packetlint.core.errors import UsageError, reason_of
from packetlint.core.paths import is_below, to_bytes
from packetlint.core.processes import is_alive

if TYPE_CHECKING:
    from collections.abc import Iterable

PREFIX = b".packetlint-"
SUFFIX = b".tmp"


def write_atomically(path: str, content: bytes) -> None:
    """Replace the file at `path`, keeping its mode. A symbolic link there is replaced too, never followed.

    What an earlier run, killed in between, left behind in the directory is removed. A device or a pipe is
    written to, not replaced. Raises UsageError when it cannot be written; the old file is then untouched.
    """
    write_chunks(path, (content,))


def write_chunks(path: str, chunks: Iterable[bytes]) -> None:
    """Write a file in the same way from pieces, no two of which are held at once.

    Whatever the iterable raises is passed on, an OSError as a UsageError; the old file is then untouched.
    """
    try:
        if _is_special(to_bytes(path)):
            with open(to_bytes(path), "wb") as file:
                file.writelines(chunks)
            return
        target = to_bytes(os.path.abspath(path))
        directory = os.path.dirname(target)
        _clean(directory)
        _replace(target, directory, chunks)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {reason_of(error)}") from None


def write_output(path: str, content: bytes) -> None:
    """Write what the person wants at a path of theirs, but not through a directory link that leads elsewhere.

    A pull request can turn `reports/` into such a link. Raises UsageError then, or when it cannot be written.
    """
    if leads_away(os.path.dirname(os.path.abspath(path))):
        raise UsageError(f"{path} would be written through a symbolic link that leaves this directory")
    write_atomically(path, content)


def leads_away(path: str) -> bool:
    """Say whether an absolute path below this directory leads out of it through a symbolic link: a pull request can bring one."""
    here = os.getcwd()
    return is_below(path, here) and not is_below(os.path.realpath(path), os.path.realpath(here))


def _is_special(path: bytes) -> bool:
    """Say whether something other than a regular file is there: `/dev/stdout`, a pipe, a directory."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False


def _replace(target: bytes, directory: bytes, chunks: Iterable[bytes]) -> None:
    handle, temporary = tempfile.mkstemp(suffix=SUFFIX, prefix=PREFIX + b"%d-" % os.getpid(), dir=directory)
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(file.fileno(), _mode(target))
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        with suppress(FileNotFoundError):  # Ctrl-C may come when it has its name already
            os.unlink(temporary)
        raise


def _mode(target: bytes) -> int:
    """Give the mode of the file that is there, else the usual one: a symbolic link, which is replaced, has none of its own."""
    with suppress(FileNotFoundError):
        status = os.lstat(target)
        if stat.S_ISREG(status.st_mode):
            return stat.S_IMODE(status.st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _clean(directory: bytes) -> None:
    for name in os.listdir(directory):
        if name.startswith(PREFIX) and name.endswith(SUFFIX) and not is_alive(name.removeprefix(PREFIX).partition(b"-")[0]):
            with suppress(FileNotFoundError):  # another run may clean up too
                os.unlink(os.path.join(directory, name))
