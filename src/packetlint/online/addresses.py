"""Which addresses may be asked: public ones, and those of hosts that the person names.

A name is judged by what it resolves to, when the connection is made, and the connection goes to the very
address that was judged: a name that answers differently the second time gains nothing.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class RefusedError(Exception):
    """An address that may not be asked. `str(error)` says which, why, and how to allow it."""


class Guard:
    """Decides for one run; remembers the last refusal, which a library in between may have swallowed."""

    def __init__(self, allow_hosts: Collection[str]) -> None:
        """Take the hosts whose addresses are not judged, each `host` or `host:port`."""
        self._allowed = frozenset(map(_plain, allow_hosts))
        self.refusal: RefusedError | None = None

    def check_written(self, host: str, port: int) -> None:
        """Judge a host that says its address itself, in any spelling. Raises RefusedError."""
        if self._allows(host, port):
            return
        if _plain(host).rpartition(".")[2] == "localhost":
            raise self._refused(host, port, "it is this machine")
        for address in _numeric(host):
            self._judge(host, port, address)

    def addresses(self, host: str, port: int) -> list[str]:
        """Give the addresses to connect to. Blocks. Raises RefusedError, or OSError when the name has none."""
        found = resolve(host, port)
        if not self._allows(host, port):
            for address in found:
                self._judge(host, port, address)
        return found

    def _allows(self, host: str, port: int) -> bool:
        plain = _plain(host)
        return plain in self._allowed or f"{plain}:{port}" in self._allowed

    def _judge(self, host: str, port: int, address: str) -> None:
        kind = special(ipaddress.ip_address(address))
        if kind:
            raise self._refused(host, port, f"{address} is {kind}")

    def _refused(self, host: str, port: int, reason: str) -> RefusedError:
        bracketed = f"[{host}]" if ":" in host else host
        self.refusal = RefusedError(f"{reason}; to allow it: --allow-host {bracketed}:{port}")
        return self.refusal


def resolve(host: str, port: int) -> list[str]:
    """Give the addresses of a host, in the system's order. Raises OSError."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:  # a label that is empty or too long
        raise socket.gaierror(socket.EAI_NONAME, "no such name can be") from None
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def special(address: Address) -> str:
    """Say what is special about an address, with its article; nothing for one of the public internet."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = _embedded(address)
        if inner is not None:
            return special(inner)
    is_public = address.is_global and (address.version == 4 or address in _GLOBAL_UNICAST)
    return _named(address) or ("" if is_public else "not a public address")


def _named(address: Address) -> str:
    kinds = (
        (address.is_loopback, "a loopback address"),
        (address.is_link_local, "a link-local address"),
        (address.is_multicast, "a multicast address"),
        (address.is_unspecified, "the unspecified address"),
        (address.is_private, "a private address"),
        (address.is_reserved, "a reserved address"),
    )
    return next((name for holds, name in kinds if holds), "")


def _embedded(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Give the IPv4 address that an IPv6 address stands for: mapped, translated or tunnelled."""
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)


def _numeric(host: str) -> list[str]:
    """Give the address that a host spells out, decimal, octal or shortened; nothing for a name."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return []
    return [str(entry[4][0]) for entry in found]


def _plain(host: str) -> str:
    """Give a host in the spelling that compares; brackets count for nothing, so that `[::1]:80` is `::1:80`."""
    return host.lower().replace("[", "").replace("]", "").rstrip(".")
