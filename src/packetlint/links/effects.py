"""What the judged change does to links: targets it deletes, renames or takes a heading from."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.paths import visible
from packetlint.links.aliases import CONFIG
from packetlint.links.anchors import has_anchor
from packetlint.links.headings import anchors_of
from packetlint.links.knowledge import SUFFIX
from packetlint.links.respell import respell
from packetlint.links.spelling import joined
from packetlint.links.uri import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.core.change import Change
    from packetlint.core.git_output import Entry
    from packetlint.core.rule import Run
    from packetlint.links.knowledge import Knowledge
    from packetlint.links.model import Leaf
    from packetlint.links.resolution import Resolution
    from packetlint.links.root import Root

_UNKNOWN = "links/alias-unverified"
_UNLISTED = (_UNKNOWN, "links/unknown-alias", "links/alias-entry-invalid")
_UNTOUCHED = "link to what took its place, drop the link, or leave the target where it is"


class Broken(NamedTuple):
    """A link that held before the change: its number in the list, what the change did, and the new spelling, if it is known."""

    link: int
    message: str
    help: str
    spelling: str | None = None


class Effects:
    """The effects of one change on the links of one tree."""

    def __init__(self, run: Run, knowledge: Knowledge) -> None:
        """Look at the change that is judged with `run`'s content."""
        self._run = run
        self._knowledge = knowledge
        self._change: Change = run.content.tree.change
        self._anchors: dict[str, tuple[frozenset[str] | None, frozenset[str] | None]] = {}

    def __bool__(self) -> bool:
        """Say whether the change can break a link at all."""
        return self._is_any

    @cached_property
    def _is_any(self) -> bool:
        return bool(self._change) and (self._can_remove or any(path.endswith(SUFFIX) for path in self._rewritten))

    @cached_property
    def _can_remove(self) -> bool:
        """Say whether the change takes away a path, or touches what says where an alias leads."""
        named = os.environ.get("PROJECT_BRAIN_CONFIG") or CONFIG
        registries = {CONFIG, named.rpartition("/")[2]}
        return self._change.leads_away or any(path.rpartition("/")[2] in registries for path in self._change.paths)

    @cached_property
    def _rewritten(self) -> dict[str, Entry]:
        """Give the old side of every file whose text the change changes, by its new path."""
        pairs = ((step.old, step.new) for step in self._change.steps)
        return {new.path: old for old, new in pairs if old and new and old.oid != new.oid}

    def _lost(self, path: str, fragment: str) -> bool:
        """Say whether the change takes a heading from a file."""
        if path not in self._anchors:
            old, now = self._rewritten.get(path), self._knowledge.anchors(path)
            self._anchors[path] = (anchors_of(self._run, old.path, old.oid) if old else None, now)
        before, after = self._anchors[path]
        return before is not None and after is not None and has_anchor(fragment, before) and not has_anchor(fragment, after)

    def referrers(self, judged: set[str]) -> list[str]:
        """List the files that the change does not touch and whose links it breaks, in path order."""
        if not self:
            return []
        untouched = [path for path in self._knowledge.files() if path not in self._change.paths and path not in judged]
        self._knowledge.load(untouched)
        return [path for path in untouched if any(True for _ in self._of_file(path))]

    def _of_file(self, path: str) -> Iterator[Broken]:
        leaf = self._knowledge.leaf(path)
        if leaf is None or not leaf.links or (not self._can_remove and not any("#" in link.uri for link in leaf.links)):
            return
        root = self._knowledge.counts_from(leaf)
        if root is not None:
            yield from self.broken(root, leaf, self._knowledge.found(root, leaf))

    def broken(self, root: Root, leaf: Leaf, found: Sequence[Resolution]) -> Iterator[Broken]:
        """Yield the links of a file that the change breaks; `found` is what each of them leads to now."""
        for number, (link, now) in enumerate(zip(leaf.links, found, strict=True)):
            if now.severity == "error" or now.rule == _UNKNOWN:
                before = self._knowledge.before.resolve(root, link.uri, leaf.path) if self._can_remove else now
                if before.severity != "error" and before.rule != _UNKNOWN:
                    yield self._gone(number, root, leaf, before, now)
            elif now.fragment and now.target and now.target in self._rewritten and self._lost(now.target, now.fragment):
                message = f"the change takes the heading `#{visible(now.fragment)}` from `{visible(now.target)}`"
                yield Broken(number, message, "link to a heading the file has, or to the file")

    def _cut_off(self, number: int, uri: str, now: Resolution) -> Broken:
        """Word a link whose target is where it was, but cannot be reached any more."""
        alias = parse(uri).name
        if now.rule in _UNLISTED:
            message = f"the change takes the alias `{visible(alias)}` away, which this link needs"
            return Broken(number, message, "list it again, or change the link")
        what = f"what the alias `{visible(alias)}` stands for" if alias else "the way to its target"
        return Broken(number, f"the change takes away {what}: `{visible(uri)}` does not resolve any more", now.help)

    def _gone(self, number: int, root: Root, leaf: Leaf, before: Resolution, now: Resolution) -> Broken:
        uri = leaf.links[number].uri
        target = before.target
        if target is None or target not in self._change.removed:
            target = joined(root.path, parse(uri).path.strip("/"))  # a symbolic link may be gone, and what is behind it not
        if target not in self._change.removed:
            return self._cut_off(number, uri, now)
        renamed = self._change.renames.get(target)
        if renamed is None:
            return Broken(number, f"the change deletes `{visible(target)}`, which this links to", _UNTOUCHED)
        goal = renamed if target == before.target else before.target
        spelling = respell(uri, target, renamed, root, lambda other: self._knowledge.resolve(root, other, leaf.path).target == goal)
        message = f"the change renames `{visible(target)}`, which this links to, to `{visible(renamed)}`"
        return Broken(number, message, f"write `{visible(spelling)}`" if spelling else _UNTOUCHED, spelling)
