"""The kinds and rules there are: an explicit list, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.brief.kind import KIND as BRIEF
from packetlint.core.errors import UsageError
from packetlint.core.file_rules import FILE_RULES

if TYPE_CHECKING:
    from packetlint.core.rule import Kind

KINDS: tuple[Kind, ...] = (BRIEF,)
RULES = tuple(sorted((*FILE_RULES, *(rule for kind in KINDS for rule in kind.rules)), key=lambda rule: rule.name))
RULE_NAMES = tuple(rule.name for rule in RULES)
SUFFIXES = tuple(dict.fromkeys(suffix for kind in KINDS for suffix in kind.suffixes))
ALL = "all"


def kinds_of(hook: str | None) -> tuple[Kind, ...]:
    """Give the kinds a hook entry runs: one by its name, or all of them."""
    if hook in (None, ALL):
        return KINDS
    chosen = tuple(kind for kind in KINDS if kind.name == hook)
    if not chosen:
        raise UsageError(f"no hook is called `{hook}`; there are {', '.join((ALL, *(kind.name for kind in KINDS)))}")
    return chosen
