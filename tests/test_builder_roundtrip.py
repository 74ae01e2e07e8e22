"""Whatever a draft holds, the brief built from it is read back as the same sections and items, and built again as the same bytes."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

import pytest
from examples import times
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from packetlint.brief.builder import Built, build, render
from packetlint.brief.content import ORDER, TITLES, BriefContent, Entry, Part, from_brief, from_draft
from packetlint.brief.draft import FORMS, Draft, load
from packetlint.brief.escape import fold
from packetlint.brief.reader import may_hold, read
from packetlint.core.config import Settings
from packetlint.core.errors import UsageError
from packetlint.core.source import Source

if TYPE_CHECKING:
    from packetlint.brief.model import Brief, Form, Item, Section

_SETTINGS = Settings()
_HOSTILE = [
    *("# Notes", "## Context Packet", "### Out of scope", "## Agent Brief", "#", "#12", "####### seven"),
    *("- item", "* item", "+ item", "1. item", "2) item", "-", "--", "---", "- - -", "* * *", "***", "___", "===", "=", "_", "+"),
    *("```", "```ts", "~~~", "```ts const x = 1 ```", "`", "``", "`code`", "` <!-- `"),
    *("<!--", "-->", "<!-- hidden -->", "<!-- packetlint: ignore-file=all -->", "<!---->", "<!-->", "`<!--`"),
    *(
        "**Task**: x",
        "**Out of scope:**",
        "**Out of scope**",
        "**Note:** x",
        "**Note** (a): b",
        "**Scope** x",
        "__Summary__: x",
        "__Task__",
    ),
    *(
        "Summary:",
        "Task: x",
        "Category: bug",
        "Acceptance criteria:",
        "Out of scope",
        "Current behaviour :",
        "Size: simple",
        "Out-of-scope (x):",
        "`Summary`:",
        "***Task:**",
    ),
    *("验收标准：", "类别：缺陷", "**摘要**：x", "（重新）打开", "(re)open", ":", "：", ": x", "中文", "かな", "عربى"),
    *("[ ] open", "[x] done", "[X]", "[ ]", "[x]", "[link](https://x.dev)", "[ref]: https://x.dev"),
    *("| a | b |", "|---|---|", "> quote", "<details>", "&amp;", "\\", "\\#", '"', "'", "😀", "👩‍💻", "e\u0301"),
    *("\n", "\n\n", "\r\n", "\r\n\r\n", "\r", "\t", " ", "   ", "\u3000", "\u00a0", "\u2028", "\x85", "\x0b", "\x1f", "\u200b", "\ufeff"),
    *("(none)", "TBD", "...", "none", "MUST: x", "MUST NOT", "—", "- [ ] x", "<<<<<<< ours", "=======", ">>>>>>> theirs"),
]
_printed = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=6)
_pieces = st.lists(st.sampled_from(_HOSTILE) | _printed, min_size=1, max_size=5)
_texts = st.builds(lambda pieces, gap: gap.join(pieces), _pieces, st.sampled_from(["", " ", "\n", "\n\n"])).filter(str.strip)
_lists = st.lists(_texts, max_size=4)


def _some(**fields: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Give mappings with at least one of the fields."""
    return st.fixed_dictionaries({}, optional=fields).filter(bool)


def _with(name: str, **others: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({name: _texts}, optional=others)


def _file(**others: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"path": _texts.filter(lambda text: "`" not in text)}, optional=others)


_SHARED: dict[str, st.SearchStrategy[Any]] = {
    "size": st.sampled_from(["simple", "complex"]),
    "acceptance_criteria": _lists,
    "out_of_scope": _lists,
    "files_touched": st.lists(_file(names=_lists, hint=_texts, new=st.booleans()), max_size=3),
}
_FIELDS: dict[Form, dict[str, st.SearchStrategy[Any]]] = {
    "packet": {
        "task": _texts,
        "parent": _texts,
        "scope": _texts | _lists,
        "decisions": st.lists(_some(decision=_texts, chose=_texts, over=_texts, because=_texts), max_size=3),
        "constraints": st.fixed_dictionaries({}, optional={"must": _lists, "must_not": _lists, "blocked_by": _lists}),
        "tried": st.lists(_with("approach", failed_because=_texts), max_size=3),
        "type_surface": st.lists(_texts | _with("type", meaning=_texts), max_size=3),
        "progress": _lists,
        **_SHARED,
    },
    "agent-brief": {
        "category": _texts,
        "summary": _texts,
        "current_behavior": _texts,
        "desired_behavior": _texts,
        "key_interfaces": st.lists(_texts | _with("interface", note=_texts), max_size=3),
        **_SHARED,
    },
}
_drafts = st.sampled_from(FORMS).flatmap(lambda form: st.builds(Draft, st.just(form), st.fixed_dictionaries({}, optional=_FIELDS[form])))
_REFUSALS = re.compile(
    r"draft:1: `(?:[\w.\[\]]+`: is a check box without a text"
    r"|(?:current|desired)_behavior`: would be read as something else in a brief; put it into other words)"
)
_many = settings(max_examples=times(80), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


def _built(draft: Draft) -> Built | None:
    """Build, or see that the refusal is one of those there may be."""
    reason = ""
    try:
        return build(draft, "brief.md", _SETTINGS)
    except UsageError as error:
        reason = str(error)
    assert _REFUSALS.fullmatch(reason), reason
    return None


def _sections(brief: Brief) -> list[Section]:
    """Give the sections that have a name or hold something."""
    return [section for section in brief.sections if section.name or section.items]


def _read(text: str) -> Brief:
    (brief,) = read(Source("brief.md", text.encode()), _SETTINGS)
    return brief


@_many
@given(_drafts)
def test_a_brief_is_read_back_as_what_it_was_built_from_and_built_again_as_the_same_bytes(draft: Draft) -> None:
    built = _built(draft)
    if built is None:
        return
    assert may_hold(built.text.encode())
    brief = _read(built.text)
    assert from_brief(brief) == built.content
    assert render(from_brief(brief)) == built.text
    assert [section.name for section in _sections(brief)] == [part.name for part in built.content.parts]
    assert built.text.endswith("\n")
    assert "\r" not in built.text


@_many
@given(_lists, st.sampled_from(["out_of_scope", "progress", "acceptance_criteria", "type_surface"]))
@example(["# a", "- b", "1. c", "```ts", "--", "**Task:** d", "Summary:", "<!-- e -->"], "out_of_scope")
@example(["[ ] a", "[x] b"], "acceptance_criteria")
def test_the_reader_sees_exactly_the_items_of_a_list(texts: list[str], field: str) -> None:
    built = _built(Draft("packet", {field: texts}))
    if built is None:
        return
    (section,) = _sections(_read(built.text))
    is_criteria = field == "acceptance_criteria"
    expected = [_plain(_BOX.sub("", fold(text)) if is_criteria else fold(text)) for text in texts]
    assert _once(_plain(_whole(item, is_criteria=is_criteria)) for item in section.items) == _once(expected or ["(none)"])


_BOX = re.compile(r"^\[[ xX]\] (?=.)")


def _whole(item: Item, *, is_criteria: bool) -> str:
    return item.text if item.box is None or is_criteria else f"[{item.box}] {item.text}"


def _plain(text: str) -> str:
    """Give a text as it is compared: without the backslashes that escape."""
    return text.replace("\\", "").casefold()


def _once(texts: Any) -> list[str]:
    return list(dict.fromkeys(texts))


@_many
@given(_texts, st.sampled_from(["task", "parent", "scope", "category", "summary"]))
@example("(re)open the store", "summary")
@example("（重新）打开", "summary")
@example(": a", "category")
@example("<!-- a -->", "task")
def test_the_reader_sees_exactly_the_value_of_a_label(text: str, field: str) -> None:
    form: Form = "packet" if field in ORDER["packet"] else "agent-brief"
    built = _built(Draft(form, {field: text}))
    if built is None:
        return
    (section,) = _sections(_read(built.text))
    assert section.name == field
    assert _plain(section.text) == _plain(fold(text))


@_many
@given(_texts, st.sampled_from(["current_behavior", "desired_behavior"]))
@example("Summary:\n\n**Note:** a\n\n# b\n\n- c\n\n| d |\n\n===", "current_behavior")
def test_the_reader_sees_exactly_the_paragraphs_of_a_behaviour(text: str, field: str) -> None:
    built = _built(Draft("agent-brief", {field: text}))
    if built is None:
        return
    (section,) = _sections(_read(built.text))
    paragraphs = re.split(r"\r?\n\s*\n", text)
    assert [_plain(item.text) for item in section.items] == [_plain(fold(part)) for part in paragraphs if fold(part)]
    assert not any(item.is_bullet for item in section.items)


_yaml_fields = st.fixed_dictionaries(
    {}, optional={name: strategy for name, strategy in _FIELDS["packet"].items() if name != "files_touched"}
)


@_many
@given(_yaml_fields.map(lambda fields: {"task": "x", **fields}))
def test_a_draft_is_read_as_the_fields_that_were_written(fields: dict[str, Any]) -> None:
    stream = io.StringIO()
    yaml: Any = YAML(typ="safe", pure=True)
    yaml.default_style = '"'
    yaml.allow_unicode = False
    yaml.width = 1 << 20
    yaml.dump(fields, stream)
    draft = load("draft.yaml", stream.getvalue().encode())
    assert draft.form == "packet"
    assert draft.fields == fields


_PACKET = (
    "## Context Packet\n\n"
    "**Task**: Cache the exchange rate for one day\n"
    "**Parent**: plan\n"
    "**Scope**: RateClient\n"
    "**Size**: simple\n\n"
    "### Decisions Made\n- Where: chose memory over Redis because one process reads it\n\n"
    "### Constraints\n- MUST: keep the signature of `RateClient.get`\n- MUST NOT: cache failures\n\n"
    "### Already Tried\n- (none)\n\n"
    "### Type Surface (durable)\n- `RateClient.get(pair: Pair): Promise<Rate>` — one rate\n\n"
    "### Files Touched (locator-only, may rename)\n- `src/rates.ts` (RateClient)\n\n"
    "### Acceptance Criteria\n- [ ] Caches a rate until midnight UTC\n- [x] Retries a failed request once\n\n"
    "### Out of scope\n- (none)\n\n"
    "### Progress\n- [x] The client is split from the store\n"
)
_AGENT_BRIEF = (
    "## Agent Brief\n\n"
    "**Category:** enhancement\n"
    "**Summary:** Let people undo a deletion\n\n"
    "**Current behavior:**\nA deleted note is gone at once.\n\nNothing tells how to get it back.\n\n"
    "**Desired behavior:**\nA deleted note can be brought back for ten seconds.\n\n"
    "**Key interfaces:**\n- `NoteStore.remove(id)` — returns a handle\n\n"
    "**Acceptance criteria:**\n- [ ] Retrieves the note within ten seconds\n\n"
    "**Out of scope:**\n- A bin for deleted notes\n\n"
    "**Files Touched:**\n- `src/notes.ts` (NoteStore)\n"
)


@pytest.mark.parametrize("text", [_PACKET, _AGENT_BRIEF], ids=["packet", "agent-brief"])
def test_a_brief_written_by_hand_in_the_exact_form_is_rendered_as_the_same_bytes(text: str) -> None:
    assert render(from_brief(_read(text))) == text


def test_a_brief_in_another_spelling_is_rendered_in_the_exact_form() -> None:
    text = (
        "# Agent Brief\n\nCategory: bug\n* **Summary:** Lost\n\n## Acceptance criteria\n1. Returns a\n   b\n\n## Out of scope\n\nNothing\n"
    )
    rendered = render(from_brief(_read(text)))
    assert "**Category:** bug\n" in rendered
    assert "**Acceptance criteria:**\n- Returns a b\n\n**Out of scope:**\nNothing\n" in rendered
    assert render(from_brief(_read(rendered))) == rendered


def test_the_content_of_a_draft_is_escaped_once_and_its_own_bullets_come_once() -> None:
    draft = Draft("packet", {"out_of_scope": ["# a", r"\# a", "B", "b"], "size": "simple", "scope": ["X", "X", "Y"]})
    parts = (Part("scope", "X, Y"), Part("size", "simple"), Part("out of scope", None, (Entry(r"\# a"), Entry("B"))))
    assert from_draft(draft) == BriefContent("packet", TITLES["packet"], parts)
