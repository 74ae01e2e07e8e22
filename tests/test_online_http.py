"""Fetching over HTTP, from a real server: what each answer becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from httpserver import HTML, MARKDOWN, Server, fetch, serving

from packetlint.online.fetch import fetch_all
from packetlint.online.result import SIZE_LIMIT, Options, Request

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.mark.parametrize(
    ("path", "content_type", "text"),
    [
        ("/note.md", "text/markdown", MARKDOWN),
        ("/zipped", "text/plain", MARKDOWN),
        ("/page.html", "text/html", "# Top\n\nSome bold words.\n\n## Next\n\n  * one\n"),
        ("/untyped", "text/html", "# Top\n\nSome bold words.\n\n## Next\n\n  * one\n"),
        ("/empty", "text/plain", ""),
        ("/latin-rightly", "text/plain", "café"),
        ("/paper.pdf", "application/pdf", None),
        ("/picture.png", "image/png", None),
    ],
)
def test_a_good_answer_has_its_type_and_its_text(server: Server, path: str, content_type: str, text: str | None) -> None:
    fetched = fetch(server, path)
    assert (fetched.status, fetched.reason, fetched.content_type, fetched.text, fetched.warnings) == ("ok", "", content_type, text, ())


def test_a_page_has_a_title_and_the_size_that_came(server: Server) -> None:
    fetched = fetch(server, "/page.html")
    assert (fetched.title, fetched.bytes, fetched.http_status, fetched.truncated) == ("The page", len(HTML), 200, False)


@pytest.mark.parametrize(
    ("path", "status", "reason", "detail"),
    [
        ("/missing", "failed", "http 404", ""),
        ("/gone", "failed", "http 410", ""),
        ("/sign-in", "unknown", "http 401", "needs sign-in"),
        ("/forbidden", "unknown", "http 403", "needs sign-in"),
        ("/proxy", "unknown", "http 407", "needs sign-in"),
        ("/busy", "unknown", "http 429", "the server could not say"),
        ("/redirect?6", "failed", "http 302", "more than 5 redirects"),
        ("/nowhere", "unknown", "http 302", "the server could not say"),
        ("/brotli", "unknown", "http unreachable", "the answer is encoded as br, which was not asked for"),
        ("/no-gzip", "unknown", "http unreachable", "the body is not the gzip that it is said to be"),
        ("/half-gzip", "unknown", "http unreachable", "the body ends before its gzip does"),
    ],
)
def test_an_answer_without_success_says_whether_the_link_is_dead(server: Server, path: str, status: str, reason: str, detail: str) -> None:
    server.pages["/nowhere"] = lambda handler: handler.answer(302)
    server.pages["/proxy"] = lambda handler: handler.answer(407)
    fetched = fetch(server, path)
    assert (fetched.status, fetched.reason, fetched.detail, fetched.text) == (status, reason, detail, None)


def test_a_connection_that_breaks_off_is_not_a_dead_link(server: Server) -> None:
    assert fetch(server, "/cut")[1:3] == ("unknown", "http unreachable")


@pytest.mark.parametrize("path", ["/drip", "/stalled"])
def test_the_time_limit_is_for_the_whole_answer(server: Server, path: str) -> None:
    fetched = fetch(server, path, timeout=0.3)
    assert (fetched.status, fetched.reason, fetched.detail) == ("failed", "timeout", "no whole answer within 0.3 s")


@pytest.mark.parametrize("path", ["/large", "/bomb"])
def test_no_more_is_read_than_the_limit(server: Server, path: str) -> None:
    fetched = fetch(server, path)
    assert (fetched.status, fetched.truncated, fetched.bytes) == ("ok", True, SIZE_LIMIT)
    assert fetched.text == "x" * SIZE_LIMIT


def test_a_body_of_just_the_limit_is_whole(server: Server) -> None:
    fetched = fetch(server, "/note.md", size_limit=len(MARKDOWN))
    assert (fetched.truncated, fetched.text) == (False, MARKDOWN)


@pytest.mark.parametrize(
    ("path", "text", "warning"),
    [
        ("/latin", "caf\ufffd", "it is not all utf-8: what could not be read stands as U+FFFD"),
        ("/odd-charset", "café", "its charset punycode is not known: read as UTF-8"),
        ("/no-text", None, "it is said to be text/plain, but is binary"),
    ],
)
def test_a_wrong_charset_is_borne_and_said(server: Server, path: str, text: str | None, warning: str) -> None:
    server.pages["/no-text"] = lambda handler: handler.answer(200, b"a\0b", Content_Type="text/plain")
    fetched = fetch(server, path)
    assert (fetched.status, fetched.text, fetched.warnings) == ("ok", text, (warning,))


def test_too_many_requests_are_tried_again_after_the_time_that_is_asked_for(server: Server) -> None:
    assert fetch(server, "/busy-once").text == "at last"
    assert server.count("/busy-once") == 2


def test_a_server_that_asks_for_an_hour_gets_no_second_request(server: Server) -> None:
    fetch(server, "/busy")
    assert server.count("/busy") == 1


def test_a_server_that_fails_is_tried_three_times(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("packetlint.online.http._WAITS", (0.01, 0.01))
    fetched = fetch(server, "/broken-server")
    assert (fetched.status, fetched.reason, server.count("/broken-server")) == ("unknown", "http 500", 3)


@pytest.mark.parametrize("when", ["0", "Wed, 21 Oct 2015 07:28:00 GMT", "Wed, 21 Oct 2015 07:28:00 -0000", "soon", "-1", "²"])
def test_any_form_of_retry_after_is_borne(server: Server, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    monkeypatch.setattr("packetlint.online.http._WAITS", (0.01, 0.01))
    server.pages["/later"] = lambda handler: handler.answer(503, Retry_After=when)
    assert fetch(server, "/later").reason == "http 503"
    assert server.count("/later") == 3


def test_nothing_that_identifies_the_person_is_sent(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path

    (Path.home() / ".netrc").write_text("machine 127.0.0.1 login me password secret\n")
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    account = server.url("/cookie").replace("//", "//me:secret@")
    fetched = fetch_all([Request(account, "http"), Request(server.url("/to-account"), "http")], Options(allow_hosts=[server.host]))
    assert [one.status for one in fetched] == ["ok", "ok"]
    for seen in server.seen:
        assert not {"authorization", "cookie", "referer", "proxy-authorization"} & seen.headers.keys()
        assert seen.headers["user-agent"].startswith("packetlint/")


@pytest.mark.parametrize(
    "uri",
    [
        "http://",
        "http:///x",
        "http://docs.example:0/",
        "http://docs.example:99999/",
        "http://[::1/",
        "ftp://docs.example/",
        "http://\ud800/",
    ],
)
def test_a_link_that_cannot_be_one_fails_without_a_request(uri: str) -> None:
    fetched = fetch_all([Request(uri, "http")], Options())[0]
    assert (fetched.status, fetched.reason) == ("failed", "http unreachable")
    assert fetched.detail
