"""The tables of what must hold whatever happens. A test names the row it proves by `@holds(TABLE, ROW)`; test_tables.py walks them.

`python -m benchmarks.quality` runs the tests so marked and prints a line a row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

SAFETY = {
    "links-out": "a symbolic link or a link out of the repository: refused before any access, the same whether or not something is there",
    "private-addresses": "private, loopback and link-local hosts, by redirect and by name: refused when the connection is made",
    "yaml": "alias bombs, nesting, traps of YAML: one diagnostic with its place, the other files still linted",
    "json": "nesting, long numbers, 1e400, NaN, lone surrogates, doubled keys, BOM, UTF-16: one diagnostic with its place",
    "slow-expression": "an expression of the user that blows up: a time limit, then a configuration error that names it",
    "names": "file names with newlines, quotes, ESC, ::, a leading dash, bytes that are no text, twins: linted, escaped in every format",
    "hidden-text": "ESC and OSC sequences and text-direction marks in prose: shown escaped",
    "faults-of-the-disk": "a file that changes or vanishes, a full disk, a read-only tree, kill -9: never half a file, never a lost one",
    "markup-in-quotes": "headings, fences, comment ends, envelope marks in quoted text: stay data inside their section",
    "nothing-is-run": "no code of the repository runs; a server of .mcp.json starts only when the command line names it",
    "nothing-is-fetched": "no network without --online, whatever the repository's configuration says",
    "nothing-is-widened": "the repository's configuration can allow no host, no server, no directory",
    "nothing-is-changed": "a command that only reads leaves the whole tree as it was",
}

GIT = {
    "dubious-ownership": "a repository of somebody else is refused in git's words",
    "unmerged": "an unmerged entry is named, the rest is judged",
    "lfs-pointer": "a pointer to large data is no artifact",
    "symlink-to-text": "a file that turned from a symbolic link to text is judged, and the reverse",
    "commit": "a plain commit",
    "commit-all": "git commit -a",
    "commit-path": "git commit PATH",
    "add-patch": "git add -p",
    "add-intent": "git add -N",
    "first-commit": "the first commit",
    "amend": "git commit --amend",
    "merge": "a merge without conflict: pre-merge-commit",
    "merge-conflict": "a merge with a conflict",
    "rebase": "a rebase that stops, and its end",
    "worktree": "a linked worktree, and a subdirectory of it",
    "submodule": "a submodule and its superproject",
    "shallow": "a shallow clone: a range that cannot be proven complete",
    "partial-clone": "a clone without blobs",
    "bare": "a bare repository",
    "sha256": "a repository with SHA-256 ids",
    "quotepath": "core.quotepath on and off",
    "autocrlf": "core.autocrlf",
    "sparse": "a sparse checkout",
    "case-rename": "a rename of nothing but case",
    "rm": "git rm of a target",
    "mv": "git mv of a target",
    "rename-and-edit": "a rename with an edit",
    "directory-rename": "a rename of a directory that moves many targets",
}

TABLES: Mapping[str, Mapping[str, str]] = {"safety": SAFETY, "git": GIT}


def holds(table: str, row: str) -> pytest.MarkDecorator:
    """Say which row of which table a test proves."""
    assert row in TABLES[table], f"{table} has no row {row}"
    return pytest.mark.holds(table, row)
