"""Faults that were once missed and alarms that were once false, each as the smallest text that shows it."""

from __future__ import annotations

import time

import pytest
from linting import lint

from packetlint.brief.model import Brief, Section

PACKET = """\
## Context Packet

**Task**: Reject an order without a buyer
**Parent**: builder
**Scope**: OrderService

### Decisions Made
- Place: chose the service over the form because the form is not the only way in

### Constraints
- MUST: keep the error's name

### Already Tried
- Checking in the form — the import goes around it

### Acceptance Criteria
- [ ] Rejects an order without a buyer

### Out of scope
- Imports
"""
AGENT = """\
## Agent Brief

**Category:** bug
**Summary:** An order without a buyer is kept

**Current behavior:**
An order without a buyer is kept.

**Desired behavior:**
It is rejected.

**Key interfaces:**
- `OrderService.place` — must check the buyer

**Acceptance criteria:**
- [ ] Rejects an order without a buyer

**Out of scope:**
- Imports
"""


def _found(text: str) -> list[str]:
    return [diagnostic.rule.removeprefix("brief/") for diagnostic in lint(text.encode()).diagnostics]


def test_both_forms_are_good_as_they_stand() -> None:
    assert (_found(PACKET), _found(AGENT)) == ([], [])


@pytest.mark.parametrize(
    ("criterion", "rules"),
    [
        ('Returns 409 with the message "Email already exists"', []),
        ("Returns 409 'email already exists' on a duplicate", []),
        ("Returns 409 (already exists) on a duplicate", []),
        ("Returns a file-exists error", []),
        ("Returns 409 when name, email or phone exists", []),
        ("Rejects the request when the header, cookie, or token exists", []),
        ("Returns the message 'accepted and returns it'", []),
        ("When the row exists, returns it", ["unlisted-verb"]),
        ("Returns the row, which exists, to the caller", []),
        ("The row exists", ["shape-criterion"]),
        ("When called, the error is defined", ["shape-criterion"]),
        ("Rejects an empty text when called, then returns an error", ["bundled-criterion"]),
        ("Returns 404 when x is missing, and logs the request", ["bundled-criterion"]),
        ("`Returns` the page", []),
        ("Works as expected", ["vague-criterion"]),
        ("<br>", ["empty-section"]),
        ("(none)", ["empty-section"]),
    ],
)
def test_a_criterion_is_judged_by_its_main_clause(criterion: str, rules: list[str]) -> None:
    assert _found(PACKET.replace("Rejects an order without a buyer", criterion)) == rules


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ("**Category:** bug", "### Category: bug\n", []),
        ("**Category:** bug", "**Category: bug**\n", []),
        ("**Category:** bug", "**Category:** bug\n---", []),
        ("**Category:** bug", "**Category:** bug\\", []),
        ("**Category:** bug", "**Category:** 🐛 [bug](x), urgent", []),
        ("**Category:** bug", "**Category:** test + docs", ["unknown-category"]),
        ("**Out of scope:**", "<!-- m -->**Out of scope:**", []),
        ("**Out of scope:**", "### Out of scope 🚫", []),
        ("**Out of scope:**", "### ~~Out of scope~~", []),
        ("**Out of scope:**", "**Out of scope for this change:**", []),
        ("**Out of scope:**\n- Imports", "### Out of scope: imports", []),
        ("**Out of scope:**\n- Imports", "### Out of scope (none)", []),
        ("**Out of scope:**\n- Imports", "### Out of scope — none", []),
        ("- Imports", "---", ["empty-section"]),
        ("- Imports", "_No response_", ["empty-section"]),
        ("- Imports", "```\n```", ["empty-section"]),
        ("`OrderService.place` — must", "`/api/orders` — must", []),
        ("`OrderService.place` — must", "[OrderService](lib/x.rb) must", []),
        ("`OrderService.place` — must", "`lib/x.rb` — must", ["key-interface-is-a-path"]),
        ("is kept.\n", "is kept, see DB=db.io:5432 and a.io:80,b.io:81.\n", []),
        ("is kept.\n", "is kept by `Order.save` in src/x.ts.\n", []),
        ("is kept.\n", "is kept by `order.py` in src/x.ts.\n", ["narrative-path"]),
    ],
)
def test_an_agent_brief_is_read_as_people_write_it(old: str, new: str, rules: list[str]) -> None:
    assert old in AGENT
    assert _found(AGENT.replace(old, new, 1)) == rules


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ("— the import goes around it", "—", ["tried-without-outcome"]),
        ("— the import goes around it", "with --no-import", ["tried-without-outcome"]),
        ("OrderService\n", "server/**/*.ts\n", ["scope-is-a-path"]),
        ("OrderService\n", "`/api/orders`, Next.js\n", []),
        ("OrderService\n", "server/orders/\n- OrderService\n", ["scope-is-a-path"]),
        ("- Imports", "- [ ] src/x.ts is left alone", []),
        ("- MUST: keep the error's name", "1. `MUST NOT`：rename the error", []),
    ],
)
def test_a_packet_is_read_as_people_write_it(old: str, new: str, rules: list[str]) -> None:
    assert old in PACKET
    assert _found(PACKET.replace(old, new, 1)) == rules


def test_only_what_the_seeds_expression_gives_has_its_word() -> None:
    bullets = "- a/b.ts x\n* a/b.ts y\n1. a/b.ts z\n-  a/b.ts w\n"
    found = lint(AGENT.replace("An order without a buyer is kept.\n", bullets, 1).encode()).diagnostics
    words = [diagnostic.contract for diagnostic in found if diagnostic.rule == "brief/path-only-bullet"]
    assert words == ["BLOCK", None, None, None]


_LONG = 1 << 16
_HOSTILE = {
    "parentheses": "### Files Touched\n- " + "x.ts(" * (_LONG // 5),
    "paths": "src/a " * (_LONG // 6),
    "links": "**Out of scope:**\n- " + "[a](" * (_LONG // 4),
    "code": "src/a `a<`" + ">(" * (_LONG // 2),
    "blanks in a comment": "<!-- packetlint: ignore=x" + " " * _LONG + "x -->",
    "ignore comments": "<!-- packetlint: ignore=brief/narrative-path -->\n" * (_LONG // 49),
    "brackets in an interface": "**Key interfaces:**\n- ./x " + "[" * _LONG,
    "calls in an interface": "**Key interfaces:**\n- ./x " + "[a/x(" * (_LONG // 5),
    "paths in an interface": "**Key interfaces:**\n- " + "".join(f"./src/a{number}.ts " for number in range(_LONG // 14)),
    "names": "**Out of scope" + "(" * _LONG + "**",
}


@pytest.mark.parametrize("name", [*_HOSTILE, "blanks in the title", "comments in the title"])
def test_hostile_text_takes_no_more_than_a_moment(name: str) -> None:
    """Each of these once took from seconds to minutes; the bound is far from what it takes now, for busy machines."""
    titles = {"blanks in the title": " " * _LONG + "x", "comments in the title": " " + "<!-- a -->" * (_LONG // 10) + "<!-- a"}
    text = f"## Agent Brief{titles.get(name, '')}\n**Category:** bug\n{_HOSTILE.get(name, '')}\n"
    start = time.process_time()
    lint(text.encode())
    assert time.process_time() - start < 5


def test_many_sections_of_one_name_are_gone_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    named = Brief.named

    def counted(self: Brief, name: str) -> list[Section]:
        asked.append(name)
        return named(self, name)

    monkeypatch.setattr(Brief, "named", counted)
    lint(b"## Agent Brief\n" + b"\n**Out of scope:**\n- x\n" * 300)
    assert 0 < len(asked) < 100
