"""Small `.geas` trees for tests: files by path, as JSON values, texts or bytes, and the tree read from them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from packetlint.core.errors import MissingError
from packetlint.packet.reader import Geas

if TYPE_CHECKING:
    from collections.abc import Mapping

    from packetlint.packet.reader import Mission, Root, Task

MISSION = ".geas/missions/m1"


def as_bytes(content: Any) -> bytes:
    """Give a file's bytes: those given, a text, or a value as JSON."""
    if isinstance(content, bytes):
        return content
    return content.encode() if isinstance(content, str) else json.dumps(content, ensure_ascii=False, indent=2).encode()


class Files:
    """Files in memory that count how often each is read."""

    def __init__(self, files: Mapping[str, Any]) -> None:
        """Take the files by path."""
        self.bytes = {path: as_bytes(content) for path, content in files.items()}
        self.reads: list[str] = []

    def read(self, path: str) -> bytes:
        """Give a file's bytes. Raises MissingError."""
        self.reads.append(path)
        if path not in self.bytes:
            raise MissingError("does not exist")
        return self.bytes[path]


def geas(files: Mapping[str, Any]) -> Geas:
    """Read a tree of files by their paths from the repository's top."""
    return Geas(files, Files(files).read)


def root(files: Mapping[str, Any]) -> Root:
    """Read a tree whose paths are given from its one `.geas` folder."""
    return geas({f".geas/{path}": content for path, content in files.items()}).roots[".geas"]


def mission(files: Mapping[str, Any]) -> Mission:
    """Read a tree whose paths are given from its one mission, `m1`."""
    return geas({f"{MISSION}/{path}": content for path, content in files.items()}).roots[".geas"].missions["m1"]


def contract(**fields: Any) -> dict[str, Any]:
    """Give a sound contract, with other fields as given; a field that is None is left out."""
    sound = {
        "version": "1.0",
        "artifact_type": "task_contract",
        "created_at": "2026-03-02T08:00:00Z",
        "task_id": "t1",
        "title": "Add a quota to the upload form",
        "goal": "Refuse an upload that would exceed the account's quota",
        "risk_level": "normal",
        "acceptance_criteria": ["an upload over the quota is refused", "the form names the quota"],
        "eval_commands": ["make test"],
        "rubric": {"dimensions": [{"name": "code_quality", "threshold": 4}]},
        "scope": {"surfaces": ["src/upload/"]},
        "routing": {"primary_worker_type": "software_engineer", "required_reviewer_types": ["qa_engineer"]},
        "status": "implementing",
    }
    return {name: value for name, value in {**sound, **fields}.items() if value is not None}


def task(files: Mapping[str, Any] | None = None, **fields: Any) -> Task:
    """Read the task `t1` of a mission in the seed's layout: its contract from `fields`, other files from the mission's folder."""
    return mission({"tasks/t1.json": contract(**fields), **(files or {})}).tasks["t1"]
