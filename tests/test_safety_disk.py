"""Whatever happens to a file while it is read or written: a line says so, and no file is half or lost. `faults-of-the-disk`."""

from __future__ import annotations

import errno
import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from briefs import GOOD, WARNING
from contexts import THREAD, brain, leaf
from gitrepo import program
from hostile import KINDS, as_json
from irs import item, target
from killpoints import POINTS, kill_at
from packets import MISSION, contract
from proposals import inventory
from tables import holds
from watching import run

from packetlint.core import content

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path


_PLAIN = {**inventory(), "targets": [target("a")], "items": [item("b")], "omissions": [], "disclosureProofs": []}
_OLD = "old\n"
# What writes: the arguments, and the file that is written, which holds something before.
_WRITERS = {
    "fix": (["check", "--fix", "--unsafe-fixes", "brief.md"], "brief.md"),
    "output file": (["check", "--format", "json", "--output-file", "report.json"], "report.json"),
    "baseline": (["check", "--write-baseline", "baseline.jsonl"], "baseline.jsonl"),
    "partition": (["partition", "ir.json", "-o", "made.json"], "made.json"),
    "digest": (["digest", "proposal.json", "--write"], "proposal.json"),
    "brief": (["brief", "d.yaml", "-o", "made.md"], "made.md"),
    "rebuild": (["rebuild"], f"{MISSION}/packets/t1/software_engineer.md"),
    "context": (["context", THREAD, "--out", "project-brain/made"], "project-brain/made/context.md"),
}
_FAULTS = {
    "full disk": errno.ENOSPC,
    "read-only": errno.EROFS,
    "input/output error": errno.EIO,
}
_KILLED = [*((name, "half written") for name in _WRITERS), *(("rebuild", point) for point in POINTS if point != "half written")]
_FAILING = [*(("full disk", call) for call in ("mkstemp", "fsync", "replace")), *((fault, "write") for fault in _FAULTS)]


def _files() -> dict[str, str | bytes]:
    proposal = json.loads(KINDS["partition"]("p", "FEASIBLE").raw)
    proposal["coverageDigest"] = "sha256:" + "0" * 64
    return {
        **brain("/tree/a.md", **{"tree/a.md": leaf(body="# A\n")}),
        "brief.md": GOOD.replace("bug", "feature", 1),
        "ir.json": as_json(_PLAIN),
        "proposal.json": as_json(proposal),
        "d.yaml": json.dumps(
            {
                "task": "add a quota",
                "out_of_scope": ["x"],
                "files_touched": [{"path": "a.py", "names": ["A"]}],
                "acceptance_criteria": ["a is b"],
            }
        ),
        "report.json": _OLD,
        "baseline.jsonl": '{"version": 1}\n',
        "made.json": _OLD,
        "made.md": _OLD,
        f"{MISSION}/tasks/t1.json": json.dumps(contract()),
    }


class _Tree:
    """A directory outside git: what is written there is written the same."""

    def __init__(self, top: Path) -> None:
        self.top = top

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for path, raw in files.items():
            (self.top / path).parent.mkdir(parents=True, exist_ok=True)
            (self.top / path).write_bytes(raw if isinstance(raw, bytes) else raw.encode())


@pytest.fixture
def tree(tmp_path: Path) -> _Tree:
    """Give an empty directory."""
    return _Tree(tmp_path)


def _prepared(tree: _Tree, name: str) -> tuple[list[str], Path, bytes | None]:
    tree.write(_files())
    arguments, path = _WRITERS[name]
    if name in ("rebuild", "context"):
        assert run(tree.top, *arguments).status == 0
        tree.write({f"{MISSION}/tasks/t1.json": json.dumps(contract(goal="another")), "project-brain/tree/a.md": leaf(body="# B\n")})
    return arguments, tree.top / path, (tree.top / path).read_bytes()


def _strays(top: Path) -> list[str]:
    return [str(path) for path in top.rglob(".packetlint-*")]


@holds("safety", "faults-of-the-disk")
@pytest.mark.parametrize("name", _WRITERS)
def test_what_writes_does_write(name: str, tree: _Tree) -> None:
    arguments, path, old = _prepared(tree, name)
    done = run(tree.top, *arguments)
    assert done.status in (0, 1), done.said
    assert path.read_bytes() != old
    assert _strays(tree.top) == []


@holds("safety", "faults-of-the-disk")
@pytest.mark.parametrize(("fault", "call"), _FAILING, ids=" at ".join)
@pytest.mark.parametrize("name", _WRITERS)
def test_a_write_that_fails_leaves_the_old_file(name: str, fault: str, call: str, tree: _Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments, path, old = _prepared(tree, name)
    error = OSError(_FAULTS[fault], os.strerror(_FAULTS[fault]))
    _break(call, error, monkeypatch)
    done = run(tree.top, *arguments)
    assert done.status == 2
    assert "cannot be written" in done.err
    assert os.strerror(_FAULTS[fault]).lower() in done.err
    assert "internal error" not in done.err
    assert path.read_bytes() == old
    assert _strays(tree.top) == []


def _break(call: str, error: OSError, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    class Full:
        """A file that takes a few bytes and then no more."""

        def __init__(self, handle: int, mode: str) -> None:
            self._file = open(handle, mode)  # noqa: SIM115 - closed below

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            self._file.close()

        def fileno(self) -> int:
            return self._file.fileno()

        def writelines(self, chunks: Iterable[bytes]) -> None:
            self._file.write(next(iter(chunks))[:3])
            raise error

    if call == "write":
        monkeypatch.setattr("packetlint.core.write.os.fdopen", Full)
    else:
        monkeypatch.setattr(f"packetlint.core.write.{'tempfile' if call == 'mkstemp' else 'os'}.{call}", fail)


@holds("safety", "faults-of-the-disk")
@pytest.mark.parametrize(("name", "point"), _KILLED)
def test_a_writer_that_is_killed_leaves_one_file_or_the_other(name: str, point: str, tree: _Tree) -> None:
    arguments, path, old = _prepared(tree, name)
    kill_at(tree.top, point, arguments)
    left = path.read_bytes()
    assert (left == old) == (point != "renamed")
    if point != "renamed":
        assert run(tree.top, *arguments).status in (0, 1)
        assert path.read_bytes() != old
        assert _strays(tree.top) == []


@holds("safety", "faults-of-the-disk")
@pytest.mark.parametrize(
    "arguments",
    [["check"], ["check", "--format", "json"], ["graph"], ["rule"], ["config"], ["partition", "ir.json"], ["rebuild", "--diff"]],
    ids=" ".join,
)
def test_output_that_cannot_be_written_is_no_pass(arguments: list[str], tree: _Tree) -> None:
    tree.write({**_files(), "packetlint.toml": 'select = ["packet"]\n'})
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device
        done = subprocess.run([program("packetlint"), *arguments], cwd=tree.top, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"packetlint: No space left on device\n"


_READS: dict[str, Callable[[bytes], bytes | OSError]] = {
    "vanishes": lambda _: FileNotFoundError(errno.ENOENT, "No such file or directory"),
    "turns into a directory": lambda _: IsADirectoryError(errno.EISDIR, "Is a directory"),
    "is cut off": lambda raw: raw[: len(raw) // 2],
    "is emptied": lambda _: b"",
    "grows": lambda raw: raw * 2,
    "becomes binary": lambda raw: raw + b"\0",
    "input/output error": lambda _: OSError(errno.EIO, "Input/output error"),
    "goes stale": lambda _: OSError(errno.ESTALE, "Stale file handle"),
    "no permission": lambda _: PermissionError(errno.EACCES, "Permission denied"),
}


@holds("safety", "faults-of-the-disk")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", _READS)
def test_a_file_that_changes_while_it_is_read_hides_no_other(what: str, kind: str, tree: _Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    made = KINDS[kind]("odd", "zzz")
    tree.write({made.path: made.raw, "warning.md": WARNING})
    read = content._read  # noqa: SLF001 - what only the system can do

    def changed(path: bytes, limit: int) -> tuple[bytes, int]:
        raw, at = read(path, limit)
        if not path.endswith(made.path.encode()):
            return raw, at
        result = _READS[what](raw)
        if isinstance(result, OSError):
            raise result
        return result, at

    monkeypatch.setattr(content, "_read", changed)
    done = run(tree.top, "check", "--format", "json", made.path, "warning.md")
    document = json.loads(done.out)
    assert "internal error" not in done.err
    assert done.status in (0, 1)
    assert "warning.md" in {found["path"] for found in document["diagnostics"]}


@holds("safety", "faults-of-the-disk")
def test_a_file_that_changes_between_judging_and_mending_is_not_mended(tree: _Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments, path, _ = _prepared(tree, "fix")
    read, times = content._read, []  # noqa: SLF001 - what only another program can do

    def changed(name: bytes, limit: int) -> tuple[bytes, int]:
        if name.endswith(b"brief.md"):
            times.append(name)
            if len(times) == 2:
                path.write_text("somebody's work\n")
        return read(name, limit)

    monkeypatch.setattr(content, "_read", changed)
    done = run(tree.top, *arguments)
    assert (done.status, "is not what was judged" in done.err) == (2, True)
    assert path.read_text() == "somebody's work\n"
