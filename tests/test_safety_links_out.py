"""What leads out of the repository is refused before anything there is touched, and no report tells what is there. `links-out`."""

from __future__ import annotations

import json
import os
import re
import shutil
from functools import cache
from typing import TYPE_CHECKING

import pytest
from briefs import GOOD
from contexts import THREAD, brain, context, leaf
from gitrepo import Repo, program
from hostile import FORMATS, KINDS
from packets import MISSION, contract
from tables import holds
from watching import Done, run

from packetlint.core.paths import is_below

if TYPE_CHECKING:
    from pathlib import Path

_PATHS = {
    "brief": "docs/{}.md",
    "links": "project-brain/threads/{}/thread.md",
    "partition": "plans/{}.json",
    "packet": f"{MISSION}/tasks/{{}}.json",
}
_WHERE = {
    "named": [],
    "all": ["--all-files"],
    "index": ["--staged"],
    "range": ["--from-ref", "HEAD~1", "--to-ref", "HEAD"],
}
_TEXTS = {"relative": "{up}elsewhere/{kind}", "absolute": "{top}/elsewhere/{kind}"}
_SECRET = "TOP-SECRET"


def _path(kind: str, text: str) -> str:
    return _PATHS[kind].format(text)


@cache
def _repository(parent: Path) -> Repo:
    """Give a repository with a link out for each kind and spelling, and beside it what they lead to."""
    repo = Repo(parent / "repo")
    repo.commit({"project-brain/CONVENTIONS.md": "# C\n"})
    for kind in KINDS:
        for text, target in _TEXTS.items():
            path = _path(kind, text)
            repo.link(path, target.format(up="../" * (path.count("/") + 1), top=parent, kind=kind))
    repo.commit()
    repo.link("new.md", "../elsewhere/brief")
    return repo


@cache
def _twice(parent: Path, *arguments: str) -> tuple[Done, Done]:
    """Run a command while something is there, and again when it is not."""
    repo, outside = _repository(parent), parent / "elsewhere"
    if arguments[:2] == ("check", "--staged"):
        repo.git("reset", "--quiet", "--soft", "HEAD~1")
    outside.mkdir()
    for kind, make in KINDS.items():
        (outside / kind).write_bytes(make("x", _SECRET).raw)
    there = run(repo.top, *arguments)
    shutil.rmtree(outside)
    gone = run(repo.top, *arguments)
    if arguments[:2] == ("check", "--staged"):
        repo.git("commit", "--quiet", "--message", "again")
    return there, gone


@pytest.fixture(scope="module")
def parent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the directory that the shared repository lies in."""
    return tmp_path_factory.mktemp("out")


@holds("safety", "links-out")
@pytest.mark.parametrize("where", _WHERE)
@pytest.mark.parametrize("text", _TEXTS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_link_out_is_refused_the_same_whether_or_not_something_is_there(kind: str, text: str, where: str, parent: Path) -> None:
    named = [_path(kind, text) for kind in KINDS for text in _TEXTS] if where == "named" else []
    there, gone = _twice(parent, "check", *_WHERE[where], "--format", "concise", *named)
    assert there[:3] == gone[:3]
    assert f"{_path(kind, text)}:1:1: error[file/unreadable-file] the file is a symbolic link that leaves the repository" in there.out
    assert there.status in (1, 2)
    assert _SECRET not in there.said


@holds("safety", "links-out")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
def test_no_format_tells_what_is_there(kind: str, format: str, parent: Path) -> None:
    there, gone = _twice(parent, "check", "--format", format, *(_path(kind, "relative") for kind in KINDS))
    assert there[:3] == gone[:3]
    assert _path(kind, "relative") in there.out
    assert "leaves the repository" in there.out
    assert _SECRET not in there.said


_URIS = {
    "up": "/../../elsewhere/secret",
    "relative": "../../../elsewhere/secret",
    "encoded": "/%2e%2e/%2e%2e/elsewhere/secret",
    "file": "file://{top}/elsewhere/secret",
    "file with a host": "file://localhost{top}/elsewhere/secret",
    "file upwards": "file:///{top}/repo/../elsewhere/secret",
    "through a link": "/tree/way/secret",
    "backslashes": "/..\\..\\elsewhere\\secret",
}


def _outside(parent: Path, raw: bytes) -> Path:
    outside = parent / "elsewhere"
    outside.mkdir()
    (outside / "secret").write_bytes(raw)
    return outside


@cache
def _asked(parent: Path) -> tuple[list[Done], list[Done]]:
    """Run three commands over leaves with all the links, while something is there and when it is not."""
    repo, outside = Repo(parent / "repo"), parent / "elsewhere"
    written = [json.dumps(uri.format(top=parent)) for uri in _URIS.values()]
    repo.link("project-brain/tree/way", "../../../elsewhere")
    repo.commit(brain(*written, **{f"tree/{number}.md": leaf(uri) for number, uri in enumerate(written)}))
    outside.mkdir()
    (outside / "secret").write_text(f"# {_SECRET}\n")
    commands = (["check", "--format", "json"], ["graph", "--format", "json"], ["context", THREAD, "--mode", "dry-run", "--json"])
    there = [run(repo.top, *command) for command in commands]
    shutil.rmtree(outside)
    return there, [run(repo.top, *command) for command in commands]


@holds("safety", "links-out")
@pytest.mark.parametrize("uri", _URIS)
def test_a_link_of_a_leaf_tells_nothing_of_what_is_outside(uri: str, parent: Path) -> None:
    there, gone = _asked(parent / "uris")
    assert [done[:3] for done in there] == [done[:3] for done in gone]
    path = f"project-brain/tree/{list(_URIS).index(uri)}.md"
    found = [one for one in json.loads(there[0].out)["diagnostics"] if one["path"] == path]
    assert found or uri.startswith("file")
    assert _SECRET not in str(there)


@holds("safety", "links-out")
def test_a_file_link_is_looked_at_only_below_a_directory_that_the_person_names(repo: Repo, tmp_path: Path) -> None:
    outside = _outside(tmp_path, b"# There\n")
    repo.commit(brain(f"file://{outside}/secret", f"file://{outside}/none"))
    unnamed = run(repo.top, "check", "--format", "concise").out
    named = run(repo.top, "check", "--format", "concise", "--allow-file", str(outside)).out
    assert unnamed.count("not checked") == 2 or "none" in unnamed
    assert [line for line in named.splitlines() if "secret" in line] == []
    assert [line for line in named.splitlines() if "/none" in line] != []


@holds("safety", "links-out")
@pytest.mark.parametrize(
    "command",
    [
        ["partition", "x.json"],
        ["partition", "ir.json", "--check", "x.json"],
        ["digest", "x.json"],
        ["digest", "x.json", "--write"],
        ["brief", "x.json"],
    ],
    ids=" ".join,
)
def test_a_command_reads_no_named_file_through_a_link_out(command: list[str], repo: Repo, tmp_path: Path) -> None:
    from hostile import as_json
    from irs import item, target
    from proposals import inventory

    outside = _outside(tmp_path, f'{{"{_SECRET}": {_SECRET}}}'.encode())
    repo.link("x.json", "../elsewhere/secret")
    plain = {**inventory(), "targets": [target("a")], "items": [item("b")], "omissions": [], "disclosureProofs": []}
    repo.write({"ir.json": as_json(plain)})
    there = run(repo.top, *command)[:3]
    shutil.rmtree(outside)
    assert run(repo.top, *command)[:3] == there
    assert there[0] == 2
    assert "x.json is a symbolic link that leaves th" in there[2]
    assert _SECRET not in there[1] + there[2]


@holds("safety", "links-out")
@pytest.mark.parametrize("link", [f"{MISSION}/evidence/t1", f"{MISSION}/tasks", ".geas/memory", ".geas"])
def test_a_directory_of_packets_that_leads_out_is_not_read(link: str, repo: Repo, tmp_path: Path) -> None:
    files = {"t1.json": contract(goal=_SECRET), "a.json": {"agent": "qa_engineer", "task_id": "t1", "summary": _SECRET}}
    outside = tmp_path / "elsewhere"
    for path, value in {**files, "missions/m1/tasks/t1.json": files["t1.json"]}.items():
        (outside / path).parent.mkdir(parents=True, exist_ok=True)
        (outside / path).write_text(json.dumps(value))
    if not link.endswith((".geas", "tasks")):
        repo.write({f"{MISSION}/tasks/t1.json": json.dumps(contract())})
    repo.link(link, os.path.relpath(outside, (repo.top / link).parent))
    repo.write({"brief.md": GOOD})
    said = [run(repo.top, *command).said for command in (["rebuild"], ["rebuild", "--diff", "--all"], ["check"])]
    assert _SECRET not in str(said)
    assert not any(_SECRET in path.read_text() for path in repo.top.rglob("packets/*/*.md"))
    assert sorted(path.name for path in outside.rglob("*")) == ["a.json", "m1", "missions", "t1.json", "t1.json", "tasks"]


@holds("safety", "links-out")
@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
@pytest.mark.parametrize(
    "command", [["check"], ["check", "--staged"], ["graph"], ["rebuild", "--check"], ["context", THREAD, "--mode", "dry-run"]], ids=" ".join
)
def test_no_call_to_the_system_names_what_is_outside(command: list[str], repo: Repo, tmp_path: Path) -> None:
    _outside(tmp_path, b"x")
    for path in _PATHS.values():
        repo.link(path.format("other"), str(tmp_path / "elsewhere/secret"))
    repo.commit(
        {**brain(*(json.dumps(uri.format(top=tmp_path)) for uri in _URIS.values())), f"{MISSION}/tasks/t1.json": json.dumps(contract())}
    )
    log = tmp_path / "log"
    repo.run("strace", "-f", "-qq", "-e", "trace=%file", "-o", str(log), program("packetlint"), *command)
    named = re.findall(r'^\d+ +(\w+)\((?:[^"\n]*)"([^"\n]*)"', log.read_text("utf-8", "replace"), re.MULTILINE)
    assert named
    places = {(call, os.path.normpath(repo.top / path)) for call, path in named if "elsewhere" in path}
    assert [(call, place) for call, place in places if not is_below(place, str(repo.top))] == []


@holds("safety", "links-out")
def test_a_context_neither_holds_nor_tells_what_is_outside(repo: Repo, tmp_path: Path) -> None:
    outside = _outside(tmp_path, leaf(body=f"# {_SECRET}\n").encode())
    repo.link("project-brain/tree/way", "../../../elsewhere")
    repo.commit(brain(*(json.dumps(uri.format(top=tmp_path)) for uri in _URIS.values())))
    done = context(repo, "thread.md", "--out", "made", "--as-of", "2026-01-01T00:00:00Z")
    written = (repo.top / "project-brain/threads/login/made/context.md").read_text()
    shutil.rmtree(outside)
    assert context(repo, "thread.md", "--out", "made", "--as-of", "2026-01-01T00:00:00Z") == done
    assert (repo.top / "project-brain/threads/login/made/context.md").read_text() == written
    assert _SECRET not in written + done.out + done.err
