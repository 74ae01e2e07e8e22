"""Read one registry of aliases: the brain's config.yaml, or the person's projects.yaml.

Nothing of the file is constructed but texts, so that numbers and dates in it can do no harm; a key that stands
twice counts as it stands last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.links.spelling import absolute, joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.nodes import Node

SIZE_LIMIT = 256 << 10
_TEXT = "tag:yaml.org,2002:str"
_MAPPING = "tag:yaml.org,2002:map"
_NULL = "tag:yaml.org,2002:null"


class LayerFault(NamedTuple):
    """Why a registry cannot be used. `path` is from the repository's top, None for a file outside; lines and columns count from 1."""

    file: str
    path: str | None
    line: int
    column: int
    message: str
    help: str = ""


class Entry(NamedTuple):
    """What a registry has for an alias: absolute paths of its brain and its root, or the fault of the entry.

    `trusted` says that the person wrote it, and not whoever wrote the repository. `shown` is the file and line.
    """

    alias: str
    shown: str
    trusted: bool
    brain: str | None = None
    root: str | None = None
    fault: str = ""


class Origin(NamedTuple):
    """The file of a registry.

    `file` names it in messages; `path` is from the repository's top, None outside; `directory` is the absolute one that
    its relative paths count from; `home` is what `~` stands for; `trusted` says that the person wrote it.
    """

    file: str
    path: str | None
    directory: str
    home: str | None
    trusted: bool

    def fault(self, line: int, column: int, message: str, help: str = "") -> LayerFault:
        """Make a fault of this file."""
        return LayerFault(self.file, self.path, line, column, message, help)


class Layer(NamedTuple):
    """One registry that is there. With a fault it lists nothing."""

    origin: Origin
    entries: Mapping[str, Node]
    top: Mapping[str, Node]
    fault: LayerFault | None = None

    def entry(self, alias: str) -> Entry | None:
        """Give what is listed for an alias; None where it is not listed."""
        node = self.entries.get(alias)
        return None if node is None else _entry(self.origin, alias, node)

    def text(self, key: str) -> str | None:
        """Give the text at a top-level key; None for anything else."""
        node = self.top.get(key)
        return None if node is None else _text(node)

    def texts(self, key: str) -> tuple[str, ...]:
        """Give the texts of a top-level list; what is no text in it is left out."""
        node = self.top.get(key)
        items = node.value if node is not None and isinstance(node.value, list) else []
        return tuple(text for item in items if not isinstance(item, tuple) and (text := _text(item)))


def config_layer(origin: Origin, raw: bytes) -> Layer:
    """Read a brain's config.yaml: its aliases stand under the key `aliases`."""
    top, fault = _top(origin, raw)
    node = top.get("aliases")
    if node is None or node.tag == _NULL:
        return Layer(origin, {}, top, fault)
    entries = _mapping(node)
    if entries is None:
        help = "write each alias as `name:` with its `brain:` or `root:` below it"
        fault = origin.fault(*_place(node), "has something else than a mapping under `aliases`", help)
    return Layer(origin, entries or {}, top, fault)


def registry_layer(origin: Origin, raw: bytes) -> Layer:
    """Read a person's registry: every key of it is an alias."""
    top, fault = _top(origin, raw)
    return Layer(origin, top, top, fault)


def broken_layer(origin: Origin, reason: str) -> Layer:
    """Give the layer of a file that is there and cannot be read."""
    return Layer(origin, {}, {}, origin.fault(1, 1, reason))


def _top(origin: Origin, raw: bytes) -> tuple[dict[str, Node], LayerFault | None]:
    """Give the nodes of the file's mapping by key, or the fault."""
    if len(raw) > SIZE_LIMIT:
        return {}, origin.fault(1, 1, f"is {len(raw)} bytes, over the limit of {SIZE_LIMIT}")
    node, fault = _compose(origin, raw)
    if node is None or fault is not None or node.tag == _NULL:
        return {}, fault
    found = _mapping(node)
    if found is None:
        return {}, origin.fault(*_place(node), "is not a mapping", "write it as `key: value` lines")
    return found, None


def _compose(origin: Origin, raw: bytes) -> tuple[Node | None, LayerFault | None]:
    """Let ruamel.yaml parse; what it objects to is a fault."""
    from ruamel.yaml.error import MarkedYAMLError, YAMLError  # only a link by an alias needs it
    from ruamel.yaml.reader import ReaderError

    from packetlint.core.yaml_nodes import compose

    try:
        return compose(raw.decode("utf-8-sig")), None
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
        return None, origin.fault(*_end(before), f"is not UTF-8: byte 0x{raw[error.start]:02x}")
    except ReaderError as error:
        return None, origin.fault(*_end(raw.decode("utf-8-sig")[: error.position]), "holds a character that cannot stand in YAML")
    except MarkedYAMLError as error:
        return None, origin.fault(*_mark(error), f"is no YAML: {_reason(error)}")
    except (YAMLError, ValueError, OverflowError) as error:
        return None, _placed(origin, raw) or origin.fault(1, 1, f"is no YAML: {' '.join(str(error).split())[:200]}")


def _placed(origin: Origin, raw: bytes) -> LayerFault | None:
    """Give a fault that has no place of its own, such as an escape beyond the last character, as the reader of frontmatter finds it."""
    from packetlint.links.careful import fault_of

    text = raw.decode("utf-8-sig")
    found = fault_of(text)
    return origin.fault(*_end(text[: found.start]), f"cannot be read: {found.message}", found.help) if found else None


def _end(text: str) -> tuple[int, int]:
    """Give the line and column at which a text ends."""
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def _mark(error: MarkedYAMLError) -> tuple[int, int]:
    mark = error.problem_mark or error.context_mark
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _reason(error: MarkedYAMLError) -> str:
    return " ".join(str(error.problem or error.context).split())[:200]


def _place(node: Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _mapping(node: Node) -> dict[str, Node] | None:
    """Give a mapping's values by the text of their keys; None for anything else."""
    if not isinstance(node.value, list) or node.tag != _MAPPING:
        return None
    return {key.value: value for key, value in node.value if isinstance(key.value, str)}


def _text(node: Node) -> str | None:
    return node.value if isinstance(node.value, str) and node.tag == _TEXT else None


def _entry(origin: Origin, alias: str, node: Node) -> Entry:
    """Judge one entry. A text alone is the path of a root."""
    empty = Entry(alias, f"{origin.file}:{_place(node)[0]}", origin.trusted)
    if (text := _text(node)) is not None:
        return _with_paths(origin, empty, None, text)
    fields = _mapping(node)
    if fields is None:
        return empty._replace(
            fault="is listed without a directory" if node.tag == _NULL else "is listed with something that is no directory"
        )
    values = []
    for name in ("brain", "root"):
        field = fields.get(name)
        if field is not None and field.tag != _NULL and _text(field) is None:
            return empty._replace(fault=f"has a `{name}` that is not a text")
        values.append(None if field is None else _text(field))
    return _with_paths(origin, empty, *values)


def _with_paths(origin: Origin, entry: Entry, brain: str | None, root: str | None) -> Entry:
    if not brain and not root:
        return entry._replace(fault="is listed without `brain` and `root`")
    if any(not text.isprintable() and _cannot_name(text) for text in (brain or "", root or "")):
        return entry._replace(fault="has a path that no file can have")
    return entry._replace(brain=_absolute(origin, brain) if brain else None, root=_absolute(origin, root) if root else None)


def _cannot_name(text: str) -> bool:
    return "\0" in text or any("\ud800" <= character <= "\udfff" for character in text)


def _absolute(origin: Origin, path: str) -> str:
    """Make a path absolute: `~` is the person's home, variables stay as they are, the rest counts from the file's directory."""
    if origin.home and (path == "~" or path.startswith("~/")):
        path = origin.home + path[1:]
    return absolute(path if path.startswith("/") else joined(origin.directory, path))
