r"""Put texts of other files into a packet so that none of them changes its structure. Seed: context-packet, Packet Format.

What is quoted stands as a blockquote, line by line and otherwise word for word. What stands on one line gets a
backslash where it would begin something (a heading, a list, a fence, a comment). Characters that no reader sees,
or that no text file should hold, are shown as `\x1b` or `\u202e`.
"""

from __future__ import annotations

import re

from packetlint.core.file_rules import hidden_text
from packetlint.core.paths import visible
from packetlint.core.source import Source

_UNSAFE = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_COMMENT = "<!--"
_OPENS = re.compile(
    r"(?=[-+*](?:\s|$)|[-*_=][-*_=\s]*$|#{1,6}(?:\s|$)|~{3}|`{3}|>|<[!?/A-Za-z]|\[[^\]]*\]:)"  # gets a backslash in front
    r"|(?P<number>[0-9]{1,9})(?=[.)](?:\s|$))"  # gets one behind the digits
)
_TICKS = re.compile("`+")


def harmless(line: str) -> str:
    """Show what cannot be seen, and keep a comment from opening: it would hide what follows, and the line's own words."""
    if not line.isascii() or not line.isprintable():
        line = _without_hidden(_UNSAFE.sub(lambda unsafe: _escaped(unsafe[0]), line))
    return line.replace(_COMMENT, r"<\!--")


def _escaped(characters: str) -> str:
    """Escape lost bytes and halves of surrogate pairs by their code, and everything else as it is shown on a terminal."""
    return "".join(f"\\u{ord(each):04x}" if "\ud800" <= each <= "\udfff" else visible(each) for each in characters)


def _without_hidden(line: str) -> str:
    """Escape what the rule file/hidden-text would report of the packet."""
    if line.isascii():
        return line
    source = Source("", line.encode())
    for found in reversed(list(hidden_text(source, None, {}))):
        line = line[: found.start] + visible(line[found.start : found.end]) + line[found.end :]
    return line


def lines_of(text: str) -> list[str]:
    """Give a text's lines, whatever ends them, without blank ones at its beginning and end."""
    lines = [line.rstrip() for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    first = next((at for at, line in enumerate(lines) if line), 0)
    return lines[first:]


def quoted(text: str) -> tuple[str, ...]:
    """Give a text as a blockquote, one line for each of its own."""
    return quoted_lines(lines_of(text))


def quoted_lines(lines: list[str]) -> tuple[str, ...]:
    """Give lines as a blockquote; one that some system would break is broken, and stays within it."""
    pieces = (piece.rstrip() for line in lines for piece in line.splitlines() or [""])
    return tuple(f"> {harmless(piece)}" if piece else ">" for piece in pieces)


def folded(text: str) -> str:
    """Put a text on one line, with one blank where a line ended."""
    return " ".join(part for line in text.splitlines() if (part := line.strip()))


def inline(text: str) -> str:
    """Give a text on one line, safe at the beginning of a paragraph or behind a list mark."""
    line = harmless(folded(text))
    match = _OPENS.match(line)
    if not match:
        return line
    number = match["number"] or ""
    return f"{number}\\{line[len(number) :]}"


def paragraph(text: str) -> tuple[str, ...]:
    """Give a text of one line as a paragraph, and any other as a blockquote."""
    lines = lines_of(text)
    return (inline(text),) if len(lines) == 1 else quoted_lines(lines)


def bullets(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Give texts as a list, one line each."""
    return tuple(f"- {inline(text)}" for text in texts)


def code(text: str) -> str:
    """Give a text of one line as inline code, whatever backticks it holds."""
    line = harmless(folded(text))
    ticks = "`" * (1 + max((len(run) for run in _TICKS.findall(line)), default=0))
    if len(ticks) == 1:
        return f"`{line}`"
    return f"{ticks} {line} {ticks}"


def codes(texts: tuple[str, ...]) -> str:
    """Give texts as inline code, with commas between them."""
    return ", ".join(map(code, texts))


def fenced(text: str, indent: str) -> tuple[str, ...]:
    """Give a text of several lines as an indented code block whose fence is longer than any run of backticks in it."""
    ticks = "`" * (1 + max((len(run) for run in _TICKS.findall(text)), default=2))
    return tuple(f"{indent}{harmless(line)}".rstrip() for line in (ticks, *lines_of(text), ticks))
