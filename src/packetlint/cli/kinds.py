"""The kinds there are: an explicit list, in order. A kind's own modules are loaded when a file needs it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.errors import UsageError
from packetlint.core.file_rules import FILE_RULES
from packetlint.core.rule import ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from packetlint.core.change import Change
    from packetlint.core.rule import Kind, Rule


class KnownKind(NamedTuple):
    """What must be known of a kind without loading it: its name, the suffixes of its files, its module.

    `follows_removals` is set where a file that is gone concerns files that did not change.
    """

    name: str
    suffixes: tuple[str, ...]
    module: str
    follows_removals: bool = False

    def load(self) -> Kind:
        """Load the kind."""
        from importlib import import_module

        kind: Kind = import_module(self.module).KIND
        return kind


KNOWN = (
    KnownKind("brief", (".md", ".markdown"), "packetlint.brief.kind"),
    KnownKind("links", (".md", "config.yaml"), "packetlint.links.kind", follows_removals=True),
    KnownKind("partition", (".json",), "packetlint.partition.kind"),
    KnownKind("packet", (".md", ".json"), "packetlint.packet.kind", follows_removals=True),
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


def selected(chosen: Iterable[KnownKind], selectors: Sequence[str]) -> tuple[KnownKind, ...]:
    """Leave out the kinds of which the selectors, each the name of a kind or of a rule, choose nothing; no selector chooses all."""
    prefixes = {selector.partition("/")[0] for selector in selectors}
    if not prefixes or not prefixes.isdisjoint((ALL, "file")) or any(mark in prefix for prefix in prefixes for mark in "*?["):
        return tuple(chosen)
    return tuple(known for known in chosen if known.name in prefixes)


def needed(chosen: Iterable[KnownKind], names: Iterable[str], change: Callable[[], Change]) -> tuple[Kind, ...]:
    """Load those kinds that some of the files may hold, by their lower-case names, or that the rest of the change may concern.

    There is a rest where pre-commit passes fewer names than change: never what is gone, and after a merge only what was in conflict.
    """
    names = list(names)
    return tuple(known.load() for known in chosen if _is_among(known, names) or (known.follows_removals and _is_touched(known, change())))


def _is_among(known: KnownKind, names: Iterable[str]) -> bool:
    return any(name.endswith(known.suffixes) for name in names)


def _is_touched(known: KnownKind, change: Change) -> bool:
    return change.leads_away or _is_among(known, (path.lower() for path in change.paths))


@cache
def all_kinds() -> tuple[Kind, ...]:
    """Load every kind."""
    return tuple(known.load() for known in KNOWN)


@cache
def all_rules() -> tuple[Rule, ...]:
    """Give every rule there is, sorted by name."""
    return tuple(sorted((*FILE_RULES, *(rule for kind in all_kinds() for rule in kind.rules)), key=lambda rule: rule.name))


@cache
def rule_names(selector: str = "") -> tuple[str, ...]:
    """Give the name of every rule; for a selector that begins with the name of a kind, of that kind's rules only."""
    for known in KNOWN:
        if known.name == selector.partition("/")[0]:
            return tuple(sorted(rule.name for rule in known.load().rules))
    return tuple(rule.name for rule in all_rules())
