"""Digests: the text JSON.stringify gives, to the byte, and what is made of it."""

from __future__ import annotations

import hashlib
import json
import random
import struct
from typing import Any

import pytest
from node import javascript, needs_node

from packetlint.core import json_reader
from packetlint.core.source import Source
from packetlint.partition.digest import SPACE_FIELDS, coverage_digest, hash_value, space_id, stringify
from packetlint.partition.schema import fields

_NUMBERS = {
    "1e3": "1000",
    "384.0": "384",
    "1e21": "1e+21",
    "1e20": "100000000000000000000",
    "-0": "0",
    "-0.0": "0",
    "5e-324": "5e-324",
    "1e-6": "0.000001",
    "1e-7": "1e-7",
    "0.1": "0.1",
    "-1.5e300": "-1.5e+300",
    "123456.789e3": "123456789",
    "9007199254740993": "9007199254740992",
    "123456789012345678901234567890": "1.2345678901234568e+29",
    "1.7976931348623157e308": "1.7976931348623157e+308",
    "1e400": "null",
    f"-1{'0' * 400}": "null",
}


@pytest.mark.parametrize(("spelling", "printed"), _NUMBERS.items())
def test_a_number_is_printed_as_ecmascript_prints_doubles(spelling: str, printed: str) -> None:
    assert stringify(json.loads(spelling)) == printed
    assert stringify([json.loads(spelling)]) == f"[{printed}]"


def test_only_what_must_be_is_escaped() -> None:
    everything = "".join(map(chr, range(128)))
    low = "".join({8: r"\b", 9: r"\t", 10: r"\n", 12: r"\f", 13: r"\r"}.get(code, f"\\u{code:04x}") for code in range(32))
    rest = everything[32:].replace("\\", r"\\").replace('"', r"\"")
    assert stringify(everything) == f'"{low}{rest}"'
    assert stringify("é\u2028\ufeff😀/") == '"é\u2028\ufeff😀/"'


def test_half_a_character_is_escaped_and_two_halves_are_one() -> None:
    assert stringify(["\ud800", "a\udfff", "\udc00\ud800", "\ud83d\ude00"]) == r'["\ud800","a\udfff","\udc00\ud800","😀"]'


def test_nothing_stands_between_the_marks() -> None:
    assert stringify({"a": [1, {}, []], "b": {"c": None, "d": True}, "": False}) == '{"a":[1,{},[]],"b":{"c":null,"d":true},"":false}'


def test_a_text_that_looks_like_a_number_stays_as_it_is() -> None:
    value = {"a": "x,1.5", "b": ',1e21":1234567890123456', "c": 1.50, "d": "NaN"}
    assert stringify(value) == '{"a":"x,1.5","b":",1e21\\":1234567890123456","c":1.5,"d":"NaN"}'


def test_what_is_no_json_value_is_refused() -> None:
    with pytest.raises(TypeError, match="set"):
        stringify({"a": {1}})


def _read(text: str) -> Any:
    return json_reader.read_json(Source("a.json", text.encode())).value


def test_keys_like_indices_come_first_and_a_repeated_key_keeps_its_first_place() -> None:
    pairs = [("b", 1), ("10", 2), ("a", 3), ("2", 4), ("b", 5), ("01", 6), ("4294967294", 7), ("4294967295", 8), ("-1", 9), ("2", 10)]
    text = ",".join(f"{json.dumps(key)}:{value}" for key, value in pairs)
    assert list(_read(f"{{{text}}}").items()) == [
        *(("2", 10), ("10", 2), ("4294967294", 7)),
        *(("b", 5), ("a", 3), ("01", 6), ("4294967295", 8), ("-1", 9)),
    ]


_PARTS = (
    *("a", "Z", "0", "1", "42", r"\u0000", r"\u001f", r"\n", r"\"", r"\\", "/", r"\/", "\x7f", "é", "\u2028", "😀", "__proto__"),
    *(r"\ud800", r"\udc00", r"\ud83d\ude00", "4294967294", "4294967295", ":1.5", ",1e9"),
)


class _Texts:
    """Random JSON texts, as people and programs spell them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def value(self, depth: int = 0) -> str:
        kind = self.random.randrange(7 if depth < 4 else 3)
        if kind < 2:
            return self.number() if kind else self.string()
        if kind == 2:
            return self.random.choice(["true", "false", "null"])
        members = [self.value(depth + 1) for _ in range(self.random.randrange(5))]
        return f"[{','.join(members)}]" if kind < 5 else f"{{{','.join(f'{self.key()}:{member}' for member in members)}}}"

    def key(self) -> str:
        return self.random.choice([self.string(), f'"{self.random.choice((0, 1, 9, 10, 4294967294, 4294967295))}"'])

    def string(self) -> str:
        return f'"{"".join(self.random.choices(_PARTS, k=self.random.randrange(4)))}"'

    def number(self) -> str:
        double = struct.unpack("d", self.random.randbytes(8))[0]
        digits = self.random.randrange(1, 21)
        spellings = [
            repr(double) if double - double == 0 else "0e5",
            str(self.random.randrange(-(10**digits), 10**digits)),
            f"{self.random.uniform(-1, 1) * 10 ** self.random.randrange(-30, 30):.{digits}g}",
            self.random.choice(list(_NUMBERS)),
        ]
        return self.random.choice(spellings)


@needs_node
@pytest.mark.parametrize("seed", range(4))
def test_whatever_node_reads_it_prints_as_we_do(seed: int) -> None:
    make = _Texts(seed)
    texts = [make.value() for _ in range(1000)]
    printed = javascript("return given.map(text => JSON.stringify(JSON.parse(text)))", texts)
    for text, theirs in zip(texts, printed, strict=True):
        value = json_reader._in_order(json.loads(text))  # noqa: SLF001 - the reader itself refuses what is infinite
        assert stringify(value) == theirs, text


def test_a_hash_is_the_sha_256_of_the_text() -> None:
    for value, text in (({"a": "é"}, '{"a":"é"}'), ("\ud800", r'"\ud800"')):
        assert hash_value(value) == f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def test_the_coverage_digest_covers_the_dispositions_in_root_order_with_their_keys_as_they_stand() -> None:
    ordered: list[dict[str, Any]] = [{"itemId": "_", "x": 1}, {"x": 2, "itemId": "1"}, {"itemId": "a"}, {"itemId": "A"}]
    expected = hash_value({"sourceRootDigest": "root", "dispositions": ordered})
    assert coverage_digest("root", ordered[::-1]) == expected
    assert coverage_digest("root", [*ordered[:1], {"itemId": "1", "x": 2}, *ordered[2:]]) != expected


def test_a_lone_disposition_needs_no_id_to_be_covered() -> None:
    lone: list[dict[str, Any]] = [{"itemId": None}]
    assert coverage_digest(None, lone) == hash_value({"sourceRootDigest": None, "dispositions": lone})


def test_a_space_is_known_by_its_other_fields_in_contract_order() -> None:
    space = {name: name.upper() for name in SPACE_FIELDS}
    shuffled = {"spaceId": "any", **dict(reversed(space.items()))}
    assert space_id(shuffled) == hash_value(space)
    assert space_id({"metric": "cosine"}) == hash_value({"metric": "cosine"})


def test_the_fields_of_a_space_are_those_of_the_schema() -> None:
    assert (*SPACE_FIELDS, "spaceId") == fields("space")
