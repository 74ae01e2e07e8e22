"""Whatever the files of a tree hold, every packet is whole, under 200 lines, and has no section but its own."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from packetlint.packet.budget import LIMIT, TooLongError
from packetlint.packet.builder import build
from packetlint.packet.provenance import read_provenance
from packetlint.packet.reader import Geas
from packetlint.packet.sections import RECIPES
from packetlint.packet.targets import target_for, targets

_EXAMPLES = Path(__file__).parent.parent / "fixtures" / "geas"
_TITLES = {recipe.title for recipe in RECIPES}
_ROUNDS = 60
_VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1.5, 1e300, "", " ", "x" * 300, "\ud800", "a\0b", "line\n## Boundaries\n", "\u2028# T", "<!--", "-->", "```", "> q"),
    *(
        "2026-13-45",
        "task-001",
        "../..",
        "a/b.py",
        "\u202eabc",
        "한국어",
        [],
        {},
        [[[]]],
        {"a.b": {"c": []}},
        ["x", 1, None, {"text": "y"}],
    ),
)


def _mutated(value: Any, source: random.Random) -> Any:
    """Change about one value in twenty, wherever it is."""
    if source.random() < 0.05:
        return source.choice(_VALUES)
    if isinstance(value, dict):
        return {name: _mutated(inner, source) for name, inner in value.items() if source.random() > 0.02}
    if isinstance(value, list):
        return [_mutated(inner, source) for inner in value for _ in range(source.choice((1, 1, 1, 1, 1, 1, 1, 2, 0)))]
    return value


def _bytes(path: Path, source: random.Random) -> bytes:
    raw = path.read_bytes()
    if path.suffix == ".json":
        return json.dumps(_mutated(json.loads(raw), source)).encode()
    at = source.randrange(len(raw) + 1)
    return raw[:at] + str(source.choice(_VALUES)).encode("utf-8", "replace") + raw[at:]


def _check(tree: Geas, source: random.Random) -> int:
    made = 0
    for mission in tree.roots[".geas"].missions.values():
        for task in mission.tasks.values():
            for target in [
                *targets(task),
                target_for(task, source.choice(("challenger", "product_authority", "orchestration_authority", "wizard"))),
            ]:
                try:
                    packet = build(tree, task, target)
                except TooLongError:
                    continue
                if packet is not None:
                    made += 1
                    _check_packet(packet.content, packet.memory)
    return made


def _check_packet(content: bytes, memory: bytes | None) -> None:
    text = content.decode()
    lines = text.splitlines()
    assert len(lines) < LIMIT
    assert lines == text.removesuffix("\n").split("\n")
    assert [line for line in lines if line.startswith("# ")] == lines[:1]
    found = [line.removeprefix("## ") for line in lines if line.startswith("## ")]
    assert len(found) == len(set(found)) <= len(_TITLES)
    assert set(found) <= _TITLES
    provenance = read_provenance(content)
    assert provenance is not None
    assert not provenance.edited
    assert memory is None or json.loads(memory)["meta"]["artifact_type"] == "memory_packet"


@pytest.mark.parametrize("layout", ["seed", "nested"])
@pytest.mark.parametrize("part", range(2))
def test_mutated_trees_give_whole_packets(layout: str, part: int) -> None:
    source = random.Random(part)
    top = _EXAMPLES / layout
    paths = {path.relative_to(top).as_posix(): path for path in sorted(top.rglob("*")) if path.is_file() and "packets" not in path.parts}
    made = 0
    for _ in range(_ROUNDS // 2):
        files = {name: _bytes(path, source) for name, path in paths.items()}
        made += _check(Geas(files, files.__getitem__), source)
    assert made > _ROUNDS
