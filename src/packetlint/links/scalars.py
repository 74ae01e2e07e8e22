"""What the single values of frontmatter are: ruamel.yaml says, and builds each, so that what it cannot build is found out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from packetlint.links.nodes import DEFAULT, MERGE, NOTHING, TEXT, Scalar
from packetlint.links.parsing import loader
from packetlint.links.yaml_faults import Unreadable, shortened, wrong_escape

if TYPE_CHECKING:
    from collections.abc import Hashable

TAG = "tag:yaml.org,2002:"
_READ_AS = {
    f"{TAG}{name}": words
    for name, words in {
        "str": TEXT,
        "null": NOTHING,
        "merge": MERGE,
        "value": DEFAULT,
        "int": "a number",
        "float": "a number",
        "bool": "true or false",
        "timestamp": "a date",
        "binary": "binary data",
    }.items()
}
_STYLES = {"'": "single", '"': "double", "|": "block", ">": "block"}
_SURROGATE = re.compile("[\ud800-\udfff]")
_PROPERTIES = re.compile(r"(?:(?:[&!]\S*+|#[^\r\n]*+)\s++)*+")


class Scalars:
    """Turns the events of scalars into nodes."""

    def __init__(self, text: str) -> None:
        """Take the file's text."""
        self._text = text
        self._values: dict[int, Hashable] = {}

    def read(self, event: Any, start: int, end: int) -> Scalar:
        """Give the node of an event that spans text[start:end]. Raises Unreadable for a value that cannot be."""
        from ruamel.yaml.nodes import ScalarNode

        tag = event.tag if event.tag not in (None, "!") else str(loader().resolver.resolve(ScalarNode, event.value, event.implicit))
        begin = start
        if event.anchor is not None or event.tag is not None:
            properties = _PROPERTIES.match(self._text, start, end)
            start = properties.end() if properties else start
        if event.style in ("|", ">"):
            end = start + len(self._text[start:end].rstrip(" \t\r\n"))
        if tag not in _READ_AS:
            raise unknown_tag(self._text, begin)
        scalar = Scalar(start, end, event.value, _READ_AS[tag], _STYLES.get(event.style, "plain"))
        if _SURROGATE.search(event.value):
            raise wrong_escape(self._text, start, end)
        if scalar.read_as not in (TEXT, NOTHING, MERGE, DEFAULT):
            self._values[start] = self._built(scalar, ScalarNode(tag, event.value, event.start_mark, event.end_mark))
        return scalar

    def value(self, scalar: Scalar) -> Hashable:
        """Give what a scalar is worth: two that are equal to YAML are equal."""
        if scalar.read_as == NOTHING:
            return None
        if scalar.read_as == MERGE:
            return MERGE, scalar.value
        return self._values.get(scalar.start, scalar.value)

    def _built(self, scalar: Scalar, node: Any) -> Hashable:
        from ruamel.yaml.error import YAMLError

        try:
            value: Hashable = loader().constructor.construct_document(node)
        except (YAMLError, ValueError, LookupError, ArithmeticError, TypeError, AttributeError):
            message = f"`{shortened(scalar.value)}` looks like {scalar.read_as}, and cannot be read as one"
            raise Unreadable(scalar.start, scalar.end, message, "put it in quotes, if it is a text") from None
        return value


def unknown_tag(text: str, start: int) -> Unreadable:
    """Say that the node at an offset has a tag that means nothing here."""
    tag = re.compile(r"!\S*").search(text, start)
    where, shown = (tag.span(), tag[0]) if tag else ((start, start + 1), "!")
    return Unreadable(*where, f"`{shortened(shown)}` is read as a tag, because it begins with `!`", "put it in quotes, if it is a text")
