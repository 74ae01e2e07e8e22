"""Rules for any file that holds an artifact, whatever its kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from packetlint.core.diagnostic import Finding
from packetlint.core.paths import visible
from packetlint.core.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.source import Source

MARK = "packetlint:"
PROVENANCE = "packetlint: v="  # the last line of a packet that was built, which says when and from what
LFS_POINTER = b"version https://git-lfs.github.com/spec/v1"

_OPENED = "<<<<<<<"
_MARKER = r"^(<{7}|={7}|>{7})(?=[ \t\r\n]|\Z)[^\r\n]*"


def conflict_marker(source: Source, facts: object, settings: object) -> Iterator[Finding]:
    """Report each full triple `<<<<<<<`, `=======`, `>>>>>>>`, in this order, at its first marker."""
    if _OPENED not in source.text:
        return
    opened: re.Match[str] | None = None
    wanted = "<"
    for marker in re.finditer(_MARKER, source.text, re.MULTILINE):
        mark = marker[1][0]
        if mark == "<":
            opened, wanted = marker, "="
        elif mark == wanted == "=":
            wanted = ">"
        elif mark == wanted == ">" and opened:
            yield Finding(opened.start(), opened.end(), "a merge conflict is left in the file", "settle it and drop the markers")
            opened, wanted = None, "<"


_INVISIBLE = "[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f]+"
_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
_JOINING = "[\u0600-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]"
_EMOJI = "[\u00a9\u00ae\u200d\u2049-\u3299\ufe0f\U0001f000-\U0001faff\U000e0020-\U000e007f]"
_OVERRIDES = "\u202d\u202e"
_MARKS = "\u061c\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
_FLAG = "\U0001f3f4"


def hidden_text(source: Source, facts: object, settings: object) -> Iterator[Finding]:
    """Report characters that no reader sees but an agent does: zero-width, bidi controls, tags."""
    if source.text.isascii():
        return
    for match in re.finditer(_INVISIBLE, source.text):
        if not _is_honest(source.text, match):
            codes = ", ".join(dict.fromkeys(f"U+{ord(character):04X}" for character in match[0]))
            message = f"invisible {'character' if len(match[0]) == 1 else 'characters'} {visible(codes)} in the text"
            yield Finding(match.start(), match.end(), message, "delete what cannot be seen; an agent reads it all the same")


def _is_honest(text: str, match: re.Match[str]) -> bool:
    """Say whether the characters do what they are for: join an emoji, shape or turn right-to-left words."""
    run, before, after = match[0], text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    if any(character in _OVERRIDES for character in run):
        return False
    if run == "\u200d":
        return bool((re.match(_EMOJI, before) and re.match(_EMOJI, after)) or re.match(_JOINING, before))
    if run == "\u200c":
        return bool(re.match(_JOINING, before))
    if run[-1] == "\U000e007f":
        return before == _FLAG and len(run) <= 8
    return all(character in _MARKS for character in run) and _turns(text, match.start())


def _turns(text: str, at: int) -> bool:
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    return bool(re.search(_RIGHT_TO_LEFT, text[start : end if end >= 0 else len(text)]))


FILE_RULES = (
    Rule("file/conflict-marker", "error", "a merge conflict is left in the file", conflict_marker),
    Rule("file/hidden-text", "error", "characters that cannot be seen", hidden_text),
    Rule("file/lfs-pointer", "warning", "only a large-file pointer, not the artifact", None),
    Rule("file/unreadable-file", "error", "a file that cannot be read as text", None),
    Rule("file/unused-ignore", "warning", "an ignore comment that hides nothing", None),
)


def may_have_ignores(text: str) -> bool:
    """Say whether a text may hold an ignore comment: our name stands in it, and not only as a packet's provenance."""
    return MARK in text and text.count(MARK) > text.count(PROVENANCE)


_NO_SETTINGS: Any = None  # these rules have none


def is_unremarkable(source: Source) -> bool:
    """Say whether no rule of any file, enabled or not, and no ignore comment needs the text again."""
    if MARK in source.text or source.raw.startswith(LFS_POINTER):
        return False
    if source.text.isascii() and _OPENED not in source.text:
        return True
    return not any(True for rule in FILE_RULES if rule.check for _ in rule.check(source, None, _NO_SETTINGS))
