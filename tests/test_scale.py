"""What a large repository makes many of costs no more git calls, and no more readings of the same listing."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pytest
from brains import leaf
from geastrees import with_packets

from packetlint.cli.main import main
from packetlint.core.git import discover
from packetlint.core.path_index import PathIndex

if TYPE_CHECKING:
    from gitrepo import Repo


@pytest.fixture
def here(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.chdir(repo.top)
    return repo


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the programs that are started from now on."""
    started: list[str] = []
    spawn = os.posix_spawnp

    def noted(name: bytes, argv: list[bytes], *arguments: Any, **options: Any) -> int:
        started.append(argv[3].decode())
        return spawn(name, argv, *arguments, **options)

    monkeypatch.setattr(os, "posix_spawnp", noted)
    return started


def test_ten_geas_folders_ask_git_no_more_than_two(here: Repo, calls: list[str]) -> None:
    here.commit({f"service-{number}/{path}": content for number in range(2) for path, content in with_packets().items()})
    assert main(["check"]) == 0
    few = list(calls)
    calls.clear()
    here.commit({f"service-{number}/{path}": content for number in range(10) for path, content in with_packets().items()})
    assert main(["check"]) == 0
    assert calls == few


def test_ten_brains_with_a_dead_link_each_are_sorted_by_name_once(here: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def by_name(index: PathIndex) -> dict[str, list[str]]:
        made.append(1)
        return {path.rpartition("/")[2]: [path] for path in index.entries}

    noted = cached_property(by_name)
    noted.__set_name__(PathIndex, "by_name")
    monkeypatch.setattr(PathIndex, "by_name", noted)
    brain = {"CONVENTIONS.md": "# Conventions\n", "tree/NODE.md": leaf(), "tree/a.md": leaf("/tree/gone.md")}
    here.commit({f"service-{number}/{path}": text for number in range(10) for path, text in brain.items()})
    assert main(["check"]) == 1
    assert made == [1]


def test_what_one_call_lists_is_what_many_do(here: Repo) -> None:
    here.commit({"a.md": "a", "? b.md": "b", "c\n? d.md": "d"})
    here.write({"a.md": "changed", "? e.md": "", "f\n? g.md": "", "new/? h.md": "", "ignored": "", ".git/info/exclude": "ignored\n"})
    asked, single = discover(str(here.top)), discover(str(here.top))
    assert asked
    assert single
    state = asked.state()
    assert state
    assert state[3] == b"? e.md\0f\n? g.md\0new/? h.md\0"
    assert (asked.index(), asked.modified(), asked.on_disk("")) == (single.index(), single.modified(), single.on_disk(""))
    assert asked.modified() == {"a.md"}
