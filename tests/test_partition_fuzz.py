"""Whatever becomes of a proposal: diagnostics with places inside the file, quickly, and no failure of a rule."""

from __future__ import annotations

import copy
import json
import random
import time
from typing import Any

import pytest
from examples import SLOWER
from fuzz.changes import place
from proposals import digest, item, report, sealed, sound, space, text

_ROUNDS = 2600
_PARTS = 4
_SECONDS = 2.0 * SLOWER
_SPLICES = [b"[" * 300, b'{"a":' * 300, b"]", b"}", b",", b'"', b"\\", b"\\ud800", b"1e999", b"9" * 5000, b"NaN", b"//", b"null", b"\n"]
_SPLICES += [b"\xef\xbb\xbf", b"\xff", b"\0", b"\x01", b'"itemId": "source",', b'"1": 2, "0": 1,', "é".encode(), b"-0.0", b"0" * 20]
_VALUES: list[Any] = [None, True, False, 0, -1, 1.5, 10**30, "", "x", "\ud800", "é", [], {}, [[]], [{}], [None], ["x", 1], {"length": 1}]
_VALUES += [digest("a"), space(), item("z"), "body:a", "source", ["body:a", "body:a"], {"itemId": None}]


def _flipped(raw: bytes, source: random.Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(source.randint(1, 4)):
        changed[source.randrange(len(raw))] ^= 1 << source.randrange(8)
    return bytes(changed)


def _cut(raw: bytes, source: random.Random) -> bytes:
    start = source.randrange(len(raw))
    return raw[:start] + raw[source.choice([len(raw), source.randrange(start, len(raw))]) :]


def _spliced(raw: bytes, source: random.Random) -> bytes:
    at = source.randrange(len(raw))
    return raw[:at] + source.choice(_SPLICES) + raw[at:]


def _revalued(raw: bytes, source: random.Random) -> bytes:
    """Put other values, or nothing, in one to three places."""
    value = json.loads(raw)
    for _ in range(source.randint(1, 3)):
        holder, key = place(value, source)
        if source.random() < 0.2:
            del holder[key]
        else:
            holder[key] = copy.deepcopy(source.choice(_VALUES))
    return json.dumps(value).encode()


def _check(raw: bytes) -> None:
    start = time.process_time()
    found = report(raw)
    assert time.process_time() - start < _SECONDS, "too slow"
    assert found.crashes == []
    for diagnostic in found.diagnostics:
        span, source = diagnostic.span, found.sources.get(diagnostic.path)
        assert span[:2] <= span[2:], diagnostic
        assert not diagnostic.message.endswith((".", "!")), diagnostic
        if source:
            assert span.column <= len(source.line(span.line)) + 1, diagnostic


@pytest.mark.parametrize("part", range(_PARTS))
def test_mutated_proposals_give_diagnostics_only(part: int) -> None:
    source = random.Random(part)
    texts = [text(sealed(sound())), json.dumps(sealed(sound())).encode()]
    for _ in range(_ROUNDS // _PARTS):
        mutate = source.choice([_flipped, _cut, _spliced, _revalued])
        _check(mutate(source.choice(texts), source))


_DEEP = 100_000
_HUGE: dict[str, bytes] = {
    "deep lists": b'{"coverageDigest": 1, "dispositions": ' + b"[" * _DEEP,
    "deep objects": b'{"coverageDigest": 1, "dispositions": ' + b'{"a":' * _DEEP,
    "a long string": b'{"coverageDigest": 1, "dispositions": "' + b"\\n" * _DEEP,
    "many blanks": b'{"coverageDigest": 1, "dispositions": ' + b" " * (10 * _DEEP),
    "many quotes": b'{"coverageDigest": 1, "dispositions": ' + b'""' * _DEEP,
    "a long number": b'{"coverageDigest": 1, "dispositions": ' + b"1" * (10 * _DEEP),
}


@pytest.mark.parametrize("raw", _HUGE.values(), ids=_HUGE)
def test_a_huge_text_that_is_no_json_has_one_finding_quickly(raw: bytes) -> None:
    _check(raw)
    assert [found.rule for found in report(raw).diagnostics] == ["partition/json-invalid"]


def test_long_lists_of_anything_are_judged_in_linear_time() -> None:
    proposal = sound()
    names = [f"body:{at}" for at in range(5000)]
    proposal["dispositions"][1]["targetRefs"] = names
    proposal["dispositions"][2]["targetRefs"] = [1, "a", None, *([] for _ in range(1)), *range(2, 3000), *names]
    proposal["transfers"] = [{**proposal["transfers"][0], "toTargetRef": name} for name in names]
    proposal["items"][0]["authority"]["audience"] = ["body:a", *names]
    _check(json.dumps(sealed(proposal)).encode())
