"""Find the tracked file that a long fence was copied from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.errors import UnreadableError

if TYPE_CHECKING:
    from packetlint.brief.model import Brief
    from packetlint.core.markdown import Fence
    from packetlint.core.tree import Tree

_MOST_CANDIDATES = 50


def find_embedded(brief: Brief, tree: Tree, run: int) -> dict[int, str]:
    """Give, by a fence's first line, the tracked file in which `run` of its lines stand together."""
    found = {}
    for fence in brief.fences:
        lines = fence_lines(brief, fence)
        if len(lines) > run and (path := _origin(lines, brief.source.path, tree, run)):
            found[fence.first] = path
    return found


def fence_lines(brief: Brief, fence: Fence) -> list[str]:
    """Give the lines inside a fence, without trailing blanks and without the fence's own indent."""
    last = fence.last - 1 if fence.closed else fence.last
    lines = [brief.source.line(number).rstrip() for number in range(fence.first + 1, last + 1)]
    opening = brief.source.line(fence.first)
    indent = len(opening) - len(opening.lstrip())
    return [line[indent:] if not line[:indent].strip() else line for line in lines]


def _origin(lines: list[str], own: str, tree: Tree, run: int) -> str | None:
    windows = [tuple(lines[at : at + run]) for at in range(len(lines) - run + 1)]
    telling = {max(window, key=len) for window in windows}
    telling.discard("")
    if not telling:
        return None
    candidates = [path for path in tree.holding(sorted(telling)) if path != own]
    return next((path for path in candidates[:_MOST_CANDIDATES] if _holds(tree, path, set(windows), run)), None)


def _holds(tree: Tree, path: str, windows: set[tuple[str, ...]], run: int) -> bool:
    try:
        lines = [line.rstrip() for line in tree.blob(path).decode("utf-8", "replace").split("\n")]
    except UnreadableError:
        return False
    return any(tuple(lines[at : at + run]) in windows for at in range(len(lines) - run + 1))
