"""Without being asked for it nothing is fetched, and nothing in a repository asks for it. `nothing-is-fetched`, `nothing-is-widened`."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

import pytest
from contexts import THREAD, brain
from gitrepo import Repo
from tables import holds
from watching import run

if TYPE_CHECKING:
    from pathlib import Path

_COMMANDS = (
    ["check"],
    ["check", "--staged"],
    ["check", "--all-files", "--format", "json"],
    ["check", "--from-ref", "HEAD~1", "--to-ref", "HEAD"],
    ["check", "--hook", "all", "b.md", THREAD],
    ["check", "--fix", "--unsafe-fixes"],
    ["check", "--diff"],
    ["graph"],
    ["rebuild"],
    ["rebuild", "--rev", "HEAD", "--check"],
    ["config"],
    ["rule", "links/http-failed"],
    ["brief", "d.yaml"],
)
_LINKS = ("http://127.0.0.1:9/x", "https://example.org/x", "mcp://evil/x", "mcp://web/x")
_SERVERS = {"evil": {"command": "/bin/false"}, "web": {"url": "http://127.0.0.1:9/mcp"}}


@cache
def _repository(top: Path) -> Path:
    repo = Repo(top)
    repo.commit()
    files = brain(*map(json.dumps, _LINKS))
    repo.commit(
        {
            **files,
            ".mcp.json": json.dumps({"mcpServers": _SERVERS}),
            "d.yaml": "task: x\n",
            "b.md": "## Agent Brief\n\nSee http://127.0.0.1:9/x\n",
        }
    )
    return top


@pytest.fixture
def top(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the repository that the tests of this module share."""
    return _repository(tmp_path_factory.getbasetemp() / "offline")


@holds("safety", "nothing-is-fetched")
@pytest.mark.parametrize("command", _COMMANDS, ids=" ".join)
def test_nothing_is_fetched_unasked(command: list[str], top: Path) -> None:
    done = run(top, *command)
    assert done.said
    assert done.fetched() == []
    assert {program.rpartition("/")[2] for program in done.ran()} <= {"git"}


_KEYS = {
    "online": "online = true",
    "hosts": "online.allow-hosts = ['127.0.0.1']",
    "servers": "online.mcp = ['evil']",
    "directories": "links.allow-files = ['/etc']",
}


@holds("safety", "nothing-is-widened")
@pytest.mark.parametrize(
    "command",
    [["check"], ["check", "--online"], ["check", "--hook", "all", THREAD], ["context", THREAD, "--mode", "dry-run"], ["graph"], ["config"]],
    ids=" ".join,
)
@pytest.mark.parametrize("key", _KEYS)
@pytest.mark.parametrize("place", ["packetlint.toml", "pyproject.toml"])
def test_a_repository_that_allows_something_is_refused(place: str, key: str, command: list[str], top: Path) -> None:
    path = top / place
    path.write_text(_KEYS[key] if place == "packetlint.toml" else f"[tool.packetlint]\n{_KEYS[key]}\n")
    try:
        done = run(top, *command)
    finally:
        path.unlink()
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"packetlint: {place}:")
    assert "not for a repository to decide" in done.err or key == "online"
    assert done.fetched() == []


@holds("safety", "nothing-is-widened")
@pytest.mark.parametrize("place", [".config/packetlint/config.toml", "packetlint/config.toml", "config.toml"])
def test_a_persons_configuration_that_lies_in_the_repository_is_none(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build server may make the checkout its home."""
    repo = Repo(tmp_path / "repo")
    repo.commit({**brain('"http://127.0.0.1:9/x"'), place: "[online]\nallow-hosts = ['127.0.0.1:9']\n"})
    monkeypatch.setenv("HOME", str(repo.top))
    if place == "packetlint/config.toml":
        monkeypatch.setenv("XDG_CONFIG_HOME", str(repo.top))
    for command in (["check", "--online"], ["context", THREAD, "--mode", "dry-run"]):
        done = run(repo.top, *command)
        assert done.connected() == [], command


@holds("safety", "nothing-is-widened")
def test_a_cache_that_lies_in_the_repository_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({f"{name}.md": "## Agent Brief\n" for name in "abcdefghijkl"})
    monkeypatch.setenv("XDG_CACHE_HOME", str(repo.top / "cache"))
    assert run(repo.top, "check").status == run(repo.top, "check").status == 1
    assert not (repo.top / "cache").exists()
