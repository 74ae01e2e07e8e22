"""The last line of a packet: it is written and read alike, and it tells an edit from nothing changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packetlint.packet.provenance import read_provenance, seal

_TIME = "2026-04-20T09:00:00Z"
_LINE = f"<!-- packetlint: v=1 as-of={_TIME} sha256={'0' * 64} -->\n"
_TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")).map(lambda text: f"{text}\n")


@given(_TEXTS, st.sampled_from([_TIME, "1970-01-01T00:00:00Z", "2026-04-20T09:00:00.25Z"]))
def test_what_is_written_is_read(text: str, as_of: str) -> None:
    found = read_provenance(seal(text, as_of))
    assert found is not None
    assert (found.as_of, found.edited) == (as_of, False)


@given(_TEXTS, st.data())
def test_any_other_text_above_it_is_an_edit(text: str, data: st.DataObject) -> None:
    *body, last = seal(text, _TIME).splitlines(keepends=True)
    other = data.draw(_TEXTS.filter(lambda other: other != text)).encode()
    found = read_provenance(other + last)
    assert body
    assert found is not None
    assert found.edited


def test_line_ends_that_git_changed_are_no_edit() -> None:
    found = read_provenance(seal("# Title\n\ntext\n", _TIME).replace(b"\n", b"\r\n"))
    assert found is not None
    assert not found.edited


@pytest.mark.parametrize(
    "packet",
    [
        "",
        "# A packet\n",
        f"{_LINE}\nmore below it\n",
        f"> {_LINE}",
        f"  {_LINE}",
        _LINE.replace("v=1", "v=2"),
        _LINE.replace("as-of=", "as-of=soon and "),
        _LINE.replace("sha256=0", "sha256=x"),
        _LINE.replace(" -->", " and more -->"),
    ],
)
def test_anything_else_was_written_by_hand(packet: str) -> None:
    assert read_provenance(packet.encode()) is None


def test_a_line_that_somebody_made_up_is_read_as_an_edit() -> None:
    found = read_provenance(f"# A packet\n{_LINE}".encode())
    assert found is not None
    assert found.edited


@given(st.binary(max_size=300))
def test_any_bytes_can_be_read(packet: bytes) -> None:
    assert read_provenance(packet) is None
