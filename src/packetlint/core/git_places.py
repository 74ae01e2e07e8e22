"""Ask git where a repository is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.errors import UsageError
from packetlint.core.git_environment import complaint, environment
from packetlint.core.paths import to_bytes
from packetlint.core.spawn import output_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLACES = (b"--absolute-git-dir", b"--show-toplevel")


def places(start: str, asked: Sequence[bytes] = _PLACES) -> list[bytes]:
    """Give the places of a repository that are asked for: one alone where it is bare, none where there is no repository."""
    argv = [b"git", b"-C", to_bytes(start), b"rev-parse", *asked]
    output = output_of(argv, environment())
    if output is None:
        import subprocess  # only now: most people stand in a repository

        done = subprocess.run(argv, env=environment(), capture_output=True, check=False)
        if not done.stdout and b"not a git repository" not in done.stderr:
            raise UsageError(complaint(done.stderr, "rev-parse"))
        if done.returncode:
            return [done.stdout.removesuffix(b"\n")] if done.stdout else []
        output = done.stdout
    if output.count(b"\n") > len(asked) > 1:  # a line end in one of the names
        return [place for one in asked for place in places(start, [one])]
    return output.removesuffix(b"\n").split(b"\n") if len(asked) > 1 else [output.removesuffix(b"\n")]
