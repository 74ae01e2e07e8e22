"""The cache of responses: what is in it, when it is used, when it is asked for again, and what is done with a damaged one."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from httpserver import ETAG, Server, fetch, serving

from packetlint.core.errors import UsageError
from packetlint.online import cache
from packetlint.online.cache import Cache, Entry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOON = 1_767_268_800.0  # 2026-01-01T12:00:00Z
HOUR = 3600.0


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def _place(tmp_path: Path, server: Server, path: str) -> Path:
    return tmp_path / "cache" / hashlib.sha256(server.url(path).encode()).hexdigest()


def _fetch(server: Server, tmp_path: Path, path: str = "/etag", hours: float = 0, **options: Any) -> Any:
    return fetch(server, path, cache_root=str(tmp_path), now=NOON + hours * HOUR, **options)


def test_a_response_is_kept_as_the_contract_has_it(server: Server, tmp_path: Path) -> None:
    _fetch(server, tmp_path)
    place = _place(tmp_path, server, "/etag")
    assert (place / "response.bin").read_bytes() == b"one"
    meta = json.loads((place / "meta.json").read_bytes())
    expected = {
        "uri": server.url("/etag"),
        "status": 200,
        "etag": ETAG,
        "fetched_at": "2026-01-01T12:00:00Z",
        "sha256": hashlib.sha256(b"one").hexdigest(),
    }
    assert expected.items() <= meta.items()


@pytest.mark.parametrize(("hours", "requests", "from_cache"), [(0, 1, True), (23.9, 1, True), (24, 2, True), (-1, 2, True)])
def test_a_response_is_used_for_a_day_and_then_asked_for_again(
    server: Server, tmp_path: Path, hours: float, requests: int, *, from_cache: bool
) -> None:
    first = _fetch(server, tmp_path)
    second = _fetch(server, tmp_path, hours=hours)
    assert (first.from_cache, second.from_cache, second.text, second.etag) == (False, from_cache, "one", ETAG)
    assert server.count("/etag") == requests


def test_a_response_that_did_not_change_is_young_again(server: Server, tmp_path: Path) -> None:
    _fetch(server, tmp_path)
    again = _fetch(server, tmp_path, hours=30)
    assert server.seen[1].headers["if-none-match"] == ETAG
    assert (again.http_status, again.changed, again.fetched_at) == (304, False, "2026-01-02T18:00:00Z")
    _fetch(server, tmp_path, hours=50)
    assert server.count("/etag") == 2


def test_refresh_asks_at_once_and_says_what_changed(server: Server, tmp_path: Path) -> None:
    assert _fetch(server, tmp_path).changed is None
    server.body = "two"
    again = _fetch(server, tmp_path, refresh=True)
    assert (again.text, again.changed, again.from_cache) == ("two", True, False)
    assert _fetch(server, tmp_path).text == "two"


def test_a_response_without_a_tag_is_asked_for_by_its_date(server: Server, tmp_path: Path) -> None:
    date = "Wed, 21 Oct 2015 07:28:00 GMT"
    server.pages["/dated"] = lambda handler: handler.answer(
        304 if handler.headers.get("If-Modified-Since") else 200,
        b"" if handler.headers.get("If-Modified-Since") else b"x",
        Last_Modified=date,
    )
    _fetch(server, tmp_path, "/dated")
    again = _fetch(server, tmp_path, "/dated", refresh=True)
    assert (again.http_status, again.status, server.seen[1].headers["if-modified-since"]) == (304, "ok", date)


def test_without_store_the_cache_is_only_compared_with(server: Server, tmp_path: Path) -> None:
    _fetch(server, tmp_path)
    server.body = "two"
    assert _fetch(server, tmp_path, refresh=True, store=False).changed is True
    assert (_place(tmp_path, server, "/etag") / "response.bin").read_bytes() == b"one"


@pytest.mark.parametrize("path", ["/missing", "/busy", "/sign-in"])
def test_a_failure_is_not_kept(server: Server, tmp_path: Path, path: str) -> None:
    _fetch(server, tmp_path, path)
    _fetch(server, tmp_path, path)
    assert server.count(path) == 2
    assert not (tmp_path / "cache").exists()


def test_a_link_that_died_is_not_answered_from_an_old_response(server: Server, tmp_path: Path) -> None:
    _fetch(server, tmp_path)
    server.pages["/etag"] = server.pages["/gone"]
    assert _fetch(server, tmp_path, hours=30).reason == "http 410"


@pytest.mark.parametrize("path", ["/page.html", "/paper.pdf", "/latin-rightly", "/large", "/untyped"])
def test_a_kept_response_reads_as_it_did(server: Server, tmp_path: Path, path: str) -> None:
    first, second = _fetch(server, tmp_path, path), _fetch(server, tmp_path, path)
    same = ("uri", "status", "content_type", "text", "title", "truncated", "bytes", "sha256", "fetched_at", "warnings")
    assert [getattr(second, name) for name in same] == [getattr(first, name) for name in same]
    assert second.from_cache


def _damage(place: Path, how: str) -> None:
    meta = place / "meta.json"
    known = json.loads(meta.read_bytes())
    if how == "body":
        (place / "response.bin").write_bytes(b"forged")
    elif how == "cut":
        meta.write_bytes(meta.read_bytes()[:20])
    elif how == "deep":
        meta.write_text("[" * 100_000)
    elif how == "list":
        meta.write_text("[]")
    elif how == "bytes":
        meta.write_bytes(b"\xff\0")
    else:
        meta.write_text(json.dumps(known | {how: "nonsense"}))
    for path in place.iterdir():
        os.utime(path, (NOON, NOON))  # what is new may be half of what another run is writing


@pytest.mark.parametrize("how", ["body", "cut", "deep", "list", "bytes", "uri", "status", "sha256", "fetched_at"])
def test_a_damaged_response_is_thrown_away_with_a_warning(server: Server, tmp_path: Path, how: str) -> None:
    _fetch(server, tmp_path)
    _damage(_place(tmp_path, server, "/etag"), how)
    again = _fetch(server, tmp_path)
    assert (again.status, again.text, again.from_cache, again.changed) == ("ok", "one", False, None)
    assert len(again.warnings) == 1
    assert again.warnings[0].startswith("the cached response was thrown away: ")
    assert "if-none-match" not in server.seen[1].headers
    assert _fetch(server, tmp_path).warnings == ()


@pytest.mark.parametrize("writes", [1, 3])
def test_a_response_that_another_run_is_just_writing_is_not_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    ours, other = Cache(str(tmp_path)), Cache(str(tmp_path))
    ours.store(Entry("http://x/", b"old", NOON))
    read, left = cache._read, [writes]  # noqa: SLF001 - another run writes between two reads

    def read_while_written(directory: Path, name: str) -> bytes:
        if name == "response.bin" and left[0]:
            other.store(Entry("http://x/", b"new %d" % left[0], NOON))
            left[0] -= 1
        return read(directory, name)

    monkeypatch.setattr(cache, "_read", read_while_written)
    entry, warnings = ours.load("http://x/")
    assert entry
    assert (entry.body, warnings) == (b"new 1", [])


def test_the_five_members_of_the_contract_are_enough(server: Server, tmp_path: Path) -> None:
    _fetch(server, tmp_path, "/page.html")
    meta = _place(tmp_path, server, "/page.html") / "meta.json"
    known = json.loads(meta.read_bytes())
    meta.write_text(json.dumps({key: known[key] for key in ("uri", "status", "etag", "fetched_at", "sha256")}))
    again = _fetch(server, tmp_path, "/page.html")
    assert (again.from_cache, again.content_type, again.title) == (True, "text/html", "The page")


def test_a_tag_that_no_header_can_hold_is_not_sent(tmp_path: Path, server: Server) -> None:
    Cache(str(tmp_path)).store(Entry(server.url("/etag"), b"one", NOON, "é\r\nX: y", last_modified="\x00"))
    assert _fetch(server, tmp_path, refresh=True).status == "ok"
    assert not {"if-none-match", "if-modified-since", "x"} & server.seen[0].headers.keys()


def _no_space(path: str, content: bytes) -> None:
    raise UsageError(f"{path} cannot be written: read-only file system")


@pytest.mark.parametrize("where", ["file", "read-only"])
def test_a_cache_that_cannot_be_written_costs_a_warning(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    root = tmp_path / "root"
    if where == "file":
        root.write_text("no directory")
    else:
        monkeypatch.setattr("packetlint.online.cache.write_atomically", _no_space)
    fetched = fetch(server, "/etag", cache_root=str(root))
    assert (fetched.status, fetched.text, fetched.changed) == ("ok", "one", None)
    assert fetched.warnings[-1].startswith("the cache cannot be written: ")
