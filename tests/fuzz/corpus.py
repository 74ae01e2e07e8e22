"""The trees that inputs are made from: each fixture case, and what other directories hold that are named.

A tree maps paths to bytes, as they would lie in a repository.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from cases import FIXTURES, cases

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

Tree = dict[str, bytes]

_OTHERS = ("demo/tree", "drafts", "geas/seed", "geas/nested", "partitions")


@cache
def fixtures() -> tuple[Tree, ...]:
    """Give every case, and every other tree of the fixtures, in the order of their paths."""
    known = [case.tree() for case in cases("bad", "good", "fixed")]
    return (*known, *(_below(FIXTURES / name) for name in _OTHERS))


def corpus(directory: Path) -> tuple[Tree, ...]:
    """Read what lies in a directory: each `.jsonl` is a case a line, each directory a tree."""
    lines = (line for path in sorted(directory.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines())
    texts = [tree for line in lines for tree in _from_record(json.loads(line))]
    trees = [_below(path) for path in sorted(directory.iterdir()) if path.is_dir()]
    return (*texts, *(_placed(tree) for tree in trees if tree))


def _from_record(record: Mapping[str, Any]) -> Iterator[Tree]:
    """Yield the trees of one case: its `files`, its `text`, or what its `steps` write."""
    files = {**record.get("files", {})}
    for step in record.get("steps", ()):
        files |= step.get("write", {})
    if "text" in record:
        files[record.get("file", "proposal.json")] = record["text"]
    tree = {path: content.encode("utf-8", "surrogatepass") for path, content in files.items() if _is_inside(path)}
    if tree:
        yield tree


def _is_inside(path: str) -> bool:
    return not path.startswith("/") and ".." not in path.split("/") and "{{" not in path


def _placed(tree: Tree) -> Tree:
    """Put what is the content of a `.geas` folder into one."""
    is_geas = any(path.startswith("missions/") for path in tree)
    return {f".geas/{path}": content for path, content in tree.items()} if is_geas else tree


def _below(top: Path) -> Tree:
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in sorted(top.rglob("*")) if path.is_file()}
