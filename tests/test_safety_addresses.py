"""What a stranger's links may reach with --online and in `context`: nothing private, and nobody's secrets. `private-addresses`."""

from __future__ import annotations

import json
import socket
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from contexts import THREAD, brain
from gitrepo import Repo
from httpserver import serving
from tables import holds
from watching import Done, run

if TYPE_CHECKING:
    from httpserver import Seen

_LOCAL = {
    "loopback": "127.0.0.1",
    "loopback further on": "127.8.8.8",
    "name": "localhost",
    "name in capitals with a dot": "LOCALHOST.",
    "below the name": "x.localhost",
    "one number": "2130706433",
    "octal": "0177.0.0.1",
    "hexadecimal": "0x7f.1",
    "short": "127.1",
    "zero": "0",
    "unspecified": "0.0.0.0",
    "IPv6": "[::1]",
    "IPv6 unspecified": "[::]",
    "IPv4 in IPv6": "[::ffff:127.0.0.1]",
    "IPv4 in IPv6, digits": "[::ffff:7f00:1]",
    "wide digits": "\uff11\uff12\uff17.0.0.1",
    "circled digits": "\u2460\u2461\u2466.0.0.1",
    "percent": "127.0.0.%31",
    "with an account": "who:secret@127.0.0.1",
    "name that resolves here": "docs.example",
}
_OTHERS = {
    "metadata": "169.254.169.254/latest/meta-data/",
    "metadata, one number": "2852039166/",
    "metadata, IPv6": "[fd00:ec2::254]/",
    "private 10": "10.0.0.1/",
    "private 172": "172.16.0.1/",
    "private 192": "192.168.0.1/",
    "shared": "100.64.0.1/",
    "multicast": "224.0.0.1/",
    "broadcast": "255.255.255.255/",
    "link-local, IPv6": "[fe80::1]/",
    "link-local with a zone": "[fe80::1%25eth0]/",
    "unique local": "[fc00::1]/",
    "NAT64": "[64:ff9b::7f00:1]/",
    "6to4": "[2002:7f00:1::]/",
}
_REDIRECTS = ("/to-metadata", "/to-localhost", "/to-file", "/to-account", "/redirect?9", "/cookie")
_ASKING = {"check": ("check", "--online", "--format", "json"), "context": ("context", THREAD, "--mode", "dry-run", "--json")}
_real = socket.getaddrinfo


def _resolve(host: Any, port: Any, *args: Any, **options: Any) -> Any:
    return _real("127.0.0.1" if str(host).startswith("docs.example") else host, port, *args, **options)


@cache
def _asked(top: Path, asking: str, *, allowed: bool) -> tuple[Done, dict[str, str], list[Seen], int]:
    """Run a command over all the links at once: what it did, what it says of each, what the server saw, and the server's port."""
    with serving() as server, pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", _resolve)
        hosts = [*(f"{host}:{server.server_port}/note.md" for host in _LOCAL.values()), *_OTHERS.values()]
        links = [server.url(path) for path in _REDIRECTS] if allowed else [f"http://{host}" for host in hosts]
        Repo(top).commit(brain(*map(json.dumps, links)))
        (Path.home() / ".netrc").write_text("machine 127.0.0.1 login me password secret\n")
        done = run(top, *_ASKING[asking], *(("--allow-host", server.host) if allowed else ()))
        return done, _verdicts(json.loads(done.out), links), server.seen, server.server_port


def _verdicts(document: dict[str, Any], links: list[str]) -> dict[str, str]:
    """Map each link that was not fetched to the reason that is given."""
    if "plan" in document:
        return {one["uri"]: f"{one['reason']}: {one['detail']}" for one in document["plan"] if one["target"] is None}
    first = min(one["line"] for one in document["diagnostics"] if one["path"] == THREAD)
    lines = {one["line"]: one["message"] for one in document["diagnostics"] if one["path"] == THREAD}
    start = min(5, first)
    return {link: lines[start + number] for number, link in enumerate(links) if start + number in lines}


@pytest.fixture(scope="module")
def top(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the directory below which the repositories are made."""
    return tmp_path_factory.mktemp("addresses")


@holds("safety", "private-addresses")
@pytest.mark.parametrize("asking", _ASKING)
@pytest.mark.parametrize("host", [*_LOCAL, *_OTHERS])
def test_a_private_host_is_refused_in_any_spelling(host: str, asking: str, top: Path) -> None:
    done, verdicts, seen, port = _asked(top / asking, asking, allowed=False)
    link = f"http://{_LOCAL[host]}:{port}/note.md" if host in _LOCAL else f"http://{_OTHERS[host]}"
    assert link in verdicts
    assert (seen, done.connected()) == ([], [])
    assert "secret" not in verdicts[link].replace("who:secret@", "")


@holds("safety", "private-addresses")
@pytest.mark.parametrize("asking", _ASKING)
@pytest.mark.parametrize("path", _REDIRECTS)
def test_a_redirect_is_judged_like_a_link_and_carries_no_secret(path: str, asking: str, top: Path) -> None:
    done, _, seen, port = _asked(top / f"{asking}-allowed", asking, allowed=True)
    assert {place[:2] for place in done.connected()} == {("127.0.0.1", port)}
    assert path in [one.path for one in seen]
    assert sum(one.path.startswith("/redirect") for one in seen) == 6  # the link itself, and five redirects
    assert not any({"authorization", "cookie", "referer", "proxy-authorization"} & one.headers.keys() for one in seen)
