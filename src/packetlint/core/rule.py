"""What a rule and a kind are, and how the names in `select` and `ignore` are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.errors import UsageError
from packetlint.core.reach import Reach

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from packetlint.core.cache import Cache
    from packetlint.core.config import Settings
    from packetlint.core.content import Content
    from packetlint.core.diagnostic import Finding, Severity
    from packetlint.core.source import Source

DOCUMENTATION = "https://github.com/packetlint/packetlint/blob/main/docs/rules"

# Old name -> new name. A rule that is renamed stays here, so that a configuration is told where it went.
RENAMED: dict[str, str] = {}

ALL = "all"


class Rule(NamedTuple):
    """One rule: its only identity is `name`, written `kind/what-is-wrong`.

    `check(model, facts, settings)` is a pure generator of findings; it is None for the few rules the
    engine itself reports. `exact` is False for a heuristic rule, which `preset = "recommended"` turns
    into a warning. `always` is False for a rule that needs a change to judge, or the network: an ignore
    comment for it is not called unused where it could not run.
    """

    name: str
    severity: Severity
    summary: str
    check: Callable[[Any, Any, Settings], Iterator[Finding]] | None
    exact: bool = True
    always: bool = True

    @property
    def url(self) -> str:
        """Give the address of the rule's page."""
        return f"{DOCUMENTATION}/{self.name}.md"


class RuleSet(NamedTuple):
    """The rules that run somewhere: those in `only` (None: every one there is), without those in `without`.

    That every rule runs is said without naming one, so that a kind need not be loaded to be enabled.
    """

    only: frozenset[str] | None = None
    without: frozenset[str] = frozenset()

    def includes(self, name: str) -> bool:
        """Say whether a rule runs."""
        return (self.only is None or name in self.only) and name not in self.without

    def less(self, names: frozenset[str]) -> RuleSet:
        """Give the set without these rules too."""
        return self._replace(without=self.without | names) if names else self


class Run(NamedTuple):
    """What the rules of a run may ask about: the bytes and their tree, any path's settings, what earlier runs read.

    `memo` keeps what was found out about the tree for as long as the process runs, by a name of the kind's own.
    """

    content: Content
    settings_of: Callable[[str], Settings]
    cache: Cache
    memo: dict[str, Any]
    reach: Reach = Reach()


class Affected(NamedTuple):
    """A file that the judged files or their change concern, and the rules that are to run on it."""

    path: str
    rules: frozenset[str]


class Memory(NamedTuple):
    """How the models of a kind are kept by blob id.

    `record(model)` gives a JSON value that says all of it, or None where the text is needed;
    `recall(path, record)` gives the models again. A record of 0 says that the blob holds nothing of the kind.
    """

    record: Callable[[Any], object]
    recall: Callable[[str, Any], Sequence[Any]]


class Kind(NamedTuple):
    """One kind of artifact: which files may hold it, how it is read, and its rules.

    `may_hold(path, raw)` is a cheap test that never gives a false no; `read(source, settings)` gives the
    artifacts of a file; `gather(models, run)` finds out, once for all artifacts of a run, what the rules
    need to know, and gives one value of facts for each model, so that the rules themselves do no I/O:
    NO_ARTIFACT where it turns out to be none, CLEAN where no rule has anything to say.
    `affected(models, run)` names other files that have to be judged with these. After `prepare(models, run)` has seen all
    models, `gather` may be asked for some at a time, by several processes; without it, it sees all at once.
    """

    name: str
    plural: str
    suffixes: tuple[str, ...]
    may_hold: Callable[[str, bytes], bool]
    read: Callable[[Source, Settings], Sequence[Any]]
    gather: Callable[[Sequence[tuple[Any, Settings]], Run], Sequence[Any]]
    rules: tuple[Rule, ...]
    affected: Callable[[Sequence[tuple[Any, Settings]], Run], Sequence[Affected]] | None = None
    memory: Memory | None = None
    singular: str = ""
    prepare: Callable[[Sequence[tuple[Any, Settings]], Run], None] | None = None

    def counted(self, number: int) -> str:
        """Give `1 brief`, `2 briefs`."""
        return f"{number} {self.plural if number != 1 else self.singular or self.name}"


class _Said(NamedTuple):
    """Facts that spare the rules: what they are about is no artifact, or gives no finding."""

    word: str


NO_ARTIFACT = _Said("no artifact")
CLEAN = _Said("clean")


def matching(selector: str, names: Iterable[str]) -> frozenset[str]:
    """Give the rule names that an exact name, a kind or a glob selects.

    Raises UsageError, with the nearest name, when there is none.
    """
    names = list(names)
    if selector in names:
        return frozenset([selector])
    if selector == ALL:
        return frozenset(names)
    found = _by_kind(selector, names) or _by_glob(selector, names)
    if not found:
        raise UsageError(_unknown(selector, names))
    return found


def _by_kind(selector: str, names: list[str]) -> frozenset[str]:
    return frozenset(name for name in names if name.partition("/")[0] == selector)


def _by_glob(selector: str, names: list[str]) -> frozenset[str]:
    if not any(mark in selector for mark in "*?["):
        return frozenset()
    from fnmatch import fnmatchcase

    return frozenset(name for name in names if fnmatchcase(name, selector))


def _unknown(selector: str, names: list[str]) -> str:
    if selector in RENAMED:
        return f"rule `{selector}` is now called `{RENAMED[selector]}`"
    from packetlint.core.nearest import nearest
    from packetlint.core.quoting import short

    kinds = {name.partition("/")[0] for name in names}
    return f"no rule is called `{short(selector)}`{nearest(short(selector), [*names, *kinds])}"
