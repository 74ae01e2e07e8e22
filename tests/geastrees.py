"""Small `.geas` trees with the packets that belong in them, and what a check finds there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from packets import MISSION, as_bytes, contract, geas

from packetlint.cli.main import main
from packetlint.packet.builder import build
from packetlint.packet.targets import targets

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pytest
    from gitrepo import Repo

CONTRACT = f"{MISSION}/tasks/t1.json"
WORKER = f"{MISSION}/packets/t1/software_engineer.md"
TESTER = f"{MISSION}/packets/t1/qa_engineer.md"
MEMORY = f"{MISSION}/packets/t1/memory-packet.json"
EVIDENCE = f"{MISSION}/evidence/t1"
HAND_WRITTEN = "# Context for the software engineer\n\nTask: add a quota\n"


def with_packets(files: Mapping[str, Any] | None = None, **fields: Any) -> dict[str, bytes]:
    """Give the bytes of a tree, paths from the top, with every packet that its tasks ask for; the task `t1` is made from `fields`."""
    given = {CONTRACT: contract(**fields), **(files or {})}
    tree = {path: as_bytes(content) for path, content in given.items()}
    for mission in geas(given).roots[".geas"].missions.values():
        for task in mission.tasks.values():
            for target in targets(task):
                packet = build(mission.root.geas, task, target)
                assert packet is not None
                tree[packet.path] = packet.content
                if packet.memory:
                    tree[packet.memory_path] = packet.memory
    return tree


def remembering(*names: str, **fields: Any) -> dict[str, Any]:
    """Give the files of memories about the whole project, and an index of them."""
    entry = {
        "memory_type": "failure_lesson",
        "state": "stable",
        "title": "Count first",
        "summary": "Bytes are counted before they are stored.",
        "scope": "project",
        "signals": {"confidence": 0.8},
        "created_at": "2026-03-01T08:00:00Z",
        **fields,
    }
    files: dict[str, Any] = {f".geas/memory/entries/{name}.json": {"memory_id": name, **entry} for name in names}
    return {**files, ".geas/state/memory-index.json": {"entries": [{"memory_id": name, "state": entry["state"]} for name in names]}}


def evidence(worker: str = "qa_engineer", **fields: Any) -> dict[str, Any]:
    """Give a piece of evidence for the task `t1`."""
    return {"agent": worker, "task_id": "t1", "summary": f"what {worker} saw", "created_at": "2026-03-04T08:00:00Z", **fields}


def found(repo: Repo, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Check by the rules of packets; give each finding as `PATH:LINE rule severity`, paths from the mission's packets on."""
    main(["check", "--select", "packet", "--format", "json", *arguments])
    diagnostics = json.loads(capsys.readouterr().out)["diagnostics"]
    return [f"{_short(each['path'])}:{each['line']} {each['rule'].removeprefix('packet/')} {each['severity']}" for each in diagnostics]


def messages(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Check by the rules of packets and give the messages."""
    main(["check", "--select", "packet", "--format", "json", *arguments])
    return [each["message"] for each in json.loads(capsys.readouterr().out)["diagnostics"]]


def _short(path: str) -> str:
    return path.removeprefix(f"{MISSION}/").removeprefix("packets/")


def edited(content: bytes, old: str, new: str) -> bytes:
    """Replace a text that has to be there, once."""
    assert old in content.decode()
    return content.decode().replace(old, new, 1).encode()
