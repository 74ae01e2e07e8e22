"""The rules of the kind `links`, in the order of its contract."""

from __future__ import annotations

from packetlint.core.rule import Rule
from packetlint.links.rules.frontmatter import frontmatter_invalid, soft_links_missing, soft_links_shape
from packetlint.links.rules.items import duplicate_link, unknown_role
from packetlint.links.rules.layers import alias_layer_invalid
from packetlint.links.rules.targets import TARGET_RULES
from packetlint.links.rules.tree import context_not_ignored, link_cycle, target_removed

RULES = (
    Rule("links/frontmatter-invalid", "error", "frontmatter that cannot be read", frontmatter_invalid),
    Rule("links/soft-links-missing", "error", "a file of a brain without `soft_links`", soft_links_missing),
    Rule("links/soft-links-shape", "error", "a `soft_links` that is no list of links", soft_links_shape),
    *TARGET_RULES,
    Rule("links/alias-layer-invalid", "error", "a list of aliases that cannot be read", alias_layer_invalid),
    Rule("links/unknown-role", "warning", "a role that no reader knows", unknown_role),
    Rule("links/duplicate-link", "warning", "the same target twice in one list", duplicate_link),
    Rule("links/link-cycle", "warning", "links that lead back to where they began", link_cycle),
    Rule("links/target-removed", "error", "a link whose target the change takes away", target_removed, always=False),
    Rule("links/context-not-ignored", "warning", "a snapshot of a context that git would keep", context_not_ignored),
)
