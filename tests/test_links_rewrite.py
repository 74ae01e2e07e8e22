"""Another target in the place of the old one: read as meant, in the quotes that were there, and nothing else changed."""

from __future__ import annotations

import pytest
from examples import times
from frontmatters import fenced, leaf, linked_yaml, spoiled_yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from packetlint.links.rewrite import rewritten


def _changed(text: str, number: int, new: str) -> str | None:
    """Give a file's text with another target in its link of that number."""
    read = leaf(text)
    place = read.places[number].uri
    written = rewritten(text, place, read.links[number].uri, new)
    return None if written is None else text[: place.start] + written + text[place.end :]


_WRITTEN: dict[str, tuple[str, str, str | None]] = {
    "plain": ("soft_links:\n  - /a # c\n", "/b", "soft_links:\n  - /b # c\n"),
    "plain in brackets": ("soft_links: [ /a , /c]\n", "/b", "soft_links: [ /b , /c]\n"),
    "plain on two lines": ("soft_links:\n  - a\n    b\n  - c\n", "/b", "soft_links:\n  - /b\n  - c\n"),
    "plain, and a comma": ("soft_links: [/a]\n", "/a, b", "soft_links: ['/a, b']\n"),
    "plain outside brackets, and a comma": ("soft_links:\n- /a\n", "/a, b", "soft_links:\n- '/a, b'\n"),
    "plain, and a colon": ("soft_links:\n- /a\n", "x: y", "soft_links:\n- 'x: y'\n"),
    "plain, and a comment": ("soft_links:\n- /a\n", "/a #b", "soft_links:\n- '/a #b'\n"),
    "plain, and a number": ("soft_links:\n- /a\n", "12", "soft_links:\n- '12'\n"),
    "plain, and a date": ("soft_links:\n- /a\n", "2026-02-30", "soft_links:\n- '2026-02-30'\n"),
    "plain, and a word of YAML's": ("soft_links:\n- /a\n", "null", "soft_links:\n- 'null'\n"),
    "plain, and a star": ("soft_links:\n- /a\n", "*", "soft_links:\n- '*'\n"),
    "plain, and a quote": ("soft_links:\n- /a\n", "'b", "soft_links:\n- '''b'\n"),
    "plain, and blanks at the end": ("soft_links:\n- /a\n", "b ", "soft_links:\n- 'b '\n"),
    "plain, and a line break": ("soft_links:\n- /a\n", "b\nc", 'soft_links:\n- "b\\u000Ac"\n'),
    "plain, and other alphabets": ("soft_links:\n- /a\n", "/決定/é", "soft_links:\n- /決定/é\n"),
    "single": ("soft_links: ['/a']\n", "it's", "soft_links: ['it''s']\n"),
    "single, and a control character": ("soft_links: ['/a']\n", "x\x01", 'soft_links: ["x\\u0001"]\n'),
    "double": ('soft_links: ["/a"]\n', '\\"é\x85', 'soft_links: ["\\\\\\"é\\u0085"]\n'),
    "folded": (
        "soft_links:\n  - uri: >-  # c\n      /a\n    role: spec\n",
        "/b: c",
        "soft_links:\n  - uri: >-  # c\n      /b: c\n    role: spec\n",
    ),
    "literal, with its line end": ("soft_links:\r\n  - |\r\n    /a\r\n", "/b\n", "soft_links:\r\n  - |\r\n    /b\r\n"),
    "literal, and no line end": ("soft_links:\n  - |\n    /a\n", "/b", None),
    "folded of two lines": ("soft_links:\n  - >-\n    /a\n    b\n", "/b", None),
    "folded, and a line break": ("soft_links:\n  - >-\n    /a\n", "/b\nc", None),
    "folded, and blanks": ("soft_links:\n  - >-\n    /a\n", " b", None),
    "an alias": ("x: &x /a\nsoft_links: [*x]\n", "/b", None),
    "an anchor": ("soft_links:\n  - &x /a\n", "/b", "soft_links:\n  - &x /b\n"),
    "a tag": ("soft_links:\n  - !!str 1\n", "/b", "soft_links:\n  - !!str /b\n"),
}


@pytest.mark.parametrize("name", _WRITTEN)
def test_targets_are_rewritten(name: str) -> None:
    yaml, new, expected = _WRITTEN[name]
    changed = _changed(fenced(yaml), 0, new)
    assert changed == (None if expected is None else fenced(expected))
    if changed is not None:
        assert leaf(changed).links[0].uri == new


_NEW = st.sampled_from(
    [
        "/b.md",
        "a: b",
        "x # y",
        "[x]",
        "{{x}}",
        "- a",
        "'",
        '"',
        "\\",
        "é\u2028",
        "12",
        "true",
        "~",
        "a, b",
        "@a",
        "*",
        "&a",
        "!",
        "?",
        " a ",
        "%x",
    ]
)


@settings(max_examples=times(80), deadline=None)
@given(linked_yaml | spoiled_yaml(), _NEW | st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).filter(str.strip))
def test_the_new_target_is_read_and_all_else_stays(yaml: str, new: str) -> None:
    text = fenced(yaml)
    before = leaf(text)
    for number, place in enumerate(before.places):
        changed = _changed(text, number, new)
        if changed is None:
            assert place.uri.style in ("alias", "block")
        elif "&" not in yaml:  # behind an anchor every alias changes with it
            after = leaf(changed)
            assert list(after.links) == [link._replace(uri=new) if at == number else link for at, link in enumerate(before.links)]
            assert changed.startswith(text[: place.uri.start])
            assert changed.endswith(text[place.uri.end :])
            assert len(after.faults) == len(before.faults)
