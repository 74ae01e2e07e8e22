"""What the rules say of packets and of other files of a `.geas` folder, in repositories of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from geastrees import CONTRACT, EVIDENCE, HAND_WRITTEN, MEMORY, TESTER, WORKER, edited, evidence, found, messages, remembering, with_packets
from packets import MISSION, as_bytes, contract

from packetlint.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gitrepo import Repo

STRICT = {"packetlint.toml": "[packet]\nstrict = true\n"}


@pytest.fixture
def here(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Give a repository that is the current directory."""
    monkeypatch.chdir(repo.top)
    return repo


def _committed(repo: Repo, *trees: Mapping[str, Any]) -> None:
    repo.commit({path: content for tree in trees for path, content in tree.items()})


def test_packets_as_they_are_built_have_no_finding(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    files = {**remembering("mem-a", "mem-b"), f"{EVIDENCE}/qa_engineer.json": evidence(files_changed=["docs/x.md"])}
    _committed(here, with_packets(files, prohibited_paths=["src/pay/"], dependencies=["t9"]))
    assert found(here, capsys) == []


@pytest.mark.parametrize(
    ("path", "old", "new", "rule"),
    [
        (WORKER, "2. the form names", "2. the form hides", "criteria-drift"),
        (WORKER, "- `make test`", "- `make quick`", "commands-drift"),
        (WORKER, "**Prohibited paths:** `src/pay/`", "**Prohibited paths:** `src/paid/`", "boundaries-drift"),
        (WORKER, "for Add a quota", "for Add a limit", "title-mismatch"),
        (TESTER, "| ux | 3 |", "| ux | 1 |", "rubric-drift"),
    ],
)
def test_an_edit_is_told_as_one_and_at_its_line(
    here: Repo, capsys: pytest.CaptureFixture[str], path: str, old: str, new: str, rule: str
) -> None:
    tree = with_packets(rubric={"dimensions": [{"name": "ux", "threshold": 3}]}, prohibited_paths=["src/pay/"])
    changed = edited(tree[path], old, new)
    _committed(here, {**tree, path: changed})
    place = f"t1/{path.rpartition('/')[2]}:{changed.decode().partition(new)[0].count(chr(10)) + 1}"
    assert set(found(here, capsys)) == {f"{place} {rule} error", f"{place} edited-by-hand warning"}


def test_a_packet_by_hand_is_judged_by_little(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    _committed(here, {CONTRACT: as_bytes(contract()), WORKER: HAND_WRITTEN, TESTER: HAND_WRITTEN})
    assert found(here, capsys) == []


def test_a_packet_by_hand_is_judged_by_everything_where_that_is_asked_for(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    _committed(here, STRICT, {CONTRACT: as_bytes(contract()), WORKER: HAND_WRITTEN, TESTER: HAND_WRITTEN})
    rules = {line.split(" ")[1] for line in found(here, capsys)}
    assert rules == {"missing-section", "missing-role-section", "title-mismatch"}


@pytest.mark.parametrize(("lines", "rules"), [(199, []), (200, ["t1/software_engineer.md:200 too-long warning"])])
def test_two_hundred_lines_are_too_many(here: Repo, capsys: pytest.CaptureFixture[str], lines: int, rules: list[str]) -> None:
    routing = {"primary_worker_type": "software_engineer"}
    _committed(here, {CONTRACT: as_bytes(contract(routing=routing)), WORKER: "# Context\n" + "x\n" * (lines - 1)})
    assert found(here, capsys) == rules


def test_what_does_not_fit_cannot_be_built_again(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    tree = with_packets(routing={"primary_worker_type": "software_engineer"})
    criteria = [f"criterion {number} holds" for number in range(220)]
    longer = contract(acceptance_criteria=criteria, routing={"primary_worker_type": "software_engineer"})
    _committed(here, {**tree, CONTRACT: as_bytes(longer)})
    assert found(here, capsys) == ["t1/software_engineer.md:1 stale-packet error"]
    assert messages(capsys)[0].startswith("the packet cannot be built again: 23")


@pytest.mark.parametrize("status", ["passed", "cancelled"])
def test_packets_of_closed_tasks_are_history(here: Repo, capsys: pytest.CaptureFixture[str], status: str) -> None:
    tree = with_packets(remembering("mem-a"))
    late = {f"{EVIDENCE}/security_engineer.json": as_bytes(evidence("security_engineer")), ".geas/rules.md": "- another rule\n"}
    _committed(here, {**tree, **late, CONTRACT: as_bytes(contract(status=status, title="Another title"))})
    assert found(here, capsys) == []


def test_a_closed_task_does_not_excuse_an_edit(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    tree = with_packets(status="passed")
    _committed(here, {**tree, WORKER: edited(tree[WORKER], "2. the form names", "2. the form hides")})
    assert [line.split(" ")[1] for line in found(here, capsys)] == ["criteria-drift", "edited-by-hand"]


def test_an_unreadable_contract_is_said_once_and_at_the_contract(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    tree = with_packets()
    cut = tree[CONTRACT][:-20]
    _committed(here, {**tree, CONTRACT: cut})
    last = cut.count(b"\n") + 1
    assert found(here, capsys) == [f"tasks/t1.json:{last} artifact-invalid error"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (f"{EVIDENCE}/x.json", b"[" * 100_000),
        (f"{EVIDENCE}/x.json", b'{"summary": 1e400}'),
        (f"{EVIDENCE}/x.json", b'{"summary": "\\ud800"}'),
        (".geas/state/run.json", b"\xef\xbb\xbf{}"),
        (f"{MISSION}/decisions/d.json", b'{"id": ' + b"9" * 5000 + b"}"),
        (WORKER, "# 제목\u202e\n- **[mem-\x1b] x**\n".encode()),
    ],
)
def test_hostile_files_give_findings_and_no_more(here: Repo, capsys: pytest.CaptureFixture[str], path: str, text: bytes) -> None:
    _committed(here, with_packets(), {path: text})
    for line in found(here, capsys):
        assert line.split(" ")[1] in {"artifact-invalid", "stale-packet", "unflagged-conflict", "missing-section"}


def test_a_folder_that_nothing_is_known_of_is_left_alone(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    _committed(here, {"geas/missions/m1/tasks/t1.json": "{]", "docs/packet.md": "# Context Packet: x for y\n"})
    assert found(here, capsys) == []


def test_several_folders_are_kept_apart(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    tree = with_packets()
    _committed(here, tree, {f"apps/web/{path}": content for path, content in tree.items()})
    here.write({f"apps/web/{CONTRACT}": as_bytes(contract(goal="Something else"))})
    assert found(here, capsys) == [f"apps/web/{path}:4 stale-packet error" for path in (TESTER, WORKER)]


def test_a_memory_packet_without_its_packet_is_judged_by_itself(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    tree = with_packets(remembering("mem-a"), routing={"primary_worker_type": "software_engineer"}, status="reviewing")
    changed = edited(tree[MEMORY], '"mem-a"', '"mem-z"')
    _committed(here, {path: content for path, content in tree.items() if path != WORKER}, {MEMORY: changed})
    assert found(here, capsys) == ["t1/memory-packet.json:14 unknown-memory error"]


def test_strict_is_true_or_false(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    _committed(here, with_packets(), {"packetlint.toml": "[packet]\nstrict = 1\n"})
    assert main(["check"]) == 2
    assert capsys.readouterr().err == "packetlint: packetlint.toml:2: `packet.strict`: is not true or false\n"
