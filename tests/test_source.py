"""Source text: whatever the bytes, positions lead back to them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packetlint.core.errors import UnreadableError
from packetlint.core.source import Source

_TEXT = st.text(alphabet=st.sampled_from("ab \t\r\n\x0b\x85\u2028é字😀")) | st.text()


@given(_TEXT, st.booleans())
def test_offsets_and_positions_are_inverse(text: str, has_bom: bool) -> None:  # noqa: FBT001 - a drawn value
    source = _source(text, has_bom=has_bom)
    for offset in range(len(source.text) + 1):
        line, column = source.position(offset)
        assert source.offset(line, column) == offset


@given(_TEXT, st.booleans())
def test_byte_offsets_lead_to_the_same_text(text: str, has_bom: bool) -> None:  # noqa: FBT001 - a drawn value
    source = _source(text, has_bom=has_bom)
    for offset in range(len(source.text) + 1):
        assert source.raw[source.byte_offset(offset) :].decode() == source.text[offset:]


@given(_TEXT)
def test_lines_are_what_stands_between_lf_crlf_and_cr(text: str) -> None:
    source = _source(text, has_bom=False)
    expected = source.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert [source.line(number) for number in range(1, len(source.starts) + 1)] == expected


@given(st.binary())
def test_bytes_are_read_or_refused_with_an_offset(raw: bytes) -> None:
    try:
        raw.decode("utf-8-sig").encode()
        is_text = b"\0" not in raw
    except UnicodeDecodeError:
        is_text = False
    if is_text:
        assert Source("a", raw).text.encode() == raw.removeprefix(b"\xef\xbb\xbf")
    else:
        with pytest.raises(UnreadableError, match="byte offset"):
            Source("a", raw)


def _source(text: str, *, has_bom: bool) -> Source:
    clean = text.replace("\0", "").lstrip("\ufeff").encode("utf-8", "ignore")
    return Source("a.md", (b"\xef\xbb\xbf" if has_bom else b"") + clean)


@pytest.mark.parametrize(("raw", "newline"), [(b"a\r\nb\n", "\r\n"), (b"a\nb\r\n", "\n"), (b"a\rb", "\r"), (b"a", "\n")])
def test_the_newline_style_is_that_of_the_first_line(raw: bytes, newline: str) -> None:
    assert Source("a", raw).newline == newline


def test_a_span_counts_lines_and_columns_from_one() -> None:
    assert Source("a", "é\nabc\n".encode()).span(3, 5) == (2, 2, 2, 4)
