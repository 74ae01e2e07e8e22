"""Rules about where a link leads. Each reports what resolving it has found, at the link's own characters.

Source: materialize-context, process step 4 and the failure modes; the table of forms is in the product's contract.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from packetlint.core.diagnostic import Edit, Finding, Fix
from packetlint.core.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from packetlint.core.config import Settings
    from packetlint.links.facts import Facts
    from packetlint.links.model import Leaf


def target_not_found(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link to something that is not there."""
    yield from _said(leaf, facts, "links/target-not-found")


def unknown_alias(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link by an alias that no layer lists."""
    yield from _said(leaf, facts, "links/unknown-alias")


def alias_root_unreachable(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link by an alias whose directory cannot be read."""
    yield from _said(leaf, facts, "links/alias-root-unreachable")


def unsupported_scheme(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link by a scheme that no reader of these trees follows."""
    yield from _said(leaf, facts, "links/unsupported-scheme")


def alias_unverified(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link by an alias where no layer is there to look it up."""
    yield from _said(leaf, facts, "links/alias-unverified")


def alias_entry_invalid(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link by an alias whose entry names no directory."""
    yield from _said(leaf, facts, "links/alias-entry-invalid")


def escapes_root(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link that leaves its tree."""
    yield from _said(leaf, facts, "links/escapes-root")


def case_mismatch(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link that resolves only where upper and lower case are the same."""
    yield from _said(leaf, facts, "links/case-mismatch")


def target_not_tracked(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link to something that a fresh clone will not have."""
    yield from _said(leaf, facts, "links/target-not-tracked")


def target_in_submodule(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link into a submodule that is not checked out."""
    yield from _said(leaf, facts, "links/target-in-submodule")


def directory_without_node(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link to a directory that holds no NODE.md."""
    yield from _said(leaf, facts, "links/directory-without-node")


def anchor_not_found(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link to a heading that the target does not have."""
    yield from _said(leaf, facts, "links/anchor-not-found")


def name_form_mismatch(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link that resolves only in another spelling."""
    yield from _said(leaf, facts, "links/name-form-mismatch")


def file_not_portable(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a file:// link, which holds on one machine only."""
    yield from _said(leaf, facts, "links/file-not-portable")


def malformed_uri(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link that is no address."""
    yield from _said(leaf, facts, "links/malformed-uri")


def self_link(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link from a file to itself."""
    yield from _said(leaf, facts, "links/self-link")


def http_failed(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link to a page that is gone; a warning where nobody could tell. Only with --online."""
    yield from _said(leaf, facts, "links/http-failed")


def mcp_unreachable(leaf: Leaf, facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Report a link to a resource that its MCP server does not give. Only with --online."""
    yield from _said(leaf, facts, "links/mcp-unreachable")


def _said(leaf: Leaf, facts: Facts, rule: str) -> Iterator[Finding]:
    for said in facts.said:
        if said.rule == rule:
            place = leaf.places[said.link].uri
            is_safe = rule != "links/target-not-found"  # there the spelling is only the likeliest
            fix = respelled(leaf, said.link, said.spelling, safe=is_safe) if said.spelling else None
            yield Finding(place.start, place.end, said.message, said.help, said.severity, said.contract, fix=fix)


def respelled(leaf: Leaf, link: int, uri: str, *, safe: bool = True) -> Fix | None:
    """Give the fix that writes a link's target in other words: only the characters of its scalar, quoted as they are."""
    from packetlint.links.rewrite import rewritten

    if leaf.source is None:
        return None
    place = leaf.places[link].uri
    text = rewritten(leaf.source.text, place, leaf.links[link].uri, uri)
    if text is None:
        return None
    edit = Edit(leaf.source.byte_offset(place.start), leaf.source.byte_offset(place.end), text)
    return Fix(safe, edits=(edit,))


TARGET_RULES = (
    Rule("links/target-not-found", "error", "a link to something that is not there", target_not_found),
    Rule("links/unknown-alias", "error", "a link by an alias that no layer lists", unknown_alias),
    Rule("links/alias-root-unreachable", "error", "a link by an alias whose directory cannot be read", alias_root_unreachable),
    Rule("links/unsupported-scheme", "error", "a link by a scheme that no reader of these trees follows", unsupported_scheme),
    Rule("links/alias-unverified", "warning", "a link by an alias where no layer is there to look it up", alias_unverified),
    Rule("links/alias-entry-invalid", "error", "a link by an alias whose entry names no directory", alias_entry_invalid),
    Rule("links/escapes-root", "error", "a link that leaves its tree", escapes_root),
    Rule("links/case-mismatch", "error", "a link that resolves only where upper and lower case are the same", case_mismatch),
    Rule("links/target-not-tracked", "error", "a link to something that a fresh clone will not have", target_not_tracked),
    Rule("links/target-in-submodule", "warning", "a link into a submodule that is not checked out", target_in_submodule),
    Rule("links/directory-without-node", "error", "a link to a directory that holds no NODE.md", directory_without_node),
    Rule("links/anchor-not-found", "warning", "a link to a heading that the target does not have", anchor_not_found),
    Rule("links/name-form-mismatch", "warning", "a link that resolves only in another spelling", name_form_mismatch),
    Rule("links/file-not-portable", "warning", "a file:// link, which holds on one machine only", file_not_portable),
    Rule("links/malformed-uri", "error", "a link that is no address", malformed_uri),
    Rule("links/http-failed", "error", "a link to a page that is gone, with --online", http_failed, always=False),
    Rule("links/mcp-unreachable", "error", "a link to what its server does not give, with --online", mcp_unreachable, always=False),
    Rule("links/self-link", "error", "a link from a file to itself", self_link),
)
