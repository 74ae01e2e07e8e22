"""A command that only reads leaves every byte, mode and link below the top as it was, git's own files too. `nothing-is-changed`."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

import pytest
from contexts import THREAD, brain, fingerprint
from gitrepo import Repo
from hostile import FORMATS, KINDS, as_json
from irs import item, target
from packets import MISSION, contract
from proposals import inventory
from tables import holds
from watching import run

if TYPE_CHECKING:
    from pathlib import Path

_COMMANDS = [
    *(["check", "--format", format] for format in FORMATS),
    ["check", "--staged"],
    ["check", "--all-files"],
    ["check", "--from-ref", "HEAD~1", "--to-ref", "HEAD"],
    ["check", "--diff", "--unsafe-fixes"],
    ["check", "--staged", "--diff"],
    ["check", "--files"],
    ["check", "--isolated"],
    ["check", "--config-from", "HEAD"],
    ["check", "--online"],
    ["check", "--baseline", "baseline.jsonl"],
    ["check", "--hook", "all", "brief.md"],
    *(["check", "--hook", kind, "brief.md", THREAD] for kind in KINDS),
    *(["graph", "--format", format] for format in ("mermaid", "dot", "json", "html")),
    ["rebuild", "--check", "--explain"],
    ["rebuild", "--diff", "--all"],
    ["rebuild", "--check", "--rev", "HEAD"],
    ["context", THREAD, "--mode", "dry-run"],
    ["context", THREAD, "--mode", "dry-run", "--json"],
    ["context", THREAD],
    ["context", THREAD, "--mode", "detect-stale"],
    ["partition", "ir.json"],
    ["partition", "ir.json", "--check", "proposal.json"],
    ["digest", "proposal.json"],
    ["brief", "d.yaml"],
    ["brief", "d.yaml", "--json"],
    ["config"],
    ["config", "--json"],
    ["rule", "brief"],
]


@cache
def _repository(top: Path) -> Repo:
    """Give a repository with something to find, to mend and to build in each kind, committed, staged, changed and untracked."""
    repo = Repo(top)
    made = {kind: make("name", "zzz") for kind, make in KINDS.items()}
    plain = {**inventory(), "targets": [target("a")], "items": [item("b")], "omissions": [], "disclosureProofs": []}
    repo.commit(
        {
            **brain("/tree/gone.md", "/tree/old.md"),
            "project-brain/tree/old.md": "# Old\n\nSo many words that git knows it again.\n",
            "brief.md": made["brief"].raw,
            "proposal.json": made["partition"].raw,
            "ir.json": as_json(plain),
            "d.yaml": "task: x\n",
            "baseline.jsonl": '{"version": 1}\n',
            f"{MISSION}/tasks/t1.json": json.dumps(contract()),
        }
    )
    repo.link("linked.md", "brief.md")
    repo.mv("project-brain/tree/old.md", "project-brain/tree/new.md")
    repo.commit(message="rename")
    repo.write({"staged.md": made["brief"].raw, "packetlint.toml": 'ignore = ["brief/vague-task"]\n'})
    repo.add()
    repo.write({"brief.md": made["brief"].raw + b"\nmore\n", "new.md": made["brief"].raw, ".packetlint-1-x.tmp": b"left behind"})
    return repo


@pytest.fixture
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """Give the repository that the tests of this module share: none of them changes it."""
    return _repository(tmp_path_factory.getbasetemp() / "unchanged")


@holds("safety", "nothing-is-changed")
@pytest.mark.parametrize("command", _COMMANDS, ids=" ".join)
def test_a_command_that_reads_changes_nothing(command: list[str], repository: Repo) -> None:
    before = fingerprint(repository.top)
    done = run(repository.top, *command)
    assert done.said
    assert done.status in (0, 1), done.err
    assert fingerprint(repository.top) == before


@holds("safety", "nothing-is-changed")
def test_what_writes_is_seen(repository: Repo, tmp_path: Path) -> None:
    """The comparison sees a change of content, of mode, and of git's own files."""
    copy = Repo(tmp_path / "copy")
    copy.commit({"brief.md": "x\n"})
    seen = [fingerprint(copy.top)]
    copy.write({"brief.md": "y\n"})
    seen.append(fingerprint(copy.top))
    (copy.top / "brief.md").chmod(0o755)
    seen.append(fingerprint(copy.top))
    copy.add()
    seen.append(fingerprint(copy.top))
    assert len({json.dumps(one) for one in seen}) == 4
    assert fingerprint(repository.top)
