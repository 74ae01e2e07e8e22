"""The names of labels and sections, in the spellings that occur, and how a title is read as one.

Seed: context-pack, Output Format (v2) and the agent brief variant.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PACKET_LABELS = ("task", "parent", "scope")
PACKET_SECTIONS = (
    "decisions made",
    "constraints",
    "already tried",
    "type surface",
    "files touched",
    "acceptance criteria",
    "out of scope",
    "progress",
)
AGENT_LABELS = (
    "category",
    "summary",
    "current behavior",
    "desired behavior",
    "key interfaces",
    "acceptance criteria",
    "out of scope",
    "files touched",
)
VALUE_LABELS = frozenset(["task", "parent", "scope", "category", "summary", "size"])
NAMES = frozenset([*PACKET_LABELS, *PACKET_SECTIONS, *AGENT_LABELS, "size"])

SPELLINGS: dict[str, str] = {
    **{name: name for name in NAMES},
    "current behaviour": "current behavior",
    "desired behaviour": "desired behavior",
    "acceptance": "acceptance criteria",
    "类别": "category",
    "摘要": "summary",
    "当前行为": "current behavior",
    "期望行为": "desired behavior",
    "关键接口": "key interfaces",
    "验收标准": "acceptance criteria",
    "不在范围内": "out of scope",
}

DISPLAY = {
    "task": "Task",
    "parent": "Parent",
    "scope": "Scope",
    "size": "Size",
    "decisions made": "Decisions Made",
    "constraints": "Constraints",
    "already tried": "Already Tried",
    "type surface": "Type Surface",
    "files touched": "Files Touched",
    "acceptance criteria": "Acceptance Criteria",
    "out of scope": "Out of scope",
    "progress": "Progress",
    "category": "Category",
    "summary": "Summary",
    "current behavior": "Current behavior",
    "desired behavior": "Desired behavior",
    "key interfaces": "Key interfaces",
}

# What may follow a name in a title. A short word that is a name is often part of another title
# (`Parent/child`, `Task, list`), so less may follow it.
_AFTER_LONG = "([/—–:：,（&+"
_AFTER_SHORT = "(—–:：（"
_LONGEST = 200
_NO_MARKS = str.maketrans("", "", "*`")


class Names:
    """The known names of one configuration: the built-in spellings and those of `brief.labels`."""

    def __init__(self, labels: Mapping[str, str]) -> None:
        """Add `labels` (a name in another language -> the English name) to the built-in spellings."""
        self._spellings = {**SPELLINGS, **{_fold(own): _fold(english) for own, english in labels.items()}}

    def read(self, title: str) -> str:
        """Give the canonical name that a title stands for, or the empty string."""
        folded = _fold(title[:_LONGEST].translate(_NO_MARKS))
        folded = folded[next((at for at, character in enumerate(folded) if character.isalpha()), 0) :]  # `3. Task`, `❌ Task`
        for joint in (" and ", " for ", " to "):
            folded = folded.partition(joint)[0] if _is_long(folded.partition(joint)[0]) else folded
        while folded and not folded[-1].isalnum() and folded[-1] not in ")）]":  # `Out of scope 🚫`
            folded = folded[:-1]
        if folded in self._spellings:
            return self._spellings[folded]
        for at, character in enumerate(folded):
            if character in _AFTER_LONG or (character == "-" and folded[at - 1 : at] == " "):
                own = folded[:at].rstrip()
                name = self._spellings.get(own)
                if name and (character in _AFTER_SHORT or character == "-" or _is_long(own)):
                    return name
        return ""


@lru_cache(maxsize=16)
def names_of(labels: tuple[tuple[str, str], ...]) -> Names:
    """Give the Names for the pairs of `brief.labels`; made once for each configuration."""
    return Names(dict(labels))


def _fold(name: str) -> str:
    """Fold case and blanks, and read `out-of-scope` as `out of scope`."""
    words = name.casefold().split()
    return " ".join(" ".join(word.replace("-", " ").split()) if len(word) > 1 else word for word in words)


def _is_long(name: str) -> bool:
    return " " in name or not name.isascii()
