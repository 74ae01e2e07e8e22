"""A strict reading of YAML: plain values that remember where they stand, and words that YAML would turn into something else.

Nothing is constructed but mappings, lists, texts and booleans. Aliases and nesting are bounded, a key may
stand only once, and there is one document.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.core.errors import UsageError
from packetlint.core.quoting import short

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
    from ruamel.yaml.reader import ReaderError

    KeyPath = tuple[str | int, ...]

SIZE_LIMIT = 128 << 10
_UNFILLED = "`{{` begins what is not filled in; write the value there, or quote it"
_NO_NAME = "a field's name is text, not a list or a mapping"
_MOST_VALUES = 5000
_DEEPEST = 8
_LONGEST = 60  # characters that are shown of a word


class Misread(NamedTuple):
    """A word without quotes that YAML reads as something other than text: how it is spelled, and as what."""

    spelling: str
    read_as: str


class Parsed(NamedTuple):
    """A document: its value, the 1-based line of every value by its keys and indices, and the words misread."""

    value: Any
    lines: Mapping[KeyPath, int]
    misread: Mapping[KeyPath, Misread]


def parse(name: str, raw: bytes) -> Parsed:
    """Read a document that goes by `name`. Raises UsageError, one line with file, line and column."""
    if len(raw) > SIZE_LIMIT:
        raise UsageError(f"{name} is {len(raw)} bytes, over the limit of {SIZE_LIMIT}")
    values = _Values(name)
    root = _compose(name, _decode(name, raw))
    if root is None:
        raise _at(name, 1, 1, "holds nothing")
    return Parsed(values.take(root, ()), values.lines, values.misread)


def _decode(name: str, raw: bytes) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _at(name, 1, 1, "is UTF-16, not UTF-8")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
        raise _in_text(name, before, f"is not UTF-8: byte 0x{error.object[error.start]:02x}") from None


def _compose(name: str, text: str) -> Node | None:
    """Let ruamel.yaml parse, and put its complaints into one line."""
    from ruamel.yaml.error import MarkedYAMLError, YAMLError
    from ruamel.yaml.reader import ReaderError

    from packetlint.core.yaml_nodes import compose

    try:
        return compose(text)
    except ReaderError as error:
        raise _unacceptable(name, text, error) from None
    except MarkedYAMLError as error:
        raise _malformed(name, error) from None
    except (YAMLError, ValueError, OverflowError) as error:
        beyond = _BEYOND.search(text)
        if beyond is None:
            raise UsageError(f"{name}: is no YAML: {' '.join(str(error).split())}") from None
        raise _in_text(name, text[: beyond.start()], f"`{beyond[0]}` is beyond the last character") from None


_BEYOND = re.compile(r"\\U(?!0010|000)[0-9A-Fa-f]{8}")


def _unacceptable(name: str, text: str, error: ReaderError) -> UsageError:
    at = min(error.position, len(text) - 1)
    return _in_text(name, text[:at], f"the character U+{ord(text[at]):04X} cannot stand in YAML")


def _malformed(name: str, error: MarkedYAMLError) -> UsageError:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return _at(name, line, column, _reason(str(error.problem or error.context)))


_CANNOT_START = re.compile(r"found character '(.+)' that cannot start any token")


def _reason(problem: str) -> str:
    """Say what to do about the commonest faults, and give the parser's own words for the others."""
    character = _CANNOT_START.search(problem)
    if character and character[1] == r"\t":
        return "a tab cannot indent YAML; use spaces"
    if character:
        return f"a text that begins with {character[1]} needs quotes"
    if "alphabetic or numeric character" in problem or "undefined alias" in problem:
        return f"is no YAML: {' '.join(problem.split())}; a text that begins with * or & needs quotes"
    if problem.startswith("mapping values are not allowed"):
        return "a text that holds `: ` needs quotes"
    if "another document" in problem:
        return "a second document begins here, and a draft is one"
    return f"is no YAML: {' '.join(problem.split())}"


def _in_text(name: str, before: str, message: str) -> UsageError:
    return _at(name, before.count("\n") + 1, len(before) - before.rfind("\n"), message)


def _at(name: str, line: int, column: int, message: str) -> UsageError:
    return UsageError(f"{name}:{line}:{column}: {message}")


_TAG = "tag:yaml.org,2002:"
_PLAIN_TAGS = frozenset(f"{_TAG}{name}" for name in ("str", "int", "float", "bool", "null", "timestamp", "merge", "value"))
_BOOLEAN = re.compile(r"(yes|on|true)|no|off|false", re.IGNORECASE | re.ASCII)
_NULL = re.compile(r"~|null|Null|NULL|")
_NUMBER = re.compile(
    r"[-+]?(?:0[xX][\da-fA-F_]+|0[ob][0-7_]+|\d[\d_]*(?::[0-5]?\d)*(?:\.[\d_]*)?(?:[eE][-+]?\d+)?|\.\d[\d_]*(?:[eE][-+]?\d+)?"
    r"|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)",
    re.ASCII,
)
_DATE = re.compile(r"\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d.*)?", re.ASCII)


class _Values:
    """Turns nodes into values, within the bounds, and remembers where each stood."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.lines: dict[KeyPath, int] = {}
        self.misread: dict[KeyPath, Misread] = {}

    def take(self, node: Node, path: KeyPath) -> Any:
        """Give the value of a node. An alias is followed as often as it is used, so the bounds hold for it too."""
        from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

        self.lines.setdefault(path, node.start_mark.line + 1)
        if len(path) > _DEEPEST:
            raise self._fault(node, "is nested too deeply")
        if len(self.lines) > _MOST_VALUES:
            raise self._fault(node, f"more than {_MOST_VALUES} values")
        if isinstance(node, ScalarNode) and node.tag in _PLAIN_TAGS:
            return self._scalar(node, path)
        if isinstance(node, SequenceNode) and node.tag == f"{_TAG}seq":
            return self._list(node, path)
        if isinstance(node, MappingNode) and node.tag == f"{_TAG}map":
            return self._mapping(node, path)
        raise self._fault(node, f"the tag `{str(node.tag).replace(_TAG, '!!')}` has no meaning in a draft")

    def _scalar(self, node: ScalarNode, path: KeyPath) -> Any:
        """Give a text; for a word that YAML reads otherwise a value of another type, so that it is not taken for text."""
        text = str(node.value)
        if node.style not in (None, ""):
            return text
        for read_as, pattern, value in (
            ("true or false", _BOOLEAN, None),
            ("nothing", _NULL, None),
            ("a number", _NUMBER, 0),
            ("a date", _DATE, 0),
        ):
            if match := pattern.fullmatch(text):
                self.misread[path] = Misread(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…", read_as)
                return bool(match[1]) if pattern is _BOOLEAN else value
        return text

    def _list(self, node: SequenceNode, path: KeyPath) -> list[Any]:
        return [self.take(item, (*path, index)) for index, item in enumerate(node.value)]

    def _mapping(self, node: MappingNode, path: KeyPath) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = key_node.value
            if not isinstance(key, str):
                is_unfilled = key_node.tag == f"{_TAG}map" and key_node.start_mark.index == node.start_mark.index + 1
                raise self._fault(node, _UNFILLED) if is_unfilled else self._fault(key_node, _NO_NAME)
            inside = (*path, key)
            if key in found:
                raise self._fault(key_node, f"`{key_of(inside)}` stands a second time (first on line {self.lines[inside]})")
            self.lines[inside] = key_node.start_mark.line + 1
            found[key] = self.take(value_node, inside)
        return found

    def _fault(self, node: Node, message: str) -> UsageError:
        return _at(self._name, node.start_mark.line + 1, node.start_mark.column + 1, message)


def key_of(path: KeyPath) -> str:
    """Give keys and indices as people write them: `files_touched[0].path`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{short(part)}" for part in path).lstrip(".")
