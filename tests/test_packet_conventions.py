"""Which parts of conventions.md go to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packetlint.packet.conventions import about_building, about_design, parts, verification_tools

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from packetlint.packet.conventions import Part

_TEXT = """Intro line.

# Project

## Commands
- Build: `make image`
- **Deploy**: push to `main`
  then wait
- Test: `make test`
- Lint: `make lint`
- Dev: `make serve`
- Note: tests build nothing

## Environment
Set `KEY`.

```
# not a heading
```

## Look
- colours come from the theme
- names are short

## MCP tools

## Testing tools
- Playwright is connected
"""


def _lines(chosen: Iterator[Part]) -> list[str]:
    return [line for part in chosen for line in part.lines]


@pytest.mark.parametrize(
    ("choose", "lines"),
    [
        (
            about_building,
            [
                *("- Build: `make image`", "- **Deploy**: push to `main`", "  then wait"),
                *("## Environment", "Set `KEY`.", "", "```", "# not a heading", "```"),
            ],
        ),
        (about_design, ["- colours come from the theme"]),
        (
            verification_tools,
            ["- Test: `make test`", "- Lint: `make lint`", "- Dev: `make serve`", "## Testing tools", "- Playwright is connected"],
        ),
    ],
)
def test_parts_go_by_heading_and_items_by_label(choose: Callable[[str], Iterator[Part]], lines: list[str]) -> None:
    assert _lines(choose(_TEXT)) == lines


@pytest.mark.parametrize(
    ("text", "choose", "is_told"),
    [
        ("- 빌드는 `make`", about_building, True),
        ("## 배포\n- 금요일에는 하지 않는다", about_building, True),
        ("## 화면 구성\n- 파랑", about_design, True),
        ("- building is fun", about_building, False),
        ("- the suite of rooms", about_design, False),
        ("- Tests are deterministic", verification_tools, False),
        ("- the Playwright MCP is connected", verification_tools, True),
        ("- 개발 서버: `make serve`", verification_tools, True),
        ("plain prose on the build", about_building, False),
        ("", parts, False),
    ],
)
def test_words_decide(text: str, choose: Callable[[str], Iterator[Part]], is_told: bool) -> None:  # noqa: FBT001
    assert bool(_lines(choose(text))) is is_told


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"), max_size=200))
def test_all_parts_together_are_the_text(text: str) -> None:
    kept = [line for line in _lines(parts(text)) if line.strip()]
    assert kept == [line for line in text.split("\n") if line.strip()]


@given(st.text(st.characters(exclude_characters="\0"), max_size=200))
def test_any_text_can_be_taken_apart(text: str) -> None:
    for choose in (parts, about_building, about_design, verification_tools):
        assert all(part.lines for part in choose(text))
