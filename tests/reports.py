"""A repository whose file names and texts try to break out of a report, and what no report may print."""

from __future__ import annotations

import os
import unicodedata
from typing import TYPE_CHECKING

from briefs import CATEGORY, LINE, WARNING

from packetlint.core.paths import visible

if TYPE_CHECKING:
    from gitrepo import Repo

NAMES = (
    "::error file=x,line=1::y.md",
    "new\nline\r.md",
    "esc\x1b]0;title\x07.md",
    "quote\"s'<&>]]>.md",
    "right\u202eto-left.md",
    "c1\x9b31m\u2028.md",
    "%0A%3A,=.md",
    "-dash.md",
    "lost\udcff.md",
    "e\u0301.md",
    "\u00e9.md",
    "sp ace/\U0001f600 [x](mailto:y).md",
)
TEXT = CATEGORY.replace("fix", "f\x1bx <&>]]> %0A :: \u202e \x9b [x](https://example.org)", 1)


def hostile(repo: Repo) -> None:
    """Write a brief with an error under every name, one with a warning, and one whose error quotes what it holds."""
    repo.write({"text.md": TEXT, "warning.md": WARNING})
    for name in NAMES:
        path = bytes(repo.top) + b"/" + name.encode("utf-8", "surrogateescape")
        os.makedirs(path.rpartition(b"/")[0], exist_ok=True)  # noqa: PTH103 - pathlib cannot name every one
        with open(path, "wb") as file:  # noqa: PTH123 - as above
            file.write(LINE.encode())


def run(repo: Repo, *options: str) -> str:
    """Check everything with these options, assert that something was found and nothing failed, and give standard output."""
    done = repo.run("packetlint", "check", *options)
    assert (done.returncode, done.stderr) == (1, b"")
    text = done.stdout.decode()
    assert_printable(text)
    return text


def assert_printable(text: str) -> None:
    """Assert that nothing in a text can steer a terminal or turn its direction."""
    assert [
        character for character in text if character not in "\n\t" and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    ] == []


def shown(path: str) -> str:
    """Give a path as a report shows it that cannot hold it."""
    return visible(path)
