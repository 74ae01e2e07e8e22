"""Which tree a file belongs to: a configured root, a project-brain, or a context tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.links.root import Root
from packetlint.links.spelling import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from packetlint.core.config import Settings

BRAIN = "project-brain"
CONVENTIONS = "CONVENTIONS.md"
NODE = "NODE.md"
_BRANCHES = ("tree", "threads")
MUST_HAVE = frozenset(("thread.md", NODE, "impl-spec.md"))


class Roots:
    """The root of every directory, each found once. Paths are from the repository's top."""

    def __init__(
        self,
        is_file: Callable[[str], bool],
        is_directory: Callable[[str], bool],
        has_frontmatter: Callable[[str], bool],
        top_name: str,
    ) -> None:
        """Take what is there, what says whether a NODE.md has frontmatter, and the name of the top's own directory."""
        self._is_file = is_file
        self._is_directory = is_directory
        self._has_frontmatter = has_frontmatter
        self._top_name = top_name
        self._brains: dict[str, Root | None] = {}
        self._trees: dict[str, Root | None] = {}

    def of(self, path: str, settings: Settings) -> Root | None:
        """Give the root of a file: the nearest brain or configured root, else the topmost NODE.md with frontmatter."""
        directory = path.rpartition("/")[0]
        brain = self._brain(directory)
        configured = self._configured(path, settings)
        if brain and configured:
            return max(brain, configured, key=lambda root: len(root.path))
        return brain or configured or self._tree(directory)

    def _configured(self, path: str, settings: Settings) -> Root | None:
        named: Sequence[str] = settings.links.get("roots", ())
        tops = [joined(settings.origin, name.strip("/").removeprefix("./")) for name in named]
        holding = [top for top in tops if not top or path.startswith(f"{top}/")]
        if not holding:
            return None
        top = max(holding, key=len)
        return Root(top, is_brain=self._is_file(joined(top, CONVENTIONS)))

    def _brain(self, directory: str) -> Root | None:
        climbed = []
        while directory not in self._brains:
            climbed.append(directory)
            if self._is_brain(directory):
                self._brains[directory] = Root(directory, is_brain=True)
            elif not directory:
                self._brains[directory] = None
            else:
                directory = directory.rpartition("/")[0]
        found = self._brains[directory]
        self._brains.update(dict.fromkeys(climbed, found))
        return found

    def _is_brain(self, directory: str) -> bool:
        name = directory.rpartition("/")[2] if directory else self._top_name
        return is_brain(directory, name, self._is_file, self._is_directory)

    def _tree(self, directory: str) -> Root | None:
        found: Root | None = None
        for end in _ends(directory):
            above = directory[:end]
            if above not in self._trees:
                node = joined(above, NODE)
                is_root = found is None and self._is_file(node) and self._has_frontmatter(node)
                self._trees[above] = Root(above, is_brain=False) if is_root else found
            found = self._trees[above]
        return found


def _ends(directory: str) -> list[int]:
    """Give where each directory above a path ends in it, from the top down to itself."""
    return [0, *(at for at, character in enumerate(directory) if character == "/"), len(directory)] if directory else [0]


def is_brain(directory: str, name: str, is_file: Callable[[str], bool], is_directory: Callable[[str], bool]) -> bool:
    """Say whether a directory of this name is a project-brain, by what says what is there."""
    if not is_file(joined(directory, CONVENTIONS)):
        return False
    return name == BRAIN or any(is_directory(joined(directory, branch)) for branch in _BRANCHES)


def is_read(path: str, root: Root) -> bool:
    """Say whether a markdown file below a root is one of its files: dot-directories and attachments are not."""
    inside = f"/{path[len(root.path) + 1 :] if root.path else path}"
    return "/attachments/" not in inside and all(at.find("/") < 0 for at in inside.split("/.")[1:])


def must_have_links(path: str, root: Root) -> bool:
    """Say whether a file of a brain must have the key `soft_links`, be the list empty or not."""
    if not root.is_brain:
        return False
    inside = path[len(root.path) + 1 :] if root.path else path
    return inside.removeprefix("thoughts/").startswith("tree/") or inside.rpartition("/")[2] in MUST_HAVE
