"""Links by an alias, within a brain and into another one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import pytest
from linkpaths import BRAIN, FILES, FROM, TOP, aliased, index_of, resolved
from linktrees import path_index

from packetlint.links.aliases import Aliases
from packetlint.links.resolver import Resolver

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("uri", "rule", "severity", "contract"),
    [
        ("third:x.md", "links/unknown-alias", "error", "unknown alias"),
        ("empty:x.md", "links/alias-entry-invalid", "error", None),
        ("lost:x.md", "links/alias-root-unreachable", "error", "alias root unreachable"),
        ("untracked:x.md", "links/alias-root-unreachable", "error", "alias root unreachable"),
        ("half:tree/gone.md", "links/alias-root-unreachable", "error", "alias root unreachable"),
        ("half:tree/dom/two.md", "", None, None),
        ("me:tree/dom/two.md", "", None, None),
        ("me:dom/two.md", "", None, None),
        ("me:tree/bare", "", None, None),
        ("me:thread/alpha", "", None, None),
        ("me:thread/old", "", None, None),
        ("me:thread/alpha/", "links/name-form-mismatch", "warning", None),
        ("me:thread/gone", "links/target-not-found", "error", "not-found"),
        ("me:thread/%2e%2e", "links/escapes-root", "error", None),
        ("me:thread/a%2fb", "links/target-not-found", "error", "not-found"),
        ("rooted:thread/alpha", "links/target-not-found", "error", "not-found"),
        ("rooted:docs/guide.md", "", None, None),
        ("me:/", "links/directory-without-node", "error", None),
        ("me:tree/..", "links/directory-without-node", "error", None),
        ("both:brain", "links/directory-without-node", "error", None),
        ("me:../README.md", "links/escapes-root", "error", None),
        ("me:tree/out.md", "links/escapes-root", "error", None),
        ("me:Tree/dom/two.md", "links/case-mismatch", "error", None),
        ("lib:x.md", "links/target-in-submodule", "warning", None),
        ("demo:tree/dom/one.md", "links/self-link", "error", None),
        ("me:tree/mirror/one.md", "links/self-link", "error", None),
    ],
)
def test_an_alias_leads_into_its_trees(uri: str, rule: str, severity: str | None, contract: str | None) -> None:
    config = (
        "primary_project: demo\n"
        "aliases: {me: {brain: .}, rooted: {root: ..}, both: {brain: ., root: ..}, half: {brain: ., root: ../gone},"
        " empty: {}, lost: {brain: /no/such}, untracked: {brain: ../gone}, lib: {brain: vendor/lib/brain}}\n"
    )
    found = aliased(uri, config)
    assert (found.rule, found.severity, found.contract) == (rule, severity, contract)


@pytest.mark.parametrize(
    ("uri", "spelling"),
    [("me:Tree/dom/two.md#x", "me:tree/dom/two.md#x"), ("me:thread/Alpha#x", "me:thread/alpha#x"), ("me:thread/alpha/", "me:thread/alpha")],
)
def test_a_link_by_an_alias_is_told_the_right_spelling(uri: str, spelling: str) -> None:
    assert aliased(uri, "aliases: {me: {brain: .}}\n").spelling == spelling


@pytest.mark.parametrize(
    ("uri", "config", "help"),
    [
        ("mee:x", "aliases: {me: {brain: .}}\n", "did you mean `me`?"),
        ("zzzzz:x", "aliases: {me: {brain: .}}\n", "list it in the brain's config.yaml, or in your projects.yaml"),
        ("me:tree/dom/tow.md", "aliases: {me: {brain: .}}\n", "did you mean `me:tree/dom/two.md`?"),
    ],
)
def test_a_bad_link_by_an_alias_is_told_what_may_be_meant(uri: str, config: str, help: str) -> None:
    assert aliased(uri, config).help == help


def test_without_a_registry_an_alias_is_not_checked() -> None:
    for found in (
        resolved("other:x.md"),
        Resolver(BRAIN, index_of(), Aliases(BRAIN, index_of(), TOP, {}), TOP).resolve("other:x.md", FROM),
    ):
        assert (found.rule, found.severity, found.target) == ("links/alias-unverified", "warning", None)


class _Outside(NamedTuple):
    """Another brain beside the repository, and a resolver that has the alias `other` for it."""

    place: Path
    resolver: Resolver

    def rule(self, path: str) -> str:
        return self.resolver.resolve(f"other:{path}", FROM).rule


_OTHER_FILES = (
    "CONVENTIONS.md",
    "tree/dom/leaf.md",
    "tree/dom/examples/x.txt",
    "tree/dom/Caf\u00e9.md",
    "tree/a#b.md",
    "threads/topic/thread.md",
    "../secret.md",
)
_OTHER_LINKS = {"in.md": "dom/leaf.md", "out.md": "../../secret.md", "out": "../..", "away.md": "/etc/hostname", "loop": "loop"}


@pytest.fixture
def outside(tmp_path: Path) -> _Outside:
    place = tmp_path / "other/project-brain"
    for name in _OTHER_FILES:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text("")
    for name, text in _OTHER_LINKS.items():
        (place / "tree" / name).symlink_to(text)
    os.mkfifo(place / "tree/pipe.md")
    registry = tmp_path / "projects.yaml"
    registry.write_text(f"other: {{brain: {place}}}\nwide: {{root: {place.parent}}}\n")
    index, top = path_index(FILES), str(tmp_path / "repo")
    aliases = Aliases(BRAIN, index, top, {"PROJECT_BRAIN_PROJECTS_YAML": str(registry)})
    return _Outside(place, Resolver(BRAIN, index, aliases, top))


def test_another_brain_is_looked_at_by_its_own_spelling(outside: _Outside) -> None:
    paths = ("tree/dom/leaf.md", "dom/leaf.md", "tree/dom/leaf.md#x", "tree/dom/examples/", "tree/in.md", "thread/topic", "tree/a#b.md")
    assert {outside.rule(path) for path in paths} == {""}
    leaf = outside.resolver.resolve("other:dom/leaf.md", FROM)
    assert (leaf.target, leaf.outside, leaf.identity) == (None, True, str(outside.place / "tree/dom/leaf.md"))


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("tree/dom/gone.md", "links/target-not-found"),
        ("tree/loop", "links/target-not-found"),
        ("tree/pipe.md", "links/target-not-found"),
        ("secret.md", "links/target-not-found"),
        ("thread/gone", "links/target-not-found"),
        ("tree/Dom/leaf.md", "links/case-mismatch"),
        ("tree/dom/Cafe\u0301.md", "links/name-form-mismatch"),
        ("tree/dom/%6ceaf.md", "links/name-form-mismatch"),
        ("tree/out.md", "links/escapes-root"),
        ("tree/out/secret.md", "links/escapes-root"),
        ("tree/away.md", "links/escapes-root"),
        ("../secret.md", "links/escapes-root"),
        ("tree/%2e%2e/%2e%2e/secret.md", "links/escapes-root"),
        (".", "links/directory-without-node"),
    ],
)
def test_a_bad_link_into_another_brain_is_told(outside: _Outside, path: str, rule: str) -> None:
    assert outside.rule(path) == rule


def test_the_root_of_an_alias_is_looked_at_after_its_brain(outside: _Outside) -> None:
    rules = [
        outside.resolver.resolve(f"wide:{path}", FROM).rule
        for path in ("secret.md", "dom/leaf.md", "thread/topic", "project-brain", "gone")
    ]
    assert rules == ["", "", "", "links/directory-without-node", "links/target-not-found"]


def test_another_case_in_another_brain_is_told_the_right_spelling(outside: _Outside) -> None:
    assert outside.resolver.resolve("other:tree/Dom/Leaf.md#x", FROM).spelling == "other:tree/dom/leaf.md#x"


def test_an_alias_of_a_link_to_this_brain_is_this_brain(tmp_path: Path) -> None:
    (tmp_path / "repo/brain").mkdir(parents=True)
    (tmp_path / "way").symlink_to("repo")
    (tmp_path / "projects.yaml").write_text(f"me: {tmp_path}/way/brain\n")
    index, top = index_of(), str(tmp_path / "repo")
    aliases = Aliases(BRAIN, index, top, {"PROJECT_BRAIN_PROJECTS_YAML": str(tmp_path / "projects.yaml")})
    assert Resolver(BRAIN, index, aliases, top).resolve("me:tree/dom/one.md", FROM).rule == "links/self-link"
