"""Write a link anew for a target that moved, in the manner it was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links.uri import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from packetlint.links.root import Root

_NODES = ("NODE.md", "thread.md")


def respell(uri: str, old: str, new: str, root: Root, leads: Callable[[str], bool]) -> str | None:
    """Give a link to `new` in the manner of `uri`, which led to `old`; None where no spelling leads there.

    Both are paths from the repository's top. `leads(uri)` says whether a spelling leads where it should, so that
    nothing else is given.
    """
    return next((spelling for spelling in _spellings(uri, old, new, root) if leads(spelling)), None)


def _spellings(uri: str, old: str, new: str, root: Root) -> Iterator[str]:
    parsed = parse(uri)
    if parsed.kind == "thread":
        yield from _threads(uri, parsed.name, parsed.path, new)
    elif parsed.kind in ("path", "alias"):
        head = f"{parsed.name}:" if parsed.kind == "alias" else ""
        tail = uri[len(head) + len(parsed.path) :]
        slash = "/" if parsed.path.startswith("/") else ""
        for path in _paths(parsed.path, old, new, root):
            yield f"{head}{slash}{path}{tail}"


def _threads(uri: str, alias: str, slug: str, new: str) -> Iterator[str]:
    tail = uri[len(alias) + len(":thread/") + len(slug) :]
    yield f"{alias}:thread/{new.split('/')[-2] if '/' in new else new}{tail}"
    for at, character in enumerate(new):
        if character == "/":
            yield f"{alias}:{new[at + 1 :]}{tail}"


def _paths(path: str, old: str, new: str, root: Root) -> Iterator[str]:
    """Yield the new path without its leading slash: below what the old one was written from, then from the root."""
    written = path.strip("/")
    below = f"{root.path}/" if root.path else ""
    for node in ("", *(f"/{name}" for name in _NODES)):
        if f"/{old}".endswith(f"/{written}{node}"):
            base = old[: len(old) - len(written) - len(node)]
            for start in dict.fromkeys((base, below)):
                yield from _below(start, new, node, path)
    yield from _below(below, new, "", path)


def _below(start: str, new: str, node: str, path: str) -> Iterator[str]:
    """Yield the path below `start`: of a directory by its name where the old link named one, else of the file."""
    if new.startswith(start):
        relative = new[len(start) :]
        if node and relative.endswith(node):
            yield relative.removesuffix(node) + ("/" if path.endswith("/") else "")
        yield relative
