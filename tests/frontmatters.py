"""Leaves and frontmatter for tests: read from a text, or made up from what people write and what goes wrong in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from packetlint.core.source import Source
from packetlint.links.reader import read_leaf

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

    from packetlint.links.model import Leaf


def leaf(text: str, path: str = "tree/a.md") -> Leaf:
    """Read a file's text."""
    return read_leaf(Source(path, text.encode()))


def fenced(yaml: str) -> str:
    """Put fences around the lines of frontmatter, and a heading behind them."""
    return f"---\n{yaml}---\n\n# Title\n"


ORDINARY_VALUES = [
    *"one 'one' 2026-01-01 /a/b.md '/a/c.md' 12 true x:y https://x.y/z?a=b#c other:tree/x.md é 0001-note <uri> ../x ./x [] 1.2.3".split(),
    *["a b c", '"a b"', "'#'", "a # c", "[a, b]", '["a", b/c.md]', "2026-01-01 00:00:00+00:00"],
]
ODD_VALUES = [
    *"2026-02-30 2026-1-1 2026-13-01 2026-00-01 2026-01-32 0000-01-01 2024-02-29 2026-02-29 2026-01-01x 2026-01-01T00:00:00Z".split(),
    *"2026-01-01T24:00:00 2026-01-01T00:60:00 2026-01-01T00:00:00+14:00 2026-01-01T00:00:00+99:00".split(),
    *"0x1F 0xg 0x_ 0x/ 0b1 0o17 012 00 12:30 1:2:3 1_000 1__0 1_ .5 1. 1e3 1e 1e400 1.e5 1.5e3 1e3/ 1.5.6 0.0.0.0.0".split(),
    *".inf -.inf .nan +1 -1 +_ ._ 1- 1-- 1, 1,2 1/2 10/12 12/ 1: 7z e null ~ ~x Null True FALSE << <x> <<x <a> = -".split(),
    *"-- ... --- yes null.md".split(),
    *"a:b a: a:/b x: true: null:a :a a:# a# a#b a#: #: a, x,y a? ?a a] {a a} {} [a:,b] [a?b] [x,] [,x] [[x]] {{X}}".split(),
    *"@x * *x !!str & | >- |+ |x >x %x `x` ' ''' '' \"\" a' 'a'' 'a''b' .a".split(),
    *["a: b", "# c", "", "[a:, b]", "{a: b}", "&x y", "!t y", "!!int 5", '"a" b', '"a"#b', "a [b]", "a :b", "3 apples", "- a", "{{ X }} y"],
    *['"a\\n"', '"a\\x"', '"\\ud800"', '"\\UFFFFFFFF"', '"  "', "[ x , 'y' ]", "x" * 100, "9" * 5000],
    *["a\tb", "\ta", "a\t", "\xa0", "\u3000", "a\u3000b", "a\xa0#b", "\u2028", "\x85", "\ufeffx", "\ue000"],
]
_SPLICES = [*" :#\"'-,[]{}!%|>?\t\r\n\x85\u2028\x07\ufeff", "  ", "&a ", "*a", "\r\n", "---\n", "...\n", "\U0001f600", "<<: *a\n"]
_KEYS = ["id", "title", "created_at", "a.b", "a-b", "y", "_x", "Soft_Links"]
_ODD_KEYS = ['"q"', "true", "null", "Null", "1", "soft_links", "a b", "", "?", "<<", "é", "id ", "id", "title", "x" * 70, "-a"]
_values = st.sampled_from(ORDINARY_VALUES)
_any_values = st.sampled_from(ORDINARY_VALUES * 12 + ODD_VALUES)


@st.composite
def _yaml(draw: DrawFn, keys: SearchStrategy[str], values: SearchStrategy[str]) -> str:
    """Give frontmatter with `soft_links` among some other keys, or without it."""
    entries = [draw(_entry(key, values)) for key in draw(st.lists(keys, max_size=4, unique=True))]
    if draw(st.integers(0, 7)):
        entries.insert(draw(st.integers(0, len(entries))), draw(_links(values)))
    return "".join(entries)


def _entry(key: str, values: SearchStrategy[str]) -> SearchStrategy[str]:
    """Give the lines of a key that is not about links, or lines that are no key."""
    items = st.builds("I- {}\n".format, values) | st.sampled_from(["\n", "  # c\n"])
    lines = st.builds("{}{}\n".format, st.sampled_from(["  ", "  ", "  ", "   ", " ", ""]), values) | st.just("\n")
    marks = st.sampled_from(["|", ">", "|-", ">-", "|+", "|2", "| # c", ">  "])
    return st.one_of(
        st.builds("{}: {}\n".format, st.just(key), values),
        st.builds("{}: {} # c\n".format, st.just(key), values),
        st.builds("{}:\n{}".format, st.just(key), _indented(items)),
        st.builds("{}: {}\n{}".format, st.just(key), marks, st.lists(lines, max_size=3).map("".join)),
        st.builds("{}:\n  a: {}\n  b: {}\n".format, st.just(key), values, values),
        st.builds("{}: [{}, {}]\n".format, st.just(key), values, values),
        st.sampled_from(["# c\n", "\n", "  # c\n", "  \n"]),
    )


def _indented(items: SearchStrategy[str]) -> SearchStrategy[str]:
    """Give some items, with `I` in each replaced by the same blanks, or once in a while by others."""
    indents = st.sampled_from([("  ", "  "), ("", ""), ("    ", "    "), ("  ", "   "), ("  ", "")])
    listed = st.lists(items, max_size=4)
    return st.builds(lambda items, indents: "".join(items).replace("I", indents[0], 3).replace("I", indents[1]), listed, indents)


def _links(values: SearchStrategy[str]) -> SearchStrategy[str]:
    """Give the lines of `soft_links`."""
    role = st.just("spec") | values
    inline = st.one_of(values, st.builds("{{uri: {}}}".format, values), st.builds("{{uri: {}, role: {}}}".format, values, role))
    flow = st.builds(lambda items: f"soft_links: [{', '.join(items)}]\n", st.lists(inline, max_size=3))
    item = st.one_of(
        st.builds("I- {}\n".format, values),
        st.builds("I- {} # c\n".format, values),
        st.builds("I- uri: {}\nI  role: {}\n".format, values, role),
        st.builds("I- uri: {}\n".format, values),
        st.builds("I- role: {}\nI  uri: {}\nI  note: {}\n".format, role, values, values),
        st.builds("I-   uri: {}\nI    {}: {}\n".format, values, st.sampled_from(["role", "uri", "true"]), role),
        st.builds("I- uri: {}\nI  {}: {}\n".format, values, st.sampled_from(["role", "uri", "note", "null"]), role),
        st.sampled_from(["I# c\n", "\n", "    # c\n", "  \n", "I- &a /x.md\nI- *a\n", "I- uri: >-\nI    /x.md\n"]),
    )
    listed = st.builds("soft_links:{}\n{}".format, st.sampled_from(["", "", " ", " # c"]), _indented(item))
    return listed | listed | flow


ordinary_yaml = _yaml(st.sampled_from(_KEYS), _values)
linked_yaml = _links(_values) | _links(_any_values)
# A single key: short enough that an odd part is often the only one.
short_yaml = st.one_of(
    linked_yaml,
    linked_yaml,
    st.sampled_from(_KEYS).flatmap(lambda key: _entry(key, st.sampled_from(ORDINARY_VALUES + ODD_VALUES))),
    st.builds("{}: x\n{}: x\n".format, st.sampled_from(_KEYS + _ODD_KEYS), st.sampled_from(_KEYS + _ODD_KEYS)),
)


@st.composite
def spoiled_yaml(draw: DrawFn) -> str:
    """Give frontmatter with odd keys and values, with its lines ended otherwise, or with something put into it."""
    yaml = draw(_yaml(st.sampled_from(_KEYS * 4 + _ODD_KEYS), _any_values))
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        start = draw(st.integers(0, len(yaml)))
        end = start + draw(st.integers(0, 2))
        yaml = yaml[:start] + draw(st.sampled_from(_SPLICES) | st.sampled_from(ODD_VALUES)) + yaml[end:]
    return yaml.replace("\n", draw(st.sampled_from(["\n", "\n", "\n", "\n", "\r\n", "\r"])))
