"""What kind of link a text is, by its text alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packetlint.links.uri import Uri, parse


@pytest.mark.parametrize(
    ("uri", "parts"),
    [
        ("/tree/x.md", Uri("path", "/tree/x.md")),
        ("tree/x.md", Uri("path", "tree/x.md")),
        ("two", Uri("path", "two")),
        ("/", Uri("path", "/")),
        ("/tree/a:b.txt", Uri("path", "/tree/a:b.txt")),
        ("tree/a:b.txt", Uri("path", "tree/a:b.txt")),
        ("/tree/my file.md", Uri("path", "/tree/my file.md")),
        ("/tree/x.md#part", Uri("path", "/tree/x.md", "", "part", "/tree/x.md#part")),
        ("/x.md?raw=1#a#b", Uri("path", "/x.md", "", "a#b", "/x.md?raw=1#a#b")),
        ("/x.md?raw", Uri("path", "/x.md", "", "", "/x.md?raw")),
        ("x.md#a:b", Uri("path", "x.md", "", "a:b", "x.md#a:b")),
        ("x.md?a:b", Uri("path", "x.md", "", "", "x.md?a:b")),
        ("other:tree/x.md", Uri("alias", "tree/x.md", "other")),
        ("other:tree/a:b.md", Uri("alias", "tree/a:b.md", "other")),
        ("other:/tree/x.md#p", Uri("alias", "/tree/x.md", "other", "p", "/tree/x.md#p")),
        ("他:tree/x.md", Uri("alias", "tree/x.md", "他")),
        ("two words:x", Uri("alias", "x", "two words")),
        ("other:threads/a/thread.md", Uri("alias", "threads/a/thread.md", "other")),
        ("other:thread", Uri("alias", "thread", "other")),
        ("c:x", Uri("alias", "x", "c")),
        ("other:thread/topic", Uri("thread", "topic", "other")),
        ("other:thread/topic/", Uri("thread", "topic/", "other")),
        ("other:thread/topic#why", Uri("thread", "topic", "other", "why", "topic#why")),
        ("file:///a/b.md#c", Uri("file", "/a/b.md", "file", "c", "/a/b.md#c")),
        ("FILE://localhost/a", Uri("file", "/a", "file")),
        ("https://example.com/a?b=c#d", Uri("http", "example.com/a?b=c#d", "https")),
        ("HTTP://EXAMPLE.COM", Uri("http", "EXAMPLE.COM", "http")),
        ("https://u:p@example.com:8443/", Uri("http", "u:p@example.com:8443/", "https")),
        ("http://[2001:db8::1]:80/x", Uri("http", "[2001:db8::1]:80/x", "http")),
        ("http://例え.jp/", Uri("http", "例え.jp/", "http")),
        ("http://example.com:/", Uri("http", "example.com:/", "http")),
        ("mcp://slack/thread/C1", Uri("mcp", "slack/thread/C1", "mcp")),
        ("MCP://slack/x", Uri("mcp", "slack/x", "mcp")),
    ],
)
def test_a_good_link_is_taken_apart(uri: str, parts: Uri) -> None:
    assert parse(uri) == parts


@pytest.mark.parametrize(
    ("uri", "reason"),
    [
        ("", "is empty"),
        ("   ", "is blank"),
        (" /tree/x.md", "begins or ends with a blank"),
        ("/tree/x.md\u00a0", "begins or ends with a blank"),
        ("/tree/x.md\n", "begins or ends with a line break"),
        ("/tree/x\0.md", "holds the control character U+0000"),
        ("/tree/\x7f", "holds the control character U+007F"),
        ("/tree/\x00\n", "holds the control character U+0000"),
        ("/tree/\ud800", "holds the control character U+D800"),
        ("\n", "holds the control character U+000A"),
        ("#part", "names only a part of a target"),
        ("?a=b", "names only a part of a target"),
        (":x", "has nothing before its colon"),
        ("://x", "has nothing before its colon"),
        ("other :x", "has a blank before its colon"),
        ("other: x", "has a blank after its colon"),
        ("other:", "names no path after the alias"),
        ("other:#x", "names no path after the alias"),
        ("other:thread/", "names no thread: a slug is one part of a path"),
        ("other:thread/a/b", "names no thread: a slug is one part of a path"),
        ("other:thread/..", "names no thread: a slug is one part of a path"),
        ("other:thread/../tree/x", "names no thread: a slug is one part of a path"),
        ("C:\\x.md", "looks like a path with a drive letter"),
        ("C:/x.md", "looks like a path with a drive letter"),
        ("http:example.com", "has no `//` after `http:`"),
        ("Https:/example.com", "has no `//` after `https:`"),
        ("mcp:slack/x", "has no `//` after `mcp:`"),
        ("file:/etc/x", "has no `//` after `file:`"),
        ("file://", "names no file"),
        ("file:///", "names no file"),
        ("file://tree/x.md", "names a host where an absolute path belongs"),
        ("https://", "has no host"),
        ("https:///x", "has no host"),
        ("https://:80/", "has no host"),
        ("https://u@/", "has no host"),
        ("https://.../", "has no host"),
        ("https://exa mple.com/", "has a blank"),
        ("https://example.com/a b", "has a blank"),
        ("https://<host>/", "has a host that cannot be one"),
        ("http://[::1/x", "has a host that cannot be one"),
        ("http://[nine]/x", "has a host that cannot be one"),
        ("http://[::1]x/", "has a port that cannot be one"),
        ("http://a:b/", "has a port that cannot be one"),
        ("http://a:65536/", "has a port that cannot be one"),
        ("http://a:" + "9" * 5000, "has a port that cannot be one"),
        ("http://a:٣/", "has a port that cannot be one"),
        ("http://a:1:2/", "has a port that cannot be one"),
        ("mcp://", "names no server"),
        ("mcp:///x", "names no server"),
        ("mcp://slack", "names no resource"),
        ("mcp://slack//", "names no resource"),
        ("mcp://slack?x", "names no resource"),
        ("mcp://slack/#x", "names no resource"),
        ("mcp://a b/c", "has a blank"),
    ],
)
def test_a_bad_link_says_what_is_wrong(uri: str, reason: str) -> None:
    parsed = parse(uri)
    assert (parsed.kind, parsed.reason) == ("malformed", reason)
    assert parsed.help


@pytest.mark.parametrize(
    "uri",
    [
        "ftp://h/x",
        "SSH://git@h/r.git",
        "brain://index",
        "other://x",
        "mailto:a@b.c",
        "urn:isbn:1",
        "Data:text/plain,x",
        "javascript:x",
        "tel:1",
    ],
)
def test_another_scheme_is_not_supported(uri: str) -> None:
    parsed = parse(uri)
    assert (parsed.kind, parsed.reason) == ("unsupported", "has a scheme that is not supported")
    assert parsed.help


def test_the_address_of_a_remote_is_not_supported() -> None:
    assert parse("git@example.com:org/repo.git").reason == "is the address of a remote, which is not supported"


_PIECES = st.sampled_from(
    [
        "/",
        "//",
        ":",
        "#",
        "?",
        "@",
        "[",
        "]",
        "%",
        "..",
        " ",
        "\t",
        "\0",
        "http",
        "https://",
        "mcp://",
        "file://",
        "thread/",
        "é",
        "\ud800",
        "C:",
    ]
)


@given(st.text() | st.lists(_PIECES | st.text(max_size=3)).map("".join))
def test_any_text_is_some_kind_of_link(uri: str) -> None:
    parsed = parse(uri)
    assert bool(parsed.reason) == (parsed.kind in ("malformed", "unsupported"))
    assert parsed.whole == "" or parsed.whole.startswith(parsed.path)
    if parsed.kind in ("path", "alias", "thread", "file"):
        assert parsed.path
        assert parsed.path in uri
