"""Long texts: not all in memory at once, put away where nobody minds, and written piece by piece."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from contexts import BRAIN, NOW, brain, built, document, fingerprint, link, made

from packetlint.core import spool as spool_module
from packetlint.core.errors import UsageError
from packetlint.core.spool import Spool
from packetlint.core.write import write_chunks
from packetlint.links.context.model import Content, Ref
from packetlint.links.context.sections import Budget, section_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gitrepo import Repo

MEMORY = 64 << 10  # kilobytes, as the system counts: forty are in use, and the thirty texts of 2 MiB held once make it ninety
COUNT, SIZE = 30, 2 << 20
_PEAK = """
import sys
from pathlib import Path
from packetlint.cli.main import main
status = main(["context", "--json", *sys.argv[1:]])
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0], file=sys.stderr)
sys.exit(status)
"""  # what getrusage gives counts the memory of the process that started this one


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the most memory that a process had is read from /proc")
@pytest.mark.parametrize("ceiling", [(), ("--max-tokens", "100000000")])
def test_thirty_long_texts_are_not_in_memory_at_once(repo: Repo, tmp_path: Path, ceiling: tuple[str, ...]) -> None:
    made(repo, brain(*(link(f"/tree/{number}.txt", "spec") for number in range(COUNT))))
    repo.write({f"{BRAIN}/tree/{number}.txt": f"{number:>511}\n" * (SIZE // 512) for number in range(COUNT)})
    command = [sys.executable, "-c", _PEAK, "--consumer", "full", "--out", str(tmp_path / "out"), *ceiling]
    environment = {**os.environ, "MATERIALIZE_SCRATCH_ROOT": str(tmp_path)}
    done = subprocess.run(command, cwd=repo.top / BRAIN / "threads/login", env=environment, capture_output=True, check=True)
    assert (tmp_path / "out/context.md").stat().st_size > COUNT * (SIZE - 10)
    assert int(done.stderr) < MEMORY


def test_texts_come_back_as_they_were_from_memory_and_from_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(spool_module, "_IN_MEMORY", 8)
    spool = Spool(str(tmp_path / "new/place"))
    texts = ["one", "", "zwölf 😀", "\ud800", "long " * 99]
    kept = [spool.keep(text) for text in texts]
    assert [one.read() for one in kept] == texts
    assert [one.characters for one in kept] == [len(text) for text in texts]
    assert kept[2].head("zwölf ").read() == "zwölf "
    assert kept[2].head("zwölf ").characters == 6
    assert list((tmp_path / "new/place").iterdir()) == []  # the file has no name


def test_where_the_place_for_texts_cannot_be_made_another_will_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(spool_module, "_IN_MEMORY", 1)
    (tmp_path / "file").touch()
    assert Spool(str(tmp_path / "file/below")).keep("text").read() == "text"


def test_texts_that_there_is_no_room_for_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(spool_module, "_IN_MEMORY", 1)
    monkeypatch.setattr(spool_module, "_unnamed", full)
    with pytest.raises(UsageError, match=r"no room for the texts of the links: no space left on device"):
        Spool().keep("text")


def test_a_text_that_is_put_away_already_is_not_put_away_again() -> None:
    first, second = Spool(), Spool()
    kept = first.keep("# T\n\nwords words words\n")
    content = Content("T", kept.read(), "http://x", 9, NOW, kept=kept)
    for consumer, role in (("full", None), ("author", "scratch"), ("brief", "spec")):
        body = section_of(Ref(1, "http://x", role), content, Budget(consumer, 4, 4), second).body  # type: ignore[arg-type]
        assert (body.spool, body.read()) == (first, kept.read()[: body.characters])
    assert section_of(Ref(1, "http://x", None), content, Budget("brief", None, 4), second).body.spool is second


@pytest.mark.parametrize("fields", [{}, {"max_tokens": 100_000_000}, {"mode": "dry-run"}, {"mode": "detect-stale"}])
def test_nothing_is_put_away_below_the_brain(repo: Repo, monkeypatch: pytest.MonkeyPatch, fields: dict[str, Any]) -> None:
    asked: list[str | None] = []

    def remember(directory: str | None) -> object:
        asked.append(directory)
        return unnamed(directory)

    unnamed = spool_module._unnamed  # noqa: SLF001 - to see where its file lies
    monkeypatch.setattr(spool_module, "_IN_MEMORY", 1)
    monkeypatch.setattr(spool_module, "_unnamed", remember)
    made(repo, brain(link("/tree/NODE.md", "spec")))
    before = fingerprint(repo.top)
    built(repo, consumer="full", **fields)
    assert fingerprint(repo.top) == before
    assert set(asked) <= {str(Path(os.environ["HOME"]) / ".cache/project-brain/materialize-context")}
    assert bool(asked) == (fields != {"mode": "detect-stale"})


def test_the_same_document_comes_from_memory_and_from_disk(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    made(repo, brain(link("/tree/NODE.md", "spec"), "/tree/a.md", **{"tree/a.md": "# A\n\nzwölf 😀\n"}))
    expected = document(built(repo))
    monkeypatch.setattr(spool_module, "_IN_MEMORY", 1)
    assert document(built(repo)) == expected


def test_a_file_is_written_from_pieces_or_stays_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "a.md"
    write_chunks(str(target), (piece for piece in (b"one ", b"", b"two")))
    assert target.read_bytes() == b"one two"
    for error, raised, says in (
        (ValueError("broken"), ValueError, "broken"),
        (OSError(5, "Input/output error"), UsageError, "a.md cannot be written: input/output error"),
        (UsageError("no room"), UsageError, "no room"),
    ):
        with pytest.raises(raised, match=says):
            write_chunks(str(target), _broken(error))
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.md": b"one two"}


def _broken(error: Exception) -> Iterator[bytes]:
    yield b"half"
    raise error
