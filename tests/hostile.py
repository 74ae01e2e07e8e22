"""Artifacts of every kind under any name and with any text in it, in process; and what no output may hold raw."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple

from briefs import CATEGORY
from linting import lint
from packets import contract
from proposals import sound

if TYPE_CHECKING:
    from collections.abc import Callable

    from packetlint.core.diagnostic import Diagnostic
    from packetlint.core.engine import Report

FORMATS = ("full", "concise", "json", "sarif", "github", "gitlab", "junit", "html")
_COMMAND = re.compile(r"##\w*\[")  # by which a log commands the build server that reads it


class Made(NamedTuple):
    """A file of one kind: its path and its bytes."""

    path: str
    raw: bytes

    def lint(self) -> Report:
        """Lint it by every rule."""
        return lint(self.raw, self.path)


def _brief(name: str, text: str) -> Made:
    return Made(f"{name}.md", CATEGORY.replace("fix", text, 1).encode("utf-8", "surrogatepass"))


def _links(name: str, text: str) -> Made:
    return Made(f"{name}/NODE.md", f"---\nsoft_links:\n  - /missing.md\n  - {json.dumps('/' + text)}\n---\n".encode())


def _partition(name: str, text: str) -> Made:
    proposal = sound()
    proposal["result"] = text
    return Made(f"{name}.json", as_json(proposal))


def _packet(name: str, text: str) -> Made:
    return Made(f".geas/missions/m1/tasks/{name}.json", as_json(contract(risk_level=text)))


def as_json(value: Any) -> bytes:
    """Write JSON with its characters as they are."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


KINDS: dict[str, Callable[[str, str], Made]] = {"brief": _brief, "links": _links, "partition": _partition, "packet": _packet}


def rendered(report: Report, format: str, *, color: bool = False) -> str:
    """Give a report in a format; every error fails the run."""
    from packetlint.cli.output import render

    return render(format, report, _fails, color=color)


def _fails(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity == "error"


def raw_in(text: str) -> list[str]:
    """List what in a text could steer a terminal, turn its direction, or command a build server."""
    steering = {
        character for character in text if character not in "\n\t" and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    }
    return sorted(steering) + _COMMAND.findall(text)
