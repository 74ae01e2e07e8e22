"""Read plain frontmatter without a YAML parser: some microseconds, and only what YAML is sure to read the same way.

The grammar here is a small part of YAML: keys at column 1 that are plain words; values that are single texts,
numbers or dates on one line, lists of such values, or block scalars; links as texts or as flat mappings.
Whatever is not of this form is left to the careful reader. All repeats are possessive, so that time is linear.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from packetlint.links.frontmatter import PRINTABLE
from packetlint.links.model import Link

if TYPE_CHECKING:
    from collections.abc import Sequence


_compiled = cache(re.compile)  # for expressions that most frontmatter does not need


class Plain(NamedTuple):
    """What plain frontmatter says: whether it has the key `soft_links`, and the links."""

    has_key: bool
    links: Sequence[Link] = ()


# A character that YAML forbids, breaks a line at, or takes for more than it looks.
_ODD = f"[^\n{PRINTABLE}]"
# Words that are no texts, whether key or value.
_WORDS = frozenset("true True TRUE false False FALSE null Null NULL".split())

_END = r" *+(?:(?<= )#[^\n]*+)?\n"
_SKIP = r"(?: *+(?:#[^\n]*+)?\n)"
_QUOTED = r"""(?:"[^"\\\n]*+"|'[^'\n]*+')"""
# A plain text begins with a letter, a slash, a character beyond ASCII, a point and slash, or `<x`; or with a digit,
# when its first word holds a character that no number and no date has.
_BEGIN = r"(?=[^\x00-.0-@\[-^`{-\x7f]|\.\.?/|<[a-z]|[0-9][0-9a-zA-Z_.-]*[g-np-su-wyzG-NP-SU-Y/])"
_TEXT = rf"{_BEGIN}[^ \n:#](?:[^ \n:#]++|:(?![ \n])|#| ++(?![ \n#]))*+(?<![ :])"
_FLOW = rf"{_BEGIN}[^ \n:#,\[\]{{}}?](?:[^ \n:#,\[\]{{}}?]++|:(?![ \n,\[\]{{}}?])|#| ++(?![ \n#,\[\]{{}}?:]))*+"
_NUMBER = r"[0-9]{1,15}(?:\.[0-9]{1,15}){0,3}(?![^ \n])"
_DATE = (
    r"(?!0000)[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])"
    r"(?:[Tt ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,6})?(?:Z|[-+](?:0[0-9]|1[0-3]):[0-5][0-9])?)?(?![^ \n])"
)
_SCALAR = rf"(?:{_QUOTED}|{_TEXT}|{_DATE}|{_NUMBER})"
_FLOW_SCALAR = rf"(?:{_QUOTED}|{_FLOW})"
_FLOW_LIST = rf"\[ *+(?:{_FLOW_SCALAR} *+(?:, *+{_FLOW_SCALAR} *+)*+)?+\]"
_NAME = r"[A-Za-z_][A-Za-z0-9_.-]{0,60}+"
_LIST = rf"(?P<indent> *+)- ++{_SCALAR}{_END}(?:(?P=indent)- ++{_SCALAR}{_END}|{_SKIP})*+"
_BLOCK = r"[|>][+-]? *+\n(?P<depth> ++)[^ \n][^\n]*+\n(?:(?P=depth)[^\n]*+\n| *+\n)*+"
_ENTRIES = re.compile(rf"(?:{_NAME}:(?: ++{_BLOCK}|{_END}{_SKIP}*+{_LIST}|{_END}| ++(?:{_FLOW_LIST}|{_SCALAR}){_END})|{_SKIP})*+")

_KEYS = re.compile(rf"^({_NAME}):", re.MULTILINE)
_LINKS = re.compile(r"^soft_links:", re.MULTILINE)
_INLINE = re.compile(r" ++\[ *+")
_FLOW_LINK = rf"(?:\{{ *+uri: ++({_FLOW_SCALAR}) *+(?:, *+role: ++({_FLOW_SCALAR}) *+)?+\}}|({_FLOW_SCALAR})) *+(?:, *+(?!\])|(?=\]))"
_CLOSED = re.compile(rf"\]{_END}")
_OPEN = re.compile(_END)
_LINK = (
    rf"{_SKIP}*+(?P<indent> *+)- (?:(?P<key>uri|role): ++(?P<value>{_SCALAR}){_END}(?P<more>(?:(?P=indent)  {_NAME}: ++{_SCALAR}{_END})*+)"
    rf"|(?P<bare>{_SCALAR}){_END})"
)
# The form that most lists have throughout: nothing in it needs a second look.
_PLAIN = r"""(?:/[A-Za-z0-9_./-]++|"/[A-Za-z0-9_./ -]*+"|'/[A-Za-z0-9_./ -]*+')"""
_ROLE = "(?:spec|[a-z]++-[a-z]++|conversation|scratch)"
_USUAL = re.compile(rf"(?P<indent> ++)- uri: {_PLAIN}\n(?:(?P=indent)(?:- uri: {_PLAIN}|  role: {_ROLE})\n)*+(?! )")
_USUAL_LINK = re.compile(rf"- uri: ({_PLAIN})\n(?: ++role: ({_ROLE})\n)?+")
_PAIR = rf" *+({_NAME}): ++({_SCALAR}){_END}"


def read_plain(yaml: str) -> Plain | None:
    """Read the lines between the fences; None where they are not plain, which does not say that they are faulty."""
    if "\r" in yaml:
        yaml = yaml.replace("\r\n", "\n").replace("\r", "\n")
    if _is_odd(yaml) or not _are_single(_KEYS.findall(yaml)):
        return None
    at = _LINKS.search(yaml)
    if at is None:
        return Plain(has_key=False) if _ENTRIES.fullmatch(yaml) else None
    inline = _INLINE.match(yaml, at.end())
    found = _inline_links(yaml, inline.end()) if inline else _listed_links(yaml, at.end())
    if found is None or not _ENTRIES.fullmatch(yaml, 0, at.start()) or not _ENTRIES.fullmatch(yaml, found[1]):
        return None
    return Plain(True, found[0])


def _is_odd(yaml: str) -> bool:
    if yaml.isascii():
        return not yaml.replace("\n", "").isprintable()
    return re.search(_ODD, yaml) is not None  # compiled when first needed: so large a class takes its time


def _are_single(keys: list[str]) -> bool:
    return len(set(keys)) == len(keys) and _WORDS.isdisjoint(keys)


def _listed_links(yaml: str, at: int) -> tuple[list[Link], int] | None:
    """Read the items below the key; give them and the offset behind them."""
    opened = _OPEN.match(yaml, at)
    if opened is None:
        return None
    usual = _USUAL.match(yaml, opened.end())
    found = _USUAL_LINK.findall(usual[0]) if usual else []
    if usual and usual[0].count("\n") == len(found) + sum(role != "" for _, role in found):
        return [Link(uri if uri[0] == "/" else uri[1:-1], role or None) for uri, role in found], usual.end()
    at, links, indent = opened.end(), [], None
    while item := _compiled(_LINK).match(yaml, at):
        link = _link(item)
        if link is None or indent not in (None, item["indent"]):
            return None
        links.append(link)
        indent, at = item["indent"], item.end()
    return links, at


def _link(item: re.Match[str]) -> Link | None:
    key, value, more, bare = item.group("key", "value", "more", "bare")
    if bare is not None:
        uri = _text(bare)
        return Link(uri) if uri else None
    pairs = {key: value}
    if more:
        rest = _compiled(_PAIR).findall(more)
        pairs.update(rest)
        if len(pairs) != len(rest) + 1 or not _WORDS.isdisjoint(pairs):
            return None
    return _linking(pairs.get("uri"), pairs.get("role"))


def _linking(written_uri: str | None, written_role: str | None) -> Link | None:
    uri = _text(written_uri) if written_uri else None
    if not uri:
        return None
    if not written_role:
        return Link(uri)
    role = _text(written_role, may_be_blank=True)
    return None if role is None else Link(uri, role)


def _text(written: str, *, may_be_blank: bool = False) -> str | None:
    """Give the text that a scalar stands for; None for a blank one, and for what may be no text."""
    first = written[0]
    if first in "\"'":
        value = written[1:-1]
        return value if may_be_blank or value.strip() else None
    return written if _compiled(_BEGIN).match(written) and written not in _WORDS and not written.isspace() else None


def _inline_links(yaml: str, at: int) -> tuple[list[Link], int] | None:
    """Read the items of `[...]`; give them and the offset behind them."""
    links = []
    while item := _compiled(_FLOW_LINK).match(yaml, at):
        uri, role, bare = item.groups()
        link = _linking(bare or uri, role)
        if link is None:
            return None
        links.append(link)
        at = item.end()
    closed = _CLOSED.match(yaml, at)
    return (links, closed.end()) if closed else None
