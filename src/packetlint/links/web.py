"""The syntax of the links that nobody opens here: http(s) and mcp."""

from __future__ import annotations

import re

_AUTHORITY = re.compile(r"([^/?#]*)(.*)", re.DOTALL)
_HOST = re.compile(r"[^\s<>\"{}|\\^`\[\]@:%]+")
_BLANK = re.compile(r"\s")
_HIGHEST_PORT = 65535


def http_fault(rest: str) -> str:
    """Say what is wrong with the part of an http(s) link after `//`; nothing when it is well formed."""
    if _BLANK.search(rest):
        return "has a blank"
    authority = _split(rest)[0].rpartition("@")[2]
    host, port = _host_and_port(authority)
    if not host.strip("."):
        return "has no host"
    if not (_is_ipv6(host) if host.startswith("[") else _HOST.fullmatch(host)):
        return "has a host that cannot be one"
    return "" if _is_port(port) else "has a port that cannot be one"


def mcp_fault(rest: str) -> str:
    """Say what is wrong with the part of an mcp link after `//`; nothing when it is well formed."""
    if _BLANK.search(rest):
        return "has a blank"
    server, resource = _split(rest)
    if not server:
        return "names no server"
    return "" if resource.startswith("/") and re.match("/*[^/?#]", resource) else "names no resource"


def normalised(scheme: str, rest: str) -> str:
    """Give a well-formed link in the one spelling that compares: scheme and host in small letters."""
    authority, tail = _split(rest)
    account, at, host = authority.rpartition("@")
    return f"{scheme}://{account}{at}{host.lower()}{tail or '/'}"


def _split(rest: str) -> tuple[str, str]:
    match = _AUTHORITY.fullmatch(rest)
    return (match[1], match[2]) if match else (rest, "")


def _host_and_port(authority: str) -> tuple[str, str]:
    """Split at the colon after the host; the colons inside the brackets of an IPv6 address are its own."""
    if authority.startswith("["):
        host, bracket, port = authority.partition("]")
        return host + bracket, port
    host, colon, port = authority.partition(":")
    return host, colon + port


def _is_port(port: str) -> bool:
    digits = port.removeprefix(":")
    if port in ("", ":"):
        return True
    return port != digits and digits.isascii() and digits.isdigit() and len(digits) <= 5 and int(digits) <= _HIGHEST_PORT


def _is_ipv6(host: str) -> bool:
    from ipaddress import IPv6Address  # only a link that has brackets needs it

    try:
        IPv6Address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return host.endswith("]")
