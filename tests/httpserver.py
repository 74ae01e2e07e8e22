"""A real HTTP server on 127.0.0.1 with a page for everything that a link can lead to."""

from __future__ import annotations

import gzip
import threading
import time
import zlib
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.online.fetch import fetch_all
from packetlint.online.result import Options, Request

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterator

    from packetlint.online.result import Fetched

    Page = Callable[["Handler"], None]

MARKDOWN = "# A note\n\nFirst words.\n"
HTML = (
    "<!doctype html><html><head><title>The\n page</title><style>p{}</style></head><body><h1>Top</h1>"
    "<p>Some <b>bold</b> words.</p><h2>Next</h2><ul><li>one</li></ul><p hidden>unseen</p><script>evil()</script></body></html>"
)
ETAG = '"v1"'
DELAY = 0.2


class Seen(NamedTuple):
    """One request: its path and its headers, names in small letters."""

    path: str
    headers: dict[str, str]


class Server(ThreadingHTTPServer):
    """Remembers what it was asked for, and has a body that a test can change; `stop` is set when it is to end."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen: list[Seen] = []
        self.pages: dict[str, Page] = dict(PAGES)
        self.body = "one"
        self.stop = threading.Event()

    @property
    def host(self) -> str:
        """Give host and port, as `--allow-host` takes them."""
        return f"127.0.0.1:{self.server_port}"

    def url(self, path: str) -> str:
        """Give the link to a page."""
        return f"http://{self.host}{path}"

    def count(self, path: str) -> int:
        """Say how often a page was asked for."""
        return sum(seen.path == path for seen in list(self.seen))


class Handler(BaseHTTPRequestHandler):
    """Answers a path by its function in the server's `pages`."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        """Remember the request and answer it."""
        self.server.seen.append(Seen(self.path, {name.lower(): value for name, value in self.headers.items()}))
        self.server.pages.get(self.path.partition("?")[0], PAGES["/missing"])(self)

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        """Send a whole answer; `_` in a header's name stands for `-`."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def handle_one_request(self) -> None:
        """Bear it when the client has had enough."""
        try:
            super().handle_one_request()
        except ConnectionError:
            self.close_connection = True


def _with_etag(handler: Handler) -> None:
    body = handler.server.body.encode()
    if handler.headers.get("If-None-Match") == ETAG and handler.server.body == "one":
        handler.answer(304, ETag=ETAG)
    else:
        handler.answer(200, body, ETag=ETAG, Content_Type="text/plain")


def _redirect(handler: Handler) -> None:
    left = int(handler.path.partition("?")[2] or 1)
    handler.answer(302, Location=f"/redirect?{left - 1}" if left > 1 else "/note.md")


def _slow(handler: Handler) -> None:
    time.sleep(DELAY)
    handler.answer(200, b"slow", Content_Type="text/plain")


def _drip(handler: Handler) -> None:
    """Send a byte now and then, for ever: no single wait is long."""
    handler.send_response(200)
    handler.end_headers()
    while not handler.server.stop.wait(0.05):
        handler.wfile.write(b".")
        handler.wfile.flush()


def _stall(handler: Handler) -> None:
    """Answer nothing until the server ends."""
    handler.server.stop.wait(20)


def _broken(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "100")
    handler.end_headers()
    handler.wfile.write(b"only this")
    handler.close_connection = True


def _busy_once(handler: Handler) -> None:
    if handler.server.count(handler.path) == 1:
        handler.answer(429, Retry_After="0")
    else:
        handler.answer(200, b"at last", Content_Type="text/plain")


def _fixed(status: int, body: bytes | str = b"", **headers: str) -> Page:
    raw = body.encode() if isinstance(body, str) else body
    return lambda handler: handler.answer(status, raw, **headers)


@cache
def _bomb() -> bytes:
    """Give 200 MiB of one letter, compressed."""
    letters, deflater = b"x" * (1 << 20), zlib.compressobj(wbits=16 + zlib.MAX_WBITS)
    return b"".join(deflater.compress(letters) for _ in range(200)) + deflater.flush()


PAGES: dict[str, Page] = {
    "/note.md": _fixed(200, MARKDOWN, Content_Type="text/markdown; charset=utf-8"),
    "/page.html": _fixed(200, HTML, Content_Type="text/html; charset=utf-8"),
    "/untyped": _fixed(200, HTML),
    "/zipped": _fixed(200, gzip.compress(MARKDOWN.encode()), Content_Type="text/plain", Content_Encoding="gzip"),
    "/brotli": _fixed(200, b"\x0b\x02\x80", Content_Type="text/plain", Content_Encoding="br"),
    "/no-gzip": _fixed(200, b"plain", Content_Type="text/plain", Content_Encoding="gzip"),
    "/half-gzip": _fixed(200, gzip.compress(MARKDOWN.encode())[:-12], Content_Type="text/plain", Content_Encoding="gzip"),
    "/bomb": lambda handler: handler.answer(200, _bomb(), Content_Type="text/plain", Content_Encoding="gzip"),
    "/large": lambda handler: handler.answer(200, b"x" * (3 << 20), Content_Type="text/plain"),
    "/paper.pdf": _fixed(200, b"%PDF-1.7\n\0", Content_Type="application/pdf"),
    "/picture.png": _fixed(200, b"\x89PNG\r\n\0", Content_Type="image/png"),
    "/latin": _fixed(200, "café".encode("latin-1"), Content_Type="text/plain; charset=utf-8"),
    "/latin-rightly": _fixed(200, "café".encode("latin-1"), Content_Type="text/plain; charset=ISO-8859-1"),
    "/odd-charset": _fixed(200, "café", Content_Type="text/plain; charset=punycode"),
    "/missing": _fixed(404, b"no"),
    "/gone": _fixed(410),
    "/sign-in": _fixed(401, WWW_Authenticate="Basic"),
    "/forbidden": _fixed(403),
    "/busy": _fixed(429, Retry_After="3600"),
    "/busy-once": _busy_once,
    "/broken-server": _fixed(500),
    "/etag": _with_etag,
    "/redirect": _redirect,
    "/to-metadata": _fixed(302, Location="http://169.254.169.254/latest/meta-data/"),
    "/to-localhost": _fixed(302, Location="http://localhost:1/"),
    "/to-file": _fixed(302, Location="file:///etc/passwd"),
    "/to-account": lambda handler: handler.answer(302, Location=f"//who:secret@{handler.server.host}/note.md"),
    "/cookie": _fixed(302, Location="/note.md", Set_Cookie="id=1"),
    "/slow": _slow,
    "/drip": _drip,
    "/cut": _broken,
    "/empty": _fixed(204),
    "/stalled": _stall,
}


@contextmanager
def serving(tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """Run the server in a thread; behind TLS where a context is given."""
    server = Server()
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.stop.set()
        server.shutdown()
        server.server_close()
        thread.join()


def fetch(server: Server, path: str, **options: Any) -> Fetched:
    """Fetch one page of a server, which is allowed unless `allow_hosts` says otherwise."""
    return fetch_all([Request(server.url(path), "http")], Options(**{"allow_hosts": [server.host], **options}))[0]
