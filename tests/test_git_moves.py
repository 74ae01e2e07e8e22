"""Rows of git's table, for every kind for which they mean something: what goes, and what moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from brains import leaf
from briefs import GOOD
from geastrees import CONTRACT, EVIDENCE, TESTER, WORKER, evidence, with_packets
from gitkinds import ALL, BRIEF, FAULTY, LEAF, PLAN, SOUND, TARGET, found, report
from tables import holds

if TYPE_CHECKING:
    from gitrepo import Repo

PROOF = f"{EVIDENCE}/qa_engineer.json"
SOURCE = "src/pager.py"
TARGETS = (TARGET, PROOF, SOURCE)
GONE = {"links": {LEAF}, "packet": {TESTER, WORKER}}
"""What is found where nothing but targets went: nothing stands behind a proposal, and a brief is judged when it is changed."""


@pytest.fixture
def told(repo: Repo) -> Repo:
    """Give a repository in which each kind that can names another file: a brief its source, a link its target, packets their evidence."""
    files: dict[str, str | bytes] = {**SOUND, **with_packets({PROOF: evidence()}), SOURCE: "class Pager: ...\n" * 9}
    repo.commit({**files, BRIEF: f"{GOOD}\n**Files Touched:**\n- `{SOURCE}` (Pager) — loads a page\n"})
    return repo


def _after(repo: Repo) -> dict[str, set[str]]:
    """Judge a staged change by the index, by a hook and as a range, which must say the same; then everything as it is."""
    staged = found(repo, "--staged")
    assert found(repo, "--hook", "all") == staged
    repo.commit()
    assert found(repo, "--from-ref", "HEAD^", "--to-ref", "HEAD") == staged
    assert found(repo) == {**staged, "brief": {BRIEF}}
    return staged


@holds("git", "rm")
def test_what_named_a_file_that_goes_is_found(told: Repo) -> None:
    told.rm(*TARGETS)
    assert _after(told) == GONE


@holds("git", "mv")
def test_what_named_a_file_that_moves_is_found(told: Repo) -> None:
    for path in TARGETS:
        told.mv(path, path.replace("/base", "/ground").replace("qa_engineer", "nobody").replace("pager", "pages"))
    assert _after(told) == GONE
    assert any("is now `src/pages.py`" in each["message"] for each in report(told))


@holds("git", "case-rename")
def test_what_named_a_file_whose_case_changes_is_found(told: Repo) -> None:
    for path in TARGETS:
        folder, _, name = path.rpartition("/")
        told.mv(path, f"{folder}/{name.capitalize()}")
    assert _after(told) == GONE


@holds("git", "case-rename")
def test_an_artifact_whose_case_changes_is_judged_under_its_new_name(repo: Repo) -> None:
    repo.commit({**SOUND, **FAULTY, CONTRACT: SOUND[CONTRACT]})
    for path in (BRIEF, LEAF, PLAN):
        folder, slash, name = path.rpartition("/")
        repo.mv(path, f"{folder}{slash}{name.capitalize()}")
    assert found(repo, "--staged") == {"brief": {"Brief.md"}, "links": {"tree/Top.md"}, "partition": {"Plan.json"}}
    repo.mv(TESTER, TESTER.replace("qa_", "QA_"))
    assert "packet" in found(repo, "--staged")


@holds("git", "rename-and-edit")
def test_what_named_a_file_that_moves_and_changes_is_found(told: Repo) -> None:
    for path in TARGETS:
        new = path.replace("/base", "/ground").replace("qa_engineer", "nobody").replace("pager", "pages")
        told.mv(path, new)
        told.write({new: told.read(new) + "\n"})
    told.add()
    assert _after(told) == GONE


@holds("git", "rename-and-edit")
def test_an_artifact_that_moves_and_changes_is_judged_at_its_new_place(repo: Repo) -> None:
    repo.commit(SOUND)
    for path in (BRIEF, LEAF, PLAN):
        repo.mv(path, f"far/{path}")
        repo.write({f"far/{path}": FAULTY[path]})
    repo.mv(".geas/missions/m1", ".geas/missions/m2")
    repo.write({CONTRACT.replace("m1", "m2"): FAULTY[CONTRACT]})
    repo.add()
    expected = {
        **{kind: {f"far/{path}" for path in ALL[kind]} for kind in ("brief", "links", "partition")},
        "packet": {path.replace("m1", "m2") for path in ALL["packet"]},
    }
    assert found(repo, "--staged") == found(repo) == expected
    repo.commit()
    assert found(repo, "--from-ref", "HEAD^", "--to-ref", "HEAD") == expected


@holds("git", "directory-rename")
def test_what_named_files_in_a_directory_that_moves_is_found(repo: Repo) -> None:
    numbers = range(12)
    targets = {f"tree/old/t{number}.md": leaf(body=f"# T{number}\n\nKnown by the number {number * 7919}.\n") for number in numbers}
    sources = {f"src/old/f{number}.py": f"class F{number}: ...\n" * (number + 3) for number in numbers}
    touched = "".join(f"- `{path}` (F) — loads a page\n" for path in sources)
    links = {f"tree/l{number}.md": leaf(f"/{path}") for number, path in enumerate(targets)}
    repo.commit({**SOUND, **targets, **sources, **links, BRIEF: f"{GOOD}\n**Files Touched:**\n{touched}"})
    repo.mv("tree/old", "tree/new")
    repo.mv("src/old", "src/new")
    repo.mv(".geas/missions/m1", ".geas/missions/m2")
    packets = {path.replace("m1", "m2") for path in (TESTER, WORKER)}  # they say where their contract is
    assert _after(repo) == {"links": set(links), "packet": packets}
    moved = [each["message"] for each in report(repo) if each["rule"] == "brief/stale-file"]
    assert moved == [f"`{path}` is now `{path.replace('old', 'new')}`" for path in sources]
