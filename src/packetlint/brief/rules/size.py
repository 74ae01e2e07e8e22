"""Size: tokens and pasted files. Seed: context-pack, Constraints and Sharp Edges."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from packetlint.brief.facts import LONG_FENCE
from packetlint.core.diagnostic import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.brief.facts import Facts
    from packetlint.brief.model import Brief
    from packetlint.core.config import Settings
    from packetlint.core.markdown import Fence

LIMIT = 2000
TARGET = 1500
SIMPLE_TARGET = 500
_SHRINK = "keep decisions and types, drop discussion; or split the work"
_SOURCE_TAGS = frozenset(
    (
        "bash c c# c++ cjs clojure cpp cs csharp cxx dart elixir ex exs fish go golang groovy h haskell hpp hs java "
        "javascript jl js jsx julia kotlin kt lua mjs objc objective-c ocaml perl php pl powershell ps1 py py3 python python3 r "
        "rb rs ruby rust scala sh shell sql svelte swift ts tsx typescript vue zig zsh"
    ).split()
)


def over_token_limit(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a brief over the limit: 2,000 tokens, or `brief.budget`."""
    limit = _limit(settings)
    if facts.tokens > limit:
        yield _on_title(brief, f"about {facts.tokens} tokens, over the limit of {limit}", _SHRINK)


def over_token_target(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a brief over the target: 1,500 tokens, or 500 where it says `size: simple`."""
    size = brief.section("size")
    target = SIMPLE_TARGET if size and size.text.strip("*_`. ").casefold() == "simple" else TARGET
    if target < facts.tokens <= _limit(settings):
        yield _on_title(brief, f"about {facts.tokens} tokens, over the target of {target}", _SHRINK)


def _limit(settings: Settings) -> int:
    return int(settings.brief.get("budget", LIMIT))


def _on_title(brief: Brief, message: str, help: str) -> Finding:
    return Finding(brief.title_start, brief.title_end, message, help)


def embedded_file(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a long fence: an error when it is source code or was copied from a tracked file."""
    for fence in brief.fences:
        lines = fence.last - fence.first - (1 if fence.closed else 0)
        if lines <= LONG_FENCE:
            continue
        origin = facts.embedded.get(fence.first)
        if origin:
            yield _on_fence(brief, fence, f"{lines} lines of `{origin}` stand in the brief", "error")
        elif re.split(r"[,:}]", fence.tag.strip("{."))[0] in _SOURCE_TAGS:
            yield _on_fence(brief, fence, f"{lines} lines of {fence.tag} stand in the brief", "error")
        else:
            yield _on_fence(brief, fence, f"a block of {lines} lines stands in the brief", "warning")


def _on_fence(brief: Brief, fence: Fence, message: str, severity: str) -> Finding:
    line = brief.source.line(fence.first)
    start = brief.source.offset(fence.first, 1 + len(line) - len(line.lstrip()))
    end = brief.source.offset(fence.first, 1 + len(line.rstrip()))
    help = "name the types and say what they promise; the receiver can read the file itself"
    return Finding(start, end, message, help, "error" if severity == "error" else "warning")
