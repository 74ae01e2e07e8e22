"""What a template leaves behind: its own bracket texts, and marks that stand for a value.

Seed: context-pack, Output Format (v2).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# The bracket texts of the templates, by how they begin. What is longer in a template is cut where it is unmistakable.
_TEMPLATE = (
    r"[XYZ]|Decision|reason|approach|contract|behavioral (?:hint|assertion|prohibition)|observable failure mode|what it represents"
    r"|delegating skill|contract dependency\b[^\[\]]*|One-line\b[^\[\]]*|type names\b[^\[\]]*|verb-led\b[^\[\]]*"
    r"|Thing the receiver\b[^\[\]]*|partial state\b[^\[\]]*|bug ?[/|] ?enhancement\b[^\[\]]*"
)
_BRACKETED = rf"(?<![\w\])!\\`\[])\[({_TEMPLATE})\](?![\w(\[])"
_WHOLE = (
    r"(?:TBD|TODO|FIXME|\.{3}|…|\?{2,}"
    r"|\{\{?[^\W\d][\w \-/.']*\}?\}|<[^\W\d][\w \-/.']*>|\[[^\W\d][\w \-/.']*\])[.:!]?"
)
_WHOLE_BEGINS = "TF.…?{<["
_HTML = frozenset(["br", "hr", "p", "div", "details", "summary", "br/", "hr/", "br /", "hr /"])


def template_texts(text: str, references: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the templates' bracket texts, without links whose label is in `references`."""
    for match in re.finditer(_BRACKETED, text):
        if match[1].casefold() not in references:
            yield match.span()


def is_placeholder(text: str, references: frozenset[str] = frozenset()) -> bool:
    """Say whether a whole value or bullet only stands for something: TBD, `...`, `{x}`, `<x>`, `[x]`."""
    bare = text.strip("*_ ")
    inner = bare.strip("[]<>{}").casefold()
    return bare[:1] in _WHOLE_BEGINS and bool(re.fullmatch(_WHOLE, bare)) and inner not in references and inner not in _HTML
