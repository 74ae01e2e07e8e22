"""The brief reader: what is a brief, where it ends, and which spellings of a label it knows."""

from __future__ import annotations

import pytest
from briefs import GOOD

from packetlint.brief.reader import may_hold, read
from packetlint.core.config import Settings
from packetlint.core.source import Source


def _read(text: str, path: str = "brief.md") -> list[tuple[str, str]]:
    """Give (form, text) of every brief."""
    return [(brief.form, brief.text) for brief in read(Source(path, text.encode()), Settings())]


def _section(text: str, name: str) -> tuple[str, list[str]] | None:
    """Give the value and the items of a section of the first brief."""
    section = read(Source("brief.md", text.encode()), Settings())[0].section(name)
    return (
        None if section is None else (section.text, [item.text for item in section.items if not section.value or item is not section.value])
    )


@pytest.mark.parametrize(
    ("heading", "form"),
    [
        ("# Agent Brief", "agent-brief"),
        ("###### agent brief", "agent-brief"),
        ("## AGENT  BRIEF", "agent-brief"),
        ("## **Agent Brief**", "agent-brief"),
        ("## Agent Brief (v2)", "agent-brief"),
        ("## Agent Brief ##", "agent-brief"),
        ("## Context Packet", "packet"),
        ("   ## Context Packet (for the builder)", "packet"),
        ("## Agent Briefing", None),
        ("## The Agent Brief", None),
        ("## Agent Brief bar", None),
        ("## Context Packet: X", None),
        ("## Context Packet for X", None),
        ("    ## Agent Brief", None),
        ("> ## Agent Brief", None),
        ("```\n## Agent Brief\n```", None),
        ("<!--\n## Agent Brief\n-->", None),
        ("Agent Brief\n===", None),
        ("**Agent Brief**", None),
    ],
)
def test_a_heading_makes_a_brief_or_not(heading: str, form: str | None) -> None:
    assert [found for found, _ in _read(f"# Guide\n\n{heading}\n\nSome text.\n")] == ([form] if form else [])


@pytest.mark.parametrize("heading", ["## Agent Brief — 2026-06-09", "## Agent Brief: search", "## Agent Brief bar", "## Context Packet #4"])
def test_with_more_in_the_heading_a_known_label_below_makes_it_one(heading: str) -> None:
    assert _read(f"{heading}\n\nText.\n") == []
    assert len(_read(f"{heading}\n\n**Summary:** x\n")) == 1
    assert len(_read(f"{heading}\n\n### Out of scope\n- x\n")) == 1


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("## Agent Brief\na\n## Next\nb", "a"),
        ("## Agent Brief\na\n# Next\nb", "a"),
        ("## Agent Brief\na\n### Next\nb", "b"),
        ("## Agent Brief\na\n## Out of scope\nb\n## Next\nc", "b"),
        ("#### Context Packet\na\n### Constraints\nb\n### Next\nc", "b"),
        ("# X\n## Comments\n### Agent Brief\na\n## Y\nb", "a"),
        ("## Agent Brief\na\n\nNext part\n---\nb", "a"),
        ("## Agent Brief\na\n\nOut of scope\n---\nb", "b"),
        ("## Agent Brief\na\n\n---\n\nb", "b"),
        ("## Agent Brief\na\n```\n## Next\n```\nb", "b"),
        ("## Agent Brief\na\n### Context Packet\nb", "a"),
    ],
)
def test_a_brief_ends_at_the_next_heading_of_its_level(text: str, last: str) -> None:
    assert _read(text)[0][1].rpartition("\n")[2] == last


def test_a_file_holds_several_briefs() -> None:
    assert [form for form, _ in _read("## Agent Brief\n\n# Context Packet\n\n## Agent Brief\n")] == ["agent-brief", "packet", "agent-brief"]


@pytest.mark.parametrize("path", [".geas/missions/m/packets/t/w.md", "web/.geas/x.md"])
def test_nothing_below_geas_is_a_brief(path: str) -> None:
    assert _read(GOOD, path) == []


@pytest.mark.parametrize(
    "title",
    [
        "**Out of scope:**",
        "**Out of scope**:",
        "**Out of scope** :",
        "**Out of scope：**",
        "**Out of scope**：",
        "**Out of scope**",
        "__Out of scope__:",
        "**Out of scope** (see the plan):",
        "**Out of scope (see the plan):**",
        "**Out of scope / later:**",
        "**Out-of-scope:**",
        "**OUT OF SCOPE:**",
        "_Out of scope:_",
        "Out of scope:",
        "### Out of scope",
        "##### Out of scope (for now)",
        "### 5. Out of scope",
        "### ❌ Out of scope:",
        "## Out of scope",
        "**不在范围内：**",
    ],
)
def test_a_section_is_known_in_every_spelling(title: str) -> None:
    assert _section(f"## Agent Brief\n\n**Summary:** s\n\n{title}\n- a\n- b\n", "out of scope") == ("", ["a", "b"])


@pytest.mark.parametrize("title", ["**Scope out:**", "**Out of scopes:**", "### Scope of work", "### Task list", "**Parent/child:**"])
def test_another_title_is_content(title: str) -> None:
    brief = read(Source("brief.md", f"## Context Packet\n\n{title} x\n".encode()), Settings())[0]
    assert {section.name for section in brief.sections} == {""}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("**Summary:** one two", "one two"),
        ("**Summary:**   one  ", "one"),
        ("**Summary:** one  \n**Category:** bug", "one"),
        ("**Summary:** one\ntwo", "one two"),
        ("**Summary:**\none\ntwo", "one two"),
        ("**Summary:**\n\none", "one"),
        ("**Summary**: (re)open it", "(re)open it"),
        ("**Summary:** (none)", "(none)"),
        ("**Summary** – one", "one"),
        ("### Summary\n\none", "one"),
        ("- **Summary:** one\n- **Category:** bug", "one"),
        ("Summary: one", "one"),
        ("**摘要**：一", "一"),
        ("**Summary:** a <!-- b --> c", "a c"),
    ],
)
def test_a_value_stands_beside_or_below_its_label(text: str, value: str) -> None:
    found = _section(f"## Agent Brief\n\n{text}\n\nMore.\n", "summary")
    assert found is not None
    assert found[0] == value


@pytest.mark.parametrize(
    ("lines", "items"),
    [
        ("- a\n* b\n+ c\n1. d", ["a", "b", "c", "d"]),
        ("- a\n  b\n- c", ["a b", "c"]),
        ("- a\nb", ["a b"]),
        ("- a\n  - b\n    c\n- d", ["a b c", "d"]),
        ("- a\n\n  b\n\nc", ["a b"]),
        ("- [ ] a\n- [x] b", ["a", "b"]),
        ("  - a\n  - b", ["a", "b"]),
        ("a\nb\n\nc", ["a b", "c"]),
        ("Intro:\n- a", ["a"]),
        ("- a\n```\n- b\n```\n- c", ["a", "c"]),
        ("<!-- x -->\n- a\n<!-- y -->\n- b", ["a", "b"]),
        ("- a [[Wiki link]]", ["a [[Wiki link]]"]),
        ("**Frontend**\n- a\n**Backend**\n- b", ["a", "b"]),
        ("#### Frontend\n- a\n#### Backend\n- b", ["a", "b"]),
    ],
)
def test_items_are_bullets_with_what_belongs_to_them_or_paragraphs(lines: str, items: list[str]) -> None:
    found = _section(f"## Agent Brief\n\n**Acceptance criteria:**\n{lines}\n", "acceptance criteria")
    assert found is not None
    assert found[1] == items


def test_an_unknown_section_takes_its_bullets_with_it() -> None:
    text = "## Agent Brief\n\n**Out of scope:**\n- a\n\n**Notes:**\n- b\n"
    assert _section(text, "out of scope") == ("", ["a"])


@pytest.mark.parametrize(
    ("raw", "answer"),
    [
        (GOOD.encode(), True),
        (b"\xef\xbb\xbf## AGENT brief", True),
        (b"x\r# Context  Packet", True),
        (b"# Agents\n\nin brief", False),
        (b"An agent brief.", False),
        (b"", False),
    ],
)
def test_a_file_without_the_heading_is_told_cheaply(raw: bytes, answer: bool) -> None:  # noqa: FBT001 - a parameter
    assert may_hold(raw) is answer
