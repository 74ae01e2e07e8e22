"""A body and its content type to text: which bodies have text at all, and in which charset it is written."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_TEXT_TYPES = frozenset(
    "application/json application/xml application/yaml application/x-yaml application/toml application/javascript"
    " application/x-sh application/sql application/graphql application/x-ndjson application/rtf image/svg+xml".split()
)
_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_HTML_START = re.compile(rb"\s*(?>(?:<!--.*?-->\s*)*)<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_META_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_PARAMETER = re.compile(r';\s*charset\s*=\s*"?([^\s";]+)', re.IGNORECASE)
_HEAD = 2048  # bytes in which a browser looks for a charset, and we for what the body is
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
# The charsets of the web. Python knows more, some of them slow on purpose-made input, some no charsets at all.
_CHARSETS = re.compile(
    r"utf-8|utf-16-[lb]e|cp1252|cp125[0-8]|cp874|cp866|iso8859-\d+|koi8-[ru]|mac-(?:roman|cyrillic)"
    r"|gbk|gb2312|gb18030|big5|big5hkscs|euc_jp|shift_jis|cp932|iso2022_jp|euc_kr|cp949"
)
_READ_AS = {"ascii": "cp1252", "iso8859-1": "cp1252", "utf-16": "utf-16-le"}  # as browsers have it


class Reading(NamedTuple):
    """What a body is, its text (None where it has none), the page's title, what there is to warn of, and a note where not all was read."""

    kind: str
    text: str | None = None
    title: str | None = None
    warnings: tuple[str, ...] = ()
    note: str = ""


def bare_type(content_type: str) -> str:
    """Give a content type in small letters and without its parameters."""
    return content_type.partition(";")[0].strip().lower()


def read_body(body: bytes, content_type: str, *, truncated: bool = False) -> Reading:
    """Give the text of a body. A body without a type is judged by how it begins.

    The last character of a truncated one may be cut in two; it is then left out.
    """
    kind = bare_type(content_type) or _sniffed(body)
    if not _is_text(kind):
        return Reading(kind)
    is_html = kind in _HTML_TYPES
    charset, warnings = _charset(body, content_type, is_html=is_html)
    try:
        text = _decode(body, charset, "strict", truncated)
    except ValueError:
        text = _decode(body, charset, "replace", truncated)
        warnings = (*warnings, f"it is not all {charset}: what could not be read stands as U+FFFD")
    if "\0" in text:
        return Reading(kind, None, None, (*warnings, f"it is said to be {kind}, but is binary"))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not is_html:
        return Reading(kind, text, None, warnings)
    from packetlint.online.html import read_page

    page = read_page(text)
    return Reading(kind, page.text, page.title, warnings, page.note)


def _is_text(kind: str) -> bool:
    return kind.startswith("text/") or kind in _TEXT_TYPES or kind in _HTML_TYPES or kind.endswith(("+json", "+xml", "+yaml"))


def _sniffed(body: bytes) -> str:
    if _HTML_START.match(body[:_HEAD]):
        return "text/html"
    if b"\0" in body[:_HEAD]:
        return "application/octet-stream"
    return "application/pdf" if body.startswith(b"%PDF-") else "text/plain"


def _charset(body: bytes, content_type: str, *, is_html: bool) -> tuple[str, tuple[str, ...]]:
    """Give the charset to read a body in: its byte-order mark, the header, the page itself, else UTF-8."""
    for mark, name in _BOMS:
        if body.startswith(mark):
            return name, ()
    named = _PARAMETER.search(content_type)
    written = named[1] if named else ""
    if not written and is_html and (found := _META_CHARSET.search(body[:_HEAD])):
        written = found[1].decode("ascii", "replace")
    charset = _known(written)
    if charset is None:
        return "utf-8", (f"its charset {written} is not known: read as UTF-8",)
    return charset, ()


def _decode(body: bytes, charset: str, errors: str, truncated: bool) -> str:  # noqa: FBT001 - private, and beside its meaning
    return codecs.getincrementaldecoder(charset)(errors).decode(body, not truncated)


def _known(written: str) -> str | None:
    """Give Python's name of a charset of the web; UTF-8 where none is written, None where it is no such charset."""
    if not written:
        return "utf-8"
    try:
        name = codecs.lookup(written).name
    except (LookupError, ValueError):
        return None
    if name in _READ_AS:
        return _READ_AS[name]
    return name if _CHARSETS.fullmatch(name) else None
