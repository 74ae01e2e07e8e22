"""Drafts: what is accepted, and the one line that refuses each of those that are not."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from packetlint.brief.content import ORDER, field_of
from packetlint.brief.draft import FORMS, load, load_schema
from packetlint.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

_NO_FORM = "d.yaml: no field tells a packet from an agent brief; give `task` or `summary`, or say --kind"
_STAR = "expected alphabetic or numeric character, but found '\\n'; a text that begins with * or & needs quotes"
_QUOTES = "(a text that holds `: ` needs quotes)"
_BAD: dict[str, tuple[str | bytes, str]] = {
    # No YAML, or not one mapping.
    "an empty file": ("", "d.yaml:1:1: holds nothing"),
    "only a comment": ("# nothing\n", "d.yaml:1:1: holds nothing"),
    "a list at the top": ("# x\n- task: a\n", "d.yaml:2:1: a draft is a mapping of fields, not a list"),
    "a text at the top": ("task\n", "d.yaml:1:1: a draft is a mapping of fields, not a lone value"),
    "a tab as indent": ("task: a\nout_of_scope:\n\t- b\n", "d.yaml:3:1: a tab cannot indent YAML; use spaces"),
    "a backtick first": ("task: a\nparent: `b`\n", "d.yaml:2:9: a text that begins with ` needs quotes"),
    "a colon inside": ("task: add: it\n", "d.yaml:1:10: a text that holds `: ` needs quotes"),
    "an open bracket": ("task: [\n", "d.yaml:2:1: is no YAML: expected the node content, but found '<stream end>'"),
    "an unknown alias": ("task: *a\n", "d.yaml:1:7: is no YAML: found undefined alias 'a'; a text that begins with * or & needs quotes"),
    "a star": ("task: *\n", f"d.yaml:1:8: is no YAML: {_STAR}"),
    "what is not filled in": ("task: {{X}}\n", "d.yaml:1:7: `{{` begins what is not filled in; write the value there, or quote it"),
    "no character": ('task: "\\U00110000"\n', "d.yaml:1:8: `\\U00110000` is beyond the last character"),
    "two documents": ("task: a\n---\ntask: b\n", "d.yaml:2:1: a second document begins here, and a draft is one"),
    "UTF-16": ("task: a".encode("utf-16"), "d.yaml:1:1: is UTF-16, not UTF-8"),
    "Latin-1": ("task: a\nparent: caf\xe9\n".encode("latin-1"), "d.yaml:2:12: is not UTF-8: byte 0xe9"),
    "Latin-1 after a mark": (b"\xef\xbb\xbftask: \xe9", "d.yaml:1:7: is not UTF-8: byte 0xe9"),
    "a raw NUL": (b"task: a\x00", "d.yaml:1:8: the character U+0000 cannot stand in YAML"),
    "an escaped NUL": ('task: "a\\0"', "d.yaml:1: `task`: holds the character U+0000, which no text file should"),
    "an escaped ESC": ('task: "\\e[1m"', "d.yaml:1: `task`: holds the character U+001B, which no text file should"),
    "half a pair": ('task: "\\ud83d"', "d.yaml:1: `task`: holds the character U+D83D, which no text file should"),
    "the same key": ("task: a\nparent: b\ntask: c\n", "d.yaml:3:1: `task` stands a second time (first on line 1)"),
    "the same key inside": (
        "task: a\ntried:\n  - approach: b\n    approach: c\n",
        "d.yaml:4:5: `tried[0].approach` stands a second time (first on line 3)",
    ),
    "a list as key": ("? [a]\n: b\n", "d.yaml:1:3: a field's name is text, not a list or a mapping"),
    "a tag": ("task: !env HOME\n", "d.yaml:1:7: the tag `!env` has no meaning in a draft"),
    "a tag of YAML's own": ("task: !!binary aGk=\n", "d.yaml:1:7: the tag `!!binary` has no meaning in a draft"),
    "an alias of itself": ("task: &a [*a]\n", "d.yaml:1:7: is nested too deeply"),
    "deep nesting": (f"task: {'[' * 1000}", "d.yaml:1:71: is no YAML: nested too deeply"),
    "too many values": (f"task: a\nprogress: [{'x,' * 5000}]\n", "d.yaml:2:10006: more than 5000 values"),
    "aliases of aliases": (
        "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\ntask: [*c,*c,*c,*c]\n",
        "d.yaml:1:24: more than 5000 values",
    ),
    "a huge file": ("task: a\n" + "#" * (128 << 10), "d.yaml is 131073 bytes, over the limit of 131072"),
    # Words that YAML reads as something else.
    "no": ("task: no\n", "d.yaml:1: `task`: `no` without quotes is read as true or false; quote it"),
    "YES": ("task: YES\n", "d.yaml:1: `task`: `YES` without quotes is read as true or false; quote it"),
    "true": ("task: true\n", "d.yaml:1: `task`: `true` without quotes is read as true or false; quote it"),
    "null": ("task: null\n", "d.yaml:1: `task`: `null` without quotes is read as nothing; quote it"),
    "a whole number": ("task: 42\n", "d.yaml:1: `task`: `42` without quotes is read as a number; quote it"),
    "an octal number": ("task: 0o14\n", "d.yaml:1: `task`: `0o14` without quotes is read as a number; quote it"),
    "a version": ("task: 1.10\n", "d.yaml:1: `task`: `1.10` without quotes is read as a number; quote it"),
    "a time": ("task: 12:30\n", "d.yaml:1: `task`: `12:30` without quotes is read as a number; quote it"),
    "a date": ("task: 2024-01-02\n", "d.yaml:1: `task`: `2024-01-02` without quotes is read as a date; quote it"),
    "a moment": (
        "task: 2024-01-02 03:04:05\n",
        "d.yaml:1: `task`: `2024-01-02 03:04:05` without quotes is read as a date; quote it",
    ),
    "off in a list": ("task: a\nscope:\n  - b\n  - off\n", "d.yaml:4: `scope[1]`: `off` without quotes is read as true or false; quote it"),
    "a number of two kinds": (
        "task: a\ntype_surface: [7]\n",
        "d.yaml:2: `type_surface[0]`: `7` without quotes is read as a number; quote it",
    ),
    # Fields that there are not.
    "a misspelled field": ("task: a\nparnet: b\n", "d.yaml:2: `parnet`: unknown field; did you mean `parent`?"),
    "only a misspelled field": ("taks: a\n", "d.yaml:1: `taks`: unknown field; did you mean `task`?"),
    "dashes": ("task: a\nout-of-scope: []\n", "d.yaml:2: `out-of-scope`: unknown field; did you mean `out_of_scope`?"),
    "nothing like it": ("task: a\nzzz: b\n", "d.yaml:2: `zzz`: unknown field"),
    "misspelled inside": ("task: a\ntried:\n  - aproach: b\n", "d.yaml:3: `tried[0].aproach`: unknown field; did you mean `approach`?"),
    "nothing like it inside": (
        "task: a\nconstraints:\n  shall: [b]\n",
        f"d.yaml:3: `constraints.shall`: unknown field; there are must, must_not, blocked_by {_QUOTES}",
    ),
    "a text taken for a mapping": (
        "task: a\ntype_surface:\n  - Foo.bar(x): the result\n",
        f"d.yaml:3: `type_surface[0].Foo.bar(x)`: unknown field; there are type, meaning {_QUOTES}",
    ),
    "of the other form": ("task: a\nsummary: b\n", "d.yaml:2: `summary`: belongs to an agent brief, not to a packet"),
    "of the first form": ("summary: a\ntask: b\n", "d.yaml:2: `task`: belongs to a packet, not to an agent brief"),
    "no telling field": ("out_of_scope: []\n", _NO_FORM),
    "no field": ("{}\n", _NO_FORM),
    "a merge": ("task: a\n<<: {parent: b}\n", "d.yaml:2: `<<`: unknown field"),
    # Values of the wrong kind.
    "an empty field": ("task:\n", "d.yaml:1: `task`: is empty; fill it in, or leave it out"),
    "an empty text": ("task: ' '\n", "d.yaml:1: `task`: is empty"),
    "an empty list item": ("task: a\nprogress:\n  -\n", "d.yaml:3: `progress[0]`: is empty; fill it in, or leave it out"),
    "an empty list": ("task: a\nout_of_scope:\n", "d.yaml:2: `out_of_scope`: is empty; write `[]` for an explicit (none)"),
    "an empty decision": ("task: a\ndecisions: [{}]\n", "d.yaml:2: `decisions[0]`: is empty"),
    "a list for text": ("task: [a]\n", "d.yaml:1: `task`: is a list where text is due"),
    "a mapping for text": ("task: a\nprogress:\n  - b: c\n", f"d.yaml:3: `progress[0]`: is a mapping where text is due {_QUOTES}"),
    "text for a list": ("task: a\ntried: b\n", "d.yaml:2: `tried`: is text where a list is due; begin each entry with `- `"),
    "a list for a mapping": ("task: a\nconstraints: [b]\n", "d.yaml:2: `constraints`: is a list where a mapping is due"),
    "a number for a list": ("task: a\nprogress: 3\n", "d.yaml:2: `progress`: is a number where a list is due"),
    "a mapping for two kinds": ("task: a\nscope: {b: c}\n", f"d.yaml:2: `scope`: is a mapping where text or a list is due {_QUOTES}"),
    "text for true": (
        "task: a\nfiles_touched: [{path: b, new: 'no'}]\n",
        "d.yaml:2: `files_touched[0].new`: is text where true or false is due",
    ),
    "an unknown size": ("task: a\nsize: simpel\n", "d.yaml:2: `size`: is none of simple, complex; did you mean `simple`?"),
    "a number as size": ("task: a\nsize: 5\n", "d.yaml:2: `size`: is none of simple, complex"),
    "a file without a path": ("task: a\nfiles_touched:\n  - names: [B]\n", "d.yaml:3: `files_touched[0]`: has no `path`"),
    "an attempt without its approach": ("task: a\ntried: [{failed_because: b}]\n", "d.yaml:2: `tried[0]`: has no `approach`"),
    "the first of two faults": ("task: a\nsize: 5\nparnet: b\n", "d.yaml:2: `size`: is none of simple, complex"),
    "a long name that nothing has": (
        f"task: *{'a' * 5000}\n",
        f"d.yaml:1:7: is no YAML: found undefined alias '{'a' * 653} … {'a' * 204}'; a text that begins with * or & needs quotes",
    ),
    # Texts that no brief can hold.
    "a box alone": ("task: a\nprogress: ['[x]']\n", "d.yaml:2: `progress[0]`: is a check box without a text"),
    "a backtick in a path": (
        "task: a\nfiles_touched: [{path: 'b`c'}]\n",
        "d.yaml:2: `files_touched[0].path`: holds a backtick, so that it cannot be put in backticks",
    ),
    "a label behind a title, and the section that it names": (
        'acceptance_criteria: []\ncurrent_behavior: "# Notes\\n\\nAcceptance criteria:"\n',
        "d.yaml:2: `current_behavior`: would be read as something else in a brief; put it into other words",
    ),
    "labels in two fields": (
        'summary: a\ncurrent_behavior: "b\\n\\n验收标准："\ndesired_behavior: "c\\n\\n摘要："\nacceptance_criteria: [d]\n',
        "d.yaml:2: `current_behavior`: would be read as something else in a brief; put it into other words",
    ),
    "a label that cannot be escaped": (
        'summary: a\ncurrent_behavior: "b\\n\\n验收标准："\n',
        "d.yaml:2: `current_behavior`: would be read as something else in a brief; put it into other words",
    ),
}


@pytest.mark.parametrize("name", _BAD)
def test_a_bad_draft_is_refused_in_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, line = _BAD[name]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
    status = main(["brief", "d.yaml", "-o", "out.md"])
    captured = capsys.readouterr()
    assert captured.err == f"packetlint: {line}\n"
    assert captured.out == ""
    assert status == 2
    assert not (tmp_path / "out.md").exists()


_GOOD: dict[str, tuple[str | bytes, dict[str, Any]]] = {
    "a byte-order mark": (b"\xef\xbb\xbftask: a\n", {"task": "a"}),
    "CRLF": ("task: a\r\nparent: b\r\n", {"task": "a", "parent": "b"}),
    "JSON": ('{"task": "a: b", "scope": ["c"]}', {"task": "a: b", "scope": ["c"]}),
    "quoted words": ("task: 'no'\nparent: \"42\"\nscope: ['2024-01-02', 'null']\n", {"task": "no", "parent": "42"}),
    "words like others": ("task: nothing\nparent: 1.2.3\nscope: [n, y, v1, 1a, ~/x, 2024-W01]\n", {"parent": "1.2.3"}),
    "yes for true": ("task: a\nfiles_touched: [{path: b, new: yes}]\n", {"files_touched": [{"path": "b", "new": True}]}),
    "an anchor twice": ("task: &a x\nparent: &a y\nscope: [*a]\n", {"scope": ["y"]}),
    "an empty mapping": ("task: a\nconstraints: {}\n", {"constraints": {}}),
    "a folded text": ("task: >\n  a\n  b\n", {"task": "a b\n"}),
    "an emoji": ('task: "\\U0001F600 中"\n', {"task": "😀 中"}),
    "YAML 1.1": ("%YAML 1.1\n---\ntask: a\n", {"task": "a"}),
}


@pytest.mark.parametrize("name", _GOOD)
def test_a_good_draft_is_read_as_written(name: str) -> None:
    text, fields = _GOOD[name]
    draft = load("d.yaml", text.encode() if isinstance(text, str) else text)
    assert draft.form == "packet"
    assert {key: draft.fields[key] for key in fields} == fields


def test_a_draft_that_is_not_there_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["brief", "no-such-draft.yaml"]) == 2
    assert capsys.readouterr().err == "packetlint: no-such-draft.yaml cannot be read: no such file or directory\n"


def test_the_kind_of_the_command_line_settles_the_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert load("d.yaml", b"out_of_scope: []", "agent-brief").form == "agent-brief"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d.yaml").write_bytes(b"task: a\n")
    assert main(["brief", "d.yaml", "--kind", "agent-brief"]) == 2
    assert capsys.readouterr().err == "packetlint: d.yaml:1: `task`: belongs to a packet, not to an agent brief\n"


@pytest.mark.parametrize("form", FORMS)
def test_the_schema_has_a_titled_field_for_every_section_of_a_form_and_no_other(form: str) -> None:
    properties = load_schema()["$defs"][form]["properties"]
    assert [field_of(name) for name in ORDER["packet" if form == "packet" else "agent-brief"]] == list(properties)
    assert load_schema()["$defs"][form]["additionalProperties"] is False


def test_the_schema_is_one_and_an_editor_may_use_it_as_it_is() -> None:
    jsonschema: Any = import_module("jsonschema")
    schema = load_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid({"task": "a", "out_of_scope": []})
    assert validator.is_valid({"summary": "a", "key_interfaces": ["b", {"interface": "c"}]})
    assert not validator.is_valid({"task": "a", "summary": "b"})
    assert not validator.is_valid({"task": 1})
