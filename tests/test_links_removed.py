"""Targets that a change deletes or renames, and the files it does not touch that link to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from brains import BRAIN, findings, leaf
from checking import check
from tables import holds

if TYPE_CHECKING:
    from gitrepo import Repo

REMOVED = ["tree/top.md:3 target-removed"]
TEXT = BRAIN["tree/base.md"]


def _message(repo: Repo, *arguments: str) -> str:
    """Give the words of the only finding."""
    status, lines = check(repo, "--select", "links", "--staged", *arguments)
    assert (status, len(lines)) == (1, 2), lines
    return lines[0].partition("] ")[2]


def _mended(repo: Repo) -> list[str]:
    """Mend the working copies by what is staged, stage that, and give the findings that are left."""
    assert check(repo, "--select", "links", "--staged", "--fix")[0] == 1
    repo.add()
    return findings(repo, "--staged")


def test_a_deletion_is_told_at_every_link(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/more/b.md": leaf("https://example.org", "tree/base"), "tree/more/a.md": leaf("tree/base.md", "/base.md")})
    repo.rm("tree/base.md")
    assert findings(repo, "--staged") == ["tree/more/a.md:3 target-removed", "tree/more/a.md:4 target-removed", *REMOVED]


def test_a_deletion_says_what_was_deleted(repo: Repo) -> None:
    repo.commit(BRAIN)
    repo.rm("tree/base.md")
    assert _message(repo) == "the change deletes `tree/base.md`, which this links to"


def test_a_rename_says_where_to_and_is_mended(repo: Repo) -> None:
    repo.commit(BRAIN)
    repo.mv("tree/base.md", "tree/deep/ground.md")
    assert _message(repo) == "the change renames `tree/base.md`, which this links to, to `tree/deep/ground.md`"
    assert _mended(repo) == []
    assert repo.read("tree/top.md") == leaf("/tree/deep/ground.md")


def test_a_rename_with_an_edit_is_still_one(repo: Repo) -> None:
    repo.commit(BRAIN)
    repo.mv("tree/base.md", "tree/ground.md")
    repo.write({"tree/ground.md": TEXT.replace("None.", "Two, of which one is new.")})
    repo.add()
    assert _mended(repo) == []
    assert repo.read("tree/top.md") == leaf("/tree/ground.md")


def test_a_rewritten_file_is_deleted_and_not_renamed(repo: Repo) -> None:
    repo.commit(BRAIN)
    repo.rm("tree/base.md")
    repo.write({"tree/other.md": leaf(body="# Entirely\n\ndifferent words, and none of the old ones, for as long as it takes.\n")})
    repo.add()
    assert "deletes `tree/base.md`" in _message(repo)


def test_a_case_only_rename_is_one(repo: Repo) -> None:
    repo.commit(BRAIN)
    repo.mv("tree/base.md", "tree/Base.md")
    assert _message(repo) == "the change renames `tree/base.md`, which this links to, to `tree/Base.md`"
    assert _mended(repo) == []
    assert repo.read("tree/top.md") == leaf("/tree/Base.md")


def test_a_change_that_mends_the_link_gives_nothing(repo: Repo) -> None:
    repo.commit(BRAIN)
    repo.mv("tree/base.md", "tree/ground.md")
    repo.write({"tree/top.md": leaf("/tree/ground.md")})
    repo.add()
    assert findings(repo, "--staged") == []


def test_a_change_that_removes_the_referrer_too_gives_nothing(repo: Repo) -> None:
    repo.commit(BRAIN)
    repo.rm("tree/base.md", "tree/top.md")
    assert findings(repo, "--staged") == []


def test_a_link_that_was_broken_before_is_no_effect_of_the_change(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/old.md": leaf("/tree/never.md")})
    repo.rm("tree/base.md")
    assert findings(repo, "--staged") == REMOVED


def test_a_file_that_is_changed_but_not_its_link_is_told_once(repo: Repo) -> None:
    repo.commit(BRAIN)
    repo.rm("tree/base.md")
    repo.write({"tree/top.md": leaf("/tree/base.md", body="# Other words\n")})
    repo.add()
    assert findings(repo, "--staged") == REMOVED


def test_a_file_that_takes_the_place_of_another_gives_nothing(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/next.md": leaf(body="# Next\n\nIt takes over, with these words of its own.\n")})
    repo.rm("tree/base.md")
    repo.git("mv", "tree/next.md", "tree/base.md")
    assert findings(repo, "--staged") == []


def test_two_files_that_change_places_give_nothing(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/next.md": leaf(body="# Next\n\nIt takes over, with these words of its own.\n")})
    for old, new in (("base", "x"), ("next", "base"), ("x", "next")):
        repo.git("mv", f"tree/{old}.md", f"tree/{new}.md")
    assert findings(repo, "--staged") == []


def test_a_node_that_goes_takes_the_links_to_its_directory(repo: Repo) -> None:
    files = {"tree/dom/NODE.md": leaf(body="# Domain\n\nWords enough to know it by.\n"), "tree/dom/x.md": leaf()}
    repo.commit({**BRAIN, **files, "tree/top.md": leaf("/tree/dom", "tree/dom/", "/dom/x.md")})
    repo.rm("tree/dom/NODE.md")
    assert findings(repo, "--staged") == ["tree/top.md:3 target-removed", "tree/top.md:4 target-removed"]


def test_a_directory_that_moves_takes_its_links_along(repo: Repo) -> None:
    files = {
        "tree/dom/NODE.md": leaf(body="# Domain\n\nWords enough to know it by.\n"),
        "tree/dom/x.md": leaf(body="# X\n\nOther words.\n"),
    }
    repo.commit({**BRAIN, **files, "tree/top.md": leaf("/tree/dom", '"/tree/dom/x.md#x"', "dom/x.md")})
    repo.mv("tree/dom", "tree/field")
    assert _mended(repo) == ["tree/top.md:5 target-not-found"]
    assert repo.read("tree/top.md") == leaf("/tree/field", '"/tree/field/x.md#x"', "dom/x.md")


# -- many at once ----------------------------------------------------------------------------

SPELLINGS = (
    "---\nsoft_links:\n  - {}\n---\n",
    "---\nsoft_links: [ '{}' ]  # why\n---\n",
    '---\r\nowner: "é"\r\nsoft_links:\r\n- uri: "{}"   # quoted\r\n  role: spec\r\n---\r\n\r\n# Body\r\n',
    "\ufeff---\nsoft_links:\n  - {{role: related-work, uri: {}}}\n# {}\n---\n",
    "---\nsoft_links:\n  - uri: >-\n      {}\n    role: spec\n---\nends without a line end",
)


def _moved(repo: Repo) -> dict[str, str]:
    """Move a directory of ten targets, each linked from four files in as many spellings; give the texts to come."""
    targets = {f"tree/old/t{number}.md": leaf(body=f"# Target {number}\n\nKnown by the number {number * 7919}.\n") for number in range(10)}
    referrers = {
        f"tree/from/{number}-{at}.md": SPELLINGS[(number + at) % 5]
        .replace("{{", "{")
        .replace("}}", "}")
        .replace("{}", f"/tree/old/t{number}.md")
        for number in range(10)
        for at in range(4)
    }
    repo.commit({**BRAIN, **targets, **referrers})
    repo.mv("tree/old", "tree/new/place")
    return {path: text.replace("/tree/old/", "/tree/new/place/") for path, text in referrers.items()}


@holds("git", "directory-rename")
def test_forty_links_into_a_directory_that_moves_are_forty_findings(repo: Repo) -> None:
    expected = _moved(repo)
    found = findings(repo, "--staged")
    assert len(found) == 40
    assert {line.partition(":")[0] for line in found} == set(expected)
    assert all(line.endswith(" target-removed") for line in found)


@holds("git", "directory-rename")
def test_all_forty_are_mended_and_nothing_else_changes(repo: Repo) -> None:
    expected = _moved(repo)
    assert check(repo, "--select", "links", "--staged", "--fix")[0] == 1
    comments = {path: text.replace("# /tree/new/place/", "# /tree/old/") for path, text in expected.items()}
    assert {path: repo.read(path) for path in expected} == comments
    repo.add()
    assert check(repo, "--select", "links", "--staged", "--fix")[0] == 0
    assert {path: repo.read(path) for path in expected} == comments


def test_the_difference_is_shown_and_nothing_is_written(repo: Repo) -> None:
    _moved(repo)
    before = repo.git("status", "--porcelain")
    status, lines = check(repo, "--select", "links", "--staged", "--diff")
    assert (status, sum(line.startswith("+++ ") for line in lines)) == (1, 40)
    assert repo.git("status", "--porcelain") == before


# -- what else a change can take away --------------------------------------------------------

HEADING = ["tree/top.md:3 target-removed"]


@pytest.mark.parametrize(
    ("link", "expected"),
    [('"/tree/base.md#limits"', HEADING), ('"/tree/base.md#Limits"', HEADING), ('"/tree/base.md#base"', []), ("/tree/base.md", [])],
)
def test_a_heading_that_goes_is_told_where_it_is_linked(repo: Repo, link: str, expected: list[str]) -> None:
    repo.commit({**BRAIN, "tree/top.md": leaf(link)})
    repo.commit({"tree/base.md": TEXT.replace("## Limits", "## Bounds")}, "for a range")
    assert findings(repo, "--from-ref", "HEAD^", "--to-ref", "HEAD") == expected


def test_a_heading_that_goes_with_the_file_s_move_is_told_once(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/top.md": leaf('"/tree/base.md#limits"')})
    repo.mv("tree/base.md", "tree/ground.md")
    repo.write({"tree/ground.md": TEXT.replace("## Limits", "## Bounds")})
    repo.add()
    assert findings(repo, "--staged") == REMOVED


REGISTRY = "primary_project: me\naliases:\n  docs: {root: ../docs}\n  notes: ../notes\n"
ALIASED = {
    "brain/CONVENTIONS.md": "#\n",
    "brain/config.yaml": REGISTRY,
    "brain/tree/top.md": leaf("docs:guide.md", "notes:a.md"),
    "docs/guide.md": "# Guide\n\nWords of the guide.\n",
    "notes/a.md": "# Notes\n\nWords of the notes.\n",
}


@pytest.mark.parametrize(
    ("registry", "expected"),
    [
        pytest.param(REGISTRY.replace("  notes: ../notes\n", ""), [4], id="entry dropped"),
        pytest.param(REGISTRY.replace("../docs", "../dosc"), [3], id="entry misspelt"),
        pytest.param(REGISTRY.replace("../notes", "null"), [4], id="entry emptied"),
        pytest.param(REGISTRY + "  more: ../docs\n", [], id="entry added"),
        pytest.param(REGISTRY.replace("../notes", "../docs/../notes/"), [], id="respelt"),
    ],
)
def test_an_entry_that_goes_from_a_registry_is_told_at_its_links(repo: Repo, registry: str, expected: list[int]) -> None:
    repo.commit(ALIASED)
    repo.write({"brain/config.yaml": registry})
    repo.add()
    assert findings(repo, "--staged") == [f"brain/tree/top.md:{line} target-removed" for line in expected]


def test_a_directory_of_an_alias_that_moves_is_told(repo: Repo) -> None:
    repo.commit(ALIASED)
    repo.mv("docs", "handbook")
    assert findings(repo, "--staged") == ["brain/tree/top.md:3 target-removed"]


def test_a_registry_that_goes_is_told(repo: Repo) -> None:
    repo.commit(ALIASED)
    repo.rm("brain/config.yaml")
    assert findings(repo, "--staged") == [f"brain/tree/top.md:{line} target-removed" for line in (3, 4)]


def test_conventions_that_go_are_no_fault_of_links_that_hold_without_them(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/NODE.md": leaf("/tree/base.md")})
    repo.rm("CONVENTIONS.md")
    found = findings(repo, "--staged")
    assert all(line.endswith(" target-removed") for line in found)
