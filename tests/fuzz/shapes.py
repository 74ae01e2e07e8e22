"""For each format, texts that are close to a sound one: hypothesis strategies, which find the smallest that fails."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from frontmatters import fenced, ordinary_yaml, spoiled_yaml
from hypothesis import strategies as st
from irs import worked
from packets import contract
from proposals import sealed, sound

from fuzz.values import PIECES, VALUES, YAML_VALUES
from packetlint.core.config_schema import SCHEMA

if TYPE_CHECKING:
    from fuzz.corpus import Tree

_ODD = st.sampled_from(VALUES)
_ONE_IN = 14  # values are replaced by odd ones, members are left out


def near(value: Any) -> st.SearchStrategy[Any]:
    """Give values like this one: here and there a member is missing, another value stands, a list is longer or shorter."""
    if isinstance(value, dict):
        shape: st.SearchStrategy[Any] = st.fixed_dictionaries({name: near(inner) for name, inner in value.items()}).flatmap(_without_some)
    elif isinstance(value, list) and value:
        shape = st.one_of(*([st.tuples(*map(near, value)).map(list)] * 3), st.lists(st.one_of(*map(near, value)), max_size=3))
    else:
        shape = st.just(value)
    return st.integers(1, _ONE_IN * 3).flatmap(lambda number: _ODD if number == 1 else shape)


def _without_some(value: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    names = list(value)
    left_out = st.integers(1, _ONE_IN).flatmap(lambda number: st.sampled_from(names) if number == 1 and names else st.none())
    return left_out.map(lambda gone: {name: inner for name, inner in value.items() if name != gone})


def as_json(value: Any) -> bytes:
    """Give a value as JSON, half surrogate pairs as escapes."""
    return json.dumps(value, indent=1).encode()


def _toml(table: Any) -> bytes:
    """Give a table as TOML, as far as it can be: one key a line, the rest inline."""
    lines = (f"{json.dumps(key)} = {_inline(value)}\n" for key, value in table.items()) if isinstance(table, dict) else ()
    return "".join(lines).encode()


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return '""' if value is None else json.dumps(value)


_MARKDOWN = """\
## Context Packet
## Agent Brief
**Task**: Add a page
**Scope**: Pager
**Category:** bug
**Summary:** It fails
### Decisions Made
### Constraints
### Type Surface (durable)
### Files Touched
### Acceptance Criteria
### Out of scope
**Current behavior:**
**Acceptance criteria:**
- [ ] Returns 1
- [x] See src/a.ts:4
- `src/a.ts` (Pager)
- (none)
- MUST: keep it
1. one
  - two
> quote
```ts
```
<!--
-->
<!-- packetlint: ignore=brief/vague-task -->
| a |
Text.
===
---
<details>
# Title
TBD
    code
[a]: b
<<<<<<< a
=======
>>>>>>> b
""".split("\n")
_PIECES = [piece.decode("utf-8", "replace") for piece in PIECES if len(piece) < 60]
_line = st.sampled_from(_MARKDOWN) | st.builds("{}{}".format, st.sampled_from(_MARKDOWN), st.sampled_from(_PIECES)) | st.text(max_size=8)
markdown = st.lists(_line, max_size=25).map("\n".join)

_any_value = st.sampled_from(YAML_VALUES)
_ALIASES = st.lists(
    st.builds("  {}: {}\n".format, st.sampled_from(["a", "b", '"c"', "a:", "?", "1"]), st.sampled_from(YAML_VALUES))
    | st.builds("  {}:\n    root: {}\n    brain: {}\n".format, st.sampled_from("ab"), _any_value, _any_value),
    max_size=4,
).map("".join)
brain_configuration = st.builds("primary_project: {}\naliases:\n{}".format, st.sampled_from(YAML_VALUES), _ALIASES)

_CONFIGURATION = {
    "preset": "recommended",
    "select": ["brief", "links/*"],
    "ignore": ["file/hidden-text"],
    "fail-on": "warning",
    "exclude": ["*.txt", "/docs/"],
    "per-file-ignores": {"docs/**": ["brief"]},
    "severity": {"brief/vague-task": "error"},
    "smells": [{"pattern": r"(a|b)+\d", "message": "no", "severity": "warning", "where": "narrative"}],
    "tokens": {"ratio": 4},
    "brief": {"labels": {"Aufgabe": "Task"}, "categories": ["chore"], "budget": 100, "async-paths": ["docs/**"]},
    "links": {"roots": ["docs"], "roles": ["legal"]},
    "packet": {"strict": True},
}
assert set(_CONFIGURATION) <= set(SCHEMA["properties"])
_ENTRY = {"path": "a.md", "rule": "brief/vague-task", "text": "x", "nth": 2, "reason": "old", "review_by": "2030-01-31"}
_MCP = {
    "mcpServers": {
        "a": {"command": "x", "args": ["${HOME}", "${NONE:-y}"], "env": {"A": "b"}, "cwd": "."},
        "b": {"type": "http", "url": "http://a", "headers": {"A": "b"}},
    }
}
_DRAFT = {
    "task": "Add paging to the list",
    "parent": "plan",
    "scope": ["Pager"],
    "decisions": [{"decision": "Where", "chose": "a cursor", "over": "an offset", "because": "rows move"}],
    "constraints": {"must": ["keep the order"], "must_not": ["change the table"], "blocked_by": ["nothing"]},
    "tried": [{"approach": "An offset", "failed_because": "rows moved"}],
    "type_surface": [{"type": "Pager.next(): Page", "meaning": "the next page"}, "`Page`"],
    "files_touched": [{"path": "src/a.ts", "names": ["Pager"], "hint": "asks", "new": True}],
    "acceptance_criteria": ["Returns the second page"],
    "out_of_scope": ["The mail"],
    "progress": ["[x] done"],
    "size": "simple",
}
_TAGS = "html head body title h1 p div table tr td ul li pre script style template svg a br /p /div /table".split()
_MARKUP = [
    "<!--",
    "-->",
    "<![CDATA[",
    "<?xml",
    "&#0;",
    "&#xD800;",
    "&amp",
    "<a href='",
    "\x00",
    "\x0b",
    "text ",
    "한",
    "<h1 ",
    ">",
    '"',
    "\n",
]
_page_parts = st.sampled_from([*(f"<{tag}>" for tag in _TAGS), *_MARKUP]) | st.text(max_size=5)
page = st.lists(_page_parts, max_size=30).map("".join)

_STATUSES = "200 OK|200|204 x|206 x|301 x|302 x|304 x|404 x|429 x|500 x|999 x|1 x|abc|200 \xff".split("|")
_HEADERS = """\
Content-Type: text/html
Content-Type: text/plain; charset=x
Content-Type: ;;=
Content-Type: text/html; charset=utf-16
Content-Encoding: gzip
Content-Encoding: br
Transfer-Encoding: chunked
Content-Length: 5
Content-Length: -1
Location: /
Location: //
Location: http://[
Location: file:///etc/passwd
ETag: \x7f
ETag: W/"a"
Retry-After: 1e9
Retry-After: Mon, 99 Foo
Date: x
: x
X
Connection: close
Set-Cookie: a=b
X: \xff\x00
""".split("\n")
_headers = st.lists(st.sampled_from([*_HEADERS, f"X: {'y' * 70000}"]), max_size=4)
_bodies = (
    page.map(lambda text: text.encode("utf-8", "replace"))
    | st.binary(max_size=40)
    | st.sampled_from([b"5\r\nhello\r\n0\r\n\r\n", b"\x1f\x8b"])
)
answer = st.builds(
    lambda status, headers, body: "\r\n".join((f"HTTP/1.1 {status}", *headers, "", "")).encode("latin-1") + body,
    st.sampled_from(_STATUSES), _headers, _bodies,
)  # fmt: skip

_GOOD_BRIEF = b"## Context Packet\n\n**Task**: Add paging (see line 4)\n\n### Acceptance Criteria\n- [ ] Returns src/a.ts:40\n"
_CONVENTIONS = b"---\nsoft_links: []\n---\n# Conventions\n"


def _brain(**files: bytes) -> Tree:
    leaf = b"---\nsoft_links: [/tree/b.md, a:tree/x.md, {uri: b:c, role: spec}]\n---\n# Leaf\n"
    own = {"tree/a.md": leaf, "CONVENTIONS.md": _CONVENTIONS}
    return {f"project-brain/{name.replace('__', '.').replace('_', '/')}": content for name, content in {**own, **files}.items()}


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# Format -> trees to be linted.
TREES: dict[str, st.SearchStrategy[Tree]] = {
    "brief": markdown.map(lambda text: {"brief.md": _encoded(text)}),
    "frontmatter": (ordinary_yaml | spoiled_yaml()).map(lambda yaml: _brain(**{"tree/c.md": _encoded(fenced(yaml))})),
    "brain configuration": brain_configuration.map(lambda yaml: _brain(config__yaml=_encoded(yaml))),
    "proposal": near(sealed(sound())).map(lambda value: {"proposal.json": as_json(value)}),
    "configuration": near(_CONFIGURATION).map(lambda table: {"packetlint.toml": _toml(table), "docs/brief.md": _GOOD_BRIEF}),
    "contract": near(contract()).map(lambda value: {".geas/missions/m1/tasks/t1.json": as_json(value)}),
    "packet": markdown.map(lambda text: {".geas/missions/m1/packets/t1/implementer.md": _encoded(f"# Context Packet\n{text}")}),
}

IRS = near(worked()).map(as_json)
DRAFTS = near(_DRAFT).map(as_json)
CONTRACTS = near(contract()).map(as_json)
_other_lines = st.sampled_from(["", "{}", "[]", '{"version": 1}', "<<<<<<< a"])
BASELINES = st.lists(near(_ENTRY).map(json.dumps) | _other_lines, max_size=4).map("\n".join)
MCP = near(_MCP).map(as_json)
