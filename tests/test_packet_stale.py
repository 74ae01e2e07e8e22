"""Packets whose sources go on: exactly those are stale that would be built otherwise, as `packetlint rebuild` says too."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from geastrees import CONTRACT, EVIDENCE, HAND_WRITTEN, MEMORY, TESTER, WORKER, edited, evidence, found, messages, remembering, with_packets
from packets import MISSION, as_bytes, contract
from tables import holds

from packetlint.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gitrepo import Repo

OTHER = f"{MISSION}/tasks/t2.json"
OTHERS_PACKET = f"{MISSION}/packets/t2/software_engineer.md"
LONE = {"primary_worker_type": "software_engineer"}


@pytest.fixture
def here(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Give a repository that is the current directory."""
    monkeypatch.chdir(repo.top)
    return repo


def _tree() -> dict[str, bytes]:
    """Give two tasks, the second depending on the first, with memories, conventions and packets."""
    files: dict[str, Any] = {
        **remembering("mem-a", "mem-b"),
        OTHER: contract(task_id="t2", title="Name the quota", depends_on=["t1"], routing=LONE),
        ".geas/memory/_project/conventions.md": "# Conventions\n\nTabs, not blanks.\n",
        ".geas/memory/agents/qa_engineer.md": "Try it twice.\n",
        ".geas/rules.md": "- Count first\n",
        ".geas/state/run.json": {"phase": "building", "current_task_id": "t1"},
        f"{MISSION}/spec.json": {"mission": "Keep uploads small"},
        f"{EVIDENCE}/design_authority.json": evidence("design_authority", approach="Count in one place."),
        f"{EVIDENCE}/qa_engineer.json": evidence(),
    }
    return with_packets(files)


def _stale(repo: Repo, capsys: pytest.CaptureFixture[str], *arguments: str) -> set[str]:
    """Give the packets that a check calls stale, and hold the answer against that of a rebuild."""
    lines = found(repo, capsys, *arguments)
    return {f"{MISSION}/packets/{line.partition(':')[0]}" for line in lines if "stale-packet" in line}


def _would_change(capsys: pytest.CaptureFixture[str]) -> set[str]:
    main(["rebuild", "--check"])
    return {line.split(" ")[2] for line in capsys.readouterr().out.splitlines() if line.startswith("would write")}


def _of(task: str, *names: str) -> set[str]:
    return {f"{MISSION}/packets/{task}/{name}" for name in names}


MARKDOWN = _of("t1", "software_engineer.md", "qa_engineer.md")
MEMORIES = _of("t1", "memory-packet.json", "memory-packet-qa_engineer.json") | _of("t2", "memory-packet.json")
CHANGES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "a goal": ({CONTRACT: contract(goal="Refuse it, and say why")}, MARKDOWN),
    "a title": ({CONTRACT: contract(title="Count uploads")}, MARKDOWN | {OTHERS_PACKET}),
    "how far a task is": ({CONTRACT: contract(status="reviewing")}, {OTHERS_PACKET}),
    "when that was": ({CONTRACT: contract(updated_at="2026-05-01T00:00:00Z")}, set()),
    "the tester's own evidence": ({f"{EVIDENCE}/qa_engineer.json": evidence(verdict="pass")}, _of("t1", "software_engineer.md")),
    "evidence of a conflict": ({f"{EVIDENCE}/qa_engineer.json": evidence(files_changed=["docs/x.md"])}, MARKDOWN),
    "conventions": ({".geas/memory/_project/conventions.md": "Blanks.\n"}, _of("t1", "software_engineer.md") | {OTHERS_PACKET}),
    "an agent's memory": ({".geas/memory/agents/qa_engineer.md": "Try it thrice.\n"}, _of("t1", "qa_engineer.md")),
    "rules": ({".geas/rules.md": "- Count twice\n"}, MEMORIES),
    "the focus": ({".geas/state/run.json": {"phase": "building", "current_task_id": "t2"}}, MEMORIES),
    "the mission": ({f"{MISSION}/spec.json": {"mission": "Keep uploads few"}}, MARKDOWN | {OTHERS_PACKET}),
    "a memory": ({".geas/memory/entries/mem-a.json": {"memory_id": "mem-a", "state": "superseded"}}, MARKDOWN | MEMORIES | {OTHERS_PACKET}),
    "a file of no kind": ({".geas/notes.md": "x\n", "README.md": "x\n"}, set()),
}


@pytest.mark.parametrize("name", CHANGES)
def test_exactly_the_packets_that_show_a_change_are_stale(here: Repo, capsys: pytest.CaptureFixture[str], name: str) -> None:
    files, stale = CHANGES[name]
    here.commit(_tree())
    here.write({path: as_bytes(content) for path, content in files.items()})
    here.add()
    assert _stale(here, capsys, "--staged") == stale
    assert _stale(here, capsys, "--hook", "packet", *files) == stale
    assert _stale(here, capsys) == stale
    assert _would_change(capsys) == stale
    here.commit(message="later")
    assert _stale(here, capsys, "--from-ref", "HEAD^", "--to-ref", "HEAD") == stale


@pytest.mark.parametrize("name", CHANGES)
def test_the_fix_gives_what_a_rebuild_as_of_the_same_time_gives(here: Repo, capsys: pytest.CaptureFixture[str], name: str) -> None:
    files, stale = CHANGES[name]
    here.commit(_tree())
    here.write({path: as_bytes(content) for path, content in files.items()})
    main(["check", "--select", "packet/stale-packet", "--fix"])
    capsys.readouterr()
    assert _would_change(capsys) == set()
    changed = here.git("diff", "--name-only", "--", f"{MISSION}/packets").decode().split()
    assert set(changed) == stale


def test_a_removed_source_is_noticed(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.commit(_tree())
    here.rm(f"{EVIDENCE}/design_authority.json")
    assert _stale(here, capsys, "--staged") == MARKDOWN == _stale(here, capsys)
    assert f"`{EVIDENCE}/design_authority.json`" in messages(capsys, "--staged")[0]


def test_contract_and_packets_together_pass(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.commit(_tree())
    here.write({CONTRACT: as_bytes(contract(goal="Refuse it, and say why"))})
    assert main(["rebuild"]) == 0
    here.add()
    capsys.readouterr()
    assert found(here, capsys, "--staged") == []
    assert found(here, capsys) == []


def test_only_what_is_staged_counts_for_a_commit(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.commit(_tree())
    here.write({CONTRACT: as_bytes(contract(goal="Not staged"))})
    assert _stale(here, capsys, "--staged") == set()
    here.add()
    here.write({CONTRACT: as_bytes(contract())})
    assert _stale(here, capsys, "--staged") == MARKDOWN
    assert _stale(here, capsys) == set()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ({"base_snapshot": "a1"}, {"base_snapshot": "b2", "goal": "x"}, "base commit"),
        ({}, {"goal": "x", "routing": {**LONE, "required_reviewer_types": ["qa_engineer", "challenger"]}}, "reviewer set"),
        ({"status": "reviewing"}, {"goal": "x", "status": "implementing"}, "rewind"),
    ],
)
def test_what_the_contract_says_of_the_reason_is_named(
    here: Repo, capsys: pytest.CaptureFixture[str], old: Mapping[str, Any], new: Mapping[str, Any], reason: str
) -> None:
    here.commit(with_packets(**old))
    here.write({CONTRACT: as_bytes(contract(**{**old, **new}))})
    here.add()
    stale = [message for message in messages(capsys, "--staged") if message.startswith("the packet is stale")]
    assert stale
    assert all(message.endswith(f"; because of: {reason}") for message in stale)


def test_a_gate_that_fails_is_named(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.commit(with_packets(routing=LONE))
    here.write({f"{EVIDENCE}/gate_result.json": as_bytes({"artifact_type": "gate_result", "verdict": "fail"})})
    here.add()
    assert messages(capsys, "--staged")[-1].endswith("; because of: gate fails")


def test_an_edit_and_a_change_are_told_together_and_not_undone_lightly(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    tree = with_packets(routing=LONE)
    here.commit({**tree, WORKER: edited(tree[WORKER], "Refuse an upload", "Reject an upload")})
    here.write({CONTRACT: as_bytes(contract(goal="Refuse it", routing=LONE))})
    assert found(here, capsys) == ["t1/software_engineer.md:4 stale-packet error"]
    assert "it was edited by hand too" in messages(capsys)[0]
    main(["check", "--fix"])
    assert here.git("diff", "--name-only").decode().split() == [CONTRACT]


def test_a_memory_packet_that_somebody_changed_is_stale(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    tree = _tree()
    document = {**json.loads(tree[MEMORY]), "assembly_reason": "because"}
    here.commit({**tree, MEMORY: as_bytes(document)})
    assert _stale(here, capsys) == {MEMORY} == _would_change(capsys)


def test_windows_line_ends_are_no_change_and_stay(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    tree = {path: content.replace(b"\n", b"\r\n") if path.endswith(".md") else content for path, content in _tree().items()}
    here.commit(tree)
    assert found(here, capsys) == []
    here.write({CONTRACT: as_bytes(contract(goal="Another"))})
    main(["check", "--fix"])
    assert b"\r\nAnother\r\n" in (here.top / WORKER).read_bytes()
    assert b"\n\n" not in (here.top / WORKER).read_bytes()


# -- without provenance ----------------------------------------------------------------------------


OLDER = ["t1/software_engineer.md:1 stale-packet warning"]


def _by_hand(repo: Repo, **fields: Any) -> None:
    repo.commit({CONTRACT: as_bytes(contract(routing=LONE, **fields)), WORKER: HAND_WRITTEN})


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({CONTRACT: contract(routing=LONE, goal="Another")}, OLDER),
        ({CONTRACT: contract(routing=LONE, status="reviewing", updated_at="2026-05-01T00:00:00Z")}, []),
        ({f"{EVIDENCE}/qa_engineer.json": evidence()}, OLDER),
        ({f"{MISSION}/tasks/t2.json": contract(task_id="t2")}, []),
        ({CONTRACT: contract(routing=LONE, goal="Another"), WORKER: f"{HAND_WRITTEN}Another.\n"}, []),
        ({CONTRACT: contract(routing=LONE, goal="Another", status="passed")}, []),
    ],
)
@pytest.mark.parametrize("when", ["staged", "committed", "hook"])
def test_a_packet_by_hand_is_older_than_what_was_committed_after_it(
    here: Repo,
    capsys: pytest.CaptureFixture[str],
    files: Mapping[str, Any],
    told: list[str],
    when: str,
) -> None:
    _by_hand(here)
    here.write({path: as_bytes(content) for path, content in files.items()})
    here.add()
    if when == "committed":
        here.commit(message="later")
    options = {"staged": ["--staged"], "hook": ["--hook", "packet", *files], "committed": []}[when]
    assert [line for line in found(here, capsys, *options) if "stale-packet" in line] == told


def test_a_packet_by_hand_that_was_never_committed_is_new(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.commit({CONTRACT: as_bytes(contract(routing=LONE))})
    here.write({WORKER: HAND_WRITTEN})
    assert found(here, capsys) == []


@holds("git", "shallow")
def test_a_history_that_is_too_short_is_said_to_be(here: Repo, tmp_path: Any, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    _by_hand(here)
    here.commit({CONTRACT: as_bytes(contract(routing=LONE, goal="Another"))})
    here.git("clone", "--quiet", "--depth", "1", here.top.as_uri(), str(tmp_path / "shallow"))
    monkeypatch.chdir(tmp_path / "shallow")
    assert messages(capsys) == ["history too short to tell whether the packet is older than what it is made from"]


def test_outside_git_what_needs_no_history_is_judged(here: Repo, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(here.top.parent))
    tree = with_packets(routing=LONE)
    plain = here.top.parent / "plain"
    for path, content in {**tree, CONTRACT: as_bytes(contract(goal="Another", routing=LONE))}.items():
        (plain / path).parent.mkdir(parents=True, exist_ok=True)
        (plain / path).write_bytes(content)
    monkeypatch.chdir(plain)
    assert found(here, capsys) == ["t1/software_engineer.md:4 stale-packet error"]
    assert found(here, capsys, os.path.join(".", WORKER)) == ["t1/software_engineer.md:4 stale-packet error"]  # noqa: PTH118 - as it is typed


def test_a_named_packet_is_held_against_what_lies_on_disk(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.commit(with_packets(routing=LONE))
    here.write({f"{EVIDENCE}/qa_engineer.json": as_bytes(evidence())})
    assert "t1/software_engineer.md:1 missing-section error" in found(here, capsys, WORKER)
    assert _stale(here, capsys, WORKER) == {WORKER} == _would_change(capsys)


@holds("git", "unmerged")
def test_an_unmerged_contract_is_no_reason_to_guess(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.commit(with_packets(routing=LONE))
    here.git("checkout", "--quiet", "-b", "side")
    here.commit({CONTRACT: as_bytes(contract(goal="One", routing=LONE))})
    here.git("checkout", "--quiet", "main")
    here.commit({CONTRACT: as_bytes(contract(goal="Two", routing=LONE))})
    here.run("git", "merge", "side")
    assert [line for line in found(here, capsys, "--staged") if "stale" in line] == []


@holds("git", "merge")
def test_a_merge_of_a_contract_and_a_packet_from_two_sides_is_caught(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.commit(_tree())
    here.git("checkout", "--quiet", "-b", "side")
    here.commit({CONTRACT: as_bytes(contract(goal="Refuse it, and say why"))})
    here.git("checkout", "--quiet", "main")
    here.write({f"{EVIDENCE}/qa_engineer.json": as_bytes(evidence(verdict="pass"))})
    main(["rebuild"])
    capsys.readouterr()
    here.commit(message="evidence and packets")
    here.git("merge", "--quiet", "--no-commit", "side")
    assert _stale(here, capsys, "--staged") == MARKDOWN
    here.git("commit", "--quiet", "--message", "merge")
    assert _stale(here, capsys, "--from-ref", "HEAD^1", "--to-ref", "HEAD") == MARKDOWN
    assert TESTER in _stale(here, capsys, "--from-ref", "HEAD^2", "--to-ref", "HEAD")
