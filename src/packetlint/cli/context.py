"""The command `context`: put every text that an artifact links to into one file, or say which of its links are stale."""

from __future__ import annotations

import gc
import os
import sys
import time
from typing import TYPE_CHECKING

from packetlint.cli.clock import as_of, from_seconds, source_date_epoch
from packetlint.cli.configured import own
from packetlint.cli.formats.closing import plural
from packetlint.cli.kinds import rule_names
from packetlint.cli.saying import say
from packetlint.core.config import Configurations, Overrides, Settings
from packetlint.core.errors import UsageError
from packetlint.core.git import discover
from packetlint.core.paths import from_argument, from_bytes, visible
from packetlint.core.user_config import UserConfiguration, load
from packetlint.links.builder import Built, build
from packetlint.links.context.model import Request
from packetlint.links.context.outfiles import CONTEXT, SIDECAR, STALE
from packetlint.links.context.plan import plan_lines, plan_records
from packetlint.links.context.sidecar import as_json, stale_records
from packetlint.links.context.stale import CHANGED

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from packetlint.core.content import Content

_CLEAR = "\r\x1b[K"


def run(arguments: argparse.Namespace) -> int:
    """Run the command and give its exit status: 1 where a link is stale in the mode that looks for it, else 0."""
    gc.enable()  # texts of many links come and go here
    built = build(_request(arguments), _settings, _say, _show_progress if _is_watched() else None)
    for warning in built.warnings:
        _say(f"packetlint: {warning}")
    if arguments.json:
        sys.stdout.write(as_json(_state(built)).decode())
    else:
        for line in _report(built):
            print(visible(line))
    return int(built.request.mode == "detect-stale" and bool(built.stale))


def _settings(content: Content, path: str) -> Settings:
    return Configurations(content.read, rule_names, Overrides()).of(path)


def _say(line: str) -> None:
    say([line])


def _is_watched() -> bool:
    return sys.stderr.isatty() and not os.environ.get("PRE_COMMIT")


def _show_progress(done: int, total: int) -> None:
    """Say on the terminal how many links are fetched; the line is gone when all are."""
    sys.stderr.write(_CLEAR if done == total else f"{_CLEAR}{done} of {total} links fetched")
    sys.stderr.flush()


def _request(arguments: argparse.Namespace) -> Request:
    """Read the options, and what the person's own configuration allows. Raises UsageError for a value that cannot be."""
    if arguments.max_tokens is not None and arguments.max_tokens < 1:
        raise UsageError(f"--max-tokens {arguments.max_tokens} leaves no room for anything")
    person = _own(arguments)
    return Request(
        artifact=_path(arguments.artifact),
        here=from_bytes(os.getcwdb()),
        environ=dict(os.environ),
        now=source_date_epoch() or from_seconds(int(time.time())),
        mode=arguments.mode,
        consumer=arguments.consumer,
        roles=_roles(arguments.roles),
        max_tokens=arguments.max_tokens,
        persist=arguments.persist,
        strict=arguments.strict,
        confirmed=arguments.yes,
        out=_path(arguments.out),
        refresh=arguments.refresh,
        as_of=as_of(arguments.as_of),
        allow_files=(*map(from_argument, arguments.allow_file), *person.allow_files),
        allow_hosts=(*arguments.allow_host, *person.allow_hosts),
        mcp_names=(*arguments.mcp, *person.mcp),
        brain=_path(arguments.brain),
        verbosity=arguments.verbosity,
    )


def _own(arguments: argparse.Namespace) -> UserConfiguration:
    """Give the person's configuration, unless it comes along with what is read: the repository here, the brain's, the artifact's."""
    person = load(os.environ)
    places = (".", from_argument(arguments.brain or "."), os.path.dirname(from_argument(arguments.artifact or "")) or ".")
    for place in dict.fromkeys(map(os.path.abspath, places)) if person.file else ():
        if os.path.isdir(place):
            person = own(person, discover(place))
    return person


def _path(argument: str | None) -> str | None:
    if argument is not None and ("\0" in argument or not argument):
        raise UsageError("a path is empty, or holds a NUL")
    return None if argument is None else from_argument(argument)


def _roles(argument: str | None) -> tuple[str, ...] | None:
    if argument is None:
        return None
    roles = tuple(dict.fromkeys(role for part in argument.split(",") if (role := part.strip())))
    if not roles:
        raise UsageError("--roles names no role")
    return roles


def _state(built: Built) -> dict[str, object]:
    """Give what a caller goes on with. Source: materialize-context, "State passed forward"."""
    document = built.document
    counts = document.counts if document else None
    state: dict[str, object] = {
        "context_path": built.written.get(CONTEXT),
        "context_json_path": built.written.get(SIDECAR),
        "refs_total": built.total,
        "refs_resolved": counts.resolved if counts else built.total - _failed(built),
        "refs_unresolved": counts.unresolved if counts else _failed(built),
        "refs_trimmed": counts.trimmed if counts else 0,
        "token_estimate": document.tokens if document else 0,
        "stale_refs": stale_records(built.stale),
        "ceiling_hit": document.ceiling_hit if document else False,
    }
    if STALE in built.written:
        state["stale_refs_path"] = built.written[STALE]
    if document and not built.written:
        state["plan"] = plan_records(document)
    return state


def _failed(built: Built) -> int:
    return sum(one.reason != CHANGED for one in built.stale)


def _report(built: Built) -> Iterator[str]:
    """Yield the lines for people, by the verbosity. What was asked for, a plan or a list of stale links, is given in any case."""
    document = built.document
    if document is None:
        yield from (f"{one.ref.uri} | {one.ref.role or 'none'} | {one.reason}" for one in built.stale)
    elif not built.written:
        yield from plan_lines(document)
        return
    if built.verbosity == "terse":
        yield _acknowledged(built)
        return
    yield from _summary(built)
    if built.verbosity == "verbose":
        yield from _narrated(built)


def _acknowledged(built: Built) -> str:
    if built.document is None:
        return f"Checked {plural(built.total, 'soft_link')}, {len(built.stale)} stale, wrote {built.written[STALE]}. Done."
    counts = built.document.counts
    of = "" if not counts.unresolved else f" of {counts.total}"
    return f"Resolved {counts.resolved}{of} soft_link{'s' * (counts.total != 1)}, wrote context bundle to {built.written[CONTEXT]}. Done."


def _summary(built: Built) -> Iterator[str]:
    yield from (f"wrote {path}" for path in built.written.values())
    document = built.document
    if document is None:
        yield f"{plural(built.total, 'ref')} total - {len(built.stale)} stale, of which {_failed(built)} unresolved"
        return
    counts, ceiling = document.counts, document.budget.max_tokens
    became = f"{counts.resolved} resolved, {counts.unresolved} unresolved, {counts.trimmed} trimmed for budget"
    yield f"{plural(counts.total, 'ref')} total - {became}"
    hit = "" if ceiling is None else f" of at most {ceiling:,}{' (the ceiling was hit)' if document.ceiling_hit else ''}"
    yield f"{document.tokens:,} tokens{hit}"
    yield from (f"unresolved: {one.ref.uri} | {one.ref.role or 'none'} | {one.failure.reason}" for one in document.missing)
    yield f"Open {CONTEXT} to read the refs; run again with --refresh when what they link to has changed."


def _narrated(built: Built) -> Iterator[str]:
    """Yield what became of each link."""
    if built.document is None:
        yield from (f"{one.ref.uri}: {one.reason}, {one.detail}" for one in built.stale)
        return
    yield f"artifact {built.artifact}, consumer {built.document.budget.consumer}, mode {built.request.mode}"
    yield from plan_lines(built.document)
