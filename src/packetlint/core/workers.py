"""Share work out over processes.

They are forked, so that each has at hand what was read so far, and sends back only what it found. Nothing heavy is
imported, and where the system cannot fork, all work is done here.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")

CAN_FORK = hasattr(os, "fork")
_SHARES_A_JOB = 8  # whoever is done early takes one more
_MOST_SHARES = 256  # the number of a share is one byte
_SIZE = 8  # bytes before what is sent that say how long it is
_CHUNK = 1 << 20


class _Worker(NamedTuple):
    """A process, and the end of the pipe that its answers come from."""

    process: int
    answers: int


def processors() -> int:
    """Give how many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def shared_out(
    work: Callable[[Sequence[_Item]], _Answer],
    items: Sequence[_Item],
    jobs: int,
    meanwhile: Callable[[], object] = bool,
    claimed: Callable[[int], object] = bool,
) -> list[_Answer]:
    """Give what `work` says of each share of the items, the shares in order: so many processes work on them, this one among them.

    `meanwhile` is called here while the others work; `claimed(count)` says how many items were claimed so far. A share
    without an answer (its process was killed, or something was raised) is worked again here, so that nothing is lost
    and what is raised is raised here. The answers must be such that pickle can send them.
    """
    shares = _shares(items, jobs) if CAN_FORK and jobs > 1 else [items]
    if len(shares) < 2:
        meanwhile()
        return [work(items)]
    numbers = _numbers(len(shares))
    workers: list[_Worker] = []
    try:
        for _ in range(min(jobs, len(shares)) - 1):
            workers.append(_started(work, shares, numbers, workers))
        meanwhile()
        answers = _worked(work, shares, numbers, claimed)
        for worker in workers:
            answers |= _sent(worker)
    finally:
        os.close(numbers)
        for worker in workers:
            _end(worker)
    return [answers[number] if number in answers else work(share) for number, share in enumerate(shares)]


def _shares(items: Sequence[_Item], jobs: int) -> list[Sequence[_Item]]:
    """Cut the items into runs of neighbours: neighbours mostly need the same files."""
    count = min(_SHARES_A_JOB * jobs, _MOST_SHARES, len(items))
    ends = [len(items) * number // count for number in range(count + 1)] if count else []
    return [items[start:end] for start, end in pairwise(ends)]


def _numbers(count: int) -> int:
    """Give a pipe that holds the number of each share: whoever reads a byte has claimed that share."""
    read, write = os.pipe()
    os.write(write, bytes(range(count)))
    os.close(write)
    return read


def _worked(
    work: Callable[[Sequence[_Item]], _Answer], shares: Sequence[Sequence[_Item]], numbers: int, claimed: Callable[[int], object]
) -> dict[int, _Answer]:
    """Claim one share after the other, and give the answers by the shares' numbers."""
    answers: dict[int, _Answer] = {}
    while number := os.read(numbers, 1):
        claimed(sum(map(len, shares[: number[0]])))
        with suppress(Exception):  # the share is worked again when all are done
            answers[number[0]] = work(shares[number[0]])
    return answers


def _started(
    work: Callable[[Sequence[_Item]], _Answer], shares: Sequence[Sequence[_Item]], numbers: int, others: Sequence[_Worker]
) -> _Worker:
    """Start a process that works on shares; in that process this never returns."""
    read, write = os.pipe()
    process = os.fork()
    if process:
        os.close(write)
        return _Worker(process, read)
    try:
        for answers in (read, *(other.answers for other in others)):
            os.close(answers)
        _send(write, _worked(partial(_packed, work), shares, numbers, bool))
    finally:
        os._exit(0)


def _packed(work: Callable[[Sequence[_Item]], object], share: Sequence[_Item]) -> bytes:
    """Work on a share and pack the answer at once: while others still work, which waits for nobody."""
    from pickle import dumps

    return dumps(work(share), protocol=5)


def _send(write: int, answers: dict[int, bytes]) -> None:
    from pickle import dumps

    payload = dumps(answers, protocol=5)
    left = memoryview(len(payload).to_bytes(_SIZE, "big") + payload)
    while left:
        left = left[os.write(write, left[:_CHUNK]) :]


def _sent(worker: _Worker) -> dict[int, Any]:
    """Give the answers of a process; none of them where it ended before it had sent them all."""
    sent = b"".join(iter(lambda: os.read(worker.answers, _CHUNK), b""))
    if len(sent) < _SIZE or len(sent) != _SIZE + int.from_bytes(sent[:_SIZE], "big"):
        return {}
    from pickle import loads

    answers: dict[int, bytes] = loads(memoryview(sent)[_SIZE:])  # noqa: S301 - our own process wrote it, into a pipe that nobody else has
    return {number: loads(answer) for number, answer in answers.items()}  # noqa: S301 - as above


def _end(worker: _Worker) -> None:
    """Make sure that a process is gone; one that has answered is already."""
    from signal import SIGKILL

    os.close(worker.answers)
    with suppress(ProcessLookupError):
        os.kill(worker.process, SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(worker.process, 0)
