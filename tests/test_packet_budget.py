"""A packet stays under 200 lines: what is left out first, what never is, and how it is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packet_text import built, evidence, section, text_of, titles

from packetlint.packet.budget import LIMIT, TooLongError, fit
from packetlint.packet.section import LOCAL, MEMORY, POINTERS, TASK, Block, Section, essential

if TYPE_CHECKING:
    from collections.abc import Sequence

_BANDS = (TASK, LOCAL, MEMORY, POINTERS)


def _section(title: str, band: int, *ranks: int, lines: int = 1, name: str = "") -> Section:
    blocks = (
        Block((f"{title} {at}",) * lines, f"f/{title}.json", band, rank, (), f"{name}{at}" if name else "") for at, rank in enumerate(ranks)
    )
    return Section(title, tuple(blocks))


def _length(sections: Sequence[Section]) -> int:
    return 3 + sum(1 + len(list(each.lines())) for each in sections)


def _kept(sections: Sequence[Section]) -> dict[str, list[str]]:
    return {each.title: [block.lines[0] for block in each.blocks] for each in sections}


def test_what_fits_is_left_as_it_is() -> None:
    sections = [_section("A", TASK, *range(100)), _section("B", LOCAL, *range(90))]
    assert _length(sections) == LIMIT - 3
    assert fit(sections) == sections


def test_one_line_less_than_the_limit_is_the_most() -> None:
    exact = [_section("A", TASK, *[0] * 100), _section("B", LOCAL, *[0] * 92)]
    assert _length(exact) == LIMIT - 1
    assert fit(exact) == exact
    assert fit([_section("A", TASK, *[0] * 100), _section("B", LOCAL, *[0] * 93)]) != exact


def test_the_lowest_band_goes_first_then_the_lowest_rank() -> None:
    sections = [
        _section("Task", TASK, *[0] * 174),
        _section("Local", LOCAL, 5, 1, 9),
        _section("Memory", MEMORY, 30, 10, 20, lines=4),
        _section("Reference", POINTERS, 1, 2, 3),
    ]
    kept = _kept(fit(sections))
    assert kept["Local"] == ["Local 0", "Local 1", "Local 2"]
    assert kept["Memory"] == ["Memory 0", "Memory 2"]
    assert kept["Reference"] == [
        "- Left out to stay under 200 lines: Memory (1 of 3 parts, in `f/Memory.json`); Reference (all of it, in `f/Reference.json`)"
    ]


def test_among_equals_the_last_goes_first() -> None:
    kept = _kept(fit([_section("Task", TASK, *[0] * 180), _section("Local", LOCAL, *[7] * 20)]))
    assert kept["Local"] == [f"Local {at}" for at in range(9)]


def test_what_the_contract_asks_for_is_the_last_of_its_band() -> None:
    sections = [_section("Task", TASK, *[0] * 185), _section("Commands", LOCAL, essential()), _section("Work", LOCAL, *[1 << 60] * 10)]
    kept = _kept(fit(sections))
    assert "Commands" in kept
    assert len(kept["Work"]) < 10


def test_memories_that_are_left_out_are_named() -> None:
    note = _kept(fit([_section("Task", TASK, *[0] * 185), _section("Applicable Memory", MEMORY, 1, 2, 3, lines=3, name="mem-")]))[
        "Reference"
    ][0]
    assert note.startswith("- Left out to stay under 200 lines: Applicable Memory (")
    assert "[mem-0], [mem-1]" in note


def test_many_files_are_named_by_their_folder() -> None:
    many = Section("Prior Work", tuple(Block(("x",) * 3, f"a/evidence/{at}.json") for at in range(30)))
    assert _kept(fit([_section("Task", TASK, *[0] * 190), many]))["Reference"][0].endswith("(all of it, in `a/evidence/`)")


@given(st.lists(st.lists(st.tuples(st.sampled_from(_BANDS), st.integers(0, 9), st.integers(1, 30)), min_size=1, max_size=12), max_size=12))
def test_always_under_the_limit_and_never_without_the_task(made: list[list[tuple[int, int, int]]]) -> None:
    sections = [
        Section(f"S{at}", tuple(Block((f"{at}.{number}",) * lines, "f", band, rank) for number, (band, rank, lines) in enumerate(blocks)))
        for at, blocks in enumerate(made)
    ]
    needed = [block for each in sections for block in each.blocks if block.band == TASK]
    try:
        kept = fit(sections)
    except TooLongError:
        assert sum(len(block.lines) for block in needed) > LIMIT - 3 - 2 * len(sections) - 4
        return
    assert _length(kept) < LIMIT
    assert [block for each in kept for block in each.blocks if block.band == TASK and block.file] == needed


def test_a_long_history_is_cut_and_says_where_the_rest_is() -> None:
    long = "\n".join(f"line {number}" for number in range(40))
    files = {
        f"evidence/t1/w{number}.json": evidence(f"w{number}", summary=long, created_at=f"2026-03-0{number}T00:00:00Z")
        for number in range(1, 9)
    }
    packet = built(files)
    lines = text_of(packet).splitlines()
    assert len(lines) < LIMIT
    assert section(packet, "Prior Work")[0] == "- **w5** (2026-03-05T00:00:00Z)"  # the oldest went first
    evidence_folder, tasks = "`.geas/missions/m1/evidence/t1/`", "`.geas/missions/m1/tasks/t1.json`"
    left = f"Prior Work (4 of 8 parts, in {evidence_folder}); Reference (all of it, in {evidence_folder}, {tasks})"
    assert section(packet, "Reference") == [f"- Left out to stay under 200 lines: {left}"]


def test_too_many_criteria_are_an_error() -> None:
    with pytest.raises(TooLongError, match="lines that may not be left out"):
        built(acceptance_criteria=[f"criterion {number}" for number in range(LIMIT)])


def test_a_long_line_is_not_wrapped() -> None:
    criterion = "word " * 4000
    packet = built(acceptance_criteria=[criterion])
    assert section(packet, "Acceptance Criteria") == [f"1. {criterion.strip()}"]


def test_line_separators_of_other_systems_count_as_lines() -> None:
    summary = "\u2028".join(f"line {number}" for number in range(300))
    packet = built({"evidence/t1/qa.json": evidence("qa_engineer", summary=summary)})
    assert len(text_of(packet).splitlines()) < LIMIT
    assert "Prior Work" not in titles(packet)
