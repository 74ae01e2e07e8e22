"""What leads out of the repository is refused before anything there is touched, and no report tells what is there. `links-out`."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
from typing import TYPE_CHECKING

import pytest
from briefs import GOOD
from contexts import THREAD, brain, context, leaf
from gitrepo import program
from hostile import FORMATS, KINDS
from packets import MISSION, contract
from tables import holds

from packetlint.cli.main import main
from packetlint.core.paths import is_below

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo

_PATHS = {
    "brief": "docs/brief.md",
    "links": "project-brain/threads/login/thread.md",
    "partition": "plans/proposal.json",
    "packet": f"{MISSION}/tasks/t1.json",
}
_WHERE = {
    "named": [],
    "all": ["--all-files"],
    "index": ["--staged"],
    "range": ["--from-ref", "HEAD~1", "--to-ref", "HEAD"],
}
_TEXTS = {"relative": "{up}elsewhere/secret", "absolute": "{top}/elsewhere/secret"}
_SECRET = "TOP-SECRET"


def _run(*arguments: str) -> tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(list(arguments))
    return status, out.getvalue() + err.getvalue()


def _outside(tmp_path: Path, raw: bytes) -> Path:
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (outside / "secret").write_bytes(raw)
    return outside


@holds("safety", "links-out")
@pytest.mark.parametrize("where", _WHERE)
@pytest.mark.parametrize("text", ["relative", "absolute"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_link_out_is_refused_the_same_whether_or_not_something_is_there(
    kind: str, text: str, where: str, repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _PATHS[kind]
    made = KINDS[kind]("x", _SECRET)
    outside = _outside(tmp_path, made.raw)
    repo.commit({"project-brain/CONVENTIONS.md": "# C\n"})
    repo.link(path, _TEXTS[text].format(up="../" * (path.count("/") + 1), top=tmp_path))
    repo.add()
    if where == "range":
        repo.git("commit", "--quiet", "--message", "link")
    monkeypatch.chdir(repo.top)
    arguments = ["check", "--format", "concise", *_WHERE[where], *([path] if where == "named" else [])]
    there = _run(*arguments)
    shutil.rmtree(outside)
    assert _run(*arguments) == there
    assert f"{path}:1:1: error[file/unreadable-file] the file is a symbolic link that leaves the repository" in there[1]
    assert there[0] in (1, 2)
    assert _SECRET not in there[1]


@holds("safety", "links-out")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
def test_no_format_tells_what_is_there(kind: str, format: str, repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = _outside(tmp_path, KINDS[kind]("x", _SECRET).raw)
    repo.link(_PATHS[kind], str(outside / "secret"))
    monkeypatch.chdir(repo.top)
    there = _run("check", "--format", format, _PATHS[kind])
    shutil.rmtree(outside)
    assert _run("check", "--format", format, _PATHS[kind]) == there
    assert "leaves the repository" in there[1]
    assert _SECRET not in there[1]


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


@holds("safety", "links-out")
@pytest.mark.parametrize("uri", _URIS)
def test_a_link_of_a_leaf_tells_nothing_of_what_is_outside(uri: str, repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = _outside(tmp_path, f"# {_SECRET}\n".encode())
    written = json.dumps(_URIS[uri].format(top=tmp_path))
    repo.link("project-brain/tree/way", "../../../elsewhere")
    repo.commit(brain(written, json.loads(written) + "#top" if "\\" not in written else written))
    monkeypatch.chdir(repo.top)
    commands = (
        ["check", "--format", "json"],
        ["graph", "--format", "json"],
        ["context", THREAD, "--mode", "dry-run", "--as-of", "2026-01-01T00:00:00Z"],
    )
    there = [_run(*command) for command in commands]
    shutil.rmtree(outside)
    assert [_run(*command) for command in commands] == there
    assert _SECRET not in str(there)
    assert there[0][0] == 1 or uri.startswith("file")


@holds("safety", "links-out")
def test_a_file_link_is_looked_at_only_below_a_directory_that_the_person_names(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = _outside(tmp_path, b"# There\n")
    repo.commit(brain(f"file://{outside}/secret", f"file://{outside}/none"))
    monkeypatch.chdir(repo.top)
    _, unnamed = _run("check", "--format", "concise")
    _, named = _run("check", "--format", "concise", "--allow-file", str(outside))
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
def test_a_command_reads_no_named_file_through_a_link_out(
    command: list[str], repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hostile import as_json
    from irs import item, target
    from proposals import inventory

    outside = _outside(tmp_path, f'{{"{_SECRET}": {_SECRET}}}'.encode())
    repo.link("x.json", "../elsewhere/secret")
    plain = {**inventory(), "targets": [target("a")], "items": [item("b")], "omissions": [], "disclosureProofs": []}
    repo.write({"ir.json": as_json(plain)})
    monkeypatch.chdir(repo.top)
    there = _run(*command)
    shutil.rmtree(outside)
    assert _run(*command) == there
    assert there[0] == 2
    assert "x.json is a symbolic link that leaves th" in there[1]
    assert _SECRET not in there[1]


@holds("safety", "links-out")
@pytest.mark.parametrize("link", [f"{MISSION}/evidence/t1", f"{MISSION}/tasks", ".geas/memory", ".geas"])
def test_a_directory_of_packets_that_leads_out_is_not_read(link: str, repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"t1.json": contract(goal=_SECRET), "a.json": {"agent": "qa_engineer", "task_id": "t1", "summary": _SECRET}}
    outside = tmp_path / "elsewhere"
    for path, value in {**files, "missions/m1/tasks/t1.json": files["t1.json"]}.items():
        (outside / path).parent.mkdir(parents=True, exist_ok=True)
        (outside / path).write_text(json.dumps(value))
    if not link.endswith((".geas", "tasks")):
        repo.write({f"{MISSION}/tasks/t1.json": json.dumps(contract())})
    repo.link(link, os.path.relpath(outside, (repo.top / link).parent))
    repo.write({"brief.md": GOOD})
    monkeypatch.chdir(repo.top)
    said = [_run("rebuild")[1], _run("rebuild", "--diff", "--all")[1], _run("check")[1]]
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
        repo.link(path.replace("login/thread", "other/thread").replace("t1", "t2"), str(tmp_path / "elsewhere/secret"))
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
