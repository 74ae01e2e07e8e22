"""Where each link stands, to the character, whatever stands before it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from examples import times
from frontmatters import fenced, leaf, short_yaml, spoiled_yaml
from hypothesis import given, settings
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from packetlint.links.model import LinkPlace, Place
from packetlint.links.places import find_places


def _shown(text: str, place: Place | None) -> tuple[str, str] | None:
    return None if place is None else (text[place.start : place.end], place.style)


# Frontmatter -> for each link what is marked and how it is written, and the same for its role.
_PLACES: dict[str, tuple[str, list[tuple[tuple[str, str], tuple[str, str] | None]]]] = {
    "plain": ("soft_links:\n  - /a # c\n  - uri: /b\n    role: spec\n", [(("/a", "plain"), None), (("/b", "plain"), ("spec", "plain"))]),
    "quotes": (
        "soft_links: ['/a', \"\\x2fb\", 'it''s']\n",
        [(("'/a'", "single"), None), (('"\\x2fb"', "double"), None), (("'it''s'", "single"), None)],
    ),
    "braces": ("soft_links: [{role: spec, uri: /a}]\n", [(("/a", "plain"), ("spec", "plain"))]),
    "bad items between": ("soft_links:\n  - 1\n  - /a\n  - {}\n  - /b\n", [(("/a", "plain"), None), (("/b", "plain"), None)]),
    "a text on two lines": ("soft_links:\n  - /a\n    b\n", [(("/a\n    b", "plain"), None)]),
    "folded": ("soft_links:\n  - uri: >-\n      /a\n\n    role: spec\n", [((">-\n      /a", "block"), ("spec", "plain"))]),
    "literal, with a comment behind": ("soft_links:\n  - |\n    /a\n  # c\n", [(("|\n    /a", "block"), None)]),
    "literal, with a blank that is none to YAML": ("soft_links:\n  - |-\n    /a\u3000\n", [(("|-\n    /a\u3000", "block"), None)]),
    "an alias of a mapping": (
        "soft_links:\n  - &x\n    uri: /a\n    role: spec\n  - *x\n",
        [(("/a", "plain"), ("spec", "plain")), (("*x", "alias"), ("*x", "alias"))],
    ),
    "an alias of a text": (
        "soft_links:\n  - uri: &u /a\n  - uri: *u\n    role: spec\n  - *u\n",
        [(("/a", "plain"), None), (("*u", "alias"), ("spec", "plain")), (("*u", "alias"), None)],
    ),
    "an alias of a role": ("x: &r spec\nsoft_links: [{uri: /a, role: *r}]\n", [(("/a", "plain"), ("*r", "alias"))]),
    "an alias of the list": ("x: &l [/a, /b]\nsoft_links: *l\n", [(("*l", "alias"), None), (("*l", "alias"), None)]),
    "a merge": ("x: &x {role: spec}\nsoft_links:\n  - <<: *x\n    uri: /a\n", [(("/a", "plain"), ("*x", "alias"))]),
    "anchors and tags": (
        "soft_links:\n  - &a !!str /a\n  - !!str '/b'\n  - uri: &c # c\n      \"/c\"\n",
        [(("/a", "plain"), None), (("'/b'", "single"), None), (('"/c"', "double"), None)],
    ),
    "line ends of every kind": (
        "a: b\r\nc: d\re: f\nsoft_links:\r\n  - /a\r  - '/b'\n",
        [(("/a", "plain"), None), (("'/b'", "single"), None)],
    ),
    "other line breaks of Unicode": (
        "a: 'b\u2028c\x85d\u2029'\nsoft_links: ['x\u2028y', /z]\n",
        [(("'x\u2028y'", "single"), None), (("/z", "plain"), None)],
    ),
    "wide characters": (
        "\U0001f600: é\u0301\nsoft_links: [/\U0001f600/é, /b]\n",
        [(("/\U0001f600/é", "plain"), None), (("/b", "plain"), None)],
    ),
    "no links": ("a: b\n", []),
    "no list": ("soft_links: /a\n", []),
    "no YAML": ("soft_links: [/a\n", []),
}


@pytest.mark.parametrize("name", _PLACES)
@pytest.mark.parametrize("before", ["", "<!-- x\U0001f600 -->\r\n\n"])
def test_places_are_found(name: str, before: str) -> None:
    yaml, expected = _PLACES[name]
    text = before + fenced(yaml)
    assert [(_shown(text, place.uri), _shown(text, place.role)) for place in find_places(text)] == expected


def test_a_byte_order_mark_does_not_count() -> None:
    read = leaf("\ufeff" + fenced("soft_links: [/a]\n"))
    assert read.source
    assert read.places == [LinkPlace(Place(17, 19, "plain"))]
    assert read.source.text[17:19] == "/a"
    assert read.source.raw[read.source.byte_offset(17) :].startswith(b"/a]")


def test_places_are_found_once() -> None:
    read = leaf(fenced("soft_links: [/a]\n"))
    assert read.places is read.places


def test_a_file_without_frontmatter_has_none() -> None:
    assert find_places("# Title\n") == []
    assert find_places("---\nsoft_links: [/a]\n") == []


def _readings(scalar: str) -> list[object]:
    """Give what a scalar is read as in either notation of lists."""
    values: list[object] = []
    for yaml in (f"- {scalar}\n", f"[{scalar}]"):
        with suppress(YAMLError):
            values += YAML(typ="safe", pure=True).load(yaml)
    return values


@settings(max_examples=times(80), deadline=None)
@given(short_yaml | spoiled_yaml())
def test_what_is_marked_is_the_link(yaml: str) -> None:
    text = fenced(yaml)
    read = leaf(text)
    assert len(read.places) == len(read.links)
    for link, place in zip(read.links, read.places, strict=True):
        assert (place.role is None) == (link.role is None)
        for value, where in ((link.uri, place.uri), (link.role, place.role)):
            if where and where.style in ("plain", "single", "double"):
                assert value in _readings(text[where.start : where.end])
