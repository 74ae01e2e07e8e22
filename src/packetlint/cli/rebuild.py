"""The command `rebuild`: write the packets of `.geas` trees that are missing or stale, or show what would change."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from packetlint.cli.clock import as_of, source_date_epoch
from packetlint.cli.formats.closing import plural
from packetlint.cli.geas_tree import GeasTree, open_tree, write
from packetlint.cli.progress import progress
from packetlint.cli.saying import say
from packetlint.cli.snapshots import stale_snapshots
from packetlint.core.errors import UnreadableError, UsageError
from packetlint.core.paths import leading, visible
from packetlint.packet.explain import explain
from packetlint.packet.plan import Plan, Wanted, plan
from packetlint.packet.provenance import read_provenance
from packetlint.packet.reader import Geas
from packetlint.packet.refresh import HAND_WRITTEN, Outcome, Times, refresh

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Sequence

    from packetlint.packet.plan import Job
    from packetlint.packet.refresh import Change


_MOST_NAMED = 3


class Run(NamedTuple):
    """One run: the tree, what it says, what is asked for, and whether anything is written."""

    tree: GeasTree
    geas: Geas
    arguments: argparse.Namespace
    times: Times
    writes: bool

    def existing(self, path: str) -> bytes | None:
        """Give a packet as it is where it would be written; in the tree that is read where nothing is."""
        return self.tree.existing(path, on_disk=self.writes)


def run(arguments: argparse.Namespace) -> int:
    """Run the command and give its exit status: 0 done, or nothing differs; 1 a difference with --check or --diff, or something failed."""
    tree = open_tree(arguments.rev)
    snapshots = stale_snapshots(tree.git) if arguments.check and tree.git and not arguments.rev else []
    if not tree.paths and not snapshots:
        raise UsageError(f"there is no .geas folder in the {tree.label}, so there is nothing to rebuild")
    writes = not (arguments.check or arguments.diff)
    this = Run(tree, Geas(tree.paths, tree.read), arguments, _times(arguments.as_of), writes)
    wanted = Wanted(arguments.mission, arguments.task, arguments.role, arguments.all)
    planned = plan(this.geas, wanted, lambda path: _is_built(this, path))
    outcomes = [_carry_out(this, job) for job in progress(planned.jobs, "packets")]
    problems = [*_problems(this, planned), *(line for outcome in outcomes for line in _failures(outcome))]
    say([*problems, *snapshots, *_notes(this, planned), _summary(this, planned, outcomes)])
    is_different = not writes and (bool(snapshots) or any(outcome.changes for outcome in outcomes))
    return int(bool(problems) or is_different)


def _times(given: str | None) -> Times:
    """Read --as-of, and SOURCE_DATE_EPOCH for what is built anew. Raises UsageError for what is no time."""
    if given is not None:
        return Times(given=as_of(given))
    return Times(otherwise=source_date_epoch())


def _is_built(this: Run, path: str) -> bool:
    try:
        content = this.existing(path)
    except UnreadableError:
        return False
    return content is not None and read_provenance(content) is not None


def _carry_out(this: Run, job: Job) -> Outcome:
    """Compare one packet with what is there, and write or show what differs."""
    try:
        outcome = refresh(this.geas, job, this.existing, this.times, over_hand_written=this.arguments.task is not None)
        if this.arguments.explain and outcome.retrieval:
            _print([leading(job.target.path), *explain(outcome.retrieval)])
        for change in outcome.changes:
            _deliver(this, change)
    except UnreadableError as error:
        return Outcome(job, failed=str(error))
    return outcome


def _deliver(this: Run, change: Change) -> None:
    if this.arguments.diff:
        from packetlint.cli.patch import patch

        sys.stdout.write(patch(change.path, change.before, change.after))
        return
    if this.writes:
        write(this.tree, change.path, change.after)
    _print([f"{'wrote' if this.writes else 'would write'} {visible(change.path)} ({_reason(change)})"])


def _reason(change: Change) -> str:
    return f"in place of one {HAND_WRITTEN}" if change.why == HAND_WRITTEN else change.why


def _problems(this: Run, planned: Plan) -> Iterator[str]:
    """Yield a line for each file that could not be read."""
    contracts = {task.files.contract for task in planned.unreadable}
    for fault in this.geas.faults:
        what = "no packet of this task was built" if fault.file in contracts else "packets are built without it"
        yield f"{visible(fault.file)} {visible(fault.message)}: {what}"
    known = {fault.file for fault in this.geas.faults}
    yield from (f"{leading(path)} is no JSON object: no packet of this task was built" for path in sorted(contracts - known))

    yield from (f"{visible(file)} names a worker that no packet can be called after: `{visible(name)}`" for name, file in planned.unusable)


def _notes(this: Run, planned: Plan) -> Iterator[str]:
    """Yield a line for each layout that is not read yet, and for each worker of a type that is not known."""
    yield from (visible(root.files.unread) for root in this.geas.roots.values() if root.files.unread)
    yield from (f"`{visible(name)}` is no known agent type: the packet reads as an implementer's" for name in planned.unknown)


def _failures(outcome: Outcome) -> Iterator[str]:
    if outcome.failed:
        yield f"{leading(outcome.job.target.path)} {visible(outcome.failed)}"


def _summary(this: Run, planned: Plan, outcomes: Sequence[Outcome]) -> str:
    """Give the last line: what was written, what was left alone and why."""
    changed = sum(bool(outcome.changes) for outcome in outcomes)
    left = [outcome.job.target.path for outcome in outcomes if outcome.skipped]
    failed = sum(bool(outcome.failed) for outcome in outcomes)
    counts = [
        f"{plural(changed, 'packet')} {'written' if this.writes else 'would change'}",
        f"{len(outcomes) - changed - failed - len(left)} up to date",
        *([f"{len(left)} left alone ({HAND_WRITTEN}; --task replaces them: {_some(left)})"] if left else []),
        *([f"{failed} not built"] if failed else []),
    ]
    closed = f"; {plural(planned.closed, 'closed task')} passed over (--all takes them too)" if planned.closed else ""
    return f"{', '.join(counts)} ({this.tree.label}){closed}"


def _some(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - _MOST_NAMED} more" if len(paths) > _MOST_NAMED else ""
    return f"{', '.join(map(visible, paths[:_MOST_NAMED]))}{more}"


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
