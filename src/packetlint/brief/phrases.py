"""Put the fields of a draft into the words of a brief: folded texts, not escaped yet. Seed: context-pack, Output Format (v2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from packetlint.brief.escape import fold, unwritable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from packetlint.brief.draft import Draft
    from packetlint.brief.plain_yaml import KeyPath

_BLANK_LINES = re.compile(r"\r?\n\s*\n")
_CONSTRAINTS = (("must", "MUST"), ("must_not", "MUST NOT"), ("blocked_by", "BLOCKED BY"))


class Phrases:
    """The phrases of one draft. Every method raises UsageError, which names the field, for a character no brief should hold."""

    def __init__(self, draft: Draft) -> None:
        """Take the draft for its errors' sake: it knows where each value stands."""
        self._draft = draft

    def values(self, value: str | list[str], field: str) -> Iterator[str]:
        """Yield the value of a label, or the values of a list, each once."""
        texts = [self.one(value, (field,))] if isinstance(value, str) else self.each(value, (field,))
        yield from dict.fromkeys(texts)

    def paragraphs(self, value: str, field: str) -> Iterator[str]:
        """Yield the paragraphs of a text: what blank lines part."""
        self.one(value, (field,))
        yield from (folded for text in _BLANK_LINES.split(value) if (folded := fold(text)))

    def bullets(self, value: Any, field: str) -> Iterator[tuple[str, KeyPath]]:
        """Yield the text of every bullet, with the place of its value in the draft."""
        if isinstance(value, dict):
            yield from self._constraints(value, (field,))
            return
        for index, item in enumerate(value):
            path = (field, index)
            yield (_COMPOSED[field](self, item, path) if isinstance(item, dict) else self.one(item, path)), path

    def _constraints(self, value: Mapping[str, list[str]], path: KeyPath) -> Iterator[tuple[str, KeyPath]]:
        for key, word in _CONSTRAINTS:
            for index, text in enumerate(self.each(value.get(key, ()), (*path, key))):
                yield f"{word}: {text}", (*path, key, index)

    def one(self, text: str, path: KeyPath) -> str:
        """Give a text on one line."""
        character = unwritable(text)
        if character:
            raise self._draft.error(path, f"holds the character U+{ord(character):04X}, which no text file should")
        return fold(text)

    def each(self, texts: Iterable[str], path: KeyPath) -> Iterator[str]:
        """Yield texts, each on one line."""
        for index, text in enumerate(texts):
            yield self.one(text, (*path, index))

    def parts(self, item: Mapping[str, Any], path: KeyPath, *keys: str) -> list[str]:
        """Give the texts of some keys, empty where one is not given."""
        return [self.one(item[key], (*path, key)) if key in item else "" for key in keys]

    def path(self, item: Mapping[str, Any], path: KeyPath) -> str:
        """Give a file's path in backticks."""
        (written,) = self.parts(item, path, "path")
        if "`" in written:
            raise self._draft.error((*path, "path"), "holds a backtick, so that it cannot be put in backticks")
        return f"`{written}`"


def _decision(phrases: Phrases, item: Mapping[str, Any], path: KeyPath) -> str:
    decision, *rest = phrases.parts(item, path, "decision", "chose", "over", "because")
    given = " ".join(f"{word} {text}" for word, text in zip(("chose", "over", "because"), rest, strict=True) if text)
    return ": ".join(text for text in (decision, given) if text)


def _attempt(phrases: Phrases, item: Mapping[str, Any], path: KeyPath) -> str:
    return _dashed(*phrases.parts(item, path, "approach", "failed_because"))


def _type(phrases: Phrases, item: Mapping[str, Any], path: KeyPath) -> str:
    name, meaning = phrases.parts(item, path, "type", "meaning")
    return _dashed(_ticked(name), meaning)


def _interface(phrases: Phrases, item: Mapping[str, Any], path: KeyPath) -> str:
    name, note = phrases.parts(item, path, "interface", "note")
    return _dashed(_ticked(name), note)


def _file(phrases: Phrases, item: Mapping[str, Any], path: KeyPath) -> str:
    file, (hint,) = phrases.path(item, path), phrases.parts(item, path, "hint")
    names = ", ".join(dict.fromkeys(phrases.each(item.get("names", ()), (*path, "names"))))
    note = ": ".join(text for text in ("new" if item.get("new") else "", names) if text)
    return _dashed(f"{file} ({note})" if note else file, hint)


_COMPOSED: Mapping[str, Callable[[Phrases, Any, KeyPath], str]] = {
    "decisions": _decision,
    "tried": _attempt,
    "type_surface": _type,
    "key_interfaces": _interface,
    "files_touched": _file,
}


def _dashed(text: str, note: str) -> str:
    return f"{text} — {note}" if note else text


def _ticked(text: str) -> str:
    """Put a text in backticks, unless its writer has used some."""
    return text if "`" in text else f"`{text}`"
