"""Small trees of linked files, and what `packetlint check` finds in their links."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from checking import check
from gitrepo import program

if TYPE_CHECKING:
    from gitrepo import Repo, Result

HOOKS = Path(__file__).resolve().parents[1] / "hooks"


def leaf(*links: str, body: str = "# Leaf\n") -> str:
    """Give a markdown file with these items in `soft_links`, each as it is to be written."""
    listed = "".join(f"  - {link}\n" for link in links)
    key = f"soft_links:\n{listed}" if links else "soft_links: []\n"
    return f"---\n{key}---\n{body}"


BRAIN = {
    "CONVENTIONS.md": "# How this brain is kept\n",
    "tree/NODE.md": leaf(),
    "tree/base.md": leaf(body="# Base\n\nWhat the others stand on, in so many words that git knows it again.\n\n## Limits\n\nNone.\n"),
    "tree/top.md": leaf("/tree/base.md"),
}


def findings(repo: Repo, *arguments: str, cwd: str = ".", **environment: str) -> list[str]:
    """Give each finding about links as `path:line rule`, without the name of the kind."""
    status, lines = check(repo, "--select", "links", *arguments, cwd=cwd, **environment)
    assert status in (0, 1), lines
    return [_short(line) for line in lines[:-1]]


def _short(line: str) -> str:
    place, _, rest = line.partition(": ")
    return f"{place.rpartition(':')[0]} {rest.partition('[')[2].partition(']')[0].removeprefix('links/')}"


def through_hooks(repo: Repo, *arguments: str) -> Result:
    """Run git with this project's own hooks in place and packetlint on PATH."""
    path = f"{Path(program('git')).parent}{os.pathsep}{os.environ['PATH']}"
    return repo.run("git", "-c", f"core.hooksPath={HOOKS}", *arguments, env={**os.environ, "PATH": path})
