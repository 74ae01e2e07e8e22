"""The options of `check` as one typed value, with their defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from packetlint.core.diagnostic import Severity


class Output(NamedTuple):
    """One report: its format, and the file it goes to (None: standard output)."""

    format: str = "full"
    file: str | None = None


class CheckOptions(NamedTuple):
    """What `packetlint check` was asked to do; see its --help for each."""

    paths: Sequence[str] = ()
    staged: bool = False
    from_ref: str | None = None
    to_ref: str | None = None
    all_files: bool = False
    stdin_filename: str | None = None
    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    fail_on: Severity | None = None
    outputs: Sequence[Output] = (Output(),)
    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False
    hook: str | None = None
    baseline: str | None = None
    write_baseline: str | None = None
    files: bool = False
    isolated: bool = False
    config_from: str | None = None
    online: bool = False
    allow_host: Sequence[str] = ()
    allow_file: Sequence[str] = ()
    mcp: Sequence[str] = ()
    jobs: int | None = None


def plain_check(argv: Sequence[str]) -> CheckOptions | None:
    """Read `check [--hook KIND] PATH ...` without other options; None for any other command line.

    That is what pre-commit calls on every commit, and building the whole grammar costs as much as the check.
    """
    if not argv or argv[0] != "check":
        return None
    hook, paths = (argv[2], argv[3:]) if argv[1:2] == ["--hook"] and len(argv) > 2 else (None, argv[1:])
    if any(path.startswith("-") for path in paths):
        return None
    return CheckOptions(paths=paths, hook=hook)
