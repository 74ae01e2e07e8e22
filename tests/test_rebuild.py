"""The command `rebuild`: what it writes, what it leaves alone, what it shows, and how it ends."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from packets import MISSION, contract

from packetlint.packet.provenance import read_provenance

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo

_WORKER = f"{MISSION}/packets/t1/software_engineer.md"
_TESTER = f"{MISSION}/packets/t1/qa_engineer.md"
_CONTRACT = f"{MISSION}/tasks/t1.json"


class Done(NamedTuple):
    """How a run ended: its status, the lines it printed, the lines on stderr."""

    status: int
    out: list[str]
    err: list[str]


def rebuild(repo: Repo, *arguments: str, cwd: str = ".", **environment: str) -> Done:
    done = repo.run("packetlint", "rebuild", *arguments, cwd=cwd, env={**os.environ, **environment})
    assert b"Traceback" not in done.stderr
    return Done(done.returncode, done.stdout.decode().splitlines(), done.stderr.decode().splitlines())


def tree(**contracts: dict[str, Any]) -> dict[str, str]:
    """Give the contracts of a mission, by task."""
    return {
        f"{MISSION}/tasks/{task}.json": json.dumps(contract(task_id=task, **fields)) for task, fields in (contracts or {"t1": {}}).items()
    }


@pytest.fixture
def mission(repo: Repo) -> Repo:
    """Give a repository with one open task, committed."""
    repo.commit(tree())
    return repo


def test_it_writes_what_is_missing_and_then_nothing(mission: Repo) -> None:
    assert rebuild(mission) == (
        *(0, [f"wrote {_WORKER} (missing)", f"wrote {_TESTER} (missing)"]),
        ["2 packets written, 0 up to date (working tree)"],
    )
    assert rebuild(mission) == (0, [], ["0 packets written, 2 up to date (working tree)"])
    assert rebuild(mission, "--check").status == 0


def test_it_writes_what_is_stale_and_says_why(mission: Repo) -> None:
    rebuild(mission)
    mission.write({_TESTER: mission.read(_TESTER).replace("quota", "limit", 1)})
    assert rebuild(mission).out == [f"wrote {_TESTER} (edited by hand)"]
    mission.write({_CONTRACT: json.dumps(contract(goal="Something else", updated_at="2026-09-01T00:00:00Z"))})
    assert rebuild(mission).out == [f"wrote {_WORKER} (stale)", f"wrote {_TESTER} (stale)"]
    assert "as-of=2026-09-01T00:00:00Z" in mission.read(_WORKER)


def test_what_its_recorded_time_still_gives_is_left_alone(mission: Repo) -> None:
    rebuild(mission, "--as-of", "2026-05-05")
    assert rebuild(mission, SOURCE_DATE_EPOCH="1900000000").out == []
    assert "as-of=2026-05-05T00:00:00Z" in mission.read(_WORKER)
    assert rebuild(mission, "--as-of", "2026-05-06T01:00:00+01:00", "--role", "qa_engineer").out == [f"wrote {_TESTER} (stale)"]
    assert "as-of=2026-05-06T00:00:00Z" in mission.read(_TESTER)


def test_the_time_of_a_new_packet_can_come_from_the_environment(mission: Repo) -> None:
    rebuild(mission, SOURCE_DATE_EPOCH="1700000000")
    assert "as-of=2023-11-14T22:13:20Z" in mission.read(_WORKER)


@pytest.mark.parametrize("newline", ["\r\n", "\n"])
def test_line_ends_of_a_checkout_are_no_difference(mission: Repo, newline: str) -> None:
    rebuild(mission)
    mission.write({_WORKER: mission.read(_WORKER).replace("\n", newline)})
    assert rebuild(mission, "--check").status == 0


def test_check_and_diff_write_nothing_and_end_with_one(mission: Repo) -> None:
    before = mission.git("status", "--porcelain", "--untracked-files=all")
    assert rebuild(mission, "--check") == (
        *(1, [f"would write {_WORKER} (missing)", f"would write {_TESTER} (missing)"]),
        ["2 packets would change, 0 up to date (working tree)"],
    )
    assert rebuild(mission, "--diff").status == 1
    assert mission.git("status", "--porcelain", "--untracked-files=all") == before


def test_what_diff_shows_can_be_applied(mission: Repo) -> None:
    rebuild(mission, "--role", "qa_engineer")
    mission.write({_CONTRACT: json.dumps(contract(goal="Etwas anderes"))})
    patch = mission.run("packetlint", "rebuild", "--diff").stdout
    rebuild(mission)
    packets = {path: mission.read(path) for path in (_WORKER, _TESTER)}
    mission.git("apply", "--reverse", stdin=patch)
    assert not (mission.top / _WORKER).exists()
    mission.git("apply", stdin=patch)
    assert {path: mission.read(path) for path in packets} == packets


def test_a_packet_written_by_hand_is_replaced_only_when_its_task_is_named(mission: Repo) -> None:
    mission.write({_WORKER: "# My own notes\n"})
    for arguments in ((), ("--all",), ("--check",)):
        done = rebuild(mission, *arguments)
        assert f"1 left alone (written by hand; --task replaces them: {_WORKER})" in done.err[-1]
        assert mission.read(_WORKER) == "# My own notes\n"
    assert rebuild(mission, "--task", "t1").out == [f"wrote {_WORKER} (in place of one written by hand)"]


def test_closed_tasks_are_history(repo: Repo) -> None:
    repo.commit(tree(t1={"status": "passed"}, t2={"status": "cancelled"}, t3={"status": "ready"}))
    assert [line.split("/")[4] for line in rebuild(repo).out] == ["t3", "t3"]
    assert rebuild(repo).err == ["0 packets written, 2 up to date (working tree); 2 closed tasks passed over (--all takes them too)"]
    assert [line.split("/")[4] for line in rebuild(repo, "--task", "t1").out] == ["t1", "t1"]
    assert [line.split("/")[4] for line in rebuild(repo, "--all").out] == ["t2", "t2"]


def test_a_role_that_nobody_routed_gets_a_packet_and_keeps_it_fresh(mission: Repo) -> None:
    other = f"{MISSION}/packets/t1/product_authority.md"
    assert rebuild(mission, "--role", "product-authority").out == [f"wrote {other} (missing)"]
    mission.write({_CONTRACT: json.dumps(contract(goal="Something else"))})
    assert f"wrote {other} (stale)" in rebuild(mission).out


@pytest.mark.parametrize("role", ["qa-engineer", "quality_specialist"])
def test_a_role_may_be_a_type_or_the_slot_of_somebody_routed(mission: Repo, role: str) -> None:
    assert rebuild(mission, "--role", role).out == [f"wrote {_TESTER} (missing)"]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("--mission", "m2"), "there is no mission `m2`; there is m1"),
        (("--mission", "m11"), "there is no mission `m11`; did you mean `m1`?"),
        (("--task", "t11"), "there is no task `t11`; did you mean `t1`?"),
        (("--role", "softwareengineer"), "there is no role `softwareengineer`; did you mean `software_engineer`?"),
        (("--as-of", "soon"), "--as-of `soon` is no time such as 2026-04-20T09:00:00Z"),
        (("--rev", "nowhere"), "git knows no commit `nowhere`"),
        (("--rev", "--all"), "git knows no commit `--all`"),
    ],
)
def test_what_is_not_there_is_one_line(mission: Repo, arguments: tuple[str, ...], line: str) -> None:
    name, value = arguments
    assert rebuild(mission, f"{name}={value}") == (2, [], [f"packetlint: {line}"])


def test_a_time_from_the_environment_must_be_a_number(mission: Repo) -> None:
    assert rebuild(mission, SOURCE_DATE_EPOCH="now").err == ["packetlint: SOURCE_DATE_EPOCH `now` is no number of seconds since 1970"]


def test_nothing_to_rebuild_is_said(repo: Repo) -> None:
    assert rebuild(repo).err == ["packetlint: there is no .geas folder in the working tree, so there is nothing to rebuild"]


def test_one_broken_contract_keeps_no_other_from_being_built(repo: Repo) -> None:
    repo.commit(
        {
            **tree(t1={}, t2={"acceptance_criteria": [str(number) for number in range(250)]}),
            f"{MISSION}/tasks/t3.json": "{",
            f"{MISSION}/tasks/t4.json": "[]",
        }
    )
    done = rebuild(repo)
    assert done.status == 1
    assert done.out == [f"wrote {_WORKER} (missing)", f"wrote {_TESTER} (missing)"]
    assert done.err[0].startswith(f"{MISSION}/tasks/t3.json ")
    assert done.err[0].endswith(": no packet of this task was built")
    assert done.err[1] == f"{MISSION}/tasks/t4.json is no JSON object: no packet of this task was built"
    assert done.err[2].startswith(f"{MISSION}/packets/t2/software_engineer.md cannot be built: 2")
    assert done.err[-1] == "2 packets written, 0 up to date, 2 not built (working tree)"
    assert not (repo.top / f"{MISSION}/packets/t2").exists()


def test_evidence_that_cannot_be_read_is_named(mission: Repo) -> None:
    mission.write({f"{MISSION}/evidence/t1/qa.json": b"\xff"})
    done = rebuild(mission)
    assert (done.status, len(done.out)) == (1, 2)
    assert done.err[0].startswith(f"{MISSION}/evidence/t1/qa.json is not UTF-8")
    assert done.err[0].endswith(": packets are built without it")


def test_an_unknown_type_is_said_and_an_impossible_name_refused(repo: Repo) -> None:
    routing = {"primary_worker_type": "wizard", "required_reviewer_types": ["../../etc/x"]}
    repo.commit(tree(t1={"routing": routing}))
    done = rebuild(repo)
    assert (done.status, done.out) == (1, [f"wrote {MISSION}/packets/t1/wizard.md (missing)"])
    assert done.err[0] == f"{_CONTRACT} names a worker that no packet can be called after: `../../etc/x`"
    assert done.err[1] == "`wizard` is no known agent type: the packet reads as an implementer's"


def test_outside_git_the_files_here_are_taken(tmp_path: Path, repo: Repo) -> None:
    for path, content in tree().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content)
    outside = {"GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    assert len(rebuild(repo, cwd="..", **outside).out) == 2
    assert read_provenance((tmp_path / _WORKER).read_bytes()) is not None
    line = "packetlint: --rev needs a git repository, and this is not one (or git is not installed)"
    assert rebuild(repo, "--rev", "HEAD", cwd="..", **outside) == (2, [], [line])


def test_memories_are_explained_whether_or_not_anything_changes(mission: Repo) -> None:
    for _ in range(2):
        assert [line for line in rebuild(mission, "--explain").out if not line.startswith("wrote")] == [
            *(_WORKER, "  no memory retrieval: there is no memory index", _TESTER, "  no memory retrieval: there is no memory index"),
        ]
