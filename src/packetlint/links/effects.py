"""What the judged change does to links: targets it deletes, renames or takes a heading from."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.paths import visible
from packetlint.links.anchors import has_anchor
from packetlint.links.knowledge import SUFFIX
from packetlint.links.respell import respell
from packetlint.links.uri import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.core.change import Change, Step
    from packetlint.core.rule import Run
    from packetlint.links.knowledge import Knowledge
    from packetlint.links.model import Leaf
    from packetlint.links.resolution import Resolution
    from packetlint.links.root import Root

_CONFIG = "config.yaml"
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

    def __bool__(self) -> bool:
        """Say whether the change can break a link at all."""
        return self._is_any

    @cached_property
    def _is_any(self) -> bool:
        return bool(self._change) and (self._can_remove or bool(self._lost))

    @cached_property
    def _can_remove(self) -> bool:
        """Say whether the change takes away a path, or touches what says where an alias leads."""
        return bool(self._change.removed) or any(map(self._leads, self._change.steps))

    def _leads(self, step: Step) -> bool:
        """Say whether a step touches something that paths lead through: a registry of aliases, a symbolic link."""
        if step.old is None or step.new is None:
            return False
        return step.new.path.rpartition("/")[2] == _CONFIG or step.old.mode != step.new.mode

    @cached_property
    def _lost(self) -> dict[str, frozenset[str]]:
        """Give the anchors that each changed markdown file has lost, by its new path."""
        lost = {}
        for step in self._change.steps:
            if step.old and step.new and step.new.path.endswith(SUFFIX) and step.old.oid != step.new.oid:
                before, now = self._knowledge.anchors_of(step.old.path, step.old.oid), self._knowledge.anchors(step.new.path)
                if before and now is not None and before - now:
                    lost[step.new.path] = before - now
        return lost

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
            yield from self.broken(root, leaf, [self._knowledge.resolve(root, link.uri, path) for link in leaf.links])

    def broken(self, root: Root, leaf: Leaf, found: Sequence[Resolution]) -> Iterator[Broken]:
        """Yield the links of a file that the change breaks; `found` is what each of them leads to now."""
        for number, (link, now) in enumerate(zip(leaf.links, found, strict=True)):
            if now.severity == "error" or now.rule == _UNKNOWN:
                before = self._knowledge.before.resolve(root, link.uri, leaf.path) if self._can_remove else now
                if before.severity != "error" and before.rule != _UNKNOWN:
                    yield self._gone(number, root, leaf, before, now)
            elif now.fragment and now.target in self._lost and has_anchor(now.fragment, self._lost[now.target]):
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
            return self._cut_off(number, uri, now)
        renamed = self._change.renames.get(target)
        if renamed is None:
            return Broken(number, f"the change deletes `{visible(target)}`, which this links to", _UNTOUCHED)
        spelling = respell(uri, target, renamed, root, lambda other: self._knowledge.resolve(root, other, leaf.path).target)
        message = f"the change renames `{visible(target)}`, which this links to, to `{visible(renamed)}`"
        return Broken(number, message, f"write `{visible(spelling)}`" if spelling else _UNTOUCHED, spelling)
