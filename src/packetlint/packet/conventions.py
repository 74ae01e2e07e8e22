"""Take conventions.md apart: its parts by heading, and the lines that are about something. Seed: context-packet, Step 2."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.markdown import BULLET, HEADING, scan
from packetlint.core.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.markdown import Line

_MOST_LABEL = 60


def _words(words: str, korean: str) -> re.Pattern[str]:
    """Compile words that stand by themselves, and Korean ones, which take endings."""
    return re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])|{korean}", re.IGNORECASE)


_BUILDING = _words(
    r"build|deploy\w*|ci|cd|environments?|env|releas\w*|pipelines?|docker|container\w*|hosting|infrastructure", "빌드|배포|환경"
)
_DESIGNING = _words(
    r"ui|ux|designs?|styles?|styling|css|themes?|colou?rs?|layouts?|components?|accessib\w*|a11y|responsive|typography",
    "디자인|스타일|화면",
)
_VERIFYING = _words(
    r"verif\w*|tools?|tooling|mcp|test(?:s|ing)?|qa|e2e|lint\w*|type-?check\w*|browsers?|dev(?:elopment)?(?:[ -](?:server|command))?",
    "검증|도구|테스트|개발 서버",
)
_CONNECTED = _words(r"mcp|playwright|dev(?:elopment)?[ -](?:server|command)", "개발 서버")
_TOOLS = _words(r"verif\w*|tools?|tooling|mcp|test(?:s|ing)?|qa", "검증|도구|테스트")


class Part(NamedTuple):
    """Some lines of the conventions: all below a heading, with it, or single lines that are about a topic."""

    lines: tuple[str, ...]


def parts(text: str) -> Iterator[Part]:
    """Yield every part, in order: what stands before the first heading, then each heading with its text."""
    for part in _by_heading(text):
        lines = _trimmed([line for _, line in part])
        if lines:
            yield Part(lines)


def about_building(text: str) -> Iterator[Part]:
    """Yield what is about build, deployment, CI and environment."""
    return _about(text, _BUILDING, _BUILDING, _BUILDING)


def about_design(text: str) -> Iterator[Part]:
    """Yield what is about user interface, design and style."""
    return _about(text, _DESIGNING, _DESIGNING, _DESIGNING)


def verification_tools(text: str) -> Iterator[Part]:
    """Yield the tools to verify with, and how to start what is to be verified."""
    return _about(text, _TOOLS, _VERIFYING, _CONNECTED)


def _about(text: str, heading: re.Pattern[str], label: re.Pattern[str], said: re.Pattern[str]) -> Iterator[Part]:
    """Yield the parts whose heading is about a topic whole, and of the others the items that are: by their label, or by what they say."""
    for part in _by_heading(text):
        first = part[0][0]
        is_whole = first.kind == HEADING and heading.search(first.body) is not None
        lines = _trimmed([line for _, line in part]) if is_whole else tuple(_items(part, label, said))
        if len(lines) > is_whole:  # a heading with nothing below it says nothing
            yield Part(lines)


def _items(part: list[tuple[Line, str]], label: re.Pattern[str], said: re.Pattern[str]) -> Iterator[str]:
    """Yield the items that are about a topic, and what is indented below them."""
    inside: int | None = None
    for line, text in part:
        if line.kind == BULLET and (inside is None or line.indent <= inside):
            inside = line.indent if _is_about(line.body, label, said) else None
        elif inside is not None and (line.indent <= inside or not text.strip()):
            inside = None
        if inside is not None:
            yield text


def _is_about(item: str, label: re.Pattern[str], said: re.Pattern[str]) -> bool:
    name, colon, _ = item.partition(":")
    is_labelled = bool(colon) and len(name) <= _MOST_LABEL
    return (label.search(name) if is_labelled else said.search(item)) is not None


def _by_heading(text: str) -> list[list[tuple[Line, str]]]:
    """Group the lines, each with its text, by the headings above them."""
    source = Source("", text.encode("utf-8", "replace"))
    found: list[list[tuple[Line, str]]] = []
    for line in scan(source).lines:
        if line.kind == HEADING or not found:
            found.append([])
        found[-1].append((line, source.line(line.number)))
    return found


def _trimmed(lines: list[str]) -> tuple[str, ...]:
    """Drop blank lines at the end."""
    while lines and not lines[-1].strip():
        lines.pop()
    return tuple(lines)
