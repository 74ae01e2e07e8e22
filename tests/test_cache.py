"""The cache of what was read of blobs: it saves time, and never changes an answer."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from checking import check
from gitrepo import program

from packetlint.core.cache import SIZE_LIMIT, Cache, cache_path

if TYPE_CHECKING:
    from gitrepo import Repo

OID = "0" * 40


def _kept(path: Path, version: str = "1") -> object:
    return Cache(str(path), version).of("links").get(OID)


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    path = tmp_path / "cache" / "x.jsonl"
    cache = Cache(str(path), "1")
    cache.keep("links", OID, ["/a.md"])
    cache.save()
    return path


def test_what_is_kept_is_there_for_the_next_run(filled: Path) -> None:
    assert _kept(filled) == ["/a.md"]


def test_another_version_starts_anew(filled: Path) -> None:
    assert _kept(filled, "2") is None


@pytest.mark.parametrize("at", range(0, 60, 3))
def test_a_damaged_line_is_ignored(filled: Path, at: int) -> None:
    content = bytearray(filled.read_bytes())
    content[at % len(content)] ^= 0x5A
    filled.write_bytes(bytes(content))
    assert _kept(filled) is None


def test_a_line_cut_short_does_not_spoil_the_others(filled: Path) -> None:
    whole = filled.read_bytes()
    other = Cache(str(filled), "1")
    other.of("links")
    other.keep("links", "1" * 40, 0)
    other.save()
    filled.write_bytes(filled.read_bytes()[:-5])
    assert filled.read_bytes().startswith(whole)
    assert _kept(filled) == ["/a.md"]


def test_two_runs_at_once_keep_what_both_found(filled: Path) -> None:
    first, second = Cache(str(filled), "1"), Cache(str(filled), "1")
    for cache, oid in ((first, "1" * 40), (second, "2" * 40)):
        cache.of("links")
        cache.keep("links", oid, 1)
    second.save()
    first.save()
    assert set(Cache(str(filled), "1").of("links")) == {OID, "1" * 40, "2" * 40}


def test_a_file_that_grew_too_large_is_begun_again(filled: Path) -> None:
    with filled.open("ab") as file:
        file.truncate(SIZE_LIMIT)
    cache = Cache(str(filled), "1")
    cache.of("links")
    cache.keep("links", "1" * 40, 1)
    cache.save()
    assert filled.stat().st_size < 1000
    assert set(Cache(str(filled), "1").of("links")) == {"1" * 40}


def test_a_place_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(str(tmp_path / "file" / "x.jsonl"), "1")
    cache.keep("links", OID, 0)
    cache.save()


def test_the_place_follows_the_user() -> None:
    place = cache_path("/r/.git", "/r", {"XDG_CACHE_HOME": "/x", "HOME": "/h"}) or ""
    assert place.startswith("/x/packetlint/")
    assert (cache_path("/r/.git", "/r", {"HOME": "/h"}) or "").startswith("/h/.cache/packetlint/")
    assert cache_path("/r/.git", "/r", {}) is None


_HIDDEN = "zero\u200bwidth"
_BRAIN = {
    "project-brain/CONVENTIONS.md": "# Conventions\n",
    **{
        f"project-brain/tree/l{number}.md": f"---\nsoft_links: [/tree/l{number + 1}.md]\n---\n\n{_HIDDEN * (number == 3)}\n"
        for number in range(70)
    },
    "project-brain/tree/l70.md": "---\nsoft_links: []\n---\n",
}


def test_the_answer_is_the_same_without_with_and_with_a_spoilt_cache(repo: Repo) -> None:
    repo.commit(_BRAIN)
    cold = check(repo, ".")
    assert cold[1][0].startswith("project-brain/tree/l3.md:5:5: error[file/hidden-text]")
    assert len(cold[1]) == 2
    caches = [path for path in Path(_home()).rglob("*") if path.is_file()]
    assert {path.suffix for path in caches} >= {".jsonl", ".last"}
    assert check(repo, ".") == cold
    for path in caches:
        if path.suffix == ".last":
            path.unlink()
    assert check(repo, ".") == cold
    for path in caches:
        path.write_bytes(b"packetlint nonsense\n")
    assert check(repo, ".") == cold


def test_a_change_of_any_kind_is_seen_though_nothing_was_committed(repo: Repo) -> None:
    repo.commit(_BRAIN)
    check(repo, ".")
    repo.write(
        {"project-brain/tree/l70.md": "---\nsoft_links: [/tree/l71.md]\n---\n", "project-brain/tree/l71.md": "---\nsoft_links: []\n---\n"}
    )
    assert "git does not track it" in check(repo, ".")[1][1]
    repo.add()
    assert len(check(repo, ".")[1]) == 2
    repo.write({"project-brain/tree/l5.md": "---\nsoft_links: [/tree/gone.md]\n---\n"})
    assert any("l5.md" in line for line in check(repo, ".")[1])
    repo.write({"packetlint.toml": 'ignore = ["links", "file"]\n'})
    assert check(repo, ".")[0] == 0


def test_ten_runs_at_once_agree(repo: Repo) -> None:
    repo.commit(_BRAIN)
    argv = [program("packetlint"), "check", "--format", "concise", "."]
    runs = [subprocess.Popen(argv, cwd=repo.top, stdout=subprocess.PIPE) for _ in range(10)]
    outputs = {run.communicate()[0] for run in runs}
    assert len(outputs) == 1
    assert check(repo, ".")[1] == outputs.pop().decode().splitlines()


def _home() -> str:
    return f"{os.environ['HOME']}/.cache/packetlint"


def test_a_tree_with_a_dead_link_is_remembered_until_something_stands_there(repo: Repo) -> None:
    repo.commit({"NODE.md": "---\nsoft_links: [/gone.md]\n---\n"})
    repo.write({".git/info/exclude": "gone.md\n"})
    dead = check(repo, ".")
    assert "target-not-found" in dead[1][0]
    assert list(Path(_home()).rglob("*.last"))
    assert check(repo, ".") == dead
    repo.write({"gone.md": "# Here\n"})
    assert "target-not-tracked" in check(repo, ".")[1][0]
    (repo.top / "gone.md").unlink()
    assert check(repo, ".") == dead
