"""Small project-brains for tests of `packetlint context`, and the list of what its seed promises: each line has a test that names it."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from packetlint.cli.kinds import rule_names
from packetlint.core.config import Configurations, Overrides
from packetlint.links.builder import Built, build
from packetlint.links.context.model import Request

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gitrepo import Repo

Test = TypeVar("Test")

NOW = "2026-05-04T03:02:01Z"
STAMP = "20260504T030201Z"
BRAIN = "project-brain"
THREAD = f"{BRAIN}/threads/login/thread.md"
BEGIN, END = "<!-- BEGIN RESOLVED CONTENT from ", "<!-- END RESOLVED CONTENT from "

ROLES = ("spec", "prior-decision", "related-work", "conversation", "scratch", "external-reference", "none")
# What is kept of a text for each reader: reviewer, author, brief, full. The last line is that of a link without a role.
BUDGETS = {
    "spec": ("all", "all", "outline", "all"),
    "prior-decision": ("all", "all", "outline", "all"),
    "related-work": ("first", "head 1000", "title", "all"),
    "conversation": ("head 500", "head 2000", "title", "all"),
    "scratch": ("title", "head 1000", "title", "all"),
    "external-reference": ("first", "first", "title", "all"),
    "none": ("first", "head 1000", "title", "all"),
}
TRIM_ORDER = ("scratch", "external-reference", "conversation", "related-work", "prior-decision", "spec")  # what goes first, first
CONSUMERS = ("reviewer", "author", "brief", "full")

ROWS = frozenset(
    [
        *(f"input/{name}" for name in ("artifact", "mode", "consumer", "roles", "max-tokens", "persist", "out", "refresh")),
        *(f"precondition/{number}" for number in range(1, 8)),
        *(f"scheme/{name}" for name in ("alias-path", "alias-thread", "tree-path", "file", "http", "mcp", "unknown")),
        *(f"budget/{role}/{consumer}" for role in ROLES for consumer in CONSUMERS),
        *(f"trim/{name}" for name in ("scratch", "external-reference", "conversation", "related-work", "prior-decision", "spec")),
        *(f"trim/{name}" for name in ("longest-first", "recorded")),
        *(f"effect/{name}" for name in ("scratch-context", "scratch-sidecar", "cache", "persist", "out", "stale-refs", "nothing-else")),
        *(f"security/{name}" for name in ("artifact-path", "out", "default-places", "envelope", "persist-warning", "strict")),
        *(f"failure/{name}" for name in ("no-brain", "no-artifact", "frontmatter", "no-key", "empty-list", "primary-project")),
        *(f"failure/{name}" for name in ("unknown-alias", "alias-root", "not-found", "http", "mcp", "scheme", "ceiling")),
        *(f"failure/{name}" for name in ("persist-collision", "cache-corrupted")),
        *(f"post/{name}" for name in ("artifact-untouched", "context", "sidecar", "ignored", "git-untouched", "check-unaffected")),
        *(f"state/{name}" for name in ("paths", "counts", "token-estimate", "stale-refs", "ceiling-hit")),
        *(f"verbosity/{name}" for name in ("terse", "normal", "verbose", "sources")),
        "soft/one-link-fails",
        "soft/unexpected-type",
        "mode/detect-stale",
        "mode/dry-run",
    ]
)


def proves(*rows: str) -> Callable[[Test], Test]:
    """Say which lines of the list a test is about."""
    unknown = set(rows) - ROWS
    assert not unknown, unknown
    return lambda test: test


class Done(NamedTuple):
    """What the command left: its status, its output, its lines for people."""

    status: int
    out: str
    err: str


def leaf(*links: str, body: str = "# Leaf\n", **keys: str) -> str:
    """Give a markdown file with these items in `soft_links`, each as it is to be written."""
    listed = "".join(f"  - {link}\n" for link in links)
    more = "".join(f"{key}: {value}\n" for key, value in keys.items())
    key = f"soft_links:\n{listed}" if links else "soft_links: []\n"
    return f"---\n{more}{key}---\n{body}"


def link(uri: str, role: str | None = None) -> str:
    """Write one item."""
    end = f", role: {role}" if role else ""
    return f'{{uri: "{uri}"{end}}}'


def brain(*links: str, **files: str | bytes) -> dict[str, str | bytes]:
    """Give the files of a brain whose thread has these links; `files` are below the brain, named by path."""
    below = {
        "CONVENTIONS.md": "# Conventions\n",
        "config.yaml": "primary_project: shop\n",
        "threads/login/thread.md": leaf(*links, body="# Login\n", id="login", primary_project="shop"),
        "tree/NODE.md": leaf(body="# Tree\n"),
        **files,
    }
    return {".gitignore": ".context/\n", **{f"{BRAIN}/{path}": content for path, content in below.items()}}


def text(title: str, paragraphs: int, words: int = 50) -> str:
    """Give a leaf of so many paragraphs, each about 250 characters long and unlike the others."""
    return leaf(body=f"# {title}\n\n" + "\n\n".join(f"{title} {number} " + "word " * words for number in range(paragraphs)) + "\n")


def made(repo: Repo, files: Mapping[str, str | bytes]) -> None:
    """Commit the files."""
    repo.commit(files)


def built(repo: Repo, *, said: list[str] | None = None, **fields: Any) -> Built:
    """Build in process, as seen from the brain."""
    here = str(repo.top / fields.pop("cwd", BRAIN))
    environ = {**os.environ, **fields.pop("environ", {})}
    on_fetched = fields.pop("on_fetched", None)
    request = Request(**{"artifact": str(repo.top / THREAD), "here": here, "environ": environ, "now": NOW, **fields})
    lines: list[str] = [] if said is None else said
    return build(request, lambda content, path: Configurations(content.read, rule_names, Overrides()).of(path), lines.append, on_fetched)


def document(result: Built) -> str:
    """Give the text of the context.md that was written."""
    return Path(result.written["context.md"]).read_text("utf-8")


def context(repo: Repo, *arguments: str, cwd: str = f"{BRAIN}/threads/login", **environment: str) -> Done:
    """Run the command."""
    done = repo.run("packetlint", "context", *arguments, cwd=cwd, env={**os.environ, **environment})
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def bodies(written: str) -> dict[str, str]:
    """Give what stands between the marks, by URI."""
    pattern = re.compile(rf"^{BEGIN}(\S+) \(role: .*?\) -->\n<!-- .*? -->\n\n(.*?)\n\n{END}\1 -->$", re.DOTALL | re.MULTILINE)
    return {match[1]: match[2] for match in pattern.finditer(written)}


def reasons(result: Built) -> dict[str, str]:
    """Give the reason of each link that was not resolved."""
    assert result.document
    return {one.ref.uri: one.failure.reason for one in result.document.missing}


def fingerprint(top: Path) -> dict[str, str]:
    """Hash everything below a directory: files with their modes, links with their texts, git's own files too."""
    found = {}
    for path in sorted(top.rglob("*")):
        name = str(path.relative_to(top))
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file():
            found[name] = f"{path.stat().st_mode:o} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        else:
            found[name] = "directory"
    return found
