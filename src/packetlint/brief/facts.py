"""What the rules of a brief need to know from outside its text, asked of git once for all briefs of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from packetlint.brief.paths import PathMention, entry_paths, is_exact, narrative_lines, narrative_tokens
from packetlint.brief.smells import bare_hosts
from packetlint.brief.tokens import counter_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from packetlint.brief.model import Brief
    from packetlint.brief.tokens import Counter
    from packetlint.core.config import Settings
    from packetlint.core.content import Content
    from packetlint.core.git_output import Rename
    from packetlint.core.tree import Tree

LONG_FENCE = 15
_LOOKUPS = 64


class Facts(NamedTuple):
    """Facts about one brief. `tracked` maps a path to True (file) or False (directory)."""

    tokens: int
    tokens_without_types: int
    in_git: bool = False
    waits: bool = False
    tracked: Mapping[str, bool] = {}
    renames: Mapping[str, Rename] = {}
    file_names: frozenset[str] = frozenset()
    embedded: Mapping[int, str] = {}


def gather(briefs: Sequence[tuple[Brief, Settings]], content: Content) -> list[Facts]:
    """Give the facts of every brief: counts, then one question to git for all paths, and more only where one is missing."""
    configurations = {settings.file: settings for _, settings in briefs}
    counters = {file: counter_for(settings, content) for file, settings in configurations.items()}
    counted = [_counted(brief, counters[settings.file], waits=_waits(brief, settings, content)) for brief, settings in briefs]
    tree = content.tree
    if not tree.known:
        return counted
    tracked = tree.tracked(path for brief, _ in briefs for path in _asked(brief))
    hosts = {host for brief, _ in briefs for host in bare_hosts(brief)}
    names = tree.named(hosts) if hosts else frozenset()
    renames = _renames(briefs, tracked, tree)
    return [
        facts._replace(in_git=True, tracked=tracked, renames=renames, file_names=names, embedded=_embedded(brief, tree))
        for facts, (brief, _) in zip(counted, briefs, strict=True)
    ]


def _counted(brief: Brief, count: Counter, *, waits: bool) -> Facts:
    text = brief.text.replace("\r\n", "\n")
    types = "".join(brief.source.text[section.start : _section_end(section.lines, section.end)] for section in brief.named("type surface"))
    total = count(text)
    return Facts(total, total if not types else count(text.replace(types.replace("\r\n", "\n"), "", 1)), waits=waits)


def _section_end(lines: Sequence[Any], otherwise: int) -> int:
    return lines[-1].start + len(lines[-1].text) if lines else otherwise


def _waits(brief: Brief, settings: Settings, content: Content) -> bool:
    """Say whether the brief will be read later: an issue on standard input, or a path of `brief.async-paths`."""
    path = brief.source.path
    if content.label == "standard input" and path.rpartition("/")[2].lower().startswith("issue"):
        return True
    patterns = tuple(settings.brief.get("async-paths", ()))
    if not patterns:
        return False
    from packetlint.core.globs import matches

    return matches(settings.relative(path), patterns) is not None


def touched(brief: Brief) -> list[PathMention]:
    """Give the paths of Files Touched that name something git could hold."""
    mentions = [mention for item in brief.items("files touched") if not is_new(item.text) for mention in entry_paths(brief, item)]
    return [mention for mention in mentions if is_exact(mention.path)]


def is_new(entry: str) -> bool:
    """Say whether a Files Touched entry is marked as a file to be made."""
    return "(new" in entry.casefold() or "（new" in entry.casefold()


def spellings(brief: Brief, path: str) -> list[str]:
    """Give the paths from the top that a written path may mean: from the top, or from any directory above the brief."""
    directory = brief.source.path.rpartition("/")[0]
    found = [path]
    while directory:
        found.append(f"{directory}/{path}")
        directory = directory.rpartition("/")[0]
    return found


def _asked(brief: Brief) -> set[str]:
    asked = {path for mention in touched(brief) for path in spellings(brief, mention.path)}
    if not brief.is_packet:
        asked.update(token for line in narrative_lines(brief) for token, _ in narrative_tokens(line) if is_exact(token))
    return asked


def _renames(briefs: Sequence[tuple[Brief, Settings]], tracked: Mapping[str, bool], tree: Tree) -> dict[str, Rename]:
    gone = {
        mention.path: None
        for brief, _ in briefs
        for mention in touched(brief)
        if not any(path in tracked for path in spellings(brief, mention.path))
    }
    asked = list(gone)[:_LOOKUPS]
    renames = tree.renamed({path.rstrip("/") for path in asked}) if asked else {}
    return {path: renames[path.rstrip("/")] for path in asked}


def _embedded(brief: Brief, tree: Tree) -> dict[int, str]:
    if not any(fence.last - fence.first > LONG_FENCE for fence in brief.fences):
        return {}
    from packetlint.brief.embedded import find_embedded

    return find_embedded(brief, tree, LONG_FENCE)
