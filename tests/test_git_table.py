"""Rows of git's table, each for every kind for which it means something: states of the index, and settings of the repository."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from brains import leaf
from geastrees import CONTRACT, TESTER
from gitkinds import ALL, BRIEF, FAULTY, FILES, LEAF, NONE, SOUND, found, placed, report, run, then_faulty
from tables import holds

if TYPE_CHECKING:
    from gitrepo import Repo

UNREADABLE = {"file": set(FILES)}
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 12345\n"


# -- what git refuses, or does not have --------------------------------------------------------------

_COMMANDS = (
    ("check",),
    ("check", "--staged"),
    ("check", "--all-files"),
    ("check", "--from-ref", "HEAD^", "--to-ref", "HEAD"),
    *(("check", "--hook", kind, BRIEF) for kind in ("brief", "links", "partition", "packet", "all")),
    ("rebuild",),
    ("rebuild", "--check", "--rev", "HEAD"),
    ("graph",),
    ("install",),
)


@holds("git", "dubious-ownership")
@pytest.mark.parametrize("command", _COMMANDS, ids=" ".join)
def test_a_repository_of_somebody_else_is_refused(repo: Repo, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]) -> None:
    repo.commit(SOUND)
    assert run(repo, *command, GIT_TEST_ASSUME_DIFFERENT_OWNER="1") == (2, "")
    said = capsys.readouterr().err
    assert said.startswith("packetlint: git refuses this repository: detected dubious ownership in repository at")
    assert said.count("\n") == 1


@holds("git", "unmerged")
def test_unmerged_entries_of_every_kind_are_named_and_the_rest_is_judged(repo: Repo) -> None:
    _conflict(repo)
    repo.write({"other.md": FAULTY[BRIEF]})
    repo.add("other.md")
    assert found(repo, "--staged") == {"brief": {"other.md"}, **UNREADABLE}
    assert {each["message"] for each in report(repo, "--staged") if each["path"] in FILES} == {
        "the file has an unresolved merge conflict in the index"
    }
    assert placed([each for each in report(repo) if each["rule"] == "file/conflict-marker"]) == UNREADABLE


def _conflict(repo: Repo) -> None:
    """Leave a merge that stops at one file of each kind."""
    repo.commit({**SOUND, **dict.fromkeys(FILES, "")})
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit(SOUND)
    repo.git("checkout", "--quiet", "main")
    repo.commit(FAULTY)
    assert repo.run("git", "merge", "side").returncode == 1


@holds("git", "lfs-pointer")
def test_a_pointer_to_large_data_is_no_artifact_of_any_kind(repo: Repo) -> None:
    repo.commit({**SOUND, **dict.fromkeys(FILES, POINTER)})
    for arguments in ((), ("--all-files",), ("--from-ref", "0" * 40, "--to-ref", "HEAD")):
        assert found(repo, *arguments) == {"file": {BRIEF, LEAF}}
    assert found(repo, *FILES) == UNREADABLE
    assert {(each["rule"], each["severity"]) for each in report(repo, *FILES)} == {("file/lfs-pointer", "warning")}


@holds("git", "symlink-to-text")
def test_a_symbolic_link_that_turned_to_text_is_judged_as_text(repo: Repo) -> None:
    kept = {f"kept/{path}": content for path, content in SOUND.items() if path in FILES}
    repo.write({**SOUND, **kept})
    for path in FILES:
        (repo.top / path).unlink()
        repo.link(path, os.path.relpath(repo.top / "kept" / path, (repo.top / path).parent))
    repo.commit()
    for path in FILES:
        (repo.top / path).unlink()
    first = repo.git("rev-parse", "HEAD").decode().strip()
    repo.write(FAULTY)
    repo.add()
    assert found(repo, "--staged") == ALL
    repo.commit()
    assert found(repo, "--from-ref", first, "--to-ref", "HEAD") == ALL
    assert found(repo) == ALL


@holds("git", "symlink-to-text")
def test_a_text_that_turned_to_a_symbolic_link_is_judged_behind_it(repo: Repo) -> None:
    first = repo.commit(SOUND)
    _linked(repo, {f"kept/{path}": content for path, content in SOUND.items() if path in FILES})
    for arguments in ((), ("--staged",), ("--hook", "all", *FILES)):
        assert found(repo, *arguments) == NONE
    repo.write({f"kept/{path}": content for path, content in FAULTY.items()})
    repo.commit()
    kept = {kind: {f"kept/{path}" for path in paths} for kind, paths in ALL.items() if kind != "packet"}
    assert found(repo) == {**kept, "packet": ALL["packet"]}
    assert found(repo, "--from-ref", first, "--to-ref", "HEAD") == {**kept, "packet": ALL["packet"]}
    assert found(repo, *FILES) == found(repo, "--staged", *FILES) == {kind: ALL[kind] for kind in kept}
    assert run(repo, "rebuild", "--check", "--task", "t1")[0] == run(repo, "rebuild", "--check", "--rev", "HEAD")[0] == 1


@holds("git", "symlink-to-text")
@pytest.mark.parametrize("target", ["/etc/hostname", "{up}etc/nothing"])
def test_a_text_that_turned_to_a_symbolic_link_that_leads_out_is_refused(repo: Repo, target: str) -> None:
    first = repo.commit(SOUND)
    _linked(repo, {target.format(up="../" * 9): b""})
    for arguments in ((), ("--staged",), ("--hook", "all", *FILES)):
        assert found(repo, *arguments) == UNREADABLE
    repo.commit()
    assert found(repo, "--from-ref", first, "--to-ref", "HEAD") == UNREADABLE


def _linked(repo: Repo, targets: dict[str, bytes]) -> None:
    """Put a symbolic link in the place of each of the four files: to the file of the same end among the targets, or to the only one."""
    for path in FILES:
        target = next((target for target in targets if target.endswith(path)), next(iter(targets)))
        (repo.top / path).unlink()
        repo.link(path, target if path not in target else os.path.relpath(repo.top / target, (repo.top / path).parent))
    repo.write({path: content for path, content in targets.items() if content})
    repo.add()


@holds("git", "add-intent")
def test_what_is_only_announced_is_neither_judged_nor_there(repo: Repo) -> None:
    repo.commit({"README.md": "# Read me\n"})
    repo.write({**SOUND, **FAULTY})
    repo.git("add", "--intent-to-add", ".")
    assert found(repo, "--staged") == NONE
    repo.write({"tree/new.md": leaf("/tree/base.md")})
    repo.add("tree/new.md", "tree/NODE.md", "CONVENTIONS.md", TESTER)
    assert found(repo, "--staged") == {"links": {"tree/new.md"}, "packet": {TESTER}}
    assert found(repo) == {**ALL, "links": {LEAF, "tree/new.md"}}


@holds("git", "rebase")
def test_a_rebase_that_stops_is_judged_by_its_index_and_its_end_by_a_range(repo: Repo) -> None:
    _conflict(repo)
    repo.git("merge", "--abort")
    assert repo.run("git", "rebase", "side").returncode == 1
    assert found(repo, "--staged") == UNREADABLE
    repo.write(SOUND)
    repo.add()
    assert found(repo, "--staged") == NONE
    repo.write(FAULTY)
    repo.add()
    assert found(repo, "--staged") == ALL
    repo.git("-c", "core.editor=true", "rebase", "--continue")
    assert found(repo, "--from-ref", "side", "--to-ref", "HEAD") == ALL


@holds("git", "quotepath")
@pytest.mark.parametrize("quotepath", ["true", "false"])
def test_names_that_git_would_quote_are_judged(repo: Repo, quotepath: str) -> None:
    repo.git("config", "core.quotepath", quotepath)
    odd = 'ключ "ü"\t\n\\'
    paths = {path: path.replace(".geas/", f"{odd}/.geas/") if ".geas/" in path else f"{odd}/{path}" for path in {*SOUND, *ALL["packet"]}}
    repo.commit({paths[path]: content for path, content in SOUND.items()})
    assert found(repo) == NONE
    repo.write({paths[path]: content for path, content in FAULTY.items()})
    repo.add()
    expected = {kind: {paths[path] for path in faulty} for kind, faulty in ALL.items()}
    assert found(repo, "--staged") == found(repo, "--hook", "all", *(paths[path] for path in FILES)) == expected
    repo.commit()
    assert found(repo, "--from-ref", "HEAD^", "--to-ref", "HEAD") == found(repo) == expected


@holds("git", "autocrlf")
@pytest.mark.parametrize("autocrlf", ["true", "input"])
def test_line_ends_of_the_working_tree_change_nothing(repo: Repo, autocrlf: str) -> None:
    repo.git("config", "core.autocrlf", autocrlf)
    repo.git("config", "core.safecrlf", "false")
    repo.commit({path: content.replace(b"\n", b"\r\n") for path, content in SOUND.items()})
    assert (found(repo), found(repo, "--all-files")) == (NONE, NONE)
    repo.write({path: content.replace(b"\n", b"\r\n") for path, content in FAULTY.items()})
    repo.add()
    staged, on_disk = report(repo, "--staged"), report(repo)
    assert placed(staged) == ALL
    assert [(each["path"], each["line"], each["rule"]) for each in staged] == [
        (each["path"], each["line"], each["rule"]) for each in on_disk
    ]
    repo.commit()
    repo.run("git", "checkout", "--quiet", "HEAD^")
    assert found(repo) == NONE


@holds("git", "sparse")
@pytest.mark.parametrize("cone", ["--cone", "--no-cone"])
def test_a_sparse_checkout_is_judged_as_far_as_it_goes(repo: Repo, cone: str) -> None:
    first = then_faulty(repo)
    repo.git("sparse-checkout", "set", cone, "tree")
    assert found(repo)["links"] == {LEAF}
    assert set(found(repo)) <= ({"links", "brief", "partition"} if cone == "--cone" else {"links"})
    assert not (repo.top / CONTRACT).exists()
    assert found(repo, "--from-ref", first, "--to-ref", "HEAD") == ALL
    repo.git("reset", "--quiet", "--soft", first)
    assert found(repo, "--staged") == ALL
