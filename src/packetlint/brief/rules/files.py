"""Files Touched: annotated, and still there. Seed: context-pack, Files Touched and Sharp Edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.brief.facts import spellings, touched
from packetlint.brief.paths import SOURCE_SUFFIXES, entry_paths, suffix_of
from packetlint.core.diagnostic import Edit, Finding, Fix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.brief.facts import Facts
    from packetlint.brief.model import Brief
    from packetlint.brief.paths import PathMention
    from packetlint.core.config import Settings
    from packetlint.core.git_output import Rename


def unannotated_file(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a Files Touched entry that names no type or function in parentheses."""
    for item in brief.items("files touched"):
        mention = next(iter(entry_paths(brief, item)), None)
        if mention is None or _has_name(item.text):
            continue
        is_source = brief.is_packet and suffix_of(mention.path) in SOURCE_SUFFIXES
        help = f"write `{mention.written}` (TypeName, function): the name survives when the file moves"
        message = f"`{mention.written}` does not say which type or function is meant"
        yield Finding(mention.start, mention.end, message, help, "error" if is_source else "warning")


def _has_name(text: str) -> bool:
    """Say whether some parentheses hold a word."""
    holds_word = is_open = False
    for character in text:
        if character in "(（":
            is_open, holds_word = True, False
        elif character in ")）" and is_open and holds_word:
            return True
        elif is_open and character.isalnum():
            holds_word = True
    return False


def stale_file(brief: Brief, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a Files Touched path that git does not have; a rename git knows has an unsafe fix."""
    if not facts.in_git:
        return
    for mention in touched(brief):
        if any(path in facts.tracked for path in spellings(brief, mention.path)):
            continue
        yield _stale(brief, mention, facts.renames.get(mention.path))


def _stale(brief: Brief, mention: PathMention, rename: Rename | None) -> Finding:
    written = mention.written
    if rename and rename.new_path:
        source = brief.source
        edit = Edit(source.byte_offset(mention.start), source.byte_offset(mention.end), rename.new_path)
        message = f"`{written}` is now `{rename.new_path}`"
        return Finding(mention.start, mention.end, message, f"write `{rename.new_path}`", fix=Fix(False, (edit,)))
    if rename and rename.existed:
        return Finding(mention.start, mention.end, f"`{written}` was deleted", "name what replaced it, or drop the entry")
    if rename and rename.existed is False:
        help = "correct the path; a file that is still to be made is marked `(new)`"
        return Finding(mention.start, mention.end, f"`{written}` never existed in this repository", help)
    help = "correct the path; a file that is still to be made is marked `(new)`"
    return Finding(mention.start, mention.end, f"`{written}` is not in this repository", help)
