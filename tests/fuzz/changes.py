"""Change a text or a tree: bytes, lines, nodes of JSON, values of YAML, pieces of another file, files of a tree."""

from __future__ import annotations

import copy
import json
import re
from typing import TYPE_CHECKING, Any

from fuzz.values import PIECES, VALUES, YAML_VALUES

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from fuzz.corpus import Tree

_YAML_LINE = re.compile(rb"^([ \t]*(?:- )*)([\w.\"-]+:)?([ \t]*)(.*)$")
_FRONTMATTER = re.compile(rb"\A---\r?\n(.*?)^---", re.DOTALL | re.MULTILINE)
_MOST = 256 << 10
_GROWN = 0.0005  # of the texts


def in_bytes(raw: bytes, source: random.Random) -> bytes:
    """Cut, double, flip, or put a piece in, in one place."""
    content = bytearray(raw)
    start = source.randrange(len(content) + 1)
    end = min(len(content), start + source.choice((0, 1, 1, 5, 40, 400)))
    content[start:end] = source.choice((b"", bytes(content[start:end]) * 2, source.randbytes(end - start), source.choice(PIECES)))
    if content and source.random() < 0.2:
        content[source.randrange(len(content))] ^= 1 << source.randrange(8)
    return bytes(content)


def in_lines(raw: bytes, source: random.Random) -> bytes:
    """Move, double, drop, indent or mark some lines, or end all lines otherwise."""
    lines = raw.splitlines(keepends=True)
    if not lines:
        return raw
    if source.random() < 0.05:
        end = source.choice((b"\r\n", b"\r", b"\n"))
        return b"".join(line.rstrip(b"\r\n") + end for line in lines)
    start = source.randrange(len(lines))
    stop = min(len(lines), start + source.choice((1, 1, 1, 2, 5, 20)))
    block, rest = lines[start:stop], lines[:start] + lines[stop:]
    mark = source.choice((b"  ", b"    ", b"- ", b"> ", b"\t", b"#", b"* ", b"1. ", b"<!-- ", b"| "))
    block = source.choice(([], block * 2, block, [mark + line for line in block], [line.lstrip(b" -#*>") for line in block]))
    at = source.choice((start, source.randrange(len(rest) + 1)))
    return b"".join((*rest[:at], *block, *rest[at:]))


def in_json(raw: bytes, source: random.Random) -> bytes:
    """Put other values, or nothing, or what stands elsewhere, in one to three places; or a key twice."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return in_bytes(raw, source)
    if not value or not isinstance(value, dict | list):
        return in_bytes(raw, source)
    for _ in range(source.randint(1, 3)):
        _edit(value, source)
    text = json.dumps(value, indent=source.choice((None, 1, 2)), ensure_ascii=source.random() < 0.7)
    if source.random() < 0.05:
        text = re.sub(r'("\w+": )', r"\1null, \1", text, count=1)
    return text.encode("utf-8", "surrogatepass")


def _edit(value: Any, source: random.Random) -> None:
    """Change one place of a value that is not empty; what becomes empty is left alone."""
    if not value:
        return
    holder, key = place(value, source)
    other, elsewhere = place(value, source)
    change = source.randrange(8)
    if change == 0:
        del holder[key]
    elif change == 1:
        holder[key] = copy.deepcopy(other[elsewhere])
    elif change == 2 and isinstance(holder, dict):
        holder[source.choice((elsewhere if isinstance(elsewhere, str) else "x", f"{key}x", "", "é"))] = holder.pop(key)
    elif change == 3 and isinstance(holder, list):
        holder.insert(source.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
    elif change == 4 and isinstance(holder[key], str):
        holder[key] = in_bytes(holder[key].encode("utf-8", "surrogatepass"), source).decode("utf-8", "replace")
    elif change == 5 and isinstance(holder, dict):
        holder.update({name: holder.pop(name) for name in source.sample(list(holder), len(holder))})
    else:
        holder[key] = copy.deepcopy(source.choice(VALUES))


def place(value: Any, source: random.Random) -> tuple[Any, Any]:
    """Give a holder in a value of JSON, and a key or an index of it, mostly deep inside."""
    while True:
        key: Any = source.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if not (isinstance(value[key], dict | list) and value[key] and source.random() < 0.85):
            return value, key
        value = value[key]


def in_yaml(raw: bytes, source: random.Random) -> bytes:
    """Give a key of the frontmatter (or of a file that is YAML throughout) another value, another key, or other blanks."""
    found = _FRONTMATTER.match(raw)
    start, end = found.span(1) if found else (0, len(raw))
    lines = raw[start:end].split(b"\n")
    at = source.randrange(len(lines))
    match = _YAML_LINE.match(lines[at])
    if match:
        indent, key, gap, value = match[1], match[2] or b"", match[3], match[4]
        change = source.randrange(6)
        value = source.choice(YAML_VALUES).encode() if change < 3 else value
        key = source.choice((b"", b"soft_links:", b"uri:", b"role:", b"aliases:", b"root:", b'"q":', b"?", key * 2)) if change == 3 else key
        indent = source.choice((b"", b"  ", b"- ", b"  - ", b"\t", indent * 2)) if change == 4 else indent
        lines[at] = indent + key + (gap or b" ") + value
    return raw[:start] + b"\n".join(lines) + raw[end:]


def spliced(raw: bytes, other: bytes, source: random.Random) -> bytes:
    """Put some lines of another file in."""
    lines = other.splitlines(keepends=True)
    start = source.randrange(len(lines) + 1)
    at = source.choice((source.randrange(len(raw) + 1), raw.find(b"\n", source.randrange(len(raw) + 1)) + 1))
    return raw[:at] + b"".join(lines[start : start + source.choice((1, 3, 10, 40))]) + raw[at:]


def grown(raw: bytes, source: random.Random) -> bytes:
    """Repeat a part of a text until it is as long as a hostile one: whatever takes more than linear time shows."""
    start = source.randrange(len(raw) + 1)
    part = raw[start : start + source.choice((1, 2, 8, 40, 200, 1000))] or source.choice(PIECES)
    return raw[:start] + part * (source.choice((8 << 10, 64 << 10, 200 << 10)) // len(part)) + raw[start:]


def changed(path: str, raw: bytes, others: Sequence[Tree], source: random.Random) -> bytes:
    """Change a file's content in one to five ways that fit its name, now and then in some that do not."""
    for _ in range(source.choice((1, 1, 1, 2, 3, 5))):
        if source.random() < 0.08:
            tree = source.choice(others)
            raw = spliced(raw, tree[source.choice(list(tree))], source) if tree else raw
        else:
            raw = source.choice(_ways(path))(raw, source)
        raw = raw[:_MOST]
    return grown(raw, source) if source.random() < _GROWN else raw


def _ways(path: str) -> Sequence[Callable[[bytes, random.Random], bytes]]:
    if path.endswith(".json"):
        return (in_json, in_json, in_json, in_json, in_json, in_bytes, in_lines)
    if path.endswith((".yaml", ".yml")):
        return (in_yaml, in_yaml, in_bytes, in_lines)
    return (in_lines, in_lines, in_bytes, in_bytes, in_yaml) if path.endswith((".md", ".markdown")) else (in_lines, in_bytes)


def changed_tree(tree: Tree, others: Sequence[Tree], source: random.Random, *, moves: bool = False) -> Tree:
    """Change one to three files of a tree; with `moves` also rename, drop, double or add files."""
    result = dict(tree)
    for path in source.sample(sorted(result), min(len(result), source.choice((1, 1, 2, 3)))):
        result[path] = changed(path, result[path], others, source)
        if moves and source.random() < 0.3:
            content = result.pop(path) if source.random() < 0.6 else result[path]
            if source.random() < 0.8:
                _put(result, source.choice((f"moved/{path}", path.upper(), f"{path}.md", f"x{path}", path.rpartition("/")[2])), content)
    if moves and source.random() < 0.15:
        other = source.choice(others)
        for path, content in other.items():
            _put(result, path, content)
    return result


def _put(tree: Tree, path: str, content: bytes) -> None:
    """Add a file, unless a file stands where it needs a directory, or the other way round."""
    folders = {path[:at] for at, character in enumerate(path) if character == "/"}
    if not folders.intersection(tree) and not any(other.startswith(f"{path}/") for other in tree):
        tree[path] = content
