"""Where a link may lead: never to this machine or its neighbours, by whatever road, unless the person names the host."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import httpcore2
import pytest
from httpserver import Server, fetch, serving
from hypothesis import given
from hypothesis import strategies as st

from packetlint.online.addresses import Guard, RefusedError, special
from packetlint.online.fetch import fetch_all
from packetlint.online.result import Options, Request

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PUBLIC = "93.184.215.14"
_real = socket.getaddrinfo


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Give a function that sets what a name resolves to, answer by answer; it gives the list of names asked for."""

    def answer(**answers: list[list[str]]) -> list[str]:
        asked: list[str] = []

        def getaddrinfo(host: str, port: Any, *args: Any, **options: Any) -> Any:
            left = answers.get(str(host).partition(".")[0])
            if left is None or options.get("flags"):
                return _real(host, port, *args, **options)
            asked.append(host)
            addresses = left[min(len(asked), len(left)) - 1]
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
        return asked

    return answer


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("127.0.0.1", "a loopback address"),
        ("127.8.8.8", "a loopback address"),
        ("0.0.0.0", "the unspecified address"),
        ("0.1.2.3", "a private address"),
        ("10.0.0.1", "a private address"),
        ("172.16.0.1", "a private address"),
        ("172.31.255.255", "a private address"),
        ("192.168.1.1", "a private address"),
        ("169.254.169.254", "a link-local address"),
        ("100.64.0.1", "not a public address"),
        ("224.0.0.1", "a multicast address"),
        ("255.255.255.255", "a private address"),
        ("240.0.0.1", "a private address"),
        ("::", "the unspecified address"),
        ("::1", "a loopback address"),
        ("fe80::1", "a link-local address"),
        ("fe80::1%lo", "a link-local address"),
        ("fc00::1", "a private address"),
        ("fd12:3456::1", "a private address"),
        ("ff02::1", "a multicast address"),
        ("fec0::1", "not a public address"),
        ("::ffff:127.0.0.1", "a loopback address"),
        ("::ffff:169.254.169.254", "a link-local address"),
        ("::127.0.0.1", "a reserved address"),
        ("64:ff9b::7f00:1", "a loopback address"),
        ("2002:7f00:1::", "a loopback address"),
        ("2001:db8::1", "a private address"),
    ],
)
def test_an_address_that_is_not_public_is_named(address: str, kind: str) -> None:
    assert special(ip_address(address)) == kind


@pytest.mark.parametrize("address", [PUBLIC, "1.1.1.1", "172.32.0.1", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"])
def test_a_public_address_is_not_special(address: str) -> None:
    assert special(ip_address(address)) == ""


@given(st.ip_addresses())
def test_every_address_is_judged_and_none_that_python_calls_local_passes(address: Any) -> None:
    is_local = address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified
    assert not (is_local and special(address) == "")


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "LOCALHOST.", "x.localhost", "2130706433", "0177.0.0.1", "0x7f.1", "127.1", "[::1]", "[::ffff:7f00:1]", "0"],
)
def test_a_local_host_is_refused_in_any_spelling_and_nothing_is_asked(server: Server, host: str) -> None:
    fetched = fetch_all([Request(f"http://{host}:{server.server_port}/note.md", "http")], Options())[0]
    assert (fetched.status, fetched.reason) == ("refused", "not-allowed")
    assert "--allow-host" in fetched.detail
    assert server.seen == []


@pytest.mark.parametrize("address", ["127.0.0.1", "169.254.169.254", "10.1.2.3", "192.168.0.1"])
def test_a_name_that_resolves_to_a_private_address_is_refused(server: Server, names: Callable[..., list[str]], address: str) -> None:
    names(docs=[[address]])
    fetched = fetch_all([Request(f"http://docs.example:{server.server_port}/note.md", "http")], Options())[0]
    assert (fetched.status, fetched.reason) == ("refused", "not-allowed")
    assert fetched.detail.startswith(f"{address} is a ")
    assert server.seen == []


def test_one_private_address_among_public_ones_is_enough(names: Callable[..., list[str]]) -> None:
    names(docs=[[PUBLIC, "127.0.0.1"]])
    with pytest.raises(RefusedError, match=r"127\.0\.0\.1 is a loopback address"):
        Guard(()).addresses("docs.example", 80)


def test_the_connection_goes_to_the_address_that_was_judged(monkeypatch: pytest.MonkeyPatch, names: Callable[..., list[str]]) -> None:
    asked = names(docs=[[PUBLIC], ["127.0.0.1"]])
    connected = []

    async def connect(backend: object, host: str, port: int, *args: object) -> None:
        connected.append((host, port))
        raise httpcore2.ConnectError("this test connects to nothing")

    monkeypatch.setattr(httpcore2.AnyIOBackend, "connect_tcp", connect)
    fetched = fetch_all([Request("http://docs.example:8080/", "http")], Options())[0]
    assert (fetched.status, fetched.reason, fetched.detail) == ("unknown", "http unreachable", "this test connects to nothing")
    assert (asked, connected) == (["docs.example"], [(PUBLIC, 8080)])


@pytest.mark.parametrize("path", ["/to-metadata", "/to-localhost", "/to-file"])
def test_a_redirect_is_judged_like_a_link(server: Server, path: str) -> None:
    fetched = fetch(server, path)
    assert (fetched.status, fetched.reason) == ("refused", "not-allowed")
    assert len(server.seen) == 1


def test_a_redirect_to_a_name_with_a_private_address_is_refused(server: Server, names: Callable[..., list[str]]) -> None:
    names(docs=[["127.0.0.1"]])
    server.pages["/away"] = lambda handler: handler.answer(301, Location=f"http://docs.example:{server.server_port}/note.md")
    assert fetch(server, "/away")[1:3] == ("refused", "not-allowed")
    assert [seen.path for seen in server.seen] == ["/away"]


@pytest.mark.parametrize("count", [1, 5])
def test_five_redirects_are_followed(server: Server, count: int) -> None:
    assert fetch(server, f"/redirect?{count}").status == "ok"


@pytest.mark.parametrize(
    ("allowed", "status"),
    [
        ("127.0.0.1", "ok"),
        ("127.0.0.1:{port}", "ok"),
        ("127.0.0.1.", "ok"),
        ("127.0.0.1:1", "refused"),
        ("127.0.0", "refused"),
        ("localhost", "refused"),
        ("", "refused"),
    ],
)
def test_a_host_is_allowed_by_its_own_name_and_port(server: Server, allowed: str, status: str) -> None:
    assert fetch(server, "/note.md", allow_hosts=[allowed.format(port=server.server_port)]).status == status


def test_an_allowed_name_is_asked_under_its_name(server: Server, names: Callable[..., list[str]]) -> None:
    names(docs=[["127.0.0.1"]])
    fetched = fetch_all([Request(f"http://Docs.example:{server.server_port}/note.md", "http")], Options(allow_hosts=["docs.EXAMPLE"]))[0]
    assert fetched.status == "ok"
    assert server.seen[0].headers["host"] == f"docs.example:{server.server_port}"


def test_a_name_that_does_not_resolve_may_be_our_own_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **options: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    fetched = fetch_all([Request("http://docs.example/", "http")], Options())[0]
    assert (fetched.status, fetched.reason, fetched.detail) == ("unknown", "http unreachable", "the host's name could not be resolved")


def test_a_name_with_a_label_too_long_for_any_name_is_one_that_does_not_resolve() -> None:
    fetched = fetch_all([Request(f"http://{'x' * 70}.example/", "http")], Options())[0]
    assert (fetched.status, fetched.reason) == ("unknown", "http unreachable")
