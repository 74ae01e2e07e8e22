"""The file of a baseline: what is read of it, what is refused, and that writing keeps what people wrote."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packetlint.core.baseline import Entry, match, read_entries, write_entries
from packetlint.core.errors import UsageError
from packetlint.core.fingerprint import Identity

_ENTRY = '{"path": "a.md", "rule": "brief/x", "text": "t"}'
_SECOND = '{"path": "a.md", "rule": "brief/x", "text": "t", "nth": 2, "reason": "old", "review_by": "2030-01-31"}'
_A = Identity("a.md", "brief/x", "t")


def _line(**values: object) -> str:
    return json.dumps({"path": "a.md", "rule": "brief/x", "text": "t", **values})


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f'{{"version": 1}}\n{_ENTRY}\n{_SECOND}\n', id="as it is written"),
        pytest.param(f"{_SECOND}\n{_ENTRY}", id="in another order, without header and last line end"),
        pytest.param(f'\ufeff{{"version": 1}}\r\n\r\n{_ENTRY}\r\n{_SECOND}\r\n', id="through an editor of another system"),
        pytest.param(f'{{"version": 1}}\n{_ENTRY}\n{_SECOND}\n{{"version": 1}}\n{_ENTRY}\n', id="with what a union merge leaves twice"),
    ],
)
def test_entries_are_read_in_any_order(text: str) -> None:
    second = Entry(_A._replace(nth=2), "old", "2030-01-31")
    assert read_entries(text.encode(), "b") == {_A: Entry(_A), second.identity: second}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("<<<<<<< HEAD", "a merge conflict is left; keep the entries of both sides and drop the markers"),
        ("=======", "a merge conflict is left; keep the entries of both sides and drop the markers"),
        (">>>>>>> theirs", "a merge conflict is left; keep the entries of both sides and drop the markers"),
        ("{", "the line is not JSON"),
        ("[]", "the line is no JSON object"),
        ("[" * 100_000, "is nested too deep"),
        (f'{{"nth": {"9" * 5000}}}', "the line is not JSON"),
        ('{"version": 2}', "the baseline is not of version 1, which is the one this packetlint reads"),
        ('{"path": "a.md", "rule": "brief/x"}', "the entry has no `text`"),
        (_line(reasn="x"), "an unknown key; did you mean `reason`?"),
        (_line(reason=1), "`reason` is no text"),
        (_line(path=None), "`path` is no text"),
        (_line(nth=0), "`nth` is no number from 1 on"),
        (_line(nth=True), "`nth` is no number from 1 on"),
        (_line(review_by="2030-02-30"), "`review_by` is no date, which is written as in 2030-01-31"),
        (_line(review_by="20300131"), "`review_by` is no date, which is written as in 2030-01-31"),
        (_line(path="../a.md"), "`path` does not count from the top of the repository"),
        (_line(path="/etc/passwd"), "`path` does not count from the top of the repository"),
        (_line(path="a\0"), "`path` does not count from the top of the repository"),
        (_line(path="\ud800"), "`path` does not count from the top of the repository"),
    ],
)
def test_what_is_no_entry_is_named_by_its_line(line: str, fault: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_entries(f"{_ENTRY}\n{line}\n".encode(), "base.jsonl")
    assert str(caught.value) == f"base.jsonl:2: {fault}"


def test_of_one_finding_said_twice_each_thing_that_is_said_counts_unless_two_are_at_odds() -> None:
    lines = [_line(), _line(reason="old"), _line(review_by="2030-01-31"), _line()]
    assert read_entries("\n".join(lines).encode(), "b") == {_A: Entry(_A, "old", "2030-01-31")}
    for other in (_line(reason="new"), _line(review_by="2031-01-31")):
        with pytest.raises(UsageError, match=r"^b:5: the same finding stands further up, with another reason or date; keep one of them$"):
            read_entries("\n".join([*lines, other]).encode(), "b")


@pytest.mark.parametrize(("raw", "fault"), [(b"\xff\xfe{", "is UTF-16"), (b"\0", "is binary"), (b"\xff", "is not UTF-8")])
def test_what_is_no_text_is_refused(raw: bytes, fault: str) -> None:
    with pytest.raises(UsageError, match=rf"^base\.jsonl {fault}"):
        read_entries(raw, "base.jsonl")


def test_what_is_written_hides_nothing_from_who_reads_it() -> None:
    entry = Entry(Identity("é\udcff.md", "brief/x", "a\x1b\u202eb"), "weil")
    plain = Entry(Identity("é.md", "brief/x", "日本"))
    header, *lines = write_entries([entry, plain]).decode().splitlines()
    assert header == '{"version": 1}'
    assert lines[0] == '{"path": "é.md", "rule": "brief/x", "text": "日本"}'
    assert lines[1] == '{"path": "\\u00e9\\udcff.md", "rule": "brief/x", "text": "a\\u001b\\u202eb", "reason": "weil"}'


_TEXT = st.text(st.characters(), max_size=8)
_NAMES = st.from_regex(r"[a-z\udc80\udcff]{1,4}(/[a-zé\n ]{1,3})?", fullmatch=True).filter(lambda name: name.strip("/") == name)
_IDENTITIES = st.builds(Identity, _NAMES, _TEXT, _TEXT, st.integers(1, 3))
_DATES = st.dates().map(str) | st.just("")
_ENTRIES = st.lists(st.builds(Entry, _IDENTITIES, _TEXT, _DATES), unique_by=lambda entry: entry.identity, max_size=6)


@given(_ENTRIES, st.randoms())
def test_what_is_written_is_read_again_and_is_the_same_in_any_order(entries: list[Entry], random: object) -> None:
    written = write_entries(entries)
    assert read_entries(written, "b") == {entry.identity: entry for entry in entries}
    assert write_entries(reversed(entries)) == written


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_bytes_are_worse_than_a_usage_error(raw: bytes) -> None:
    with suppress(UsageError):
        assert read_entries(raw, "b") is not None


def _never(paths: object) -> dict[str, str]:
    raise AssertionError(f"asked where {paths} went")


def test_of_three_alike_the_one_too_many_is_new() -> None:
    entries = {identity: Entry(identity, "old") for identity in (_A, _A._replace(nth=2))}
    found = [_A._replace(nth=nth) for nth in (1, 2, 3)]
    matched = match(entries, found, lambda _: True, lambda _: {})
    assert (list(matched.found), matched.stale, matched.unjudged) == (found[:2], [], [])


def test_git_is_asked_about_no_file_whose_entries_are_all_found_or_match_nothing() -> None:
    other = Entry(Identity("b.md", "brief/y", "u"))
    matched = match({_A: Entry(_A), other.identity: other}, [_A], lambda identity: identity.path == "b.md", _never)
    assert matched.stale == [other]


def test_two_files_renamed_to_one_share_no_finding() -> None:
    entries = {identity: Entry(identity, identity.path) for identity in (_A, _A._replace(path="b.md"))}
    here = _A._replace(path="c.md")
    matched = match(entries, [here], lambda _: True, lambda paths: dict.fromkeys(paths, "c.md"))
    assert matched.found == {here: Entry(here, "a.md")}
    assert [entry.identity.path for entry in matched.stale] == ["b.md"]
