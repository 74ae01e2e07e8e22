"""`--baseline` and `--write-baseline`: hide the findings that were accepted before, and say what became of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from packetlint.cli.formats.closing import plural
from packetlint.cli.saying import say
from packetlint.core.baseline import Entry, Matched, match, read_entries, write_entries
from packetlint.core.errors import UsageError, reason_of
from packetlint.core.fingerprint import Identity, identify
from packetlint.core.intake import LFS, UNREADABLE
from packetlint.core.limits import JSON_SIZE_LIMIT
from packetlint.core.paths import to_bytes
from packetlint.core.rule import ALL
from packetlint.core.write import leads_away, write_output

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from packetlint.cli.options import CheckOptions
    from packetlint.core.baseline import Entries
    from packetlint.core.config import Configurations
    from packetlint.core.engine import Report
    from packetlint.core.files import Selection

NEVER = frozenset({UNREADABLE, LFS})  # what was not read can be anything
ONLINE = frozenset({"links/http-failed", "links/mcp-unreachable"})  # what only a run with --online can find
_MOST_SAID = 5


def apply(options: CheckOptions, selection: Selection, configurations: Configurations, report: Report) -> Report:
    """Give the report without the findings that are in the baseline, or that are written to it now.

    Raises UsageError where the baseline cannot be read or written.
    """
    entries = _read(options)
    identities = identify(report.diagnostics, report.sources)
    eligible = [identity for identity in identities if identity.rule not in NEVER]
    scope = _Scope(options, selection, configurations, report)
    matched = match(entries, eligible, scope.is_judged, scope.moved)
    if options.write_baseline and not report.crashes:
        hidden = set(eligible)
        _write(options.write_baseline, matched, eligible)
    else:
        hidden = set(matched.found)
        _say(options.baseline or "", matched)
    left = [diagnostic for diagnostic, identity in zip(report.diagnostics, identities, strict=True) if identity not in hidden]
    return report._replace(diagnostics=left, baselined=len(report.diagnostics) - len(left))


class _Scope:
    """What a run looked at: which entries it could have found again, and which files went elsewhere."""

    def __init__(self, options: CheckOptions, selection: Selection, configurations: Configurations, report: Report) -> None:
        self._selection = selection
        self._configurations = configurations
        self._kind = None if options.hook == ALL else options.hook
        self._unasked = frozenset() if options.online else ONLINE
        is_part = options.paths or options.hook or options.staged or options.from_ref or os.environ.get("PRE_COMMIT_FROM_REF")
        self._paths = frozenset(candidate.path for candidate in selection.candidates) if is_part else None
        self._unread = frozenset(diagnostic.path for diagnostic in report.diagnostics if diagnostic.rule in NEVER)

    def is_judged(self, identity: Identity) -> bool:
        """Say whether the run would have found it, were it still there."""
        path, rule = identity.path, identity.rule
        if path in self._unread or (self._paths is not None and path not in self._paths):
            return False
        if rule in self._unasked or self._kind not in (None, rule.partition("/")[0]):
            return False
        return self._configurations.of(path).enabled(path).includes(rule)

    def moved(self, paths: Sequence[str]) -> Mapping[str, str]:
        """Follow those of the paths that are gone, by git's own renames."""
        content = self._selection.content
        there = content.tree.tracked(paths)
        gone = [path for path in paths if path not in there and not content.exists(path)]
        return {path: found.new_path for path, found in content.tree.renamed(gone).items() if found.new_path is not None}


def _read(options: CheckOptions) -> Entries:
    """Read the baseline; one that is to be written need not be there yet."""
    path = options.baseline or options.write_baseline or ""
    try:
        return read_entries(_content(path), path)
    except FileNotFoundError:
        if options.baseline:
            raise UsageError(f"{path} does not exist; --write-baseline {path} makes it") from None
        return {}
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {reason_of(error)}") from None


def _content(path: str) -> bytes:
    """Read a regular file, through no link that leads from below this directory to elsewhere."""
    absolute = os.path.abspath(path)
    if leads_away(absolute):
        raise UsageError(f"{path} is a symbolic link that leaves this directory")
    if os.path.exists(to_bytes(absolute)) and not os.path.isfile(to_bytes(absolute)):
        raise UsageError(f"{path} is not a regular file")
    with open(to_bytes(absolute), "rb") as file:
        content = file.read(JSON_SIZE_LIMIT + 1)
    if len(content) > JSON_SIZE_LIMIT:
        raise UsageError(f"{path} is over the limit of {JSON_SIZE_LIMIT} bytes")
    return content


def _write(path: str, matched: Matched, found: Sequence[Identity]) -> None:
    """Write what was found and what was not looked at; reasons and dates stay, entries that match nothing go."""
    now = [matched.found.get(identity) or Entry(identity) for identity in found]
    write_output(path, write_entries({*now, *matched.unjudged}))
    added, dropped = len(now) - len(matched.found), len(matched.stale)
    total = len(now) + len(matched.unjudged)
    _print(f"{path}: {plural(total, 'entry', 'entries')} written, {added} of them new, {dropped} dropped")


def _say(path: str, matched: Matched) -> None:
    """Say which entries match nothing any more, and which were to be looked at again by now."""
    if matched.stale:
        entries = plural(len(matched.stale), "entry matches", "entries match")
        _print(f"{path}: {entries} nothing any more; --write-baseline {path} drops {'it' if len(matched.stale) == 1 else 'them'}")
        _list(matched.stale)
    overdue = list(_overdue(matched.found.values()))
    if overdue:
        _print(f"{path}: {plural(len(overdue), 'entry was', 'entries were')} to be reviewed by now")
        _list(overdue)


def _overdue(entries: Iterable[Entry]) -> Iterator[Entry]:
    dated = [entry for entry in entries if entry.review_by]
    if dated:
        today = _today()
        yield from (entry for entry in dated if entry.review_by < today)


def _today() -> str:
    """Give the date of today (UTC), which SOURCE_DATE_EPOCH can set. Raises UsageError where that is no number of seconds."""
    import time  # only where an entry has a date

    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        return time.strftime("%Y-%m-%d", time.gmtime(int(epoch) if epoch else None))
    except (ValueError, OverflowError, OSError):
        raise UsageError("SOURCE_DATE_EPOCH is no number of seconds") from None


def _list(entries: Sequence[Entry]) -> None:
    for entry in sorted(entries)[:_MOST_SAID]:
        said = [f"review by {entry.review_by}"] * bool(entry.review_by) + [entry.reason] * bool(entry.reason)
        aside = f" ({', '.join(said)})" if said else ""
        _print(f"  {entry.identity.path}: {entry.identity.rule}{aside}")
    if len(entries) > _MOST_SAID:
        _print(f"  and {len(entries) - _MOST_SAID} more")


def _print(line: str) -> None:
    say([f"packetlint: {line}"])
