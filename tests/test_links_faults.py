"""What is wrong with frontmatter: one fault for what is no YAML, one for each item that is no link; where, and how it is mended."""

from __future__ import annotations

import pytest
from frontmatters import fenced, leaf

from packetlint.core.source import Source
from packetlint.links import careful
from packetlint.links.frontmatter import INVALID, Block, find
from packetlint.links.model import Link
from packetlint.links.shape import SHAPE
from packetlint.links.yaml_faults import Unreadable

# What stands in the frontmatter -> line and column in the file, the text that is marked, part of the message, part of the help.
_INVALID: dict[str, tuple[str, tuple[int, int], str, str, str]] = {
    "a lone star": ("owners: [*]\n", (2, 10), "*", "read as an alias", "quotes"),
    "a glob": ("a: b\nglob: **/*.md\n", (3, 7), "**/*.md", "`**/*.md` repeats an anchor", "quotes"),
    "an account": ("owners: [@a, @b]\n", (2, 10), "@a", "`@a` begins with", "quotes"),
    "a backtick": ("a: `b`\n", (2, 4), "`b`", "``b`` begins with", "quotes"),
    "a percent sign": ("a: %41.md\n", (2, 4), "%41.md", "`%41.md` begins with", "quotes"),
    "a second colon": ("a: b: c\n", (2, 5), ":", "a second colon", "quotes"),
    "a second colon in brackets": ("a: [{b: c: d}]\n", (2, 10), ":", "`:` stands where", "comma"),
    "a tab": ("soft_links:\n\t- /a\n", (3, 1), "\t", "a tab", "spaces"),
    "a tab behind spaces": ("soft_links:\n  - uri: /a\n\t  role: spec\n", (4, 1), "\t", "a tab", "spaces"),
    "a template": ("title: {{X}}\n", (2, 8), "{{X}}", "`{{X}}` is not filled in", "quotes"),
    "a template and more": ("title: {{ X }} of {{ Y }}\n", (2, 8), "{{ X }}", "is not filled in", "quotes"),
    "a template as an item": ("soft_links:\n  - {{X}}\n", (3, 5), "{{X}}", "is not filled in", "quotes"),
    "a template that ends early": ("title: {{X\n", (2, 8), "{{X", "is not filled in", "quotes"),
    "a control template": ("a: {% if x %}\n", (2, 4), "{% if x %}", "is not filled in", "quotes"),
    "a key twice": ("a: 1\nb: 2\na: 3\n", (4, 1), "a", "the key `a` stands a second time", "line 2"),
    "a key twice, in CRLF": ("a: 1\r\nb: 2\r\n'a': 3\r\n", (4, 1), "'a'", "stands a second time", "line 2"),
    "a key twice in an item": ("soft_links:\n  - uri: /a\n    uri: /b\n", (4, 5), "uri", "the key `uri` stands a second time", "line 3"),
    "no key twice": (": 1\n: 2\n", (3, 1), ":", "an empty key", "line 2"),
    "numbers that are one key": ("1: a\n0x1: b\n", (3, 1), "0x1", "a second time", "line 2"),
    "a directive": ("%YAML 1.1\na: b\n", (2, 1), "%YAML 1.1", "is a directive", "take the line out"),
    "a directive below a comment": ("# c\n\n%TAG ! x\n", (4, 1), "%TAG ! x", "is a directive", "take the line out"),
    "a second document": ("a: b\n--- # c\nd: e\n", (3, 1), "---", "a second document", "one document"),
    "a single value": ("hello\n", (2, 1), "hello", "is a single value", "key: value"),
    "two lines of prose": ("hello\nworld\n", (2, 1), "hello", "is a single value", "key: value"),
    "a list": ("- a\n- b\n", (2, 1), "- a", "is a list", "key: value"),
    "no such date": ("d: 2026-02-30\n", (2, 4), "2026-02-30", "looks like a date", "quotes"),
    "no such hour": ("d: 2026-01-01T25:00:00Z\n", (2, 4), "2026-01-01T25:00:00Z", "looks like a date", "quotes"),
    "no such number": ("a: b\nn: 0x_\n", (3, 4), "0x_", "looks like a number", "quotes"),
    "a sign and no digit": ("n: +_\n", (2, 4), "+_", "looks like a number", "quotes"),
    "5,000 digits": (f"n: {'9' * 5000}\n", (2, 4), "9" * 5000, "9999...` looks like a number", "quotes"),
    "a tag of theirs": ("a: !x y\n", (2, 4), "!x", "`!x` is read as a tag", "quotes"),
    "a tag on a list": ("a: &b !x [y]\n", (2, 7), "!x", "`!x` is read as a tag", "quotes"),
    "a tag that does not fit": ("a: !!int x\n", (2, 10), "x", "looks like a number", "quotes"),
    "an unknown tag handle": ("a: !e!x y\n", (2, 4), "!e!x", "read as a tag", "quotes"),
    "no such anchor": ("soft_links:\n  - uri: *nope\n", (3, 10), "*nope", "repeats an anchor", "quotes"),
    "an alias in itself": ("a: &a [*a]\n", (2, 8), "*a", "repeats an anchor", "quotes"),
    "a merge of a text": ("<<: x\n", (2, 5), "x", "`<<` merges mappings", "quotes"),
    "a lone equals sign": ("a: =\n", (2, 4), "=", "a meaning of its own", "quotes"),
    "an open quote": ('a: "b\nc: d\n', (2, 4), '"b', "the quote that opens here", "close"),
    "an open bracket": ("a: [b\nc: d\n", (2, 4), "[", "not closed before the next key", "close"),
    "an open bracket and a comma": ("a: [b,\nc: d\n", (2, 4), "[", "the bracket that opens here", "close"),
    "an open bracket at the end": ("a: [b, [c],\n", (2, 4), "[", "the bracket that opens here", "close"),
    "text behind a quote": ('a: "b" c\n', (2, 8), "c", "`c` stands behind the end of a value", "quotes"),
    "text behind a bracket": ("a: [b] c\n", (2, 8), "c", "`c` stands behind the end of a value", "quotes"),
    "an escape that is none": ('a: "C:\\path"\n', (2, 8), 'path"', "is no escape", "single quotes"),
    "an escape that is short": ('a: "\\x1"\n', (2, 7), '1"', "too few digits", "single quotes"),
    "half a character": ('a: "x \\ud800"\n', (2, 7), "\\ud800", "half a character", "the character itself"),
    "a character that is none": ('a: "x \\U00110000"\n', (2, 7), "\\U00110000", "beyond the last", "the character itself"),
    "a bell": ("a: b\nc: \x07\n", (3, 4), "\x07", "U+0007", "take it out"),
    "a line that is no pair": ("a: b\nc\nd: e\n", (3, 1), "c", "no `key: value`", "colon and a blank"),
    "a colon without a blank": ("a:b\nc: d\n", (3, 2), ":", "goes on with the value above", "a blank behind the colon"),
    "a colon without a blank in an item": (
        "soft_links:\n  - uri:/a\n    role: x\n",
        (4, 9),
        ":",
        "goes on with the value",
        "a blank behind",
    ),
    "a merge conflict": ("a: b\n<<<<<<< HEAD\nc: d\n=======\nc: e\n>>>>>>> x\n", (3, 1), "<<<<<<<", "a merge conflict", "one side"),
    "a line that is indented less": ("a:\n    - b\n  - c\n", (4, 3), "-", "indented unlike", "same column"),
    "a key that is indented more": ("a: b\n  c: d\n", (3, 4), ":", "goes on with the value above", "the column of its neighbours"),
    "a list behind its key": ("a: - b\n", (2, 4), "-", "cannot begin behind its key", "next line"),
    "a block mark with text": ("a: >b\n", (2, 5), "b", "`|` and `>`", "quotes"),
    "a mapping as a key": ("? {a: b}\n: c\n", (2, 3), "{", "a mapping stands where a key is due", "quotes"),
    "a comma too many": ("a: [b,, c]\n", (2, 7), ",", "`,` stands where a value is due", "quotes"),
    "65 levels": (f"a: {'[' * 64}{']' * 64}\n", (2, 67), "[", "more than 64 levels", ""),
    "100,000 brackets": (f"a: {'[' * 60_000}\n", (2, 68), "[", "more than 64 levels", ""),
    "many dashes": (f"a:\n  {'- ' * 30_000}\n", (3, 129), "-", "more than 64 levels", ""),
    "an alias bomb": (
        "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
        + "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdef", "bcdefg", strict=True)),
        (5, 8),
        "*c",
        "more than 1000 values",
        "write out",
    ),
}


@pytest.mark.parametrize("name", _INVALID)
def test_what_is_no_yaml(name: str) -> None:
    yaml, place, marked, message, help = _INVALID[name]
    text = fenced(yaml)
    read = leaf(text)
    assert (list(read.links), read.has_frontmatter, read.has_key) == ([], True, False)
    (fault,) = read.faults
    assert (fault.rule, Source("", text.encode()).position(fault.start), text[fault.start : fault.end]) == (INVALID, place, marked)
    assert message in fault.message
    assert help in fault.help


# The same for what stands in `soft_links`, and the links beside it.
_SHAPES: dict[str, tuple[str, tuple[int, int], str, str, str]] = {
    "a blank that is none to YAML": ("soft_links: \xa0\n", (2, 13), "\xa0", "`soft_links` is one text", "dash"),
    "a text": ("soft_links: /a.md\n", (2, 13), "/a.md", "`soft_links` is one text", "`- /a.md`"),
    "a number": ("soft_links: 1\n", (2, 13), "1", "`soft_links` is a number", "dash"),
    "a dash without a blank": ("soft_links:\n  -/a.md\n", (3, 3), "-/a.md", "`soft_links` is one text", "`- /a.md`"),
    "a mapping": ("soft_links:\n  uri: /a.md\n  role: spec\n", (3, 3), "uri: /a.md", "`soft_links` is a mapping", "`- uri: ...`"),
    "a mapping of others": ("soft_links: {}\n", (2, 13), "{}", "`soft_links` is a mapping", "dash"),
    "an item that is a number": ("soft_links:\n  - 123\n", (3, 5), "123", "an item of `soft_links` is a number", 'put it in quotes: "123"'),
    "an item that is true": ("soft_links: [true]\n", (2, 14), "true", "is true or false", 'quotes: "true"'),
    "an item that is a date": ("soft_links: [2026-01-01]\n", (2, 14), "2026-01-01", "is a date", 'quotes: "2026-01-01"'),
    "an item that is null": ("soft_links: [null]\n", (2, 14), "null", "is empty", "the target"),
    "a dash alone": ("soft_links:\n  -\n", (3, 3), "-", "is empty", "the target"),
    "an item that is a list": ("soft_links:\n  - [/a.md]\n", (3, 5), "[/a.md]", "is a list", "the target"),
    "an item that is a wiki link": ("soft_links:\n  - [[a]]\n", (3, 5), "[[a]]", "is not a text", "the target"),
    "an empty text": ("soft_links: ['']\n", (2, 14), "''", "no target", "the target"),
    "blanks": ("soft_links:\n  - uri: '  '\n", (3, 10), "'  '", "no target", "the target"),
    "no uri": ("soft_links:\n  - role: spec\n", (3, 5), "role: spec", "no key `uri`", "write `uri: `"),
    "an empty mapping": ("soft_links: [{}]\n", (2, 14), "{}", "no key `uri`", "write `uri: `"),
    "another word for uri": ("soft_links:\n  - role: spec\n    url: /a\n", (4, 5), "url", "but `url`", "name the key `uri`"),
    "an alias with a blank": ("soft_links:\n  - other: tree/x.md\n", (3, 5), "other: tree/x.md", "no key `uri`", '"other: tree/x.md"'),
    "a uri that is a number": ("soft_links:\n  - uri: 0x1F\n", (3, 10), "0x1F", "`uri` is a number", 'quotes: "0x1F"'),
    "a uri that is empty": ("soft_links:\n  - uri:\n    role: spec\n", (3, 5), "uri", "`uri` is empty", "the target"),
    "a uri that is a list": ("soft_links:\n  - uri: [/a, /b]\n", (3, 10), "[/a, /b]", "`uri` is a list", "the target"),
    "a uri in braces": ("soft_links:\n  - uri: {a}\n", (3, 10), "{a}", "`uri` is a mapping", "the target"),
    "a role that is a number": ("soft_links:\n  - uri: /a\n    role: 1\n", (4, 11), "1", "`role` is a number", 'quotes: "1"'),
    "a role that is a list": ("soft_links:\n  - {uri: /a, role: [spec]}\n", (3, 21), "[spec]", "`role` is a list", "the roles"),
    "an item behind an alias": ("x: &x 1\nsoft_links: [*x]\n", (3, 14), "*x", "is a number", "quotes"),
}


@pytest.mark.parametrize("name", _SHAPES)
def test_what_is_no_link(name: str) -> None:
    yaml, place, marked, message, help = _SHAPES[name]
    text = fenced(yaml)
    read = leaf(text)
    assert (list(read.links), read.has_frontmatter, read.has_key) == ([], True, True)
    (fault,) = read.faults
    assert (fault.rule, Source("", text.encode()).position(fault.start), text[fault.start : fault.end]) == (SHAPE, place, marked)
    assert message in fault.message
    assert help in fault.help


def test_good_items_beside_bad_ones_are_links() -> None:
    read = leaf(fenced("soft_links:\n  - /a\n  - 1\n  - uri: /b\n  - {}\n"))
    assert list(read.links) == [Link("/a"), Link("/b")]
    assert [fault.rule for fault in read.faults] == [SHAPE, SHAPE]
    assert len(read.places) == 2


def test_unreadable_says_what_is_wrong() -> None:
    text = fenced("a: [\n")
    block = find(text)
    assert isinstance(block, Block)
    with pytest.raises(Unreadable, match="bracket") as caught:
        careful.read_nodes(text, block)
    assert caught.value.fault == leaf(text).faults[0]
