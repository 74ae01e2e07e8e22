"""Fixes: only the bytes of the edits change, safely written, and the second time there is nothing to do."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from briefs import CATEGORY, GOOD
from hypothesis import given
from hypothesis import strategies as st

from packetlint.cli.main import main
from packetlint.core.diagnostic import TOP, Diagnostic, Edit, Fix
from packetlint.core.errors import UsageError
from packetlint.core.fix import apply_edits, mend
from packetlint.core.write import write_atomically

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gitrepo import Repo


def _diagnostic(*edits: Edit, safe: bool = True) -> Diagnostic:
    return Diagnostic("a", TOP, "x/y", "error", "m", fix=Fix(safe, edits))


def test_overlapping_fixes_take_turns() -> None:
    def lint(content: bytes) -> Sequence[Diagnostic]:
        at = content.find(b"aa")
        return [_diagnostic(Edit(at, at + 2, "b")), _diagnostic(Edit(at + 1, at + 2, "c"))] if at >= 0 else []

    assert mend(b"aaaa", lint, unsafe=False) == (b"bb", 2)


def test_unsafe_fixes_wait_to_be_asked_for() -> None:
    def lint(content: bytes) -> Sequence[Diagnostic]:
        return [_diagnostic(Edit(0, 1, "b"), safe=False)] if content == b"a" else []

    assert mend(b"a", lint, unsafe=False) == (b"a", 0)
    assert mend(b"a", lint, unsafe=True) == (b"b", 1)


def test_fixes_that_undo_each_other_end() -> None:
    def lint(content: bytes) -> Sequence[Diagnostic]:
        return [_diagnostic(Edit(0, 1, "b" if content == b"a" else "a"))]

    assert mend(b"a", lint, unsafe=False).fixes == 10


@given(st.binary(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.text(max_size=3)), max_size=4))
def test_no_byte_outside_the_edits_changes(content: bytes, drawn: list[tuple[int, int, str]]) -> None:
    edits: list[Edit] = []
    for start, length, text in sorted(drawn):
        if start + length <= len(content) and (not edits or start > edits[-1].end):
            edits.append(Edit(start, start + length, text.encode("utf-8", "ignore").decode()))
    kept = content
    for edit in reversed(edits):
        kept = kept[: edit.start] + kept[edit.end :]
    changed = apply_edits(content, edits)
    assert len(changed) == len(kept) + sum(len(edit.text.encode()) for edit in edits)


def test_fix_keeps_line_ends_mark_mode_and_link(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.top)
    raw = b"\xef\xbb\xbf" + CATEGORY.replace("\n", "\r\n").encode()
    repo.write({"docs/a.md": raw})
    (repo.top / "docs/a.md").chmod(0o640)
    (repo.top / "link.md").symlink_to("docs/a.md")
    assert main(["check", "--fix", "--unsafe-fixes", "link.md"]) == 1
    assert (repo.top / "docs/a.md").read_bytes() == raw.replace(b"fix", b"bug", 1)
    assert stat.S_IMODE((repo.top / "docs/a.md").stat().st_mode) == 0o640
    assert (repo.top / "link.md").is_symlink()
    assert main(["check", "--fix", "--unsafe-fixes", "link.md"]) == 0


def test_a_file_that_is_named_twice_is_fixed_and_shown_once(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repo.top)
    repo.write({"a.md": CATEGORY})
    repo.link("docs/link.md", "../a.md")
    names = ("--unsafe-fixes", "docs/link.md", "a.md")
    assert main(["check", "--diff", *names]) == 1
    assert capsys.readouterr().out.count("+++ b/a.md\n@@") == 1
    assert main(["check", "--fix", *names]) == 1
    assert capsys.readouterr() == ("fixed a.md: 1 fix\nfixed docs/link.md: 1 fix\n2 files read (working tree), 2 briefs: no findings\n", "")
    assert repo.read("a.md") == CATEGORY.replace("fix", "bug", 1)


@pytest.mark.parametrize("format", ["json", "sarif", "gitlab", "junit", "html"])
def test_a_document_is_not_spoiled_by_what_was_fixed(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    monkeypatch.chdir(repo.top)
    repo.write({"a.md": CATEGORY})
    main(["check", "--fix", "--unsafe-fixes", "--format", format])
    fixed = capsys.readouterr()
    main(["check", "--format", format])
    assert fixed == (capsys.readouterr().out, "fixed a.md: 1 fix\n")


def test_fix_without_unsafe_leaves_unsafe_ones_and_reports_them(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repo.top)
    repo.write({"a.md": CATEGORY})
    assert main(["check", "--fix", "--format", "concise", "a.md"]) == 1
    assert "brief/unknown-category" in capsys.readouterr().out
    assert repo.read("a.md") == CATEGORY


def test_diff_shows_the_change_and_makes_none(repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(repo.top)
    repo.write({"a.md": CATEGORY})
    assert main(["check", "--diff", "--unsafe-fixes", "a.md"]) == 1
    shown = capsys.readouterr().out
    assert "--- a/a.md\n+++ b/a.md\n@@ -1,6 +1,6 @@\n" in shown
    assert "\n-**Category:** fix\n+**Category:** bug\n" in shown
    assert repo.read("a.md") == CATEGORY


_ODD = ("a b.md", 'q"uote.md', "line\nend.md", "tab\t.md", "esc\x1b[1m.md", "e\u202ex.md", "back\\slash.md", "lost\udcff.md", "\u00e4.md")


@pytest.mark.parametrize("path", _ODD)
@pytest.mark.parametrize("raw", [CATEGORY, CATEGORY.rstrip("\n"), CATEGORY.replace("\n", "\r\n"), f"\ufeff{CATEGORY}"])
def test_git_applies_what_diff_shows(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes], path: str, raw: str
) -> None:
    monkeypatch.chdir(repo.top)
    repo.write({path: raw})
    main(["check", "--diff", "--unsafe-fixes"])
    repo.git("apply", stdin=capsysbinary.readouterr().out)
    assert repo.read(path) == raw.replace("fix", "bug", 1)


def test_diff_of_a_good_file_is_nothing(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.top)
    repo.write({"a.md": GOOD})
    assert main(["check", "--diff", "a.md"]) == 0


def test_a_failed_write_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.md"
    target.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageError, match=r"a\.md cannot be written: no space left on device"):
        write_atomically(str(target), b"new")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.md": b"old"}


def test_a_directory_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written: no such file or directory"):
        write_atomically(str(tmp_path / "no" / "a.md"), b"new")


@pytest.mark.parametrize("device", ["/dev/null", "/dev/stdout"])
def test_a_device_is_written_to_and_not_replaced(repo: Repo, device: str) -> None:
    repo.write({"a.md": GOOD})
    before = Path(device).lstat().st_mode
    done = repo.run("packetlint", "check", "--format", "json", "--output-file", device, "a.md")
    assert (done.returncode, Path(device).lstat().st_mode) == (0, before)
    assert (b'"version": 1' in done.stdout) == (device == "/dev/stdout")


def test_a_full_device_is_said(repo: Repo) -> None:
    repo.write({"a.md": GOOD})
    done = repo.run("packetlint", "check", "--format", "json", "--output-file", "/dev/full", "a.md")
    assert (done.returncode, done.stderr) == (2, b"packetlint: /dev/full cannot be written: no space left on device\n")
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


def test_what_a_killed_run_left_behind_is_removed(tmp_path: Path) -> None:
    dead, alive = tmp_path / ".packetlint-999999999-x.tmp", tmp_path / f".packetlint-{os.getpid()}-x.tmp"
    dead.touch()
    alive.touch()
    write_atomically(str(tmp_path / "a.md"), b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([alive.name, "a.md"])


def test_a_new_file_gets_the_usual_mode(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        write_atomically(str(tmp_path / "a.md"), b"new")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "a.md").stat().st_mode) == 0o644
