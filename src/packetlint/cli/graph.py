"""The command `graph`: draw what links to what, or only what leads to one file or directory."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from packetlint import __version__
from packetlint.cli.formats.closing import plural
from packetlint.cli.kinds import rule_names
from packetlint.cli.saying import say
from packetlint.core.cache import Cache, cache_path
from packetlint.core.config import Configurations, Overrides
from packetlint.core.content import WorkingTree
from packetlint.core.errors import UnreadableError, UsageError
from packetlint.core.files import Request, Selection, choose
from packetlint.core.intake import Intake
from packetlint.core.paths import from_argument, from_bytes, is_below, to_bytes
from packetlint.core.rule import Run
from packetlint.links.diagram import MERMAID_EDGES, as_json, dot, mermaid
from packetlint.links.graph import Graph, build, going_from, leading_to
from packetlint.links.kind import KIND
from packetlint.links.knowledge import SUFFIX, known

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

    from packetlint.links.knowledge import Knowledge
    from packetlint.links.model import Leaf


def _html(graph: Graph) -> str:
    from packetlint.links.page import html

    return html(graph)


_RENDERERS: dict[str, Callable[[Graph], str]] = {"mermaid": mermaid, "dot": dot, "json": as_json, "html": _html}
_WITH_LINES = ("json", "html")


def run(arguments: argparse.Namespace) -> int:
    """Run the command and give its exit status, 0 whatever is drawn. Raises UsageError for a path that is not there."""
    if "" in (arguments.to, *arguments.paths):
        raise UsageError("a PATH is empty")
    selection = choose(Request(), (SUFFIX,))
    try:
        asked = Run(selection.content, Configurations(selection.content.read, rule_names, Overrides()).of, _cache(selection), {})
        leaves, unread = _read(selection, asked, with_text=arguments.format in _WITH_LINES)
        knowledge = known(asked)
        knowledge.judge(asked, leaves)
        graph = _narrowed(build(leaves, knowledge), _Places(selection, knowledge), arguments)
    finally:
        if selection.git:
            selection.git.close()
    _print(graph, unread, arguments)
    return 0


def _cache(selection: Selection) -> Cache:
    path = cache_path(selection.git.directory, selection.git.top, os.environ) if selection.git else None
    return Cache(path, __version__)


def _read(selection: Selection, asked: Run, *, with_text: bool) -> tuple[list[Leaf], int]:
    """Read every markdown file that is not excluded, and count those that cannot be read.

    What an earlier run read of a known blob is taken from the cache, unless the text is wanted too.
    """
    intake = Intake((KIND,), asked, {} if with_text else selection.content.oids())
    leaves = [artifact.model for candidate in selection.candidates for artifact in intake.take(candidate)]
    return leaves, intake.unreadable + sum(bool(leaf.faults) for leaf in leaves)


class _Places:
    """The paths that the person names, which count from where the person stands."""

    def __init__(self, selection: Selection, knowledge: Knowledge) -> None:
        self._disk = WorkingTree(selection.top, selection.content.tree)
        self._index = knowledge.index
        self._listed = [candidate.path for candidate in selection.candidates]

    def below(self, arguments: Sequence[str]) -> Callable[[str], bool]:
        """Give what says whether a path is one of those named, or below one."""
        tops = [self._path(argument) for argument in arguments]
        return lambda path: any(not top or path == top or path.startswith(f"{top}/") for top in tops)

    def _path(self, argument: str) -> str:
        """Give a named path from the top, as links name it: behind symbolic links. Raises UsageError where there is none."""
        path = self._below_top(argument)
        with suppress(UnreadableError):
            path = self._disk.resolve(path) if path else path
        if not self._is_there(path):
            raise UsageError(f"{argument} is not there{self._nearest(path)}")
        return path

    def _below_top(self, argument: str) -> str:
        absolute, top = os.path.normpath(os.path.join(from_bytes(os.getcwdb()), from_argument(argument))), self._disk.top
        if not is_below(absolute, top):
            directory, _, name = absolute.rpartition("/")
            absolute = os.path.join(from_bytes(os.path.realpath(to_bytes(directory or "/"))), name)
        if not is_below(absolute, top):
            raise UsageError(f"{argument} is outside of {top}")
        return absolute[len(top.rstrip("/")) + 1 :]

    def _is_there(self, path: str) -> bool:
        return self._index.is_file(path) or self._index.is_directory(path) or path in self._all()

    def _nearest(self, path: str) -> str:
        from packetlint.core.nearest import nearest

        return nearest(path, self._all())

    def _all(self) -> frozenset[str]:
        """Give every file and directory there is to name."""
        files = {*self._index.entries, *self._listed}
        directories = {path[:at] for path in files for at, character in enumerate(path) if character == "/"}
        return frozenset(files | directories)


def _narrowed(graph: Graph, places: _Places, arguments: argparse.Namespace) -> Graph:
    if arguments.to is not None:
        graph = leading_to(graph, places.below([arguments.to]))
    return going_from(graph, places.below(arguments.paths)) if arguments.paths else graph


def _print(graph: Graph, unread: int, arguments: argparse.Namespace) -> None:
    sys.stdout.write(_RENDERERS[arguments.format](graph))
    say(f"packetlint: {note}" for note in _notes(graph, unread, arguments))


def _notes(graph: Graph, unread: int, arguments: argparse.Namespace) -> Iterator[str]:
    """Yield what the drawing itself does not say: that it is empty, not whole, or too large."""
    if not graph.edges:
        yield f"nothing links to {arguments.to}" if arguments.to else "nothing here links to anything"
    if unread:
        yield f"links that cannot be read are missing from {plural(unread, 'file')}; `packetlint check` says which"
    if arguments.format == "mermaid" and len(graph.edges) > MERMAID_EDGES:
        most = f"mermaid draws {MERMAID_EDGES} links unless its `maxEdges` says otherwise"
        yield f"{most}, and there are {len(graph.edges)}: name a PATH, or use --format dot"
