"""What kind of link a URI is, and its parts; decided by its text alone, as the table of forms in the contract has it.

Source: materialize-context, process step 4 (resolve each URI by scheme).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from packetlint.links import web

if TYPE_CHECKING:
    from collections.abc import Callable

Kind = Literal["path", "alias", "thread", "file", "http", "mcp", "unsupported", "malformed"]


class Uri(NamedTuple):
    """One link, taken apart.

    `name` is the alias or the scheme; `path` is the path as written, without fragment and query (of a thread
    its slug, of http(s) and mcp everything after `//`). `whole` is the path with them, where something was
    cut: a file may have `#` or `?` in its name. `fragment` is as written, not percent-decoded. `reason` and
    `help` say what is wrong with a malformed or unsupported link.
    """

    kind: Kind
    path: str = ""
    name: str = ""
    fragment: str = ""
    whole: str = ""
    reason: str = ""
    help: str = ""


# Schemes in common use that are written without slashes. An alias cannot have one of these names.
_SLASHLESS = frozenset(
    "about arn bitcoin blob callto cid data did doi facetime geo javascript magnet mailto mid news"
    " sip sips sms tag tel urn vbscript view-source whatsapp xmpp".split()
)
_UNSAYABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_ACCOUNT = re.compile(r"[^@\s]+@[^@\s]+")
_THREAD = "thread/"


def parse(uri: str) -> Uri:
    """Take a link apart. Never raises; looks at nothing but the text."""
    if not uri.isprintable() and _UNSAYABLE.search(uri):
        return _malformed(*_unsayable(uri))
    if uri != uri.strip():
        return _malformed("begins or ends with a blank" if uri.strip() else "is blank", "write it without the blanks around it")
    colon = -1 if uri.startswith("/") else uri.find(":")
    if colon < 0 or any(mark in uri[:colon] for mark in "/?#"):
        return _path(uri)
    return _named(uri[:colon], uri[colon + 1 :])


def _unsayable(uri: str) -> tuple[str, str]:
    text = uri.strip("\r\n")
    if text not in ("", uri) and not _UNSAYABLE.search(text):
        mend = "write it on one line: a text that begins with `>` or `|` ends with a line break, `>-` does not"
        return "begins or ends with a line break", mend
    match = _UNSAYABLE.search(uri)
    return f"holds the control character U+{ord(match[0]) if match else 0:04X}", "remove the character"


def _path(uri: str) -> Uri:
    path, fragment, whole = _cut(uri)
    if path:
        return Uri("path", path, "", fragment, whole)
    if not uri:
        return _malformed("is empty", "name a target")
    return _malformed("names only a part of a target", "put the path of the file before it")


def _cut(text: str) -> tuple[str, str, str]:
    """Give the path, the fragment, and the whole text where something was cut off the path."""
    if "#" not in text and "?" not in text:
        return text, "", ""
    path, _, fragment = text.partition("#")
    return path.partition("?")[0], fragment, text


def _named(name: str, rest: str) -> Uri:
    """Judge what has a name and a colon in front: a scheme, or an alias."""
    scheme = name.lower()
    if scheme in _READ:
        if rest.startswith("//"):
            return _READ[scheme](scheme, rest[2:])
        return _malformed(f"has no `//` after `{scheme}:`", f"write `{scheme}://...`; an alias cannot be called `{scheme}`")
    if rest.startswith("//") and name:
        return _unsupported(name, "link to a file, or by http(s):// or mcp://")
    if scheme in _SLASHLESS:
        return _unsupported(name, f"link to a file, or by http(s):// or mcp://; an alias cannot be called `{scheme}`")
    if _ACCOUNT.fullmatch(name):
        reason = "is the address of a remote, which is not supported"
        return Uri("unsupported", name=name, reason=reason, help="give the other tree an alias")
    if len(name) == 1 and name.isascii() and name.isalpha() and rest.startswith(("\\", "/")):
        return _malformed("looks like a path with a drive letter", "write the path from the root of the tree, with `/`")
    return _aliased(name, rest)


def _aliased(name: str, rest: str) -> Uri:
    if not name or name != name.strip():
        return _malformed("has a blank before its colon" if name else "has nothing before its colon", "write it as alias:path")
    if rest != rest.lstrip():
        return _malformed("has a blank after its colon", "write it as alias:path")
    path, fragment, whole = _cut(rest)
    if not path:
        return _malformed("names no path after the alias", "write it as alias:path")
    if not path.startswith(_THREAD):
        return Uri("alias", path, name, fragment, whole)
    slug = path.removeprefix(_THREAD)
    if slug.removesuffix("/") in ("", ".", "..") or "/" in slug.removesuffix("/"):
        return _malformed("names no thread: a slug is one part of a path", "write it as alias:thread/slug")
    return Uri("thread", slug, name, fragment, whole.removeprefix(_THREAD))


def _http(scheme: str, rest: str) -> Uri:
    fault = web.http_fault(rest)
    return _malformed(fault, f"write `{scheme}://host/path`") if fault else Uri("http", rest, scheme)


def _mcp(scheme: str, rest: str) -> Uri:
    fault = web.mcp_fault(rest)
    return _malformed(fault, "write `mcp://server/resource`") if fault else Uri("mcp", rest, scheme)


def _file(scheme: str, rest: str) -> Uri:
    """Take `file:///path` and `file://localhost/path`; a path of another machine cannot be one of this tree."""
    path, fragment, whole = _cut(rest)
    host, slash, path = path.partition("/")
    mend = "write `file:///` and the path, or better a path from the root of the tree"
    if host and host.lower() != "localhost":
        return _malformed("names a host where an absolute path belongs", mend)
    if not path.strip("/"):
        return _malformed("names no file", mend)
    return Uri("file", slash + path, scheme, fragment, whole[len(host) :])


_READ: dict[str, Callable[[str, str], Uri]] = {"http": _http, "https": _http, "mcp": _mcp, "file": _file}


def _malformed(reason: str, help: str) -> Uri:
    return Uri("malformed", reason=reason, help=help)


def _unsupported(name: str, help: str) -> Uri:
    return Uri("unsupported", name=name, reason="has a scheme that is not supported", help=help)
