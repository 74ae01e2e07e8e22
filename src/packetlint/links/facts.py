"""What the link rules need to know, found out once for all files of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from packetlint.core.paths import visible
from packetlint.core.rule import CLEAN, NO_ARTIFACT, Affected
from packetlint.links.asked import answered, ask
from packetlint.links.effects import Effects
from packetlint.links.knowledge import SUFFIX, known
from packetlint.links.layers import Layers, first_alias
from packetlint.links.roots import must_have_links
from packetlint.links.said import Said
from packetlint.links.snapshots import is_open_snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from packetlint.core.config import Settings
    from packetlint.core.rule import Run
    from packetlint.links.alias_layer import LayerFault
    from packetlint.links.cycles import Cycle
    from packetlint.links.effects import Broken
    from packetlint.links.knowledge import Knowledge
    from packetlint.links.model import Leaf
    from packetlint.links.resolution import Resolution
    from packetlint.links.root import Root

ROLES = frozenset(("spec", "prior-decision", "related-work", "conversation", "scratch", "external-reference"))
MENDABLE = ("links/case-mismatch", "links/name-form-mismatch", "links/target-not-found")
CYCLE = "links/link-cycle"
REMOVED = "links/target-removed"
LAYER = "links/alias-layer-invalid"


class Facts(NamedTuple):
    """What is known of one file.

    `targets` holds for each link what two spellings of one target have in common; `broken` the links that the
    judged change breaks, about which `said` is silent; `onward` is the link that begins the way round `cycle`;
    `layer_link` the link at which a broken registry outside the repository is reported; `is_snapshot` says that
    the file is a snapshot of a context which git does not ignore.
    """

    must_have: bool = False
    said: tuple[Said, ...] = ()
    targets: tuple[str, ...] = ()
    roles: frozenset[str] = ROLES
    broken: tuple[Broken, ...] = ()
    cycle: Cycle | None = None
    onward: int = 0
    layer_faults: tuple[LayerFault, ...] = ()
    layer_link: int = 0
    is_snapshot: bool = False


def gather(models: Sequence[tuple[Leaf, Settings]], run: Run) -> list[object]:
    """Give the facts of each file, CLEAN where no rule has anything to say, NO_ARTIFACT where it is in no tree."""
    knowledge = known(run)
    knowledge.judge(run, [leaf for leaf, _ in models])
    effects = Effects(run, knowledge)
    knowledge.answers = ask((leaf for leaf, _ in models), run.reach, run.content.tree)
    layers = _layers(knowledge, [leaf for leaf, _ in models])
    facts = [_facts(leaf, settings, knowledge, effects, layers) for leaf, settings in models]
    knowledge.note_what_was_asked()
    return facts


def affected(models: Sequence[tuple[Leaf, Settings]], run: Run) -> list[Affected]:
    """Name the files that have to be judged too: the first of a cycle, those whose links the change breaks, a broken registry."""
    knowledge = known(run)
    leaves = [leaf for leaf, _ in models]
    knowledge.judge(run, leaves)
    judged = {leaf.path for leaf in leaves}
    firsts = sorted(path for path in knowledge.cycles if path not in judged)
    layers = sorted(path for path in _layers(knowledge, leaves).files if path not in judged)
    referrers = Effects(run, knowledge).referrers(judged)
    named = ((firsts, CYCLE), (layers, LAYER), (referrers, REMOVED))
    rules: dict[str, set[str]] = {}
    for paths, rule in named:
        for path in paths:
            rules.setdefault(path, set()).add(rule)
    return [Affected(path, frozenset(names)) for path, names in sorted(rules.items())]


def _layers(knowledge: Knowledge, leaves: Sequence[Leaf]) -> Layers:
    """Give the registries that concern the judged files, found once for the same files."""
    if knowledge.layers is None:
        knowledge.layers = Layers(knowledge, leaves)
    return knowledge.layers


def _facts(leaf: Leaf, settings: Settings, knowledge: Knowledge, effects: Effects, layers: Layers) -> object:
    if not leaf.path.endswith(SUFFIX):
        return _layer_facts(leaf, layers)
    root = knowledge.counts_from(leaf)
    if root is None:
        return Facts(is_snapshot=True) if is_open_snapshot(leaf.path, knowledge) else NO_ARTIFACT
    must_have = must_have_links(leaf.path, root)
    if not leaf.has_frontmatter and not leaf.faults and not must_have:
        return NO_ARTIFACT
    if not leaf.has_key and (leaf.faults or must_have) and not knowledge.is_in_use(root):
        return NO_ARTIFACT
    if not effects and not knowledge.answers and _is_plain(leaf, knowledge.found(root, leaf), must_have=must_have):
        cycle = knowledge.cycles.get(leaf.path)
        if cycle is None and leaf.path not in layers.reported_at:
            return CLEAN
    facts = _judged(leaf, settings, root, knowledge, effects)._replace(must_have=must_have)
    if leaf.path in layers.reported_at:
        facts = facts._replace(layer_faults=layers.reported_at[leaf.path], layer_link=first_alias(leaf))
    return CLEAN if _is_clean(leaf, facts) else facts


def _is_plain(leaf: Leaf, found: Sequence[Resolution], *, must_have: bool) -> bool:
    """Say whether a file's own links are as plain as those of most: exact paths, known roles, nothing twice."""
    if leaf.faults or (must_have and not leaf.has_key):
        return False
    for one in found:
        if one.rule or one.notes or one.fragment:
            return False
    if len(found) > 1 and len({one.identity for one in found}) < len(found):
        return False
    return all(link.role is None or link.role in ROLES for link in leaf.links)


def _layer_facts(leaf: Leaf, layers: Layers) -> object:
    if leaf.path not in layers.files:
        return NO_ARTIFACT
    faults = layers.files[leaf.path]
    return Facts(layer_faults=faults) if faults else CLEAN


def _judged(leaf: Leaf, settings: Settings, root: Root, knowledge: Knowledge, effects: Effects) -> Facts:
    found = knowledge.found(root, leaf)
    broken = tuple(effects.broken(root, leaf, found)) if effects and settings.enabled(leaf.path).includes(REMOVED) else ()
    silent = {one.link for one in broken}
    said = tuple(one for link, resolution in enumerate(found) if link not in silent for one in _said(link, resolution, knowledge))
    said += tuple(answered(leaf, knowledge.answers)) if knowledge.answers else ()
    targets = tuple(map(_identity, found))
    facts = Facts(False, said, targets, _roles(leaf, settings, root, knowledge), broken)
    cycle = knowledge.cycles.get(leaf.path)
    if cycle is None:
        return facts
    onward = next((link for link, one in enumerate(found) if one.target == cycle.way[1]), 0)
    return facts._replace(cycle=cycle, onward=onward)


def _identity(one: Resolution) -> str:
    """Give what two spellings of one target have in common; of what leads nowhere, its own text."""
    named = one.identity if one.target is not None or one.outside else f"?{one.identity}"
    return f"{named}#{one.fragment}" if one.fragment else named


def _roles(leaf: Leaf, settings: Settings, root: Root, knowledge: Knowledge) -> frozenset[str]:
    """Give the roles that are known; the brain's own are looked up only where a role is none of the six."""
    if all(link.role is None or link.role in ROLES for link in leaf.links):
        return ROLES
    return ROLES.union(settings.links.get("roles", ()), knowledge.aliases(root).roles)


def _said(link: int, resolution: Resolution, knowledge: Knowledge) -> Iterator[Said]:
    if resolution.rule:
        one = resolution
        yield Said(one.rule, link, one.message, one.help, one.severity, one.contract, one.spelling if one.rule in MENDABLE else None)
    for note in resolution.notes:
        spelling = resolution.spelling if note.rule == "links/name-form-mismatch" else None
        yield Said(note.rule, link, note.message, note.help, "warning", None, spelling)
    if knowledge.lacks_anchor(resolution):
        target, fragment = resolution.target or "", resolution.fragment
        message = f"`{visible(target)}` has no heading `#{visible(fragment)}`"
        yield Said("links/anchor-not-found", link, message, _nearest_anchor(fragment, knowledge.anchors(target) or frozenset()))


def _nearest_anchor(fragment: str, known: frozenset[str]) -> str:
    from packetlint.core.nearest import nearest_word

    near = nearest_word(fragment, known)
    return f"did you mean `#{visible(near)}`?" if near else "link to the file, or to a heading it has"


def _is_clean(leaf: Leaf, facts: Facts) -> bool:
    """Say whether no rule would find anything: what most files come to, so that their text is not needed again."""
    if facts.said or facts.broken or facts.cycle or facts.layer_faults or leaf.faults:
        return False
    if facts.must_have and not leaf.has_key:
        return False
    has_known_roles = facts.roles is ROLES or all(link.role is None or link.role in facts.roles for link in leaf.links)
    return has_known_roles and len(set(facts.targets)) == len(facts.targets)
