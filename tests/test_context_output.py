"""What is written, where, and what stays as it was."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from checking import check
from contexts import BRAIN, NOW, STAMP, THREAD, brain, built, context, document, fingerprint, leaf, link, made, proves
from ruamel.yaml import YAML

from packetlint.core.errors import UsageError
from packetlint.links.context.ignored import not_ignored

if TYPE_CHECKING:
    from gitrepo import Repo

_FILES = brain(link("/tree/NODE.md", "spec"), "/tree/gone.md")


def _cache(name: str = "") -> Path:
    return Path(os.environ["HOME"]) / ".cache" / "project-brain" / name


@proves("effect/scratch-context", "effect/scratch-sidecar", "post/context", "post/sidecar")
def test_by_default_it_goes_to_the_scratch_directory_of_the_project_and_artifact(repo: Repo) -> None:
    made(repo, _FILES)
    result = built(repo)
    directory = _cache(f"materialize-context/shop/login/{STAMP}")
    assert result.written == {name: str(directory / name) for name in ("context.md", "context.json")}
    assert sorted(path.name for path in directory.iterdir()) == ["context.json", "context.md"]
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    front = YAML(typ="safe").load(document(result).split("---\n")[1])
    assert front == {
        "artifact": "threads/login/thread.md",
        "primary_project": "shop",
        "generated_at": NOW,
        "consumer": "author",
        "roles": "all",
        "max_tokens": 32_000,
        "token_estimate": -(-len(document(result)) // 4),
        "ceiling_hit": False,
        "refs": {"total": 2, "resolved": 1, "unresolved": 1, "trimmed": 0},
    }


def test_the_sidecar_tells_of_every_link(repo: Repo) -> None:
    made(repo, _FILES)
    sidecar = json.loads(Path(built(repo).written["context.json"]).read_text("utf-8"))
    one, other = sidecar["refs"]
    required = {"uri", "role", "resolved_at", "status", "bytes", "token_estimate", "trim_applied", "source"}
    assert required <= set(one)
    assert required <= set(other)
    blob = repo.git("rev-parse", f":{BRAIN}/tree/NODE.md").decode().strip()
    assert (one["source"], one["blob"], one["status"]) == (f"{BRAIN}/tree/NODE.md", blob, "resolved")
    assert (other["reason"], other["status"]) == ("not-found", "unresolved")


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"XDG_CACHE_HOME": "{tmp}/xdg"}, "{tmp}/xdg/project-brain/materialize-context"),
        ({"MATERIALIZE_SCRATCH_ROOT": "{tmp}/own"}, "{tmp}/own"),
        ({"MATERIALIZE_SCRATCH_ROOT": "{tmp}/own", "XDG_CACHE_HOME": "{tmp}/xdg"}, "{tmp}/own"),
        ({"XDG_CACHE_HOME": "relative"}, "{home}/.cache/project-brain/materialize-context"),
    ],
)
def test_the_environment_says_where_scratch_is(repo: Repo, tmp_path: Path, environ: dict[str, str], expected: str) -> None:
    made(repo, _FILES)
    values = {name: value.format(tmp=tmp_path) for name, value in environ.items()}
    written = built(repo, environ=values).written["context.md"]
    assert written.startswith(expected.format(tmp=tmp_path, home=os.environ["HOME"]) + "/shop/login/")


def test_names_of_the_brain_cannot_lead_out_of_scratch(repo: Repo) -> None:
    thread = leaf(id='"../../../../x"', primary_project='"../.."')
    made(repo, brain(**{"threads/login/thread.md": thread}))
    assert built(repo).written["context.md"] == str(_cache(f"materialize-context/unnamed/x/{STAMP}/context.md"))


@proves("input/persist", "effect/persist", "security/persist-warning")
def test_persist_warns_and_then_writes_beside_the_artifact(repo: Repo) -> None:
    made(repo, _FILES)
    said: list[str] = []
    result = built(repo, persist=True, said=said)
    path = repo.top / BRAIN / "threads/login/.context" / STAMP / "context.md"
    assert result.written["context.md"] == str(path)
    assert path.exists()
    (warning,) = said
    assert warning.startswith(f"⚠ --persist will write materialized content to {path}. This content may include private data")
    assert not result.warnings


@proves("security/strict")
def test_strict_stops_before_writing_until_it_is_confirmed(repo: Repo) -> None:
    made(repo, _FILES)
    before = fingerprint(repo.top)
    done = context(repo, "--persist", "--strict")
    assert done.status == 2
    assert done.err.startswith("⚠ --persist will write")
    assert "--yes" in done.err
    assert fingerprint(repo.top) == before
    assert context(repo, "--persist", "--strict", "--yes").status == 0


@proves("post/ignored")
def test_a_snapshot_that_git_would_take_is_warned_of(repo: Repo) -> None:
    made(repo, {**_FILES, ".gitignore": ""})
    (warning,) = built(repo, persist=True).warnings
    assert warning.startswith("links/context-not-ignored: ")
    assert f"`{THREAD.removesuffix('thread.md')}.context/`" in warning.replace(str(repo.top) + "/", "")


def test_two_runs_in_the_same_second_write_to_two_directories(repo: Repo) -> None:
    made(repo, _FILES)
    first, second, stale = built(repo), built(repo, consumer="brief"), built(repo, mode="detect-stale")
    directory = _cache(f"materialize-context/shop/login/{STAMP}")
    assert [Path(next(iter(run.written.values()))).parent for run in (first, second, stale)] == [
        directory,
        directory.with_name(f"{STAMP}-2"),
        directory.with_name(f"{STAMP}-3"),
    ]
    assert ("\nconsumer: author\n" in document(first), "\nconsumer: brief\n" in document(second)) == (True, True)


@proves("precondition/7")
def test_of_two_snapshots_that_are_made_at_once_one_is_refused(repo: Repo) -> None:
    made(repo, _FILES)
    command = ["packetlint", "context", "--persist"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    cwd = repo.top / BRAIN / "threads/login"
    runs = [subprocess.Popen(command, cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    said = [run.communicate()[1] for run in runs]
    assert sorted(run.returncode for run in runs) == [0, 2, 2]
    assert [b"exists from a run before" in one for one in said] == [run.returncode == 2 for run in runs]


def test_whether_a_snapshot_is_ignored_is_a_pure_question() -> None:
    path = "brain/threads/x/.context/20260101T000000Z/context.md"
    note = not_ignored(path, lambda _: None)
    assert note
    assert (note.rule, "`brain/threads/x/.context/`" in note.message) == ("links/context-not-ignored", True)
    assert not_ignored(path, lambda asked: asked if asked == path else None) is None
    assert not_ignored("brain/threads/x/context.md", lambda _: None) is None


@proves("input/out", "effect/out")
def test_out_wins_over_persist_and_names_a_directory(repo: Repo) -> None:
    made(repo, _FILES)
    said: list[str] = []
    result = built(repo, persist=True, strict=True, out="packets/login", said=said)
    assert result.written["context.md"] == str(repo.top / BRAIN / "packets/login/context.md")
    assert said == []
    assert built(repo, out="packets/login").written == result.written  # what is ours is replaced
    assert built(repo, out=str(_cache("packets"))).written["context.md"] == str(_cache("packets/context.md"))


@proves("security/out", "security/default-places")
@pytest.mark.parametrize("out", ["/etc/x", "/tmp", "../packets", "~", "tree/leads-out/x", "tree/leads-out", "tree/chain/x"])
def test_out_of_both_zones_is_refused_by_its_canonical_path(repo: Repo, tmp_path: Path, out: str) -> None:
    made(repo, _FILES)
    (tmp_path / "outside").mkdir()
    repo.link(f"{BRAIN}/tree/leads-out", str(tmp_path / "outside"))
    repo.link(f"{BRAIN}/tree/chain", "leads-out")
    out = os.environ["HOME"] if out == "~" else out
    canonical = os.path.realpath(repo.top / BRAIN / out)
    before = fingerprint(tmp_path)
    with pytest.raises(UsageError, match="outside of both safe zones") as refusal:
        built(repo, out=out)
    assert str(refusal.value).startswith(f"--out {canonical} lies outside")
    assert fingerprint(tmp_path) == before


def test_an_explicit_scratch_root_is_a_zone_of_its_own(repo: Repo, tmp_path: Path) -> None:
    made(repo, _FILES)
    environ = {"MATERIALIZE_SCRATCH_ROOT": str(tmp_path / "own")}
    assert built(repo, out=str(tmp_path / "own/x"), environ=environ).written["context.md"] == str(tmp_path / "own/x/context.md")
    with pytest.raises(UsageError, match="safe zones"):
        built(repo, out=str(tmp_path / "other"), environ=environ)


@pytest.mark.parametrize(
    ("out", "says"), [(".git/hooks", "git's own"), ("tree/NODE.md", "is a file"), ("x/context.md", "looks like a file")]
)
def test_out_that_is_no_directory_for_files_is_refused(repo: Repo, out: str, says: str) -> None:
    made(repo, _FILES)
    with pytest.raises(UsageError, match=says):
        built(repo, out=out)


def test_a_snapshot_is_not_written_through_a_link(repo: Repo, tmp_path: Path) -> None:
    made(repo, _FILES)
    (tmp_path / "outside").mkdir()
    repo.link(f"{BRAIN}/threads/login/.context", str(tmp_path / "outside"))
    with pytest.raises(UsageError, match="through a symbolic link"):
        built(repo, persist=True)
    assert not list((tmp_path / "outside").iterdir())


@pytest.mark.parametrize("name", ["context.md", "context.json"])
@pytest.mark.parametrize("content", ["# Mine\n", "---\nartifact: x\n---\n", "{}", ""])
def test_a_file_of_somebody_else_is_never_overwritten(repo: Repo, name: str, content: str) -> None:
    made(repo, _FILES)
    repo.write({f"{BRAIN}/packets/{name}": content})
    before = fingerprint(repo.top)
    with pytest.raises(UsageError, match="was not written by this command"):
        built(repo, out="packets")
    assert fingerprint(repo.top) == before


def test_a_link_in_place_of_the_file_is_not_followed(repo: Repo, tmp_path: Path) -> None:
    made(repo, _FILES)
    target = Path(built(repo).written["context.md"])
    (tmp_path / "kept.md").write_bytes(target.read_bytes())
    repo.link(f"{BRAIN}/packets/context.md", str(tmp_path / "kept.md"))
    with pytest.raises(UsageError, match="was not written by this command"):
        built(repo, out="packets")


@proves("effect/nothing-else", "post/artifact-untouched", "post/git-untouched")
@pytest.mark.parametrize(
    "fields",
    [{}, {"mode": "detect-stale"}, {"mode": "dry-run"}, {"mode": "dry-run", "persist": True}, {"consumer": "full", "refresh": True}],
)
def test_nothing_below_the_repository_changes(repo: Repo, fields: dict[str, Any]) -> None:
    made(repo, _FILES)
    repo.write({f"{BRAIN}/tree/NODE.md": leaf(body="# Changed since, and as old as the index\n")})
    before = fingerprint(repo.top)
    built(repo, **fields)
    assert fingerprint(repo.top) == before


def test_persist_changes_only_what_it_adds(repo: Repo) -> None:
    made(repo, _FILES)
    before = fingerprint(repo.top)
    built(repo, persist=True)
    after = fingerprint(repo.top)
    added = f"{BRAIN}/threads/login/.context"
    assert {path: kind for path, kind in after.items() if not path.startswith(added)} == before
    assert repo.git("status", "--porcelain") == b""


@proves("post/check-unaffected")
def test_the_check_finds_the_same_before_and_after(repo: Repo) -> None:
    made(repo, _FILES)
    before = check(repo, f"{BRAIN}")
    built(repo, persist=True)
    assert check(repo, f"{BRAIN}")[1][:-1] == before[1][:-1]


def test_without_a_home_the_scratch_directory_has_to_be_named(repo: Repo, tmp_path: Path) -> None:
    made(repo, _FILES)
    with pytest.raises(UsageError, match="MATERIALIZE_SCRATCH_ROOT"):
        built(repo, environ={"HOME": ""})
    assert built(repo, environ={"HOME": "", "MATERIALIZE_SCRATCH_ROOT": str(tmp_path / "s")}).written
