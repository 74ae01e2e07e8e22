"""Which configuration a run goes by: that of the judged content, that of a ref, or none; and whether the person's own counts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from packetlint.cli.kinds import rule_names
from packetlint.core.config import Configurations, Overrides
from packetlint.core.errors import MissingError, UsageError
from packetlint.core.paths import from_bytes, is_below, to_bytes
from packetlint.core.user_config import UserConfiguration

if TYPE_CHECKING:
    from packetlint.core.content import Content
    from packetlint.core.files import Selection
    from packetlint.core.git import Git


def configurations(selection: Selection, overrides: Overrides, *, isolated: bool, config_from: str | None) -> Configurations:
    """Give what reads the configuration. Raises UsageError for a ref that git does not know, and outside git."""
    if isolated and config_from is not None:
        raise UsageError("--isolated and --config-from exclude one another")
    if isolated:
        return Configurations(_nothing, rule_names, overrides, lambda _: True)
    if config_from is None:
        return Configurations(selection.content.read, rule_names, overrides, selection.content.lacks)
    content = _at(selection, config_from)
    return Configurations(content.read, rule_names, overrides, lambda path: not content.exists(path))


def own(person: UserConfiguration, git: Git | None) -> UserConfiguration:
    """Give the person's configuration, or none where it lies in the repository that is judged.

    A build server may well make the checkout its home directory; then a pull request would bring the file along.
    """
    if person.file is None or git is None:
        return person
    tops, files = (_spellings(path) for path in (git.top or git.directory, person.file))
    return UserConfiguration() if any(is_below(file, top) for file in files for top in tops) else person


def _spellings(path: str) -> tuple[str, str]:
    return path, from_bytes(os.path.realpath(to_bytes(path)))


def _nothing(_: str) -> bytes:
    raise MissingError("does not exist")


def _at(selection: Selection, ref: str) -> Content:
    """Give the content of a commit, in the same repository."""
    if selection.git is None:
        raise UsageError("--config-from needs a git repository, and this is not one (or git is not installed)")
    from packetlint.core.content import Blobs
    from packetlint.core.tree import Tree

    commit = selection.git.commit(ref)
    entries = {entry.path: entry for entry in selection.git.files_at(commit)}
    return Blobs(selection.git, entries, Tree(selection.git, commit), f"configuration of {ref}")
