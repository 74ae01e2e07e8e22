"""The anchors of a markdown file, by GitHub's rule."""

from __future__ import annotations

import pytest
from examples import times
from hypothesis import given, settings
from hypothesis import strategies as st

from packetlint.core.source import Source
from packetlint.links.anchors import anchors, has_anchor, slug_of


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Part One", "part-one"),
        ("Why  two blanks", "why--two-blanks"),
        ("`__init__` and `Vec<T>`", "__init__-and-vect"),
        ("`<div>`", "div"),
        ("snake_case, _emphasis_ and __more__", "snake_case-emphasis-and-more"),
        ("*Stars* and **more** ~~gone~~", "stars-and-more-gone"),
        ("A &amp; B", "a--b"),
        ("[A link](/x.md) and ![an image][1]", "a-link-and-an-image"),
        ("決定 と 承認!", "決定-と-承認"),
        ("Ünïcode – dash", "ünïcode--dash"),
        ("<kbd>Ctrl</kbd> + C", "ctrl--c"),
        ("1.2 Version", "12-version"),
        ("", ""),
    ],
)
def test_a_title_gives_its_slug(title: str, slug: str) -> None:
    assert slug_of(title) == slug


_TEXT = """---
title: T
---

# Top

> ## Quoted heading

- ### In a list

Two line
title
=====

## Top

```
# not this
```

<a id="Written"></a>
"""


def test_every_kind_of_heading_is_found_and_repeated_ones_are_numbered() -> None:
    found = anchors(Source("x.md", _TEXT.encode()))
    assert found == ["top", "quoted-heading", "in-a-list", "two-line-title", "top-1", "Written"]


@pytest.mark.parametrize("fragment", ["top", "Top", "two-line%2Dtitle", "written", "", ":~:text=x"])
def test_a_fragment_names_an_anchor_in_any_case_or_encoding(fragment: str) -> None:
    assert has_anchor(fragment, ["two-line-title", "Written"])


def test_another_fragment_names_none() -> None:
    assert not has_anchor("elsewhere", ["top", "two"])


@given(st.text(alphabet="#>-*_~`[]()<>&; \n=aé\u200b", max_size=300))
@settings(max_examples=times(300), deadline=None)
def test_any_text_has_anchors(text: str) -> None:
    assert all(isinstance(anchor, str) for anchor in anchors(Source("x.md", text.encode())))


@pytest.mark.parametrize("part", ["~~a ", "**a ", "_a ", "[a](", "<a ", "`a "])
def test_a_long_title_is_cut_before_it_costs_anything(part: str) -> None:
    assert len(slug_of(part * 100_000)) <= 2000
