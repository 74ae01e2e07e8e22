"""`check --online`: the links of files against a real HTTP server and real MCP servers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from checking import check
from httpserver import serving

if TYPE_CHECKING:
    from gitrepo import Repo

_STDIO = Path(__file__).with_name("mcpserver_stdio.py")


def _leaf(*uris: str) -> dict[str, str]:
    links = "".join(f"  - {uri}\n" for uri in uris)
    return {"CONVENTIONS.md": "# C\n", "tree/a.md": f"---\nsoft_links:\n{links}---\n\n# A\n"}


def _said(lines: list[str]) -> list[str]:
    return [line.partition(" ")[2] for line in lines[:-1]]


@pytest.mark.parametrize(
    ("path", "severity", "reason"),
    [
        ("/missing", "error", "http 404"),
        ("/gone", "error", "http 410"),
        ("/sign-in", "warning", "http 401"),
        ("/broken-server", "warning", "http 500"),
        ("/to-metadata", "warning", "was not asked"),
    ],
)
def test_a_dead_link_is_an_error_and_what_nobody_can_tell_a_warning(repo: Repo, path: str, severity: str, reason: str) -> None:
    with serving() as server:
        repo.commit(_leaf(server.url(path)))
        status, lines = check(repo, "--online", "--allow-host", server.host)
    assert status == (severity == "error")
    assert [line.startswith(f"{severity}[links/http-failed] ") and reason in line for line in _said(lines)] == [True]


@pytest.mark.parametrize("path", ["/note.md", "/page.html", "/picture.png", "/empty", "/cookie"])
def test_a_link_that_answers_is_fine(repo: Repo, path: str) -> None:
    with serving() as server:
        repo.commit(_leaf(server.url(path)))
        assert check(repo, "--online", "--allow-host", server.host)[0] == 0
        assert server.count(path) == 1


def test_a_page_is_asked_for_once_however_many_link_to_it(repo: Repo) -> None:
    with serving() as server:
        url = server.url("/missing")
        repo.commit({**_leaf(url), "tree/b.md": f"---\nsoft_links: ['{url}']\n---\n"})
        lines = check(repo, "--online", "--allow-host", server.host)[1]
        assert server.count("/missing") == 1
    assert [line.partition(":")[0] for line in lines[:-1]] == ["tree/a.md", "tree/b.md"]


def test_nothing_is_fetched_that_nobody_asked_for(repo: Repo) -> None:
    with serving() as server:
        repo.commit({**_leaf(server.url("/missing")), "packetlint.toml": 'select = ["links"]\n'})
        assert check(repo)[0] == 0
        assert check(repo, "--online")[0] == 0
        assert server.seen == []


def test_a_server_is_asked_when_the_person_names_it(repo: Repo) -> None:
    entry = {"command": sys.executable, "args": [str(_STDIO)]}
    servers = json.dumps({"mcpServers": {"notes": entry, "lost": {"command": "no-such-program-here"}}})
    repo.commit({**_leaf("mcp://notes/nothing-of-this-name", "mcp://lost/x"), ".mcp.json": servers})
    assert check(repo, "--online")[0] == 0
    status, lines = check(repo, "--online", "--mcp", "notes", "--mcp", "lost")
    assert status == 1
    assert [line.startswith("error[links/mcp-unreachable] ") for line in _said(lines)] == [True, True]


def test_options_of_the_network_need_online(repo: Repo) -> None:
    repo.commit(_leaf())
    assert check(repo, "--mcp", "notes") == (2, ["packetlint: --allow-host and --mcp go with --online"])
