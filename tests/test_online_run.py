"""Many links at once: how many, in which order, within which memory; and what a run costs that fetches nothing."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import pytest
from httpserver import Handler, Server, serving

from packetlint.core.errors import UsageError
from packetlint.core.spool import Spool
from packetlint.online.fetch import fetch_all
from packetlint.online.result import Options, Request, Unfetched

if TYPE_CHECKING:
    from collections.abc import Iterator

MEMORY = 200 << 10  # kilobytes, as the system counts
_PATHS = f"import sys; sys.path[:0] = {[path for path in sys.path if path]!r}\n"
_MANY = """
from pathlib import Path
from packetlint.online.fetch import fetch_all
from packetlint.online.result import Options, Request
host, count = sys.argv[1], int(sys.argv[2])
fetched = fetch_all([Request(f"http://{host}/large?{number}", "http") for number in range(count)], Options(allow_hosts=[host]))
print(sum(len(one.text or "") for one in fetched), Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""  # what getrusage gives counts the memory of the process that started this one


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def _requests(server: Server, path: str, count: int) -> list[Request]:
    return [Request(server.url(f"{path}?{number}"), "http") for number in range(count)]


def test_as_many_links_are_fetched_at_once_as_the_limit_says(server: Server) -> None:
    together = threading.Barrier(8)
    at_once: list[int] = []
    waiting = threading.Semaphore(0)

    def meet(handler: Handler) -> None:
        waiting.release()
        together.wait(timeout=20)  # eight answers wait for one another: with fewer at once this breaks
        at_once.append(1)
        handler.answer(200, handler.path.encode(), Content_Type="text/plain")

    server.pages["/meet"] = meet
    fetched = fetch_all(_requests(server, "/meet", 40), Options(allow_hosts=[server.host], timeout=30))
    assert [one.text for one in fetched] == [f"/meet?{number}" for number in range(40)]
    assert len(at_once) == 40


def test_no_more_links_are_fetched_at_once_than_the_limit_says(server: Server) -> None:
    lock, now, most = threading.Lock(), [0], [0]

    def count(handler: Handler) -> None:
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        threading.Event().wait(0.01)
        with lock:
            now[0] -= 1
        handler.answer(200)

    server.pages["/count"] = count
    fetch_all(_requests(server, "/count", 30), Options(allow_hosts=[server.host], concurrency=3))
    assert most[0] <= 3


def test_results_stand_in_the_order_of_the_links_and_each_is_fetched_once(server: Server) -> None:
    paths = ["/slow", "/missing", "/note.md", "/slow", "/gone"]
    fetched = fetch_all([Request(server.url(path), "http") for path in paths], Options(allow_hosts=[server.host]))
    assert [one.uri for one in fetched] == [server.url(path) for path in paths]
    assert [one.reason for one in fetched] == ["", "http 404", "", "", "http 410"]
    assert server.count("/slow") == 1


def test_progress_is_told_link_by_link(server: Server) -> None:
    told: list[tuple[int, int]] = []
    requests = [*_requests(server, "/note.md", 3), Request("http://127.0.0.1:1/", "http"), Request("mcp://notes/a", "mcp")]
    fetch_all(requests, Options(allow_hosts=[server.host]), lambda done, total: told.append((done, total)))
    assert told == [(number, 5) for number in range(1, 6)]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the most memory that a process had is read from /proc")
def test_a_hundred_large_bodies_are_not_in_memory_at_once(server: Server) -> None:
    done = subprocess.run([sys.executable, "-c", _PATHS + _MANY, server.host, "100"], capture_output=True, check=True)
    size, memory = map(int, done.stdout.split())
    assert size == 100 * (2 << 20)
    assert memory < MEMORY


def test_each_resource_is_put_away_before_the_next_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from packetlint.online import mcp

    happened: list[tuple[str, str]] = []
    read = mcp._Session.read  # noqa: SLF001 - to see when it is asked

    async def remember(session: mcp._Session, uri: str) -> mcp.Resource | Unfetched:
        happened.append(("asked", uri))
        return await read(session, uri)

    async def put_away(uri: str, resource: mcp.Resource) -> None:
        happened.append((resource.content_type, uri))

    monkeypatch.setattr(mcp._Session, "read", remember)  # noqa: SLF001
    uris = ["mcp://notes/plan", "mcp://notes/memo://no", "mcp://notes/long"]
    options = Options(mcp_names=["notes"], mcp_config_path=_config(tmp_path))
    failures = anyio.run(mcp.read_resources, "notes", uris, options, put_away)
    kinds = ("text/markdown; charset=utf-8", None, "text/plain; charset=utf-8")
    expected = [step for uri, kind in zip(uris, kinds, strict=True) for step in (("asked", uri), (kind, uri)) if step[0]]
    assert (happened, list(failures)) == (expected, [uris[1]])


def _config(tmp_path: Path) -> str:
    server = {"command": sys.executable, "args": [str(Path(__file__).parent / "mcpserver_stdio.py"), "good"]}
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": {"notes": server}}))
    return str(tmp_path / ".mcp.json")


def test_texts_that_there_is_no_room_for_end_the_run(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(*_: object) -> None:
        raise UsageError("there is no room")

    monkeypatch.setattr(Spool, "keep", full)
    with pytest.raises(UsageError, match="no room"):
        fetch_all(_requests(server, "/note.md", 3), Options(allow_hosts=[server.host]))
    with pytest.raises(UsageError, match="no room"):
        fetch_all([Request("mcp://notes/plan", "mcp")], Options(mcp_names=["notes"], mcp_config_path=_config(tmp_path)))


def test_links_that_are_only_checked_have_no_text(server: Server) -> None:
    fetched = fetch_all([Request(server.url("/page.html"), "http")], Options(allow_hosts=[server.host], texts=False))[0]
    assert (fetched.status, fetched.text, fetched.title, fetched.content_type) == ("ok", None, None, "text/html")


def test_no_links_need_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("packetlint.online.fetch.find_spec", lambda _: None)
    assert fetch_all([], Options()) == []


@pytest.mark.parametrize("missing", ["httpx2", "inscriptis", "mcp"])
def test_a_missing_extra_is_one_line_that_names_it(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(UsageError, match=r"^[^\n]*pip install 'packetlint\[online\]'$"):
        fetch_all([Request("http://docs.example/", "http")], Options())


@pytest.mark.parametrize(
    ("statement", "unneeded"),
    [
        ("import packetlint.online.result", {"httpx2", "mcp", "anyio", "lxml", "inscriptis", "asyncio"}),
        ("import packetlint.online.fetch", {"httpx2", "mcp", "anyio", "lxml", "inscriptis", "asyncio"}),
        ("import packetlint.cli.main", {"packetlint.online"}),
        ("import packetlint.online.http, packetlint.online.media", {"mcp", "lxml", "inscriptis"}),
    ],
)
def test_nothing_is_loaded_before_it_is_needed(statement: str, unneeded: set[str]) -> None:
    script = f"{_PATHS}{statement}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, check=True, text=True)
    assert not unneeded & set(done.stdout.split())
