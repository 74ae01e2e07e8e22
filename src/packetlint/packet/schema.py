"""Check the JSON files of a `.geas` tree: their kinds, the JSON Schemas of this package, and what a file has against them.

The reader takes what it can use of any file; here a file is judged as a whole. Seed: context-packet, Inputs; the
memory packet's fields: Memory Retrieval, 5.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from packetlint.packet.fields import Fields
from packetlint.packet.layout import packet_path, root_of
from packetlint.packet.model import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.json_reader import JsonDocument, Path
    from packetlint.packet.artifact import Artifact

Name = Literal[
    "contract",
    "evidence",
    "record",
    "decision",
    "implementation-contract",
    "mission-spec",
    "design-brief",
    "run-state",
    "debt-register",
    "memory-entry",
    "memory-index",
    "memory-log",
    "memory-packet",
]
NAMES: tuple[Name, ...] = get_args(Name)
"""What a file can be; each has a schema in `schemas/`."""

_COMMON = "common.schema.json"


class Found(NamedTuple):
    """One thing that is wrong with a file: offsets into its text, the path inside its JSON, what is wrong, what to do."""

    start: int
    end: int
    path: Path
    message: str
    help: str = ""


@cache
def load_schema(name: Name) -> dict[str, Any]:
    """Read a schema; its references all lead inside it."""
    schema = _load(f"{name}.schema.json")
    return {**schema, "$defs": _load(_COMMON)["$defs"]}


def _load(file: str) -> dict[str, Any]:
    import json

    path = f"{__file__.rpartition('schema')[0]}schemas/{file}"
    with open(path, encoding="utf-8") as opened:  # noqa: PTH123 - pathlib costs a hook's start
        text = opened.read()
    schema: dict[str, Any] = json.loads(text.replace(f'"{_COMMON}#', '"#'))
    return schema


def schema_for(path: str) -> Name | None:
    """Say what a file of a `.geas` folder is, by its path; None for one that has no schema."""
    root = root_of(path)
    if root is None or not path.endswith(".json"):
        return None
    packet = packet_path(path)
    if packet is not None:
        return "memory-packet" if packet.is_memory else None
    return _of_parts(path[len(root) + 1 :].split("/"))


def _of_parts(parts: list[str]) -> Name | None:
    match parts:
        case ["missions", _, *inside]:
            return _of_mission(inside)
        case ["state", "run.json"]:
            return "run-state"
        case ["state", "memory-index.json"]:
            return "memory-index"
        case ["memory", "entries", _]:
            return "memory-entry"
        case ["memory", "logs", _]:
            return "memory-log"
    return None


def _of_mission(parts: list[str]) -> Name | None:
    match parts:
        case ["tasks", _, "contract.json"] | ["tasks", _]:
            return "contract"
        case ["tasks", _, "record.json"]:
            return "record"
        case ["tasks", _, "evidence", _] | ["evidence", _, _]:
            return "evidence"
        case ["contracts", _]:
            return "implementation-contract"
        case ["decisions", *_]:
            return "decision"
        case [name]:
            return {"spec.json": "mission-spec", "design-brief.json": "design-brief"}.get(name)  # type: ignore[return-value]
        case ["evolution", "debt-register.json"]:
            return "debt-register"
    return None


def faults(name: Name, value: Any) -> Iterator[tuple[Path, str]]:
    """Yield what is wrong with a value, by its path: `((), "has no `goal`")`; the message goes on after the value's name."""
    from packetlint.packet.verdict import violations

    yield from violations(load_schema(name), value)
    yield from _impossible_times(value)


def part_faults(part: str, value: Any) -> Iterator[tuple[Path, str]]:
    """Yield what is wrong with a file among the evidence that is a part of the record."""
    from packetlint.packet.verdict import violations

    schema = load_schema("record")
    yield from violations(schema["properties"].get(part, {}), value, schema)
    yield from _impossible_times(value)


def _impossible_times(value: Any) -> Iterator[tuple[Path, str]]:
    """Yield the times that are written as one and are none, such as the 30th of February."""
    from packetlint.packet.instants import instant
    from packetlint.packet.verdict import shown, violations

    pattern = _load_time()
    for above in ((), ("meta",)):
        holder = value.get("meta") if above and isinstance(value, dict) else value
        for name in ("created_at", "updated_at"):
            text = holder.get(name) if isinstance(holder, dict) else None
            if isinstance(text, str) and instant(text) is None and not any(violations(pattern, text)):
                yield (*above, name), f"is {shown(text)}, a time that does not exist"


@cache
def _load_time() -> dict[str, Any]:
    time: dict[str, Any] = _load(_COMMON)["$defs"]["time"]
    return time


def check(artifact: Artifact) -> Iterator[Found]:
    """Yield everything that is wrong with a JSON file of a `.geas` folder: unreadable, a key twice, not as its schema has it."""
    name = schema_for(artifact.path)
    if artifact.fault:
        yield Found(artifact.fault.start, artifact.fault.end, (), artifact.fault.message, artifact.fault.help)
    elif artifact.document and name:
        yield from _repeats(artifact.document)
        for path, message in _judged(artifact, name):
            yield Found(*artifact.span(path), path, message)


def _judged(artifact: Artifact, name: Name) -> Iterator[tuple[Path, str]]:
    from packetlint.packet.record_reader import part_name

    stem = artifact.path.rpartition("/")[2].removesuffix(".json")
    kind = Fields(artifact.object or {}, Place(artifact.path)).text("artifact_type")
    part = part_name(stem, kind) if name == "evidence" else None
    return part_faults(part, artifact.value) if part else faults(name, artifact.value)


def _repeats(document: JsonDocument) -> Iterator[Found]:
    for repeat in document.scan.repeats if document.repeats else ():
        yield Found(repeat.start, repeat.end, repeat.path, f"`{repeat.path[-1]}` is there twice; the last one counts", "keep one of them")
