"""Lint texts in process and outside git, for tests of many small inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.cli.kinds import all_kinds, rule_names
from packetlint.core.config import Configurations, Overrides
from packetlint.core.content import Given
from packetlint.core.engine import Linter
from packetlint.core.errors import MissingError
from packetlint.core.intake import Candidate
from packetlint.core.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from packetlint.core.engine import Report


class Nothing:
    """Content without any file, outside git."""

    label = "nothing"
    tree = Tree(None)

    def read(self, path: str) -> bytes:
        """Say that there is no such file."""
        raise MissingError(f"does not exist: {path}")

    def is_link(self, path: str) -> bool:  # noqa: ARG002 - the protocol's
        """Say no."""
        return False

    def exists(self, path: str) -> bool:  # noqa: ARG002 - the protocol's
        """Say no."""
        return False

    def lacks(self, path: str) -> bool:  # noqa: ARG002 - the protocol's
        """Say yes."""
        return True

    def oids(self) -> dict[str, str]:
        """Know of no blob."""
        return {}


def lint(raw: bytes, path: str = "brief.md") -> Report:
    """Lint one text by every rule, with the default settings."""
    return lint_tree({path: raw})


def lint_tree(files: Mapping[str, bytes], paths: Iterable[str] | None = None) -> Report:
    """Lint some of the files of a tree, by default all, by every rule and the configuration that is among them."""
    content = Given(files, Nothing())
    configurations = Configurations(content.read, rule_names, Overrides())
    candidates = [Candidate(path, named=True) for path in (files if paths is None else paths)]
    return Linter(all_kinds(), configurations, content, rule_names).lint(candidates)
