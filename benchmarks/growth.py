"""What measurements of repositories of several sizes come to: rows of growth, memory, and several processes against one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.observed import Observed

WHOLE, ALONE = "check, nothing cached", "check --jobs 1, nothing cached"
_GROWTH = 11.0  # for ten times the files
_MEMORY = 1000  # megabytes, at any size
_JOBS = 1 / 1.3
_MANY = 100_000  # files from which on several processes have to pay


class Line(NamedTuple):
    """What a work took on a repository of so many files."""

    files: int
    work: str
    observed: Observed

    def document(self) -> dict[str, Any]:
        """Give the line as a JSON object."""
        one = self.observed
        return {
            "files": self.files,
            "clock_seconds": round(one.clock, 3),
            "processor_seconds": round(one.processor, 3),
            "memory_megabytes": round(one.memory, 1),
            "said": one.said,
        }


def rows(lines: Sequence[Line]) -> Iterator[Row]:
    """Yield how the time of each work grows from one size to the next, the most memory, and what several processes save."""
    before: dict[str, Line] = {}
    for line in lines:
        if last := before.get(line.work):
            bar = _GROWTH * line.files / last.files / 10
            yield Row(f"{line.work}: {line.files:,} files", f"{last.files:,} files", line.observed.clock / last.observed.clock, bar)
        before[line.work] = line
    most = max(lines, key=lambda line: line.observed.memory)
    yield Row(f"most memory: {most.work}, {most.files:,} files", f"{_MEMORY} MB", most.observed.memory / _MEMORY, 1.0)
    if WHOLE in before and before[WHOLE].files >= _MANY:
        whole, alone = before[WHOLE], before[ALONE]
        yield Row(f"{WHOLE}: {whole.files:,} files", "--jobs 1", whole.observed.clock / alone.observed.clock, _JOBS)


def table(lines: Sequence[Line]) -> str:
    """Give the lines as a markdown table; the growth is that of the time, from the size before."""
    before: dict[str, Observed] = {}
    text = "| files | work | time | processor time | memory | growth |\n| --- | --- | --- | --- | --- | --- |\n"
    for line in lines:
        one, last = line.observed, before.get(line.work)
        growth = f"{one.clock / last.clock:.1f}" if last else ""
        before[line.work] = one
        text += f"| {line.files:,} | {line.work} | {one.clock:.2f} s | {one.processor:.2f} s | {one.memory:.0f} MB | {growth} |\n"
    return text
