"""What the last check of the very same content printed, so that checking a whole tree twice costs it once.

Content is the same when the index with all its blob ids is, the commit, and every file on disk that differs
from the index or is not in it, and when nothing stands where a link led to nothing. A run that looked at anything
else (another repository behind an alias, what git ignores) is not kept. Source: the product's contract on speed, "the
same, unchanged, warm".
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from packetlint import __version__
from packetlint.core.cache import cache_path, put, sealed
from packetlint.core.git import discover
from packetlint.core.git_output import read_names
from packetlint.core.paths import from_argument, from_bytes, is_below, to_bytes
from packetlint.core.tree import Tree

if TYPE_CHECKING:
    from packetlint.cli.options import CheckOptions
    from packetlint.core.git import Git

_SUFFIX = ".last"
_FEW_PATHS = 50
_MOST_CHANGED = 500
_SIZE_LIMIT = 4 << 20
_VARIABLES = ("HOME", "NO_COLOR", "FORCE_COLOR", "TERM", "XDG_CONFIG_HOME", "PROJECT_BRAIN_CONFIG", "PROJECT_BRAIN_PROJECTS_YAML")
_JUDGED = (".md", ".markdown", ".json", ".yaml", ".yml", ".toml", ".gitattributes")


class Printed(NamedTuple):
    """What a run printed on standard output, its exit status, and the paths from the top that it looked for and that are not there."""

    text: str
    status: int
    absent: tuple[str, ...] = ()


class Unchanged:
    """What was printed for one state of a repository and one command line."""

    def __init__(self, path: str, state: str, git: Git) -> None:
        """Keep it in the file at `path`, marked with the digest `state` of what `git` holds."""
        self.git = git
        self._path = path
        self._state = state.encode()
        self._top = to_bytes((git.top or "").rstrip("/"))

    @classmethod
    def of(cls, options: CheckOptions) -> Unchanged | None:
        """Give the state that the command line looks at; None where it costs more to tell than to check."""
        if not _is_whole(options):
            return None
        git = discover(from_bytes(os.getcwdb()))
        path = cache_path(git.directory, git.top, os.environ, _SUFFIX) if git else None
        state = _state(options, git, path) if git and path else None
        if git and path and state:
            return cls(path, state, git)
        if git:
            git.close()
        return None

    def printed(self) -> Printed | None:
        """Give what was printed for this state; None where nothing is kept, or it cannot be read."""
        with suppress(OSError, ValueError), open(to_bytes(self._path), "rb") as file:
            content = file.read()
            state, status, size, rest = content[9:-1].split(b"\n", 3)
            if state != self._state or content != sealed(content[9:-1]):
                return None
            absent = rest[: int(size)].split(b"\0")[:-1]
            if not any(os.path.lexists(b"%s/%s" % (self._top, path)) for path in absent):
                return Printed(rest[int(size) :].decode(), int(status), tuple(map(from_bytes, absent)))
        return None

    def keep(self, printed: Printed) -> None:
        """Keep what was printed; that this cannot be done is no fault."""
        absent = b"".join(to_bytes(path) + b"\0" for path in printed.absent)
        text = printed.text.encode("utf-8", "backslashreplace")
        content = sealed(b"%s\n%d\n%d\n%s%s" % (self._state, printed.status, len(absent), absent, text))
        if len(content) <= _SIZE_LIMIT:
            with suppress(OSError):
                os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
                put(self._path, content)


def _is_whole(options: CheckOptions) -> bool:
    """Say whether the command line asks for so much that it pays to ask git first whether anything changed."""
    if options.online or options.fix or options.diff or options.staged or options.from_ref or options.to_ref:
        return False
    if options.baseline or options.write_baseline or len(options.outputs) > 1 or options.outputs[0].file:
        return False
    if os.environ.get("PRE_COMMIT_FROM_REF") or "-" in options.paths or (options.hook and len(options.paths) <= _FEW_PATHS):
        return False
    return not options.paths or len(options.paths) > _FEW_PATHS or any(map(os.path.isdir, options.paths))


def _state(options: CheckOptions, git: Git, kept: str) -> str | None:
    here = from_bytes(os.getcwdb())
    paths = [os.path.normpath(os.path.join(here, from_argument(path))) for path in options.paths]
    known = git.state(partial(_get_ready, kept)) if git.top and all(is_below(path, git.top) for path in paths) else None
    if known is None or git.top is None:
        return None
    changed = sorted({*read_names(known[2]), *read_names(known[3]), *git.untold()})
    has_attributes = b".gitattributes\0" in known[1] or any(git.attributes())
    if len(changed) > _MOST_CHANGED or (has_attributes and Tree(git).converts()):
        return None
    from hashlib import blake2b

    digest = blake2b(digest_size=24)
    variables = [os.environ.get(name, "") for name in _VARIABLES]
    for part in (__version__, repr(options._replace(jobs=None)), here, *variables, str(sys.stdout.isatty())):
        digest.update(to_bytes(part) + b"\0")
    for listing in (*known, *(_content(f"{git.top}/{path}") for path in changed)):
        digest.update(b"%d " % len(listing) + listing)
    return digest.hexdigest()


def _get_ready(kept: str) -> None:
    """Import what is needed next while git looks at the files, which takes as long: a check, where nothing is kept for it to be spared."""
    import hashlib  # noqa: F401 - imported to be there

    if not os.path.exists(to_bytes(kept)):
        import packetlint.cli.judge  # noqa: F401 - as above


def _content(path: str) -> bytes:
    """Give what counts of a file that git does not know as it is: its bytes, where its name says that they are judged."""
    with suppress(OSError):
        if os.path.islink(to_bytes(path)):
            return b"link " + os.readlink(to_bytes(path))
        if path.lower().endswith(_JUDGED) and os.path.isfile(to_bytes(path)):
            with open(to_bytes(path), "rb") as file:
                return b"file " + file.read()
        return b"there" if os.path.lexists(to_bytes(path)) else b"gone"
    return b"unreadable"
