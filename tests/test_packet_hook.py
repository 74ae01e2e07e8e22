"""Packets through the real pre-commit program: which names it passes says nothing of which packets a change makes stale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from geastrees import CONTRACT, EVIDENCE, TESTER, WORKER, evidence, with_packets
from packets import MISSION, as_bytes, contract
from precommit_home import configuration, environment, hook_repository
from tables import holds

if TYPE_CHECKING:
    from gitrepo import Repo, Result

pytestmark = pytest.mark.xdist_group("pre-commit")

CHANGED = as_bytes(contract(goal="Refuse it, and say why"))


@pytest.fixture(params=["packetlint-packet", "packetlint"])
def hooked(repo: Repo, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Repo:
    """Give a repository with packets in it whose commits go through a hook."""
    repository, revision = hook_repository()
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    hooks = configuration(request.param, repository=repository, revision=revision)
    repo.commit({**with_packets(), "run.py": "print(1)\n", ".pre-commit-config.yaml": hooks})
    assert repo.run("pre-commit", "install", "-t", "pre-commit", "-t", "pre-merge-commit").returncode == 0
    return repo


def _commit(repo: Repo, *arguments: str) -> Result:
    return repo.run("git", "commit", "--message", "work", *arguments)


def _stale(done: Result) -> list[str]:
    """Give the packets that are called stale."""
    lines = (done.stdout + done.stderr).decode().splitlines()
    return sorted(line.partition(":")[0] for line in lines if "error[packet/stale-packet]" in line)


@holds("git", "commit")
def test_a_contract_alone_is_refused_and_passes_with_its_packets(hooked: Repo) -> None:
    hooked.write({CONTRACT: CHANGED})
    hooked.add()
    refused = _commit(hooked)
    assert (refused.returncode, _stale(refused)) == (1, [TESTER, WORKER])
    assert hooked.run("packetlint", "rebuild").returncode == 0
    still = _commit(hooked)
    assert (still.returncode, _stale(still)) == (1, [TESTER, WORKER]), "what is not staged is not committed"
    hooked.add()
    assert _commit(hooked).returncode == 0


@holds("git", "rm")
def test_a_removed_piece_of_evidence_is_no_name_that_a_hook_is_passed(hooked: Repo) -> None:
    path = f"{EVIDENCE}/design_authority.json"
    hooked.write({path: as_bytes(evidence("design_authority"))})
    assert hooked.run("packetlint", "rebuild").returncode == 0
    hooked.add()
    assert _commit(hooked).returncode == 0
    hooked.rm(path)
    refused = _commit(hooked)
    assert (refused.returncode, _stale(refused)) == (1, [TESTER, WORKER])


def test_a_task_that_passes_takes_its_packets_out_of_the_judgement(hooked: Repo) -> None:
    hooked.write({CONTRACT: as_bytes(contract(goal="Refuse it, and say why", status="passed"))})
    hooked.add()
    assert _commit(hooked).returncode == 0


def test_a_commit_of_something_else_passes_though_a_packet_is_stale(hooked: Repo) -> None:
    hooked.write({CONTRACT: CHANGED})
    hooked.git("commit", "--no-verify", "--all", "--quiet", "--message", "in a hurry")
    hooked.write({"run.py": "print(2)\n", "README.md": "# Read me\n"})
    hooked.add()
    assert _commit(hooked).returncode == 0


@holds("git", "merge")
def test_a_merge_that_brings_a_contract_to_other_packets_is_refused(hooked: Repo) -> None:
    hooked.git("checkout", "--quiet", "-b", "side")
    hooked.write({CONTRACT: CHANGED})
    assert hooked.run("packetlint", "rebuild").returncode == 0
    hooked.add()
    assert _commit(hooked).returncode == 0
    hooked.git("checkout", "--quiet", "main")
    hooked.write({f"{MISSION}/spec.json": as_bytes({"mission": "Keep uploads small"})})
    hooked.git("add", f"{MISSION}/spec.json")
    hooked.git("commit", "--no-verify", "--quiet", "--message", "spec alone")
    refused = hooked.run("git", "merge", "--no-edit", "side")
    assert (refused.returncode, _stale(refused)) == (1, [TESTER, WORKER])


def test_a_range_names_the_packets_that_it_leaves_behind(hooked: Repo) -> None:
    hooked.write({CONTRACT: CHANGED})
    hooked.git("commit", "--no-verify", "--all", "--quiet", "--message", "contract alone")
    done = hooked.run("pre-commit", "run", "--from-ref", "HEAD^", "--to-ref", "HEAD")
    assert (done.returncode, _stale(done)) == (1, [TESTER, WORKER])
