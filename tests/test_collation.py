"""The root collation: ASCII by our own table, other scripts by ICU, both as Node has them."""

from __future__ import annotations

import random
import subprocess
import sys
import unicodedata
from itertools import product

import pytest
from node import javascript, javascript_version, needs_node

from packetlint.core.errors import UsageError
from packetlint.partition import collation
from packetlint.partition.collation import sort_by_root

_SORT = "const root = new Intl.Collator('und'); return given.map(texts => [...texts].sort(root.compare))"
_LOCALE_COMPARE = "return given.map(texts => [...texts].sort((left, right) => left.localeCompare(right)))"
_ASCII = [chr(code) for code in range(128)]
_SCRIPTS = {
    "latin": ((0x20, 0x7E), (0xC0, 0x24F), (0x1E00, 0x1EFF)),
    "latin with accents apart": ((0x61, 0x7A), (0x300, 0x341)),
    "greek": ((0x391, 0x3A9), (0x3B1, 0x3C9), (0x1F00, 0x1F15), (0x61, 0x64)),
    "cyrillic": ((0x410, 0x45F), (0x61, 0x64)),
    "cjk": ((0x4E00, 0x9FA5), (0x3041, 0x3096), (0x30A1, 0x30FA)),
    "hangul": ((0xAC00, 0xD7A3), (0x1100, 0x1112), (0x61, 0x64)),
    "emoji": ((0x1F300, 0x1F5FF), (0x1F600, 0x1F64F), (0x2600, 0x26FF), (0x200D, 0x200D), (0xFE0F, 0xFE0F)),
}


def test_marks_come_before_digits_before_letters() -> None:
    assert sort_by_root(["b", "a", "2", "10", "$", "~", "-", "_", " ", "B", "A"]) == [
        " ",
        "_",
        "-",
        "~",
        "$",
        "10",
        "2",
        "a",
        "A",
        "b",
        "B",
    ]


def test_case_only_breaks_ties_and_small_letters_come_first() -> None:
    assert sort_by_root(["Ab", "aC", "aB", "ab", "AA"]) == ["AA", "ab", "aB", "Ab", "aC"]


def test_controls_count_for_nothing_and_equals_keep_their_order() -> None:
    assert sort_by_root(["b\x01", "a\x02b", "b", "\x00ab", "ab"]) == ["a\x02b", "\x00ab", "ab", "b\x01", "b"]


def test_a_key_gives_the_text_to_sort_by() -> None:
    assert sort_by_root([{"id": "B", "n": 1}, {"id": "a", "n": 2}, {"id": "B", "n": 3}], lambda record: str(record["id"])) == [
        {"id": "a", "n": 2},
        {"id": "B", "n": 1},
        {"id": "B", "n": 3},
    ]


@needs_node
@pytest.mark.parametrize("script", [_SORT, _LOCALE_COMPARE], ids=["collator", "localeCompare"])
def test_every_pair_of_ascii_characters_sorts_as_in_node(script: str) -> None:
    texts = [first + second for first, second in product(["", *_ASCII], _ASCII)]
    random.Random(1).shuffle(texts)
    assert javascript(script, [texts]) == [sort_by_root(texts)]


@needs_node
def test_random_ascii_sorts_as_in_node() -> None:
    make = random.Random(2)
    lists = [
        ["".join(make.choices("aAbBzZ019-_.:#/ \t\x00$~", k=make.randrange(9))) for _ in range(make.randrange(60))] for _ in range(300)
    ]
    assert javascript(_SORT, lists) == [sort_by_root(texts) for texts in lists]


def _random_texts(ranges: tuple[tuple[int, int], ...], seed: int) -> list[str]:
    make = random.Random(seed)
    characters = [chr(code) for first, last in ranges for code in range(first, last + 1) if unicodedata.category(chr(code)) != "Cn"]
    return ["".join(make.choices(characters, k=make.randrange(1, 7))) for _ in range(3000)]


@needs_node
@pytest.mark.parametrize("name", _SCRIPTS)
def test_other_scripts_sort_as_in_node(name: str) -> None:
    pytest.importorskip("icu", reason="the extra `collation` is not installed")
    texts = _random_texts(_SCRIPTS[name], len(name))
    theirs = javascript(_SORT, [texts])
    assert theirs == [sort_by_root(texts)], f"Node has ICU {javascript_version('icu')}"


def test_composed_and_apart_are_equal_and_keep_their_order() -> None:
    pytest.importorskip("icu", reason="the extra `collation` is not installed")
    assert sort_by_root(["f", "e\u0301", "é", "e", "E"]) == ["e", "E", "e\u0301", "é", "f"]


def test_one_foreign_text_does_not_change_the_order_of_the_others() -> None:
    pytest.importorskip("icu", reason="the extra `collation` is not installed")
    texts = [first + second for first, second in product(["", *_ASCII], _ASCII)]
    assert [text for text in sort_by_root([*texts, "日本"]) if text != "日本"] == sort_by_root(texts)


def test_a_missing_library_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "icu", None)
    collation._icu_key.cache_clear()  # noqa: SLF001 - it may have been loaded for another test
    assert sort_by_root(["b", "a"]) == ["a", "b"]
    with pytest.raises(UsageError, match=r"packetlint\[collation\]") as caught:
        sort_by_root(["b", "ä"])
    assert "\n" not in str(caught.value)


def test_ascii_does_not_load_the_library() -> None:
    script = "import sys; from packetlint.partition.collation import sort_by_root; sort_by_root(['b', 'A']); print('icu' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, timeout=60)
    assert done.stdout.strip() == b"False"
