"""Let ruamel.yaml read a text into nodes, no deeper than anybody writes.

The pure parser is used: the one in C crashes on deep nesting, and objects to other things. Without a bound it takes
seconds for 20,000 brackets: before it gives the first it looks a thousand ahead, and each that is open makes every
further one dearer. So the scanner stops where brackets go too deep, and the composer where anything does.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer, ComposerError
from ruamel.yaml.scanner import Scanner, ScannerError

if TYPE_CHECKING:
    from ruamel.yaml.nodes import Node

DEEPEST = 64
NESTED = "nested too deeply"


class _BoundedScanner(Scanner):
    """A scanner that stops at the first bracket beyond DEEPEST open ones."""

    def fetch_flow_collection_start(self, TokenClass: Any, to_push: str) -> None:  # noqa: N803 - the library's name
        """Take in a bracket that opens. Raises ScannerError."""
        if self.flow_level >= DEEPEST:
            raise ScannerError(None, None, NESTED, self.reader.get_mark())
        super().fetch_flow_collection_start(TokenClass, to_push)


class _Bounded(Composer):
    """A composer that stops where nesting goes too deep."""

    open_nodes = 0  # not `depth`: newer releases count with that name

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Compose one node and all in it. Raises ComposerError at the first that is too deep."""
        if self.open_nodes > DEEPEST:
            raise ComposerError(problem=NESTED, problem_mark=self.parser.peek_event().start_mark)
        self.open_nodes += 1
        try:
            return super().compose_node(parent, index)
        finally:
            self.open_nodes -= 1


def bounded_yaml() -> YAML:
    """Give a loader that raises a MarkedYAMLError, with NESTED as its problem, where brackets go too deep."""
    yaml = YAML(typ="safe", pure=True)
    yaml.Scanner = _BoundedScanner
    return yaml


def compose(text: str) -> Node | None:
    """Give the root of the only document of a text; None where it is empty. Raises YAMLError, or ValueError, for what is no YAML."""
    yaml = bounded_yaml()
    yaml.Composer = _Bounded
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what it warns of (an anchor used twice) is harmless here
        node: Node | None = yaml.compose(text)
    return node
