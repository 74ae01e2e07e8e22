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
    """Read `check [--hook KIND] [--select RULES] [--ignore RULES] PATH ...`; None for any other command line.

    That is what pre-commit calls on every commit, and building the whole grammar costs as much as the check.
    """
    if not argv or argv[0] != "check":
        return None
    given: dict[str, list[str]] = {"--hook": [], "--select": [], "--ignore": []}
    start = 1
    while start + 1 < len(argv) and argv[start] in given:
        given[argv[start]].append(argv[start + 1])
        start += 2
    hooks, select, ignore = given.values()
    paths = argv[start:]
    if any(word.startswith("-") for word in (*hooks, *select, *ignore, *paths)):
        return None
    return CheckOptions(paths=paths, hook=hooks[-1] if hooks else None, select=select, ignore=ignore)
