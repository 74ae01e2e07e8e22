"""The artifact whose links are followed: found, judged and read. Source: materialize-context, inputs, preconditions 2, 3 and 6."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.errors import UnreadableError, UsageError
from packetlint.core.paths import is_below, to_bytes
from packetlint.core.source import Source
from packetlint.links.careful import read_nodes
from packetlint.links.context.disk import is_file, is_taken
from packetlint.links.frontmatter import Block, find
from packetlint.links.nodes import TEXT, Listing, Scalar, lookup
from packetlint.links.outside import real_path
from packetlint.links.reader import read_leaf
from packetlint.links.roots import NODE
from packetlint.links.rules.frontmatter import INVALID
from packetlint.links.shape import KEY
from packetlint.links.spelling import absolute, below, joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.links.context.brain import Brain
    from packetlint.links.model import Leaf
    from packetlint.links.nodes import Mapping

_INFERRED = ("thread.md", NODE, "impl-spec.md")
_SUFFIX = ".md"
_MOST_NEARBY = 5
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_SEGMENT = 100


class Artifact(NamedTuple):
    """An artifact that was read: its path from the brain, its leaf, and what its frontmatter says beside the links."""

    path: str
    leaf: Leaf
    primary_project: str | None
    own_id: str | None

    @property
    def id(self) -> str:
        """Give one part of a path that stands for the artifact."""
        return segment(self.own_id or self.path.removesuffix(_SUFFIX).replace("/", "-"))


def segment(name: str) -> str:
    """Make one part of a path of any text: it can neither lead elsewhere nor be hidden."""
    return _UNSAFE.sub("-", name).strip(".-")[:_LONGEST_SEGMENT] or "unnamed"


def locate(argument: str | None, here: str, brain: str) -> str:
    """Give the canonical path of the artifact. Nothing is opened.

    A path counts from where the person stands, then from the brain. Raises UsageError for one that leaves the brain,
    alike whether or not anything is there, and for one that is not there.
    """
    if argument is None:
        return _inferred(here, brain)
    stated = absolute(argument if argument.startswith("/") else joined(here, argument))
    inside = joined(brain, absolute(argument)[1:])
    canonical = real_path(stated)
    if not _is_there(canonical, brain) and _is_there(real_path(inside), brain):
        canonical = real_path(inside)
    found = _within(_standing_for(_within(canonical, brain)), brain)
    if not is_file(found):
        raise UsageError(f"{argument} is not there{_nearby(argument, brain)}")
    return found


def _within(canonical: str, brain: str) -> str:
    """Give the path back. Raises UsageError where it leaves the brain."""
    if not is_below(canonical, brain):
        raise UsageError(f"artifact_path escapes brain_path: {canonical}")
    return canonical


def _is_there(path: str, brain: str) -> bool:
    """Say whether something is at a canonical path; what lies outside the brain is not looked at."""
    return is_below(path, brain) and is_taken(path)


def _standing_for(path: str) -> str:
    """Give the canonical path of the file that a directory stands for; any other path as it is."""
    inside = (joined(path, name) for name in _INFERRED)
    return next((real_path(file) for file in inside if is_taken(file)), path)


def _inferred(here: str, brain: str) -> str:
    """Take the artifact of the directory the person stands in, or of the nearest above that has one."""
    directory = real_path(here)
    while is_below(directory, brain):
        found = _within(_standing_for(directory), brain)
        if is_file(found):
            return found
        directory = directory.rpartition("/")[0]
    raise UsageError(f"no artifact here: name one, or go to a directory with {', '.join(_INFERRED)}")


def _nearby(argument: str, brain: str) -> str:
    from difflib import get_close_matches  # only for a path that is not there

    known = sorted(_markdown_below(brain))
    wanted = argument.strip("/")
    name = wanted.rpartition("/")[2]
    same_name = [path for path in known if path.rpartition("/")[2] == name]
    near = [*same_name, *(path for path in get_close_matches(wanted, known, _MOST_NEARBY, 0.5) if path not in same_name)]
    return f"; nearby: {', '.join(near[:_MOST_NEARBY])}" if near else f"; there are {len(known)} markdown files below {brain}"


def _markdown_below(brain: str) -> Iterator[str]:
    for directory, names, files in os.walk(to_bytes(brain)):
        names[:] = [name for name in names if not name.startswith(b".")]
        inside = below(brain, directory.decode("utf-8", "surrogateescape")) or ""
        yield from (joined(inside, name.decode("utf-8", "surrogateescape")) for name in files if name.endswith(b".md"))


def read_artifact(canonical: str, brain: Brain) -> Artifact:
    """Read an artifact by its canonical path. Raises UsageError where its frontmatter does not say what it links to."""
    path = below(brain.path, canonical) or ""
    if not path.endswith(_SUFFIX):
        raise UsageError(f"{path} is no markdown file: name a thread.md, a leaf of the tree, a NODE.md or an impl-spec.md")
    try:
        source = Source(path, brain.content.read(brain.from_top(canonical)))
    except UnreadableError as error:
        raise UsageError(f"{path} {error}") from None
    leaf = read_leaf(source)
    for fault in leaf.faults:
        if fault.rule == INVALID:
            raise _at(source, fault.start, fault.message)
    if not leaf.has_key:
        raise UsageError(f"{path} has no `{KEY}` key; `packetlint check {path}` says what its frontmatter lacks")
    block = find(source.text)
    nodes = read_nodes(source.text, block) if isinstance(block, Block) else None
    if nodes is None:
        return Artifact(path, leaf, None, None)
    _want_list(source, nodes, leaf)
    return Artifact(path, leaf, _text(nodes, "primary_project"), _text(nodes, "id"))


def _want_list(source: Source, nodes: Mapping, leaf: Leaf) -> None:
    entry = lookup(nodes, KEY)
    if entry is not None and leaf.faults and not isinstance(entry.value, Listing):
        raise _at(source, leaf.faults[0].start, leaf.faults[0].message)


def _at(source: Source, offset: int, message: str) -> UsageError:
    line, column = source.position(offset)
    return UsageError(f"{source.path}:{line}:{column}: {message}")


def _text(nodes: Mapping, key: str) -> str | None:
    entry = lookup(nodes, key)
    value = entry.value if entry else None
    return value.value if isinstance(value, Scalar) and value.read_as == TEXT and value.value.strip() else None
