"""The rows of git's table that no commit goes through, each for every kind for which it means something."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from brains import leaf
from briefs import GOOD
from geastrees import CONTRACT, EVIDENCE, TESTER, WORKER, evidence, with_packets
from gitkinds import ALL, BRIEF, FAULTY, FILES, LEAF, NONE, PLAN, SOUND, TARGET, found, placed, report, run
from gitrepo import Repo
from tables import holds

if TYPE_CHECKING:
    from pathlib import Path

UNREADABLE = {"file": set(FILES)}
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 12345\n"


def _faulty(repo: Repo) -> str:
    """Commit what is sound, then what is faulty, and give the first commit."""
    first = repo.commit(SOUND)
    repo.commit(FAULTY)
    return first


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


@holds("git", "worktree")
@pytest.mark.parametrize("below", [".", "tree"])
def test_a_linked_worktree_is_judged_by_its_own_index(repo: Repo, tmp_path: Path, below: str) -> None:
    repo.commit(SOUND)
    repo.git("worktree", "add", "--quiet", str(tmp_path / "side"), "-b", "side")
    _overwrite(tmp_path / "side", FAULTY)
    assert found(tmp_path / "side" / below, "--staged") == NONE
    repo.git("-C", str(tmp_path / "side"), "add", "--all")
    repo.write({LEAF: SOUND[LEAF] + b"\n"})
    for arguments in (("--staged",), ("--all-files",), (str(tmp_path / "side"),)):
        assert found(tmp_path / "side" / below, *arguments) == ALL
    assert (found(repo, "--staged"), found(repo)) == (NONE, NONE)


def _overwrite(top: Path, files: dict[str, bytes]) -> None:
    for path, content in files.items():
        (top / path).write_bytes(content)


@holds("git", "submodule")
def test_a_submodule_is_judged_from_within_and_left_alone_from_without(repo: Repo, tmp_path: Path) -> None:
    inner = Repo(tmp_path / "inner")
    first = inner.commit(SOUND)
    inner.commit(FAULTY)
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.top), "sub")
    repo.write(SOUND)
    repo.add()
    for arguments in ((), ("--staged",), ("--all-files",), ("--hook", "all", *FILES)):
        assert found(repo, *arguments) == NONE
    repo.commit(FAULTY)
    assert (found(repo), found(repo.top / "sub")) == (ALL, ALL)
    assert found(repo.top / "sub", "--from-ref", first, "--to-ref", "HEAD") == ALL
    _overwrite(repo.top / "sub", {path: SOUND[path] for path in FILES})
    repo.git("-C", "sub", "add", "--all")
    assert (found(repo.top / "sub" / "tree"), found(repo)) == (NONE, ALL)


# -- history that is cut, and content that is elsewhere ----------------------------------------------


def _cloned(repo: Repo, to: Path, *options: str) -> Path:
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repo.git("clone", "--quiet", *options, repo.top.as_uri(), str(to))
    return to


def _too_short(capsys: pytest.CaptureFixture[str], where: Path, old: str, new: str = "HEAD") -> bool:
    """Say whether it is, for a check of everything and for each hook that pre-commit gives no names."""
    for options in ((), *(("--hook", kind) for kind in ("links", "packet", "all"))):
        assert run(where, "check", *options, "--from-ref", old, "--to-ref", new) == (2, "")
    said = capsys.readouterr().err
    return said.count("packetlint: history too short: ") == said.count("\n") == 4


@holds("git", "shallow")
def test_a_range_whose_start_was_cut_off_is_not_judged(repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = _faulty(repo)
    shallow = _cloned(repo, tmp_path / "shallow", "--depth=1")
    assert _too_short(capsys, shallow, first)
    assert found(shallow) == ALL
    assert found(shallow, "--from-ref", "0" * 40, "--to-ref", "HEAD") == ALL
    _overwrite(shallow, {BRIEF: SOUND[BRIEF] + b"\n- More\n", PLAN: FAULTY[PLAN] + b"\n"})
    repo.git("-C", str(shallow), "add", "--all")
    assert found(shallow, "--staged") == {"partition": {PLAN}}


@holds("git", "shallow")
def test_a_range_whose_branches_part_before_the_cut_is_not_judged(repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    repo.commit(SOUND)
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit({"README.md": "# Side\n"})
    repo.git("checkout", "--quiet", "main")
    repo.commit(FAULTY)
    shallow = _cloned(repo, tmp_path / "shallow", "--depth=1", "--no-single-branch")
    assert _too_short(capsys, shallow, "origin/side")
    repo.git("-C", str(shallow), "fetch", "--quiet", "--deepen=1")
    assert found(shallow, "--from-ref", "origin/side", "--to-ref", "HEAD") == ALL


@holds("git", "shallow")
def test_a_range_whose_branches_may_part_later_than_is_seen_is_not_judged(
    repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Main takes in half of a branch by a commit whose parent the clone has cut off: what that brought looks new, and is not."""
    base = repo.commit(SOUND)
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit(FAULTY)
    repo.git("checkout", "--quiet", "-b", "relay")
    relay = repo.commit({"relay.txt": "x\n"})
    repo.git("checkout", "--quiet", "main")
    repo.commit({"main.txt": "x\n"})
    repo.git("merge", "--quiet", "--no-edit", "relay")
    repo.git("checkout", "--quiet", "side")
    repo.commit({"README.md": "# Side\n"})
    assert found(repo, "--from-ref", "main", "--to-ref", "side") == NONE
    repo.write({".git/shallow": f"{relay}\n"})
    assert repo.git("merge-base", "main", "side").decode().strip() == base
    assert _too_short(capsys, repo.top, "main", "side")
    assert found(repo, "--from-ref", base, "--to-ref", "side") == ALL


@holds("git", "partial-clone")
def test_a_clone_without_blobs_is_judged_and_what_cannot_be_had_is_said(
    repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = _faulty(repo)
    clone = _cloned(repo, tmp_path / "clone", "--filter=blob:none", "--no-checkout")
    repo.git("-C", str(clone), "read-tree", "HEAD")
    commands = (("--staged", "brief.md", "plan.json"), ("--from-ref", first, "--to-ref", "HEAD"))
    repo.git("-C", str(clone), "remote", "set-url", "origin", str(tmp_path / "gone"))
    for arguments in commands:
        status, printed = run(clone, "check", *arguments)
        said = capsys.readouterr().err
        assert (status, printed) == (2, "")
        assert said == (
            "packetlint: git cannot give the content of a tracked file: objects are damaged, or a partial clone lacks its remote\n"
        )
    repo.git("-C", str(clone), "remote", "set-url", "origin", repo.top.as_uri())
    assert found(clone, *commands[1]) == ALL


@holds("git", "bare")
def test_a_bare_repository_is_judged_by_a_range_of_every_kind(repo: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = _faulty(repo)
    bare = _cloned(repo, tmp_path / "with\nline end.git", "--bare")
    assert found(bare, "--from-ref", first, "--to-ref", "main") == ALL
    for kind in ("brief", "links", "partition", "packet"):
        assert found(bare / "refs", "--select", kind, "--from-ref", first, "--to-ref", "main") == {kind: ALL[kind]}
    for arguments in ((), ("--staged",), ("--all-files",), ("--hook", "all", BRIEF)):
        assert run(bare, "check", *arguments) == (2, "")
        assert "a bare repository has no" in capsys.readouterr().err
    assert run(bare, "rebuild", "--check", "--rev", "main")[0] == 1


# -- other repositories, other settings --------------------------------------------------------------


@holds("git", "sha256")
def test_a_repository_with_longer_ids_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DEFAULT_HASH", "sha256")
    repo = Repo(tmp_path / "long")
    first = _faulty(repo)
    assert len(first) == 64
    assert found(repo) == found(repo, "--from-ref", first, "--to-ref", "HEAD") == ALL
    repo.write({path: SOUND[path] for path in FILES})
    repo.add()
    assert (found(repo, "--staged"), found(repo, "--from-ref", "0" * 64, "--to-ref", first)) == (NONE, NONE)
    assert run(repo, "rebuild", "--check", "--rev", "HEAD")[0] == 1


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
    first = _faulty(repo)
    repo.git("sparse-checkout", "set", cone, "tree")
    assert found(repo)["links"] == {LEAF}
    assert set(found(repo)) <= ({"links", "brief", "partition"} if cone == "--cone" else {"links"})
    assert not (repo.top / CONTRACT).exists()
    assert found(repo, "--from-ref", first, "--to-ref", "HEAD") == ALL
    repo.git("reset", "--quiet", "--soft", first)
    assert found(repo, "--staged") == ALL


# -- what goes, and what moves -----------------------------------------------------------------------

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
