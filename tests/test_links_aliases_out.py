"""How far an alias is followed out of the repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from linkpaths import BRAIN
from linktrees import path_index

from packetlint.links.aliases import Aliases
from packetlint.links.resolver import Resolver

if TYPE_CHECKING:
    from pathlib import Path


def _neighbour(tmp_path: Path, *, is_brain: bool = True) -> Path:
    """Make a tree beside the repository: a brain below `other`, or a directory that is none."""
    place = tmp_path / "other/project-brain/tree"
    (place / "dom").mkdir(parents=True)
    (place / "dom/leaf.md").write_text("")
    (tmp_path / "other/secret.md").write_text("")
    if is_brain:
        (place.parent / "CONVENTIONS.md").write_text("")
    return tmp_path / "other"


def _rule(tmp_path: Path, uri: str, config: str = "", registry: str = "", *, isolated: bool = False) -> str:
    environ = {}
    if registry:
        (tmp_path / "projects.yaml").write_text(registry)
        environ["PROJECT_BRAIN_PROJECTS_YAML"] = str(tmp_path / "projects.yaml")
    index = path_index({"brain/config.yaml": config, "brain/tree/dom/two.md": ""})
    top = str(tmp_path / "repo")
    aliases = Aliases(BRAIN, index, top, environ, isolated=isolated)
    return Resolver(BRAIN, index, aliases, top).resolve(uri, "brain/tree/dom/one.md").rule


@pytest.mark.parametrize("entry", ["{brain: ../../other/project-brain}", "{root: ../../other}"])
@pytest.mark.parametrize(("is_brain", "rule"), [(True, ""), (False, "links/alias-root-unreachable")])
def test_the_repository_s_own_alias_leads_out_of_it_only_into_a_brain(tmp_path: Path, entry: str, rule: str, *, is_brain: bool) -> None:
    _neighbour(tmp_path, is_brain=is_brain)
    assert _rule(tmp_path, "other:tree/dom/leaf.md", f"aliases: {{other: {entry}}}\n") == rule


def test_the_person_s_own_alias_leads_anywhere(tmp_path: Path) -> None:
    other = _neighbour(tmp_path, is_brain=False)
    assert not _rule(tmp_path, "other:secret.md", registry=f"other: {{root: {other}}}\n")
    assert not _rule(tmp_path, "other:tree/dom/leaf.md", registry=f"other: {{brain: {other}/project-brain}}\n")


def test_what_is_no_brain_is_unreachable_whether_or_not_it_is_there(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    said = set()
    for name in ("there", "gone"):
        index = path_index({"brain/config.yaml": f"aliases: {{x: {{root: ../../{name}}}}}\n"})
        aliases = Aliases(BRAIN, index, str(tmp_path / "repo"), {})
        found = Resolver(BRAIN, index, aliases, str(tmp_path / "repo")).resolve("x:a.md", "brain/b.md")
        said.add((found.rule, found.message, found.help, found.contract))
    assert len(said) == 1


@pytest.mark.parametrize("layer", ["config", "registry"])
def test_an_isolated_run_follows_no_alias_out_of_the_repository(tmp_path: Path, layer: str) -> None:
    other = _neighbour(tmp_path)
    entry = f"other: {{brain: {other}/project-brain}}\n"
    config, registry = (f"aliases:\n  {entry}", "") if layer == "config" else ("", entry)
    assert _rule(tmp_path, "other:tree/dom/leaf.md", config, registry, isolated=True) == "links/alias-root-unreachable"
    assert not _rule(tmp_path, "other:tree/dom/leaf.md", config, registry)


def test_an_isolated_run_still_knows_aliases_inside(tmp_path: Path) -> None:
    assert not _rule(tmp_path, "me:tree/dom/two.md", "aliases: {me: {brain: .}}\n", isolated=True)
