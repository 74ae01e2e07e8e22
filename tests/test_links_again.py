"""What a fresh pair of eyes found out about links: each case once, with the right answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brains import leaf
from checking import check

if TYPE_CHECKING:
    from gitrepo import Repo


def _rules(lines: list[str]) -> list[str]:
    return [f"{line.partition(':')[0]} {line.partition('[')[2].partition(']')[0]}" for line in lines[:-1]]


def test_a_directive_is_one_finding_and_the_other_files_are_judged(repo: Repo) -> None:
    directive = "---\ntitle: T\n%YAML 1.2\n---\n"
    repo.commit({"NODE.md": leaf(), "a.md": directive, "b.md": leaf("/nope.md")})
    assert _rules(check(repo)[1]) == ["a.md links/frontmatter-invalid", "b.md links/target-not-found"]


def test_a_file_that_git_was_told_not_to_look_at_is_looked_at(repo: Repo) -> None:
    repo.commit({"NODE.md": leaf(), "a.md": leaf("/b.md"), "b.md": leaf()})
    assert check(repo)[0] == 0
    repo.git("update-index", "--assume-unchanged", "a.md")
    repo.write({"a.md": leaf("/nope.md")})
    assert _rules(check(repo)[1]) == ["a.md links/target-not-found"]


def test_a_filter_in_the_repositorys_own_attributes_is_seen(repo: Repo) -> None:
    repo.commit({"NODE.md": leaf(), "a.md": leaf("/b.md"), "b.md": leaf()})
    assert check(repo)[0] == 0
    repo.write({".git/info/attributes": "*.md filter=same\n"})
    repo.git("config", "filter.same.clean", "git cat-file blob :a.md 2>/dev/null || cat")
    repo.write({"a.md": leaf("/nope.md")})
    assert _rules(check(repo, "a.md", ".")[1]) == ["a.md links/target-not-found"]


def test_the_top_of_a_tree_that_goes_away_breaks_its_links(repo: Repo) -> None:
    repo.commit({"NODE.md": leaf(), "docs/NODE.md": leaf(), "docs/a.md": leaf("/docs/b.md"), "docs/b.md": leaf()})
    repo.rm("NODE.md")
    assert _rules(check(repo, "--staged")[1]) == ["docs/a.md links/target-removed"]


def test_a_link_that_was_broken_before_is_not_said_to_be_broken_by_the_change(repo: Repo) -> None:
    repo.commit({"NODE.md": leaf(), "docs/NODE.md": leaf(), "docs/a.md": leaf("/b.md"), "docs/b.md": leaf()})
    repo.rm("NODE.md", "docs/b.md")
    assert check(repo, "--staged")[0] == 0


def test_a_symbolic_link_that_leads_elsewhere_breaks_what_went_through_it(repo: Repo) -> None:
    repo.link("now", "v1")
    repo.commit({"NODE.md": leaf(), "v1/b.md": leaf(), "v2/x.txt": "", "a.md": leaf("/now/b.md")})
    (repo.top / "now").unlink()
    repo.link("now", "v2")
    repo.add()
    assert _rules(check(repo, "--staged")[1]) == ["a.md links/target-removed"]


def test_a_symbolic_link_that_is_renamed_is_followed(repo: Repo) -> None:
    repo.link("l.md", "v1/b.md")
    repo.commit({"NODE.md": leaf(), "v1/b.md": leaf(), "a.md": leaf("/l.md")})
    repo.git("mv", "l.md", "m.md")
    assert check(repo, "--staged", "--fix")[0] == 1
    assert repo.read("a.md") == leaf("/m.md")


def test_a_fix_touches_only_what_was_reported(repo: Repo) -> None:
    repo.commit({"NODE.md": leaf(), "x/y.md": leaf(), "t.md": leaf(), "a.md": leaf("/t.md", "/x//y.md")})
    repo.git("mv", "t.md", "u.md")
    check(repo, "--staged", "--fix")
    assert repo.read("a.md") == leaf("/u.md", "/x//y.md")


def test_an_ignore_for_a_rule_about_changes_is_not_unused_without_one(repo: Repo) -> None:
    ignored = leaf(body="<!-- packetlint: ignore-file=links/target-removed kept on purpose -->\n")
    repo.commit({"NODE.md": leaf(), "a.md": ignored})
    assert check(repo, "--fail-on", "warning")[0] == 0


def test_a_tree_that_nobody_links_in_is_no_tree_of_links(repo: Repo) -> None:
    repo.commit(
        {
            "lib/CONVENTIONS.md": "# How we write code\n",
            "lib/tree/README.md": "# A balanced tree\n",
            "pkg/NODE.md": "---\ntitle: Node\n---\n",
            "pkg/page.md": "---\ntitle: {{ page.title }}\n---\n",
        }
    )
    assert check(repo, "--fail-on", "warning")[0] == 0


def test_links_that_lead_nowhere_are_no_duplicates_of_those_that_do(repo: Repo) -> None:
    repo.commit(
        {
            "project-brain/CONVENTIONS.md": "# C\n",
            "project-brain/tree/b.md": leaf(),
            "project-brain/tree/a.md": leaf("/tree/b.md", "project-brain/tree/b.md"),
        }
    )
    assert _rules(check(repo)[1]) == ["project-brain/tree/a.md links/target-not-found"]


def test_a_broken_configuration_is_said_though_nothing_is_judged_by_it(repo: Repo) -> None:
    repo.commit({"packetlint.toml": "presets = 1\n"})
    assert check(repo)[0] == 2
