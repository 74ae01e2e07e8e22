"""Follow one path through a tree, symbolic links and all, without ever leaving it."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from packetlint.links.spelling import joined, normalised

NodeKind = Literal["file", "directory", "link", "submodule"]
State = Literal["file", "directory", "submodule", "missing", "leaves"]
_MOST_LINKS = 40
_LONGEST_TEXT = 4096  # what systems take for a path


class Tree(Protocol):
    """The names below one directory. Paths are relative to it, with `/`, and hold no dots; "" is the directory itself."""

    def kind(self, path: str) -> NodeKind | None:
        """Say what is there by exactly this name, looking behind no symbolic link; None for nothing. No parent is a link."""

    def link_text(self, path: str) -> str:
        """Give the text of a symbolic link."""

    def case_twin(self, path: str) -> str | None:
        """Give the one path that is the same but for upper and lower case."""

    def form_twin(self, path: str) -> str | None:
        """Give a path that is the same after Unicode normalisation."""

    def tracked_path(self, path: str) -> str | None:
        """Give the path from the repository's top; None in a tree outside the repository."""

    def identity(self, path: str) -> str:
        """Give what two spellings of one path have in common."""


class Step(NamedTuple):
    """Where following a path ends.

    `path` is free of symbolic links as far as it could be followed. `rest` is what remains of it inside a
    submodule. `link` is the last symbolic link on the way: the one that leaves, or leads to nothing.
    """

    state: State
    path: str
    rest: str = ""
    link: str = ""


def follow(tree: Tree, path: str) -> Step:
    """Follow a normalised path. A link that could lead out is not followed: its text is judged before anything is looked at."""
    walk = _Walk(tree, path)
    while walk.left:
        ended = walk.step(walk.left.pop())
        if ended:
            return ended
    return Step(walk.state, walk.here, "", walk.link)


class _Walk:
    """One path on its way: `here` is reached, `left` holds the parts that remain, the next one last."""

    def __init__(self, tree: Tree, path: str) -> None:
        self.tree = tree
        self.left = path.split("/")[::-1] if path else []
        self.here = ""
        self.state: State = "directory"
        self.link = ""
        self._hops = 0

    def step(self, part: str) -> Step | None:
        """Go one part further. Gives the end, where it ends."""
        if part in ("", "."):
            return None
        if part == "..":
            if not self.here:
                return Step("leaves", self.link, "", self.link)
            self.here = self.here.rpartition("/")[0]
            return None
        there = joined(self.here, part)
        kind = self.tree.kind(there)
        if kind == "link":
            return self._behind(there)
        if kind == "submodule":
            return Step("submodule", there, self._rest(), self.link)
        if kind is None or (kind == "file" and self._rest().strip("/")):
            return Step("missing", normalised(f"{there}/{self._rest()}") or there, "", self.link)
        self.here, self.state = there, kind
        return None

    def _behind(self, link: str) -> Step | None:
        """Put the text of a link in the place of its name."""
        self.link = link
        self._hops += 1
        text = self.tree.link_text(link)
        if text.startswith("/") or normalised(f"{self.here}/{text}") is None:
            return Step("leaves", link, "", link)
        if self._hops > _MOST_LINKS or not 0 < len(text) <= _LONGEST_TEXT:
            return Step("missing", link, "", link)
        self.left.extend(text.split("/")[::-1])
        return None

    def _rest(self) -> str:
        return "/".join(self.left[::-1])
