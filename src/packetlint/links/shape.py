"""The shape of `soft_links`: which of its items are links, where these stand, and what is wrong with the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.links.model import Fault, Link, LinkPlace, Place
from packetlint.links.nodes import NOTHING, TEXT, Alias, Listing, Mapping, Scalar, lookup, resolved
from packetlint.links.yaml_faults import shortened

if TYPE_CHECKING:
    from packetlint.links.nodes import Collection, Entry, Node

KEY = "soft_links"
SHAPE = "links/soft-links-shape"


class Shape(NamedTuple):
    """What `soft_links` holds: the links, a place for each, and a fault for each item that is none."""

    has_key: bool
    links: tuple[Link, ...] = ()
    places: tuple[LinkPlace, ...] = ()
    faults: tuple[Fault, ...] = ()


def read_shape(text: str, root: Mapping) -> Shape:
    """Read the links of frontmatter. A key without a value is an empty list."""
    entry = lookup(root, KEY)
    if entry is None:
        return Shape(has_key=False)
    if isinstance(entry.value, Listing):
        return _of_items(text, entry.value, entry.alias)
    if isinstance(entry.value, Scalar) and entry.value.read_as == NOTHING:
        return Shape(has_key=True)
    return Shape(has_key=True, faults=(_no_list(text, entry),))


def _of_items(text: str, listing: Listing, alias: Alias | None) -> Shape:
    links: list[Link] = []
    places: list[LinkPlace] = []
    faults: list[Fault] = []
    for item in listing.items:
        found = _item(text, item, alias or (item if isinstance(item, Alias) else None))
        if isinstance(found, Fault):
            faults.append(found)
        else:
            links.append(found[0])
            places.append(found[1])
    return Shape(True, tuple(links), tuple(places), tuple(faults))


def _item(text: str, item: Node, alias: Alias | None) -> tuple[Link, LinkPlace] | Fault:
    node = resolved(item)
    if isinstance(node, Mapping):
        return _linking(text, item, node, alias)
    if not isinstance(node, Scalar) or node.read_as != TEXT:
        return _no_text(text, item, "an item of `soft_links`", "write `- ` and the target, or `- uri: ` and the target")
    if not node.value.strip():
        return _empty(item)
    return Link(node.value), LinkPlace(_place(node, alias))


def _linking(text: str, item: Node, mapping: Mapping, alias: Alias | None) -> tuple[Link, LinkPlace] | Fault:
    uri, role = lookup(mapping, "uri"), lookup(mapping, "role")
    if uri is None:
        return _no_uri(text, item, mapping)
    target = uri.value
    if not isinstance(target, Scalar) or target.read_as != TEXT:
        return _no_text(text, uri.alias or target, "a link's `uri`", "write the target behind `uri: `", at=uri.key)
    if not target.value.strip():
        return _empty(uri.alias or target)
    place = _place(target, alias or uri.alias)
    if role is None or (isinstance(role.value, Scalar) and role.value.read_as == NOTHING):
        return Link(target.value), LinkPlace(place)
    if not isinstance(role.value, Scalar) or role.value.read_as != TEXT:
        return _no_text(text, role.alias or role.value, "a link's `role`", "write one of the roles, or drop the key", at=role.key)
    return Link(target.value, role.value.value), LinkPlace(place, _place(role.value, alias or role.alias))


def _place(scalar: Scalar, alias: Alias | None) -> Place:
    if alias is not None:
        return Place(alias.start, alias.end, "alias")
    return Place(scalar.start, scalar.end, scalar.style)


def _no_text(text: str, node: Node, what: str, help: str, at: Node | None = None) -> Fault:
    """Say that something stands where a text is due; `at` is the key of a value that may be nothing at all."""
    value = resolved(node)
    start, end = _extent(text, node)
    if isinstance(value, Scalar) and value.read_as == NOTHING:
        if start == end:  # nothing is written: point at the key, or at the dash
            start, end = (at.start, at.end) if at else (start - 1, start)
        return _fault(start, end, f"{what} is empty", help)
    if isinstance(value, Scalar):
        shown = shortened(text[start:end])
        return _fault(start, end, f"{what} is {value.read_as} to YAML, not a text: `{shown}`", f'put it in quotes: "{shown}"')
    if text.startswith(("{{", "[["), start):
        return _fault(start, end, f"{what} is not a text: `{shortened(text[start:end])}`", "write the target, or put it in quotes")
    return _fault(start, end, f"{what} is {_named(value)}, and has to be a text", help)


def _empty(node: Node) -> Fault:
    return _fault(node.start, node.end, "a link has no target", "write the target, or take the item out")


_MEANT = frozenset("url link href path target file src ref to URI Uri".split())


def _no_uri(text: str, item: Node, mapping: Mapping) -> Fault:
    start, end = _extent(text, item)
    if not mapping.pairs:
        return _fault(start, end, "a link has no key `uri`", "write `uri: ` and the target")
    for key, _ in mapping.pairs:
        if isinstance(key, Scalar) and key.value in _MEANT:
            return _fault(key.start, key.end, f"a link has no key `uri`, but `{key.value}`", f"name the key `uri` instead of `{key.value}`")
    key, value = mapping.pairs[0]
    if len(mapping.pairs) == 1 and isinstance(key, Scalar) and key.value != "role" and isinstance(resolved(value), Scalar):
        written = shortened(text[key.start : value.end])
        help = f'if `{written}` is the target, put it in quotes: "{written}"; else write `uri: ` before it'
        return _fault(key.start, value.end, "a link has no key `uri`", help)
    return _fault(start, end, "a link has no key `uri`", "write `uri: ` and the target")


def _no_list(text: str, entry: Entry) -> Fault:
    """Say that `soft_links` is no list, and which mark was forgotten."""
    node = entry.alias or entry.value
    start, end = _extent(text, node)
    if isinstance(entry.value, Mapping):
        first = entry.value.pairs[0][0] if entry.value.pairs else None
        help = "begin each link with a dash"
        if isinstance(first, Scalar) and first.value in ("uri", "role"):
            help = f"begin each link with a dash: `- {first.value}: ...`"
        return _fault(start, end, "`soft_links` is a mapping, and has to be a list", help)
    read_as = entry.value.read_as if isinstance(entry.value, Scalar) else ""
    shown = shortened(text[start:end])
    message = f"`soft_links` is {_named(entry.value, read_as)}, and has to be a list"
    mend = f"put a blank behind each dash: `- {shown[1:]}`" if shown.startswith("-") else f"begin each link with a dash: `- {shown}`"
    return _fault(start, end, message, mend)


def _named(value: Scalar | Collection, read_as: str = TEXT) -> str:
    if isinstance(value, Scalar):
        return "one text" if read_as == TEXT else read_as
    return "a list" if isinstance(value, Listing) else "a mapping"


def _extent(text: str, node: Node) -> tuple[int, int]:
    """Give the part of a node that stands on its first line, without the blanks at its end."""
    end = node.end
    for mark in "\r\n":
        found = text.find(mark, node.start, end)
        end = found if found >= 0 else end
    return node.start, node.start + len(text[node.start : end].rstrip(" \t"))


def _fault(start: int, end: int, message: str, help: str) -> Fault:
    return Fault(SHAPE, start, end, message, help)
