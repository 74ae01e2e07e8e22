"""The cache is damaged, in the way, of another version, full, or written by many at once: answers are as without it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from faults import run
from gitrepo import program

from packetlint.cli.main import main
from packetlint.core.cache import sealed

if TYPE_CHECKING:
    from collections.abc import Callable

    from gitrepo import Repo

_HIDDEN = "zero\u200bwidth"
_LEAVES = {f"project-brain/tree/l{number}.md": f"---\nsoft_links: []\n---\n\n{_HIDDEN * (number == 3)}\n{number}\n" for number in range(60)}
_CHECK = ["check", "--format", "concise", "."]
_KILLED = str(Path(__file__).with_name("killed.py"))


@pytest.fixture
def brain(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Give a brain with one finding and so many leaves that what is read of them is kept, and stand in it."""
    repo.commit({"project-brain/CONVENTIONS.md": "# Conventions\n", **_LEAVES})
    monkeypatch.chdir(repo.top)
    monkeypatch.setenv("XDG_CACHE_HOME", str(repo.top.parent / "cache"))
    return repo


def _place() -> Path:
    return Path(os.environ["XDG_CACHE_HOME"], "packetlint")


def _said(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(_CHECK) == 1
    out, err = capsys.readouterr()
    assert not err
    return out


def _flip(raw: bytes, at: int) -> bytes:
    return raw[:at] + bytes([raw[at] ^ 0x15]) + raw[at + 1 :]


_DAMAGES: dict[str, Callable[[bytes, int], bytes]] = {
    "flipped": _flip,
    "cut off": lambda raw, at: raw[:at],
    "cut out": lambda raw, at: raw[:at] + raw[at + 40 :],
    "nonsense put in": lambda raw, at: raw[:at] + b"\0\xff{}\n" + raw[at:],
    "zeroed": lambda raw, at: raw[:at] + b"\0" * (len(raw) - at),
    "doubled": lambda raw, at: raw + raw[at:],
}


@pytest.mark.parametrize("damage", _DAMAGES)
def test_damage_anywhere_changes_no_answer(brain: Repo, damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    cold = _said(capsys)
    kept = {path: path.read_bytes() for path in _place().iterdir()}
    assert {path.suffix for path in kept} == {".jsonl", ".last"}
    for region in range(6):
        for path, raw in kept.items():
            path.write_bytes(_DAMAGES[damage](raw, region * (len(raw) - 1) // 5))
        (last,) = _place().glob("*.last")
        assert _said(capsys) == cold
        last.unlink(missing_ok=True)
        assert _said(capsys) == cold


def test_records_that_are_whole_but_nonsense_change_no_answer(brain: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    cold = _said(capsys)
    (path,) = _place().glob("*.jsonl")
    header, line = path.read_bytes().splitlines(keepends=True)[:2]
    for payload in (b"[]", b"{}", b"1", b'{"links": 1}', b'{"links": {"x": null}}', b"[" * 5000, line[9:-1].replace(b'"', b"'")):
        path.write_bytes(header + sealed(payload))
        for last in _place().glob("*.last"):
            last.unlink()
        assert _said(capsys) == cold


def test_a_cache_of_another_version_is_begun_again(brain: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    cold = _said(capsys)
    (path,) = _place().glob("*.jsonl")
    path.write_bytes(b"packetlint 1 0.0\n" + path.read_bytes().partition(b"\n")[2])
    for last in _place().glob("*.last"):
        last.unlink()
    assert _said(capsys) == cold
    assert path.read_bytes().startswith(b"packetlint 2 ")


def _as_file(place: Path) -> None:
    place.write_text("in the way")


def _as_link(place: Path) -> None:
    (place.parent / "elsewhere").mkdir()
    place.symlink_to("elsewhere")


def _read_only(place: Path) -> None:
    place.mkdir()
    place.chmod(0o500)


_IN_THE_WAY: dict[str, Callable[[Path], None]] = {
    "a file": _as_file,
    "a link to a directory": _as_link,
    "a link to nothing": lambda place: place.symlink_to("nothing"),
    "a link to itself": lambda place: place.symlink_to(place.name),
    "a directory that is read-only": _read_only,
}


@pytest.mark.parametrize("what", _IN_THE_WAY)
def test_what_is_in_the_place_of_the_cache_changes_no_answer(brain: Repo, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    cold = _said(capsys)
    place = _place()
    for path in place.iterdir():
        path.unlink()
    place.rmdir()
    _IN_THE_WAY[what](place)
    assert [_said(capsys), _said(capsys)] == [cold, cold]


def test_directories_in_the_place_of_the_files_change_no_answer(brain: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    cold = _said(capsys)
    for path in list(_place().iterdir()):
        path.unlink()
        path.mkdir()
    assert [_said(capsys), _said(capsys)] == [cold, cold]


def test_a_place_where_nothing_can_be_made_changes_no_answer(
    brain: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cold = _said(capsys)
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/self")
    assert [_said(capsys), _said(capsys)] == [cold, cold]


@pytest.mark.parametrize("room", [0, 10, 300])
def test_no_room_changes_no_answer_now_or_later(brain: Repo, room: int) -> None:
    argv = [program("packetlint"), *_CHECK]
    full = run(brain.top, argv, room)
    assert (full.returncode, full.stderr) == (1, b"")
    again, third = run(brain.top, argv), run(brain.top, argv)
    assert full.stdout == again.stdout == third.stdout


@pytest.mark.parametrize("nth", [1, 2])
def test_a_kill_while_the_cache_is_written_leaves_nothing_that_lasts(brain: Repo, nth: int) -> None:
    killed = run(brain.top, [sys.executable, _KILLED, "before-renamed", str(nth), *_CHECK])
    assert killed.returncode == -signal.SIGKILL
    place = brain.top.parent / "cache" / "packetlint"
    assert any(path.suffix not in (".jsonl", ".last") for path in place.iterdir())
    again = run(brain.top, [program("packetlint"), *_CHECK])
    assert (again.returncode, again.stderr) == (1, b"")
    assert {path.suffix for path in place.iterdir()} == {".jsonl", ".last"}


def test_hooks_of_different_content_at_once_have_the_answers_they_have_alone(brain: Repo) -> None:
    brain.write({"project-brain/tree/l5.md": "---\nsoft_links: [/tree/none.md]\n---\n"})
    brain.add()
    brain.write({"project-brain/tree/l7.md": "---\nsoft_links: [/tree/l7.md]\n---\n"})
    commands = [_CHECK, [*_CHECK[:-1], "--staged"], [*_CHECK[:-1], "--all-files"], [*_CHECK[:-1], "--hook", "links", *sorted(_LEAVES)]]
    alone = [run(brain.top, [program("packetlint"), *command]).stdout for command in commands]
    for path in (brain.top.parent / "cache" / "packetlint").iterdir():
        path.unlink()
    environment = {**os.environ, "XDG_CACHE_HOME": str(brain.top.parent / "cache")}
    started = [
        subprocess.Popen([program("packetlint"), *command], cwd=brain.top, env=environment, stdout=subprocess.PIPE)
        for command in commands * 2
    ]
    assert [process.communicate()[0] for process in started] == alone * 2
    (path,) = (brain.top.parent / "cache" / "packetlint").glob("*.jsonl")
    lines = path.read_bytes().splitlines(keepends=True)[1:]
    assert lines
    assert all(line == sealed(line[9:-1]) for line in lines), "two appended into one another"
