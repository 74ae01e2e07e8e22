"""Which JSON files are proposals: those with two of the names, whatever they are called and however they are spelled."""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from proposals import inventory, report, rules, sealed, sound, text

from packetlint.partition.reader import MARKS, is_proposal, may_hold

if TYPE_CHECKING:
    from packetlint.core.engine import Report


def _judged(found: Report) -> int:
    return found.artifacts["partition"]


@pytest.mark.parametrize("names", list(combinations(MARKS, 2)))
def test_two_of_the_names_make_a_proposal(names: tuple[str, str]) -> None:
    raw = json.dumps(dict.fromkeys(names, 1)).encode()
    assert may_hold(raw)
    assert _judged(report(raw)) == 1
    assert "required" in rules(raw)


@pytest.mark.parametrize(
    "value",
    [
        {"coverageDigest": 1},
        {"schemaVersion": "2.0.0", "items": []},
        [{"coverageDigest": 1, "dispositions": []}],
        {"inside": {"coverageDigest": 1, "dispositions": []}},
        {"list": ["coverageDigest", "dispositions"]},
        "coverageDigest dispositions",
        inventory(),
    ],
)
def test_anything_else_is_left_alone(value: Any) -> None:
    found = report(json.dumps(value).encode())
    assert (_judged(found), found.diagnostics) == (0, [])


def test_an_inventory_with_dispositions_is_a_proposal_with_fields_too_many() -> None:
    assert is_proposal({**inventory(), "dispositions": []})


def test_names_behind_escapes_are_seen() -> None:
    raw = text(sealed(sound()))
    for name in MARKS:
        raw = raw.replace(f'"{name}"'.encode(), "".join(f"\\u{ord(character):04x}" for character in name).join('""').encode())
    found = report(raw)
    assert (_judged(found), found.diagnostics) == (1, [])


def test_other_files_are_not_even_parsed() -> None:
    assert not may_hold(b'{"name": "x", "dependencies": {}}')
    assert not may_hold(b"coverageDigest")


@pytest.mark.parametrize("path", ["proposal.JSON", "a/b.json"])
def test_any_json_file_may_hold_one(path: str) -> None:
    assert _judged(report(text(sealed(sound())), path)) == 1


@pytest.mark.parametrize("path", ["proposal.jsonl", "proposal.md", "proposal"])
def test_a_file_of_another_kind_holds_none(path: str) -> None:
    assert _judged(report(text(sealed(sound())), path)) == 0


@pytest.mark.parametrize(
    ("raw", "is_reported"),
    [
        (b'{"coverageDigest": 1, "dispositions": [', True),
        (b'{"coverageDigest": 1, "coverageDigest": 2, ', False),
        (b"coverageDigest: 1, dispositions: []", False),
        (b'{"a": [', False),
    ],
)
def test_a_text_that_is_no_json_is_reported_if_it_quotes_two_of_the_names(raw: bytes, is_reported: bool) -> None:  # noqa: FBT001 - a parameter
    assert rules(raw) == ({"json-invalid"} if is_reported else set())


def test_a_proposal_in_utf_16_is_reported_as_unreadable() -> None:
    found = report(text(sealed(sound())).decode().encode("utf-16"))
    assert (found.unreadable, _judged(found)) == (1, 0)
