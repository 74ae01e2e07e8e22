"""Commands that write, each in a small tree whose inputs change from run to run: what they write and what may be there after a fault."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from irs import worked
from packets import MISSION, contract

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Files = dict[str, str]

_LEAVES = 12
_TASKS = 12
TIME = "2026-05-04T03:02:01Z"
_DRAFT: dict[str, Any] = {
    "type_surface": ["`Pager.next(): Page` — the next page"],
    "acceptance_criteria": ["Returns the second page"],
    "out_of_scope": ["The mail"],
    "files_touched": [],
}


class Job(NamedTuple):
    """A command: its arguments, its input files by round, and the patterns of the files it writes, from the directory of the tree.

    `status` is that of a run that nothing disturbs.
    """

    name: str
    argv: tuple[str, ...]
    inputs: Callable[[int], Files]
    writes: str
    status: int = 0

    def fill(self, top: Path, number: int) -> None:
        """Write the inputs of a round."""
        for path, content in self.inputs(number).items():
            place = top / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content, "utf-8")

    def written(self, top: Path) -> dict[str, bytes]:
        """Give the files that the command writes, as they are now."""
        return {str(path.relative_to(top)): path.read_bytes() for path in sorted(top.glob(self.writes)) if path.is_file()}


def _leaves(number: int) -> Files:
    """Give leaves that each hold a comment which hides nothing: mended when it is gone, with its line."""
    text = f"---\nsoft_links: []\n---\n\n# Leaf {number}\n\n<!-- packetlint: ignore=links old -->\n\n{'Text. ' * 200}\n"
    return {"NODE.md": "---\nsoft_links: []\n---\n", **{f"tree/l{at}.md": text for at in range(_LEAVES)}}


def _contracts(number: int) -> Files:
    return {f"{MISSION}/tasks/t{at}.json": json.dumps(contract(task_id=f"t{at}", goal=f"goal {number}")) for at in range(_TASKS)}


def _brain(number: int) -> Files:
    links = "".join(f"  - /tree/l{at}.md\n" for at in range(_LEAVES))
    return {
        "CONVENTIONS.md": "---\nsoft_links: []\n---\n# Conventions\n",
        "config.yaml": "primary_project: shop\n",
        "thread.md": f"---\nid: a\nprimary_project: shop\nsoft_links:\n{links}---\n# Thread\n",
        **{f"tree/l{at}.md": f"---\nsoft_links: []\n---\n# Leaf {number}\n\n{'Text. ' * 200}\n" for at in range(_LEAVES)},
    }


def _ir(number: int) -> Files:
    return {"ir.json": json.dumps(worked(120 + number))}


def _draft(number: int) -> Files:
    return {"draft.yaml": json.dumps({"task": f"Add page {number} to the list", **_DRAFT})}


def _faulty(number: int) -> Files:
    return {f"b{at}.md": f"## Agent Brief\n\n**Category:** other {number}\n" for at in range(_LEAVES)}


def _many_leaves(number: int) -> Files:
    """Give so many leaves that what is read of them is kept."""
    text = "---\nsoft_links: [/tree/l0.md]\n---\n"
    return {"CONVENTIONS.md": "# Conventions\n", ".gitignore": ".cache/\n", **{f"tree/l{at}.md": f"{text}{at}\n" for at in range(60)}}


CHECK = Job("check", ("check", "."), _many_leaves, "none", status=1)
JOBS = (
    Job("fix", ("check", "--fix", "."), _leaves, "tree/*.md", status=1),
    Job("rebuild", ("rebuild",), _contracts, ".geas/**/packets/*/*.md"),
    Job("context", ("context", "thread.md", "--out", "out", "--as-of", TIME), _brain, "out/*"),
    Job("partition", ("partition", "ir.json", "-o", "proposal.json"), _ir, "proposal.json"),
    Job("brief", ("brief", "draft.yaml", "-o", "brief.md"), _draft, "brief.md"),
    Job("baseline", ("check", "--write-baseline", "baseline.jsonl", "."), _faulty, "baseline.jsonl"),
)
