"""The command `install`: put git's own hooks in place, or take them away; never anything of somebody else's."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.errors import UsageError
from packetlint.core.git import Git, discover
from packetlint.core.paths import from_bytes, to_bytes, visible
from packetlint.core.write import write_atomically

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

HOOKS = ("pre-commit", "pre-merge-commit", "pre-push", "pre-receive")
MARK = b"# packetlint git hook, version "  # how the second line of our hooks begins; another version is ours too
_USUAL = ("pre-commit", "pre-merge-commit")
_SERVER = ("pre-receive",)
_SIZE_LIMIT = 1 << 16


class _Hook(NamedTuple):
    """One hook: where it is or would be, what packetlint ships, and what is there (None: nothing; empty: no plain file)."""

    path: str
    shipped: bytes
    present: bytes | None

    @property
    def is_ours(self) -> bool:
        """Say whether what is there is a hook of packetlint, of whatever version, and not edited since."""
        mark, own = _second_line(self.present or b""), _second_line(self.shipped)
        return self.present == self.shipped or (mark.startswith(MARK) and mark != own)


def run(arguments: argparse.Namespace) -> int:
    """Run the command and give its exit status. Raises UsageError, before anything is changed, for what is somebody else's."""
    git = discover(from_bytes(os.getcwdb()))
    if git is None:
        raise UsageError("install needs a git repository, and this is not one (or git is not installed)")
    if git.top is None and git.run("rev-parse", "--is-bare-repository").strip() != b"true":
        raise UsageError(f"install counts from a work tree, and {git.directory} is the inside of a repository that has one")
    directory = hooks_directory(git)
    usual = HOOKS if arguments.uninstall else _USUAL if git.top else _SERVER
    hooks = [_look(f"{directory}/{name}", name) for name in dict.fromkeys(arguments.hook or usual)]
    for line in _uninstall(hooks) if arguments.uninstall else _install(hooks, directory):
        print(visible(line))
    return 0


def hooks_directory(git: Git) -> str:
    """Give the absolute directory where git looks for hooks: by core.hooksPath, or that which all work trees share.

    Raises UsageError where it is set to nothing, for then git runs none.
    """
    if git.run("config", "--get", "core.hooksPath", codes=(0, 1)) == b"\n":
        raise UsageError("core.hooksPath is empty, so git runs no hook (see `git config --show-origin core.hooksPath`)")
    named = from_bytes(git.run("rev-parse", "--git-path", "hooks").removesuffix(b"\n"))
    return os.path.normpath(os.path.join(git.top or git.directory, named))


def _shipped_in() -> str:
    """Give the directory of the hooks that packetlint brings: inside the package, or beside its sources."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    inside = os.path.join(package, "hooks")
    return inside if os.path.isdir(inside) else os.path.join(package, os.pardir, os.pardir, "hooks")


def _look(path: str, name: str) -> _Hook:
    with open(os.path.join(_shipped_in(), name), "rb") as file:
        return _Hook(path, file.read(), _present(path))


def _present(path: str) -> bytes | None:
    """Read what is there: None for nothing, empty for what is no regular file, so that no link is followed."""
    try:
        status = os.lstat(to_bytes(path))
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not stat.S_ISREG(status.st_mode):
        return b""
    with open(to_bytes(path), "rb") as file:
        return file.read(_SIZE_LIMIT)


def _second_line(content: bytes) -> bytes:
    return (*content.split(b"\n", 2), b"", b"")[1]


def _install(hooks: Sequence[_Hook], directory: str) -> Iterator[str]:
    for hook in hooks:
        if hook.present is not None and not hook.is_ours:
            own = os.path.normpath(os.path.join(_shipped_in(), os.path.basename(hook.path)))
            raise UsageError(f"{hook.path} is there already ({_what(hook)}): nothing was installed; you may have it call {own}")
    try:
        os.makedirs(to_bytes(directory), exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise UsageError(f"git looks for hooks in {directory}, which is no directory (see `git config core.hooksPath`)") from None
    for hook in hooks:
        is_new = hook.present != hook.shipped
        if is_new:
            write_atomically(hook.path, hook.shipped)
        made_executable = _make_executable(hook.path)
        changed = "installed" if hook.present is None else "updated" if is_new or made_executable else "in place already:"
        yield f"{changed} {hook.path}"


def _make_executable(path: str) -> bool:
    """Let everybody execute the file who may read it; say whether that changed anything."""
    mode = stat.S_IMODE(os.stat(to_bytes(path)).st_mode)
    wanted = mode | (mode & 0o444) >> 2
    if wanted != mode:
        os.chmod(to_bytes(path), wanted)
    return wanted != mode


def _uninstall(hooks: Sequence[_Hook]) -> Iterator[str]:
    for hook in hooks:
        if _second_line(hook.present or b"").startswith(MARK) and not hook.is_ours:
            raise UsageError(f"{hook.path} was edited since it was installed: nothing was removed; remove it yourself")
    ours = [hook for hook in hooks if hook.is_ours and not _is_shipped(hook.path)]
    for hook in ours:
        os.unlink(to_bytes(hook.path))
        yield f"removed {hook.path}"
    if not ours:
        yield f"no hook of packetlint's in {os.path.dirname(hooks[0].path)}"


def _is_shipped(path: str) -> bool:
    """Say whether the file is one that packetlint brings: core.hooksPath may be its own directory."""
    with suppress(OSError):
        return os.path.samefile(to_bytes(path), os.path.join(_shipped_in(), os.path.basename(path)))
    return False


def _what(hook: _Hook) -> str:
    """Say in a few words what is there."""
    path = to_bytes(hook.path)
    if os.path.islink(path):
        return f"a symbolic link to {from_bytes(os.readlink(path))}"
    if not hook.present:
        return "an empty file" if os.path.isfile(path) else "no regular file"
    if _second_line(hook.present).startswith(MARK):
        return "packetlint's, edited since it was installed"
    lines = [line.decode("utf-8", "replace").strip() for line in hook.present.splitlines()]
    telling = [line for line in lines if line and not line.startswith("#!")]
    return f"it begins `{telling[0][:60]}`" if telling else "it does nothing"
