"""Bodies to text: charsets as the web has them, HTML through the library, and bytes of any kind without a fault."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packetlint.online.html import MOST_ELEMENTS, read_page
from packetlint.online.media import read_body


@pytest.mark.parametrize(
    ("content_type", "has_text"),
    [
        ("text/plain", True),
        ("TEXT/Markdown; charset=utf-8", True),
        ("application/json", True),
        ("application/ld+json", True),
        ("image/svg+xml", True),
        ("application/x-yaml", True),
        ("application/octet-stream", False),
        ("application/pdf", False),
        ("application/zip", False),
        ("image/png", False),
        ("video/mp4", False),
        ("nonsense", False),
    ],
)
def test_which_types_have_text(content_type: str, *, has_text: bool) -> None:
    assert (read_body(b"words", content_type).text is not None) == has_text


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"words", "text/plain"),
        (b"", "text/plain"),
        (b"<p>words", "text/plain"),
        (b" <!-- a --> <!-- b --><!DOCTYPE html><p>words", "text/html"),
        (b"<HTML>", "text/html"),
        (b"\x89PNG\0", "application/octet-stream"),
        (b"%PDF-1.7", "application/pdf"),
    ],
)
def test_a_body_without_a_type_is_judged_by_how_it_begins(body: bytes, kind: str) -> None:
    assert read_body(body, "").kind == kind


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ("é".encode(), "text/plain", "é"),
        ("é".encode("utf-16"), "text/plain", "é"),
        ("é".encode("utf-8-sig"), "text/plain; charset=latin-1", "é"),
        ("é“".encode("cp1252"), 'text/plain; charset="ISO-8859-1"', "é“"),
        ("é".encode("cp1252"), "text/plain; charset=us-ascii", "é"),
        ("日本".encode("shift_jis"), "text/plain;charset=Shift_JIS", "日本"),
        ("日本".encode("euc_jp"), "text/html;charset=euc-jp", "日本\n"),
        ('<meta charset="gbk"><p>日本'.encode("gbk"), "text/html", "日本\n"),
        (b"a\r\nb\rc", "text/plain", "a\nb\nc"),
    ],
)
def test_the_charset_is_that_of_mark_header_or_page(body: bytes, content_type: str, text: str) -> None:
    reading = read_body(body, content_type)
    assert (reading.text, reading.warnings) == (text, ())


@pytest.mark.parametrize(
    "charset", ["punycode", "idna", "hex", "base64", "zlib", "rot13", "unicode_escape", "undefined", "utf-7", "x\0", "é", "utf-32"]
)
def test_what_is_no_charset_of_the_web_is_read_as_utf_8(charset: str) -> None:
    reading = read_body("é".encode(), f"text/plain; charset={charset}")
    assert (reading.text, len(reading.warnings)) == ("é", 1)


def test_a_character_that_the_limit_cuts_in_two_is_left_out() -> None:
    assert read_body("aé".encode()[:2], "text/plain", truncated=True)[1:4] == ("a", None, ())
    assert read_body("aé".encode()[:2], "text/plain").text == "a\ufffd"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<h1> Title</h1><p>a<br>b</p>", "# Title\n\na\nb\n"),
        ("<h3>a <em>b</em></h3>", "### a b\n"),
        ("<h2> </h2><p>x", "x\n"),
        ("<p>a &lt;b&gt; &amp; c", "a <b> & c\n"),
        ("<p style='display:none'>no</p><p hidden>no</p><template>no</template><noscript>no</noscript>yes", "yes\n"),
        ("<p style='visibility: hidden'>no</p><b style='color:red;display : none'>no</b>yes", "yes\n"),
        ("<div><div><div><h2>Deep</h2><p>a</p></div></div></div>", "## Deep\n\na\n"),
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>after", "a | b\n1 | 2\nafter\n"),
        ("<dl><dt>a<dd>b</dl><section>c</section><section>d</section>", "a\nb\nc\nd\n"),
        ("<ol><li>a<li value=7>b<li value='\u00b2'>c<li value='" + "9" * 5000 + "'>d</ol>", " 1. a\n 7. b\n 8. c\n 9. d\n"),
        ("<pre>\na <b>b</b>\n  c</pre>", "a b\n  c\n"),
        ("<a>a</a><b>b</b> <i> c</i>", "ab c\n"),
        ("<script>no</script><style>no</style><!-- no -->yes", "yes\n"),
        ("<?xml version='1.0' encoding='utf-16'?><html><body><p>é</p></body></html>", "é\n"),
        ("<h1>a\x19&#25;&#x19;b&#xFFFE;&#x110000;&#99999999999;c&#65;</h1>", "# a\ufffd\ufffd\ufffdb\ufffd\ufffd\ufffdcA\n"),
        ("<p>a<svg>b</svg>&#1;c", "a\ufffdc\n"),
        ("", ""),
        ("   ", ""),
        ("<", "<\n"),
        ("plain", "plain\n"),
    ],
)
def test_html_reads_as_a_browser_shows_it(markup: str, text: str) -> None:
    assert read_page(markup).text == text


@given(
    st.binary(max_size=400), st.sampled_from(["", "text/html", "text/html; charset=gb18030", "text/plain; charset=utf-16", "image/svg+xml"])
)
def test_any_bytes_are_read(body: bytes, content_type: str) -> None:
    text = read_body(body, content_type).text
    assert text is None or ("\0" not in text and "\r" not in text)


_PARTS = [
    "<p>",
    "</p>",
    "<b>",
    "<table>",
    "<td>",
    "<!--",
    "-->",
    "&lt;",
    "&#x0;",
    "&#25;",
    "\x19",
    "<h1>",
    "</h2>",
    "<pre>",
    "<svg>",
    "<p hidden>",
    "x",
    "\n",
    "é",
    "\ud800",
]


@given(st.lists(st.sampled_from(_PARTS), max_size=40).map("".join))
def test_any_markup_is_read(markup: str) -> None:
    assert isinstance(read_page(markup).text, str)


@pytest.mark.parametrize("part", ["<div>", "<a>", "<b><i>x</b>", "<table><tr><td>", "<!--", "<!---->", "<", "&amp", "<p hidden>", "<h1>"])
def test_hostile_markup_takes_time_by_its_length(part: str) -> None:
    body = (part * (1 << 18))[: 1 << 18]
    start = time.process_time()
    read_body(body.encode(), "")
    read_body(body.encode(), "text/html")
    assert time.process_time() - start < 20  # a second where it is linear, hours where it is not


_WIDE = "<table><tr><td>" + "x" * 5_000 + "<td>y" + "<tr><td>a<td>b" * 5_000
_DEEP = "<ul><li>" * 100 + "<pre>" + "x\n" * 20_000
_FAR = "<p style='padding-left: 99999999em'>x<p style='margin-top: 99999999em'>y"


@pytest.mark.parametrize("markup", [_WIDE, _DEEP, _FAR, "<div>" * 200 + "<p>x" * 20_000])
def test_a_page_cannot_ask_for_more_blanks_than_it_has_characters_to_spare(markup: str) -> None:
    page = read_page(markup)
    assert len(page.text) < 40 * len(markup)
    assert page.note == ""  # nothing had to be cut off


def test_of_a_page_with_very_many_elements_the_first_are_read_and_that_is_said() -> None:
    page = read_page("<p>x" * (MOST_ELEMENTS + 1))
    assert page.text.count("x") == MOST_ELEMENTS
    assert page.note == f"only its first {MOST_ELEMENTS:,} elements were read"
    assert read_page("<p>x" * MOST_ELEMENTS).note == ""
    assert read_body(b"<p>x" * (MOST_ELEMENTS + 1), "text/html").note == page.note


def test_a_text_that_grew_beyond_the_limit_is_cut_and_that_is_said() -> None:
    page = read_page("<ul>" * 8 + "<li><pre>" + "x\n" * 100_000)
    assert len(page.text) == (2 << 20) + 1
    assert page.note == "only the first 2,097,152 characters of its text were read"
