"""JSON: read as JavaScript reads it, with the place of everything, and one clear fault for what is none."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packetlint.core.json_faults import JsonFault, lone_surrogates
from packetlint.core.json_reader import JsonDocument, pointer, read_json
from packetlint.core.json_scan import scan
from packetlint.core.source import Source

_FAULTS: dict[str, tuple[str, tuple[int, int], str]] = {
    "an empty text": ("", (1, 1), "the file holds nothing"),
    "blanks only": ("\n ", (2, 2), "the file holds nothing"),
    "a byte-order mark": ("\ufeff{}", (1, 1), "the file begins with a byte-order mark, which JSON does not allow"),
    "a mark inside": ("[\ufeff]", (1, 2), "a byte-order mark cannot stand in JSON"),
    "NaN": ("[\n NaN]", (2, 2), "`NaN` is no JSON number"),
    "minus Infinity": ("[-Infinity]", (1, 2), "`-Infinity` is no JSON number"),
    "a comma before a bracket": ("[1,\n]", (1, 3), "a comma stands before the closing `]`"),
    "a comma before a brace": ('{"a": 1, }', (1, 8), "a comma stands before the closing `}`"),
    "two commas": ("[1,,2]", (1, 4), "`,` stands where a value is due"),
    "a line comment": ("{} // c", (1, 4), "a comment cannot stand in JSON"),
    "a block comment": ("[/* c */1]", (1, 2), "a comment cannot stand in JSON"),
    "a hash comment": ("# c\n{}", (1, 1), "a comment cannot stand in JSON"),
    "single quotes": ("{'a': 1}", (1, 2), "a text in single quotes is no JSON string"),
    "no quotes": ("{a: 1}", (1, 2), "`a` has no quotes"),
    "Python's True": ("[True]", (1, 2), "`True` is no JSON value"),
    "undefined": ("[undefined]", (1, 2), "`undefined` is no JSON value"),
    "a needless zero": ("[01]", (1, 2), "`01` is no JSON number: no number begins with a needless 0"),
    "a plus": ("[+1]", (1, 2), "`+1` is no JSON number: no number begins with a plus"),
    "no digit before the point": ("[.5]", (1, 2), "`.5` is no JSON number: a digit has to stand before the point"),
    "no digit behind the point": ("[1.]", (1, 2), "`1.` is no JSON number: a digit has to stand behind the point"),
    "no exponent": ("[1e]", (1, 2), "`1e` is no JSON number: its exponent has no digits"),
    "hexadecimal": ("[0x1F]", (1, 2), "`0x1F` is no JSON number"),
    "a lone minus": ("[-]", (1, 2), "`-` is no JSON number: it has no digits"),
    "1e400": ("[1e400]", (1, 2), "the number 1e400 is too large: JavaScript reads it as Infinity"),
    "5,000 digits": (
        f"[{'9' * 5000}]",
        (1, 2),
        "the number 9999999999999999... (5000 characters) is too large: JavaScript reads it as Infinity",
    ),
    "a raw line end in a string": ('["a\nb"]', (1, 4), "the character U+000A cannot stand in a string as it is"),
    "an unknown escape": ('["\\x"]', (1, 3), "`\\x` is no JSON escape"),
    "a short escape": ('["\\u12"]', (1, 3), "`\\u` is no JSON escape"),
    "an open string": ('{"a": "b', (1, 7), "the string that begins here has no end"),
    "an open list": ("[1, 2", (1, 6), "the text ends where `,` or `]` is due"),
    "a wrong bracket": ('{"a": 1]', (1, 8), "`]` stands where `,` or `}` is due"),
    "no comma": ("[1 2]", (1, 4), "`2` stands where `,` or `]` is due"),
    "no colon": ('{"a" 1}', (1, 6), "`1` stands where `:` is due"),
    "no value": ('{"a": }', (1, 7), "`}` stands where a value is due"),
    "text behind": ("{} {}", (1, 4), "`{` stands where the end of the file is due"),
    "100,000 brackets": ("[" * 100_000, (1, 201), "brackets are nested more than 200 deep here"),
    "201 brackets": (f"{'[' * 201}{']' * 201}", (1, 201), "brackets are nested more than 200 deep here"),
    "100,000 objects": ('{"a":' * 100_000, (1, 1001), "brackets are nested more than 200 deep here"),
}


def _read(text: str) -> JsonDocument:
    return read_json(Source("a.json", text.encode("utf-8", "surrogatepass")))


@pytest.mark.parametrize(("text", "place", "message"), _FAULTS.values(), ids=_FAULTS)
def test_what_is_no_json_has_one_fault_at_its_place(text: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(JsonFault) as caught:
        _read(text)
    source = Source("a.json", text.encode())
    assert (source.position(caught.value.start), caught.value.message) == (place, message)
    assert caught.value.start <= caught.value.end <= len(source.text)


def test_nesting_up_to_the_limit_is_read() -> None:
    assert _read(f"{'[' * 200}{']' * 200}").scan.root.end == 400


def test_a_repeated_key_keeps_its_first_place_and_its_last_value() -> None:
    document = _read('{"a": 1, "b": 2, "a": 3}')
    assert (list(document.value.items()), document.repeats) == ([("a", 3), ("b", 2)], True)
    (repeat,) = document.scan.repeats
    assert (repeat.start, repeat.first, repeat.path) == (17, 1, ("a",))
    assert document.source.text[slice(*_span(document, ("a",)))] == "3"


def test_a_key_repeated_under_another_spelling_is_found() -> None:
    (repeat,) = _read('[{"a": 1, "\\u0061": 2}]').scan.repeats
    assert repeat.path == (0, "a")


def test_keys_like_integers_come_first_as_in_every_javascript_object() -> None:
    value = _read('{"b": 0, "10": {"2": 0, "1": 0}, "9": 0, "01": 0, "4294967295": 0, "\\u0030": 0}').value
    assert list(value) == ["0", "9", "10", "b", "01", "4294967295"]
    assert list(value["10"]) == ["1", "2"]


@pytest.mark.parametrize(
    ("spelling", "value"),
    [("384.0", 384.0), ("1e3", 1000.0), ("-0", 0), ("9007199254740993", 2**53), ("123456789012345678901", float(123456789012345678901))],
)
def test_numbers_are_doubles(spelling: str, value: float) -> None:
    assert _read(f"[{spelling}]").value == [value]


def test_a_long_fraction_is_a_number() -> None:
    assert math.isclose(_read(f"0.{'1' * 5000}").value, 1 / 9)


def _span(document: JsonDocument, path: tuple[str | int, ...]) -> tuple[int, int]:
    place, found = document.nearest(path)
    assert found == path
    return place.start, place.end


def test_every_value_has_its_place_key_and_spelling() -> None:
    document = _read('{"a/b": [1.50, {"~": "x"}]}')
    assert document.source.text[slice(*_span(document, ("a/b", 0)))] == "1.50"
    place, _ = document.nearest(("a/b", 1, "~"))
    assert (place.start, place.end, place.key_start, place.key_end) == (21, 24, 16, 19)
    assert pointer(("a/b", 1, "~")) == "/a~1b/1/~0"


def test_what_is_not_there_has_the_place_of_the_nearest_thing_above() -> None:
    assert _read('{"a": [1]}').nearest(("a", 5, "b"))[1] == ("a",)


def test_half_a_character_is_read_as_javascript_reads_it_and_can_be_found() -> None:
    text = r'["\ud83d\ude00", "\ud83d", "\\ud83d", "\udc00\ud83d"]'
    assert _read(text).value == ["😀", "\ud83d", r"\ud83d", "\udc00\ud83d"]
    assert [text[slice(*span)] for span in lone_surrogates(text)] == [r"\ud83d", r"\udc00", r"\ud83d"]


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=20,
)


@given(_VALUES, st.sampled_from([None, 1]), st.booleans())
def test_every_value_is_read_back_with_all_its_places(value: Any, indent: int | None, ascii_only: bool) -> None:  # noqa: FBT001 - drawn
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    document = _read(text)
    assert document.value == value
    assert json.loads(text[document.scan.root.start : document.scan.root.end]) == value
    for path, inner in _all(value):
        start, end = _span(document, path)
        assert json.loads(text[start:end]) == inner


def _all(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Any]]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(path, value), *(found for key, inner in members for found in _all(inner, (*path, key)))]


@given(st.text(alphabet="{}[],:\"\\/*#'019.eE+-truefalsn \n\tu\x00\ufeffé", max_size=30))
def test_the_scanner_and_the_fast_parser_refuse_the_same(text: str) -> None:
    assert _refuses(lambda: json.loads(text, parse_constant=_refuse)) == _refuses(lambda: scan(text))


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _refuses(read: Any) -> bool:
    try:
        read()
    except (ValueError, JsonFault):
        return True
    return False
