"""Read what a link leads to on disk: at most the limit, with git's id of the whole, or a word on why there is no text.

Source: materialize-context, process step 4 and "Soft failures".
"""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

from packetlint.core.errors import MissingError, UnreadableError, reason_of
from packetlint.core.paths import to_bytes
from packetlint.links.frontmatter import Block, find

SIZE_LIMIT = 2 << 20
MARKDOWN = (".md", ".markdown")
HTML = (".html", ".htm", ".xhtml")
_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_CHUNK = 1 << 16
_MAGIC = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG\r\n", "an image (PNG)"),
    (b"\xff\xd8\xff", "an image (JPEG)"),
    (b"GIF8", "an image (GIF)"),
    (b"PK\x03\x04", "an archive (ZIP)"),
    (b"\x1f\x8b", "an archive (gzip)"),
)


class Taken(NamedTuple):
    """The first bytes of a file, its size in bytes, and git's id of all of it."""

    raw: bytes
    size: int
    blob: str


def take(path: str) -> Taken:
    """Read a file by its absolute path, which holds no symbolic link. Raises UnreadableError, MissingError for nothing there."""
    try:
        handle = os.open(to_bytes(path), _OPEN)
    except (FileNotFoundError, NotADirectoryError):
        raise MissingError("does not exist") from None
    except OSError as error:
        raise UnreadableError(f"cannot be read: {reason_of(error)}") from None
    try:
        return _take(handle)
    except OSError as error:
        raise UnreadableError(f"cannot be read: {reason_of(error)}") from None
    finally:
        os.close(handle)


def _take(handle: int) -> Taken:
    from hashlib import sha1

    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableError("is a directory" if stat.S_ISDIR(status.st_mode) else "is not a regular file")
    digest = sha1(b"blob %d\0" % status.st_size, usedforsecurity=False)
    kept, size = bytearray(), 0
    while size < status.st_size and (chunk := os.read(handle, min(_CHUNK, status.st_size - size))):
        digest.update(chunk)
        size += len(chunk)
        if len(kept) < SIZE_LIMIT:
            kept += chunk
    return Taken(bytes(kept[:SIZE_LIMIT]), size, digest.hexdigest())


def blob_id(raw: bytes) -> str:
    """Give git's id (SHA-1) of bytes as a blob."""
    from hashlib import sha1

    return sha1(b"blob %d\0" % len(raw) + raw, usedforsecurity=False).hexdigest()


def ids_of(taken: Taken) -> frozenset[str]:
    """Give git's ids of a file with its own line ends and, of a text that was read whole, with either: git may convert them."""
    if taken.size > len(taken.raw) or b"\0" in taken.raw:
        return frozenset((taken.blob,))
    unix = taken.raw.replace(b"\r\n", b"\n")
    return frozenset((taken.blob, blob_id(unix), blob_id(unix.replace(b"\n", b"\r\n"))))


class Text(NamedTuple):
    """A text, or None with a note that says what is there instead. The note may also stand beside a text: that it is not whole."""

    text: str | None
    note: str = ""


def text_of(taken: Taken, path: str) -> Text:
    """Decode what was read: without frontmatter, with LF line ends."""
    binary = next((name for magic, name in _MAGIC if taken.raw.startswith(magic)), None)
    if binary is None and b"\0" in taken.raw:
        binary = "a binary file"
    if binary is not None:
        return Text(None, f"{binary}, {taken.size:,} bytes: its content is not text and is left out")
    is_cut = taken.size > len(taken.raw)
    try:
        text = (_whole_characters(taken.raw) if is_cut else taken.raw).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Text(None, f"not UTF-8 text (byte offset {error.start}), {taken.size:,} bytes: its content is left out")
    note = f"only the first {SIZE_LIMIT:,} of {taken.size:,} bytes were read" if is_cut else ""
    return Text(body_of(text) if path.endswith(MARKDOWN) else unified(text), note)


def _whole_characters(raw: bytes) -> bytes:
    """Drop the last character where the limit went through it."""
    end = len(raw)
    while end and end > len(raw) - 4 and raw[end - 1] & 0xC0 == 0x80:
        end -= 1
    return raw[: end - 1] if end and raw[end - 1] >= 0xC0 else raw


def body_of(text: str) -> str:
    """Give a markdown text without its frontmatter, which is not content."""
    block = find(text)
    return unified(text[block.body :] if isinstance(block, Block) else text).lstrip("\n")


def unified(text: str) -> str:
    """Give a text with LF line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
