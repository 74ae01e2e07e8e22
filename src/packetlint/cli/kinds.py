"""The kinds there are: an explicit list, in order. A kind's own modules are loaded when a file needs it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.errors import UsageError
from packetlint.core.file_rules import FILE_RULES
from packetlint.core.rule import ALL

if TYPE_CHECKING:
    from collections.abc import Iterable

    from packetlint.core.rule import Kind, Rule


class KnownKind(NamedTuple):
    """What must be known of a kind without loading it: its name, the suffixes of its files, its module."""

    name: str
    suffixes: tuple[str, ...]
    module: str

    def load(self) -> Kind:
        """Load the kind."""
        from importlib import import_module

        kind: Kind = import_module(self.module).KIND
        return kind


KNOWN = (
    KnownKind("brief", (".md", ".markdown"), "packetlint.brief.kind"),
    KnownKind("partition", (".json",), "packetlint.partition.kind"),
)
SUFFIXES = tuple(dict.fromkeys(suffix for known in KNOWN for suffix in known.suffixes))


def known_of(hook: str | None) -> tuple[KnownKind, ...]:
    """Give the kinds a hook entry runs: one by its name, or all of them. Raises UsageError for another name."""
    if hook in (None, ALL):
        return KNOWN
    chosen = tuple(known for known in KNOWN if known.name == hook)
    if not chosen:
        raise UsageError(f"no hook is called `{hook}`; there are {', '.join((ALL, *(known.name for known in KNOWN)))}")
    return chosen


def needed(chosen: Iterable[KnownKind], names: Iterable[str]) -> tuple[Kind, ...]:
    """Load those kinds that some of the files may hold, by their lower-case names."""
    names = list(names)
    return tuple(known.load() for known in chosen if any(name.endswith(known.suffixes) for name in names))


@cache
def all_kinds() -> tuple[Kind, ...]:
    """Load every kind."""
    return tuple(known.load() for known in KNOWN)


@cache
def all_rules() -> tuple[Rule, ...]:
    """Give every rule there is, sorted by name."""
    return tuple(sorted((*FILE_RULES, *(rule for kind in all_kinds() for rule in kind.rules)), key=lambda rule: rule.name))


@cache
def rule_names() -> tuple[str, ...]:
    """Give the name of every rule."""
    return tuple(rule.name for rule in all_rules())
