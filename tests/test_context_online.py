"""Links that are fetched: from a real HTTP server and a real MCP server on this machine."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from contexts import BRAIN, bodies, brain, built, context, document, leaf, link, made, proves, reasons
from gitrepo import unmeasured
from httpserver import DELAY, serving

from packetlint.core.errors import UsageError
from packetlint.online import fetch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gitrepo import Repo
    from httpserver import Server

_MCP = Path(__file__).parent / "mcpserver_stdio.py"


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def _cached() -> list[Path]:
    return sorted((Path(os.environ["HOME"]) / ".cache/project-brain/materialize-context/cache").glob("*/*"))


@proves("scheme/http", "effect/cache")
def test_pages_are_fetched_reduced_to_text_and_kept(repo: Repo, server: Server) -> None:
    made(repo, brain(link(server.url("/page.html"), "spec"), link(server.url("/note.md"), "spec")))
    written = document(built(repo, allow_hosts=(server.host,)))
    page = bodies(written)[server.url("/page.html")]
    assert "Some bold words." in page
    assert "<p>" not in page
    assert "evil()" not in page
    assert "## 1. The page\n" in written
    assert bodies(written)[server.url("/note.md")] == "# A note\n\nFirst words."
    assert {path.name for path in _cached()} == {"response.bin", "meta.json"}
    assert len(_cached()) == 4


@proves("input/refresh")
def test_a_response_is_used_again_unless_it_is_to_be_refreshed(repo: Repo, server: Server) -> None:
    url = server.url("/etag")
    made(repo, brain(link(url, "spec")))
    for refresh, requests in ((False, 1), (False, 1), (True, 2)):
        assert bodies(document(built(repo, allow_hosts=(server.host,), refresh=refresh)))[url] == "one"
        assert server.count("/etag") == requests
    server.body = "two"
    assert bodies(document(built(repo, allow_hosts=(server.host,))))[url] == "one"
    assert bodies(document(built(repo, allow_hosts=(server.host,), refresh=True)))[url] == "two"


@proves("failure/http")
@pytest.mark.parametrize(
    ("path", "reason"), [("/missing", "http 404"), ("/gone", "http 410"), ("/sign-in", "http 401"), ("/to-metadata", "not-allowed")]
)
def test_a_page_that_cannot_be_had_is_listed_with_the_word_for_it(repo: Repo, server: Server, path: str, reason: str) -> None:
    made(repo, brain(server.url(path), "/tree/NODE.md"))
    result = built(repo, allow_hosts=(server.host,))
    assert reasons(result) == {server.url(path): reason}
    assert ("needs sign-in" in document(result)) == (path == "/sign-in")
    assert list(bodies(document(result))) == ["/tree/NODE.md"]


def test_a_host_of_this_machine_is_not_asked_unless_it_is_named(repo: Repo, server: Server) -> None:
    made(repo, brain(server.url("/note.md")))
    assert reasons(built(repo)) == {server.url("/note.md"): "not-allowed"}
    assert server.seen == []


@pytest.mark.parametrize(("path", "kind"), [("/paper.pdf", "application/pdf"), ("/picture.png", "image/png")])
def test_a_page_without_text_is_described(repo: Repo, server: Server, path: str, kind: str) -> None:
    made(repo, brain(link(server.url(path), "spec")))
    assert bodies(document(built(repo, allow_hosts=(server.host,))))[server.url(path)].startswith(f"[{kind}, ")


def test_a_page_over_the_limit_is_said_to_be_cut(repo: Repo, server: Server) -> None:
    made(repo, brain(link(server.url("/large"), "spec")))
    written = document(built(repo, allow_hosts=(server.host,), consumer="full"))
    assert len(bodies(written)[server.url("/large")]) == 2 << 20
    assert "- Note: only the first 2,097,152 bytes were read" in written


@proves("failure/cache-corrupted")
def test_a_damaged_cache_is_thrown_away_with_a_warning_and_the_page_fetched_again(repo: Repo, server: Server) -> None:
    url = server.url("/note.md")
    made(repo, brain(link(url, "spec")))
    built(repo, allow_hosts=(server.host,))
    next(path for path in _cached() if path.name == "response.bin").write_bytes(b"forged")
    result = built(repo, allow_hosts=(server.host,))
    assert bodies(document(result))[url].startswith("# A note")
    assert [warning for warning in result.warnings if warning.startswith(f"{url}: ") and "thrown away" in warning]


def test_a_page_is_stale_when_it_differs_from_what_was_read(repo: Repo, server: Server) -> None:
    url = server.url("/etag")
    made(repo, brain(url))
    built(repo, allow_hosts=(server.host,))
    assert built(repo, allow_hosts=(server.host,), mode="detect-stale").stale == ()
    server.body = "two"
    for _ in range(2):  # looking changes nothing
        (one,) = built(repo, allow_hosts=(server.host,), mode="detect-stale").stale
        assert (one.ref.uri, one.reason) == (url, "changed")
    server.pages["/etag"] = lambda handler: handler.answer(404)
    (one,) = built(repo, allow_hosts=(server.host,), mode="detect-stale").stale
    assert one.reason == "http 404"


def test_a_page_that_was_only_cached_is_compared_with_that(repo: Repo, server: Server) -> None:
    url = server.url("/etag")
    made(repo, brain(url, **{"tree/other.md": leaf(url)}))
    built(repo, artifact="tree/other.md", allow_hosts=(server.host,))
    assert built(repo, allow_hosts=(server.host,), mode="detect-stale").stale == ()
    server.body = "two"
    (one,) = built(repo, allow_hosts=(server.host,), mode="detect-stale").stale
    assert one.detail == "differs from the cached response"


def test_a_page_that_is_linked_twice_is_asked_for_once(repo: Repo, server: Server) -> None:
    url = server.url("/note.md")
    made(repo, brain(link(url, "scratch"), "/tree/NODE.md", link(url, "spec"), link(server.url("/slow"), "spec")))
    written = document(built(repo, allow_hosts=(server.host,)))
    assert server.count("/note.md") == 1
    assert written.count(f"- URI: {url}") == 2
    assert bodies(written)[server.url("/slow")] == "slow"


@proves("scheme/mcp", "failure/mcp")
def test_a_server_is_started_only_when_it_is_named(repo: Repo) -> None:
    config = {"mcpServers": {"notes": {"command": sys.executable, "args": [str(_MCP), "good"]}, "bad": {"command": "/no/such/program"}}}
    links = ("mcp://notes/plan", "mcp://bad/x", "mcp://nowhere/x")
    made(repo, {**brain(*links), ".mcp.json": json.dumps(config)})
    assert reasons(built(repo)) == dict.fromkeys(links, "not-allowed")
    result = built(repo, mcp_names=("notes", "bad", "nowhere"))
    assert bodies(document(result))["mcp://notes/plan"].startswith("# The plan")
    assert set(reasons(result)) == set(links[1:])
    assert all(reason.startswith("mcp-unreachable: ") for reason in reasons(result).values())


def test_a_hundred_slow_pages_and_a_hundred_files_take_the_time_of_a_dozen_or_so(repo: Repo, server: Server) -> None:
    for number in range(100):
        server.pages[f"/slow/{number}"] = server.pages["/slow"]
    links = [one for number in range(100) for one in (server.url(f"/slow/{number}"), f"/tree/{number}.md")]
    made(repo, brain(*links, **{f"tree/{number}.md": leaf(body=f"# Leaf {number}\n") for number in range(100)}))
    started = time.monotonic()
    told: list[tuple[int, int]] = []
    result = built(repo, allow_hosts=(server.host,), consumer="full", on_fetched=lambda *counts: told.append(counts))
    assert told == [(number, 100) for number in range(1, 101)]
    assert time.monotonic() - started < 100 * DELAY / 2
    assert list(bodies(document(result))) == links


def test_without_the_extra_local_links_are_resolved_and_one_line_names_it(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    made(repo, brain("http://example.org/a", "http://example.org/b", "/tree/NODE.md"))
    monkeypatch.setattr(fetch, "find_spec", lambda _: None)
    result = built(repo)
    assert list(bodies(document(result))) == ["/tree/NODE.md"]
    assert len([warning for warning in result.warnings if "pip install 'packetlint[online]'" in warning]) == 1


def test_local_links_load_nothing_that_fetches(repo: Repo) -> None:
    made(repo, brain("/tree/NODE.md", "other:x.md", "file:///etc/hostname"))
    script = "import sys; from packetlint.cli.main import main; main(['context', '--json']); print(*sorted(sys.modules), file=sys.stderr)"
    done = repo.run("python", "-c", script, cwd=f"{BRAIN}/threads/login", env=unmeasured())
    loaded = {name.partition(".")[0] for name in done.stderr.decode().split()}
    assert not loaded & {"httpx", "httpx2", "anyio", "mcp", "lxml", "inscriptis", "asyncio", "socket", "git"}


def test_the_persons_own_configuration_allows_what_the_command_line_does(repo: Repo, server: Server, tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("# Note\n")
    made(repo, brain(server.url("/note.md"), f"file://{note}"))
    config = tmp_path / "config" / "packetlint" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f'[links]\nallow-files = ["{tmp_path}"]\n[online]\nallow-hosts = ["{server.host}"]\n')
    before = json.loads(context(repo, "--json").out)
    assert before["refs_resolved"] == 0
    assert json.loads(context(repo, "--json", XDG_CONFIG_HOME=str(tmp_path / "config")).out)["refs_resolved"] == 2


def test_the_brain_cannot_allow_hosts_or_servers(repo: Repo, server: Server) -> None:
    made(repo, {**brain(server.url("/note.md")), "packetlint.toml": f'[links]\nallow-hosts = ["{server.host}"]\n'})
    with pytest.raises(UsageError, match="allow-hosts"):
        built(repo)
    assert server.seen == []
    assert context(repo).status == 2
