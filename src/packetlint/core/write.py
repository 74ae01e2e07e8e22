"""Write files whole or not at all: a temporary file in the same directory, fsync, rename."""

from __future__ import annotations

import os
import stat
import tempfile

from packetlint.core.errors import UsageError
from packetlint.core.paths import to_bytes

PREFIX = b".packetlint-"
SUFFIX = b".tmp"


def write_atomically(path: str, content: bytes) -> None:
    """Replace the file at `path`, keeping its mode; a symbolic link stays one, and its target is replaced.

    What an earlier run, killed in between, left behind in the directory is removed.
    Raises UsageError when it cannot be written; the old file is then untouched.
    """
    target = os.path.realpath(to_bytes(path))
    directory = os.path.dirname(target)
    try:
        _clean(directory)
        _replace(target, directory, content)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {(error.strerror or 'input/output error').lower()}") from None


def _replace(target: bytes, directory: bytes, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(suffix=SUFFIX, prefix=PREFIX + b"%d-" % os.getpid(), dir=directory)
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(file.fileno(), _mode(target))
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _mode(target: bytes) -> int:
    try:
        return stat.S_IMODE(os.stat(target).st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _clean(directory: bytes) -> None:
    for name in os.listdir(directory):
        if name.startswith(PREFIX) and name.endswith(SUFFIX) and not _is_alive(name):
            os.unlink(os.path.join(directory, name))


def _is_alive(name: bytes) -> bool:
    """Say whether the process that made a temporary file, whose number is in its name, still runs."""
    number = name.removeprefix(PREFIX).partition(b"-")[0]
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (ValueError, OSError):
        return True
    return True
