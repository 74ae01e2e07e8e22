"""The quick ways to read frontmatter give the answers of the slow one, which is that of the library; whatever is written, there is one."""

from __future__ import annotations

import time
import warnings
from typing import Any

import pytest
from examples import times
from frontmatters import ODD_VALUES, ORDINARY_VALUES, fenced, leaf, ordinary_yaml, short_yaml, spoiled_yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from packetlint.core.source import Source
from packetlint.links import careful
from packetlint.links.fast import read_plain
from packetlint.links.frontmatter import INVALID, Block, find
from packetlint.links.model import Link
from packetlint.links.places import find_places
from packetlint.links.reader import read_leaf
from packetlint.links.shape import read_shape


def _block(text: str) -> Block | None:
    found = find(text)
    return found if isinstance(found, Block) else None


def _judged(text: str, block: Block) -> tuple[bool, list[Link], int]:
    """Give what the careful reader makes of a block."""
    shape = read_shape(text, careful.read_nodes(text, block))
    return shape.has_key, list(shape.links), len(shape.faults)


def _agree(yaml: str) -> None:
    text = f"---\n{yaml}---\n"
    block = _block(text)
    plain = block and read_plain(text[block.start : block.end])
    if block and plain:
        assert _judged(text, block) == (plain.has_key, list(plain.links), 0)


_SLOTS = [
    *[
        "a: V\n",
        "a: V # c\n",
        "a: V\n  b\n",
        "a:\n  - V\n",
        "a:\n- x\n- V\n",
        "a: [V, x]\n",
        "a: [x, V]\n",
        "a:V\n",
        "V\n",
        "V: x\nTRUE: y\n",
    ],
    *["a: |\n  V\n  x\n", "a: >-\n x\n V\nb: x\n", "a: |\n  x\nV\n", "a: |V\n  x\n", "V: x\nNULL: y\n", "a: x\nV: x\n", "a:\n- x\n V\n"],
    *[
        "soft_links: [V]\n",
        "soft_links:[V]\n",
        "soft_links:  [ V ]\n",
        "soft_links: [x, V, y]\n",
        "soft_links: [{uri: V}]\n",
        "soft_links: [{uri: /a, role: V}]\n",
        "soft_links: [x]V\n",
    ],
    *[
        "soft_links:\n  - V\n",
        "soft_links:\n- V # c\n",
        "soft_links:\n  - /a\n  V\n",
        "soft_links:\n  - V\n  - /a\nb: c\n",
        "soft_links: V\n",
    ],
    *[
        "soft_links:\n  - uri: V\n",
        "soft_links:\n  - uri: /a\n    role: V\n",
        "soft_links:\n  - uri: /a\n    x: V\n",
        "soft_links: # V\n  - /a\n",
    ],
    *[
        "soft_links:\n  - uri: /a\n    V: x\n    null: y\n",
        "soft_links:\n  - uri: /a\n    V: x\n    true: y\n",
        "soft_links:\n  - role: V\n    uri: /a\n",
    ],
]


@pytest.mark.parametrize("slot", _SLOTS)
def test_both_readers_have_one_answer_about_every_value(slot: str) -> None:
    for value in ORDINARY_VALUES + ODD_VALUES:
        _agree(slot.replace("V", value))


@settings(max_examples=times(80), deadline=None)
@given(short_yaml | ordinary_yaml | spoiled_yaml())
def test_both_readers_have_one_answer(yaml: str) -> None:
    _agree(yaml)


def _loaded(yaml: str) -> Any:
    """Give what ruamel.yaml's own loader makes of frontmatter; an exception where it makes nothing of it."""
    from ruamel.yaml import YAML

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of an anchor that is used twice, which is allowed
        try:
            return YAML(typ="safe", pure=True).load(yaml)
        except Exception as error:  # noqa: BLE001 - it raises a good many
            return error


def _expected(item: Any) -> Link | None:
    uri, role = (item.get("uri"), item.get("role")) if isinstance(item, dict) else (item, None)
    if not isinstance(uri, str) or not uri.strip() or not isinstance(role, str | None):
        return None
    return Link(uri, role)


@settings(max_examples=times(60), deadline=None)
@given(short_yaml | spoiled_yaml())
def test_the_answer_is_that_of_the_library(yaml: str) -> None:
    text = f"---\n{yaml}---\n"
    block = _block(text)
    read = leaf(text)
    if block is None or any(fault.rule == INVALID for fault in read.faults):
        return
    loaded = _loaded(text[block.start : block.end])
    assert loaded is None or isinstance(loaded, dict)
    listed = (loaded or {}).get("soft_links")
    expected = [_expected(item) for item in listed] if isinstance(listed, list) else []
    assert list(read.links) == [link for link in expected if link]
    assert read.has_key == ("soft_links" in (loaded or {}))
    assert len(read.faults) == (expected.count(None) if isinstance(listed, list) else listed is not None)


@settings(max_examples=times(60), deadline=None)
@given(short_yaml | spoiled_yaml())
def test_what_the_library_refuses_is_refused(yaml: str) -> None:
    text = f"---\n{yaml}---\n"
    block = _block(text)
    if block and isinstance(_loaded(text[block.start : block.end]), Exception):
        assert [fault.rule for fault in leaf(text).faults] == [INVALID]


@settings(max_examples=times(60), deadline=None)
@given(short_yaml | spoiled_yaml())
def test_the_parser_in_c_changes_nothing(yaml: str) -> None:
    pytest.importorskip("_ruamel_yaml", reason="the parser in C is not installed")
    text = f"---\n{yaml}---\n"
    block = _block(text)
    quick = careful.read_quickly(text, block) if block else None
    if block and quick:
        assert read_shape(text, quick)[:2] == read_shape(text, careful.read_nodes(text, block))[:2]


def _check(text: str) -> None:
    """See to it that a text is read, that there is one fault of its YAML at most, and that all places are in it."""
    read = leaf(text)
    assert [fault.rule for fault in read.faults].count(INVALID) in (0, 1)
    assert len(read.places) == len(read.links)
    for fault in read.faults:
        assert 0 <= fault.start < fault.end <= len(text)
        assert fault.message


@settings(max_examples=times(80), deadline=None)
@given(st.text() | st.text(alphabet="-:.#[]{}'\"\\&*!|>%@` \t\r\n\u2028\x85\ufeffax1~<=?,"))
def test_any_text_is_read(text: str) -> None:
    for written in (text, f"---\n{text}", f"---\n{text}\n---\n", f"---\nsoft_links: {text}\n---\n", f"---\nsoft_links:\n  - {text}\n---\n"):
        if "\0" not in written and not written.startswith("\ufeff"):
            _check(written)


@settings(max_examples=times(120), deadline=None)
@given(spoiled_yaml())
def test_spoiled_frontmatter_is_read(yaml: str) -> None:
    _check(fenced(yaml))


_SIZE = 60_000
_HOSTILE = {
    "brackets": "a: " + "[" * _SIZE,
    "braces": "a: " + "{{" * (_SIZE // 2),
    "mappings in mappings": "a: " + "{a: " * (_SIZE // 4),
    "a long list": f"soft_links: [{'x, ' * (_SIZE // 3)}]",
    "many links": "soft_links:" + "\n  - x" * (_SIZE // 6),
    "quotes": "a: '" + "'" * _SIZE,
    "words": "a: " + "x # y: " * (_SIZE // 7),
    "colons": "a: " + "b:" * (_SIZE // 2),
    "blanks": "a: b" + " " * _SIZE + "#",
    "blank lines": "soft_links:" + "\n" * _SIZE + "x",
    "comments": "soft_links:" + "\n#" * (_SIZE // 2) + "\nx",
    "aliases": "a: &a x\nb: [" + "*a, " * (_SIZE // 5) + "]",
    "digits": "a: " + "1a" * (_SIZE // 2),
    "a block": "a: |" + "\n x\n  " * (_SIZE // 7) + "\n b",
    "fences": "a: b" + "\n ---" * (_SIZE // 5),
    "half-open comments": "<!-- -->" * (_SIZE // 8),
    "keys": "".join(f"k{number}: 1\n" for number in range(_SIZE // 9)),
}


@pytest.mark.parametrize("name", _HOSTILE)
def test_64_kib_of_hostile_text_are_read_in_a_moment(name: str) -> None:
    for text in (fenced(_HOSTILE[name] + "\n"), "---\n" + _HOSTILE[name], _HOSTILE[name]):
        start = time.process_time()
        _check(text)
        assert time.process_time() - start < 10  # a second at most on a slow machine; what is not linear takes minutes


@given(st.binary(max_size=200))
def test_any_bytes_that_are_text_are_read(raw: bytes) -> None:
    text = (b"---\n" + raw.replace(b"\0", b"")).decode("utf-8", "replace")
    assert len(find_places(text)) == len(read_leaf(Source("a.md", text.encode())).links)
