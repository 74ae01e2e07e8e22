"""Run the command `partition` on an IR, and take what it says apart."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gitrepo import Repo, Result


def run(repo: Repo, document: Any, *options: str, env: dict[str, str] | None = None) -> Result:
    """Plan an IR from standard input."""
    return repo.run("packetlint", "partition", "-", *options, stdin=json.dumps(document).encode(), env=env)


def proposal_of(repo: Repo, document: Any, result: str = "FEASIBLE") -> dict[str, Any]:
    """Plan an IR that gives a proposal, which has to pass `check` too."""
    done = run(repo, document)
    assert done.returncode == (result != "FEASIBLE"), done.stderr
    repo.write({"proposal.json": done.stdout})
    checked = repo.run("packetlint", "check", "proposal.json")
    assert checked.returncode == 0, checked.stdout
    proposal: dict[str, Any] = json.loads(done.stdout)
    assert proposal["result"] == result
    return proposal


def gaps_of(repo: Repo, document: Any, result: str) -> list[tuple[str, str | None, str | None]]:
    """Plan an IR that gives no proposal, and give its gaps without their words."""
    done = run(repo, document)
    assert done.returncode == 1, done.stderr
    answer = json.loads(done.stdout)
    assert list(answer) == ["result", "gaps"]
    assert answer["result"] == result
    return listed(answer)


def listed(answer: dict[str, Any]) -> list[tuple[str, str | None, str | None]]:
    assert all(gap["detail"] for gap in answer["gaps"])
    return [(gap["code"], gap["itemId"], gap["targetRef"]) for gap in answer["gaps"]]


def placed(proposal: dict[str, Any]) -> dict[str, str]:
    """Give what became of each item: its disposition, with the targets that hold it."""
    words = {}
    for each in proposal["dispositions"]:
        source = f"{each['sourceTargetRef']}->" if each["sourceTargetRef"] is not None else ""
        words[each["itemId"]] = f"{each['disposition']} {source}{','.join(each['targetRefs'])}".strip()
    return words
