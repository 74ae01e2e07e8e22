"""What a link may lead to in a real repository: tracked or not, ignored, behind symbolic links, in submodules; and large trees."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from brains import BRAIN, findings, leaf
from checking import check
from gitrepo import Repo

if TYPE_CHECKING:
    from pathlib import Path


def _told(repo: Repo, *arguments: str) -> str:
    """Give the only finding with its help."""
    done = repo.run("packetlint", "check", "--select", "links", *arguments)
    shown = done.stdout.decode()
    assert (done.returncode, shown.count("error[")) == (1, 1), shown + done.stderr.decode()
    return shown


def test_an_untracked_target_is_told_to_be_added(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/top.md": leaf("/tree/new.md")})
    repo.write({"tree/new.md": leaf()})
    told = _told(repo)
    assert "tree/top.md:3:5: error[links/target-not-tracked]" in told
    assert "help: `git add tree/new.md`" in told
    repo.add("tree/new.md")
    assert findings(repo) == []


def test_a_command_in_a_help_is_safe_to_paste(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/top.md": leaf("'/tree/$(touch pwned).md'")})
    repo.write({"tree/$(touch pwned).md": leaf()})
    assert "help: `git add 'tree/$(touch pwned).md'`" in _told(repo)


@pytest.mark.parametrize(
    ("ignores", "place"),
    [
        pytest.param({".gitignore": "# private\n*.tmp.md\n"}, "`*.tmp.md` at `.gitignore:2`", id="top"),
        pytest.param({"tree/.gitignore": "\n\nnew.*\n"}, "`new.*` at `tree/.gitignore:3`", id="below"),
        pytest.param({".gitignore": "*.md\n", "tree/.gitignore": "!top.md\n"}, "`*.md` at `.gitignore:1`", id="two"),
    ],
)
def test_an_ignored_target_is_told_with_the_pattern_s_place(repo: Repo, ignores: dict[str, str], place: str) -> None:
    repo.write({**BRAIN, "tree/top.md": leaf("/tree/new.tmp.md"), **ignores})
    repo.git("add", "--force", "--all")
    repo.git("commit", "--quiet", "--message", "work")
    repo.write({"tree/new.tmp.md": leaf()})
    told = _told(repo, "tree/top.md")
    assert f"git ignores it by {place}" in told
    assert "`git add --force tree/new.tmp.md`" in told


def test_a_directory_that_is_ignored_hides_what_is_in_it(repo: Repo) -> None:
    repo.commit({**BRAIN, ".gitignore": "out/\n", "tree/top.md": leaf("/tree/out/a.md", "/tree/out")})
    repo.write({"tree/out/a.md": leaf(), "tree/out/NODE.md": leaf()})
    assert findings(repo) == ["tree/top.md:3 target-not-tracked", "tree/top.md:4 target-not-tracked"]


@pytest.mark.parametrize("target", ["attachments/plan.pdf", "threads/x/transcript.md"])
def test_what_such_trees_ignore_by_habit_is_a_warning(repo: Repo, target: str) -> None:
    repo.commit({**BRAIN, ".gitignore": "attachments/\ntranscript.md\n", "tree/top.md": leaf(target)})
    repo.write({target: "x\n"})
    status, lines = check(repo, "--select", "links")
    assert (status, "warning[links/target-not-tracked]" in lines[0], len(lines)) == (0, True, 2)


def test_intent_to_add_is_not_tracked_until_it_is_added(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/top.md": leaf("/tree/new.md")})
    repo.write({"tree/new.md": leaf()})
    repo.git("add", "--intent-to-add", "tree/new.md")
    assert findings(repo) == ["tree/top.md:3 target-not-tracked"]
    repo.add("tree/new.md")
    assert findings(repo) == []


def test_a_file_that_is_empty_is_a_target(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/empty.txt": "", "tree/top.md": leaf("/tree/empty.txt")})
    assert findings(repo) == []


# -- symbolic links --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        pytest.param("base.md", [], id="inside"),
        pytest.param("../tree/./base.md", [], id="roundabout"),
        pytest.param("gone.md", ["target-not-found"], id="dangling"),
        pytest.param("../../outside.md", ["escapes-root"], id="leaves, and something is there"),
        pytest.param("../../nothing.md", ["escapes-root"], id="leaves, and nothing is there"),
        pytest.param("/etc/hostname", ["escapes-root"], id="absolute"),
        pytest.param("alias.md", ["target-not-found"], id="to itself"),
        pytest.param(".", ["directory-without-node"], id="directory"),
    ],
)
def test_a_symbolic_link_as_a_target(repo: Repo, text: str, rules: list[str]) -> None:
    files = {path: content for path, content in BRAIN.items() if path != "tree/NODE.md"}
    repo.write({**files, "../outside.md": leaf(), "tree/top.md": leaf("/tree/alias.md")})
    repo.link("tree/alias.md", text)
    repo.commit()
    assert findings(repo, "--all-files") == [f"tree/top.md:3 {rule}" for rule in rules]


def test_a_directory_behind_a_symbolic_link_is_reached_through_it(repo: Repo) -> None:
    repo.write(
        {**BRAIN, "real/NODE.md": leaf(), "real/a.md": leaf(), "tree/top.md": leaf("/tree/alias", "/tree/alias/a.md", "/tree/alias/b.md")}
    )
    repo.link("tree/alias", "../real")
    repo.commit()
    assert findings(repo) == ["tree/top.md:5 target-not-found"]


def test_a_target_of_a_symbolic_link_that_goes_breaks_links_through_it(repo: Repo) -> None:
    repo.write({**BRAIN, "tree/top.md": leaf("/tree/alias.md")})
    repo.link("tree/alias.md", "base.md")
    repo.commit()
    repo.rm("tree/base.md")
    assert findings(repo, "--staged") == ["tree/top.md:3 target-removed"]


@pytest.mark.parametrize("before", ["base.md", "gone.md"])
def test_a_symbolic_link_that_becomes_a_text_is_judged_as_one(repo: Repo, before: str) -> None:
    repo.write({**BRAIN, "tree/top.md": leaf("/tree/alias.md")})
    repo.link("tree/alias.md", before)
    repo.commit()
    (repo.top / "tree" / "alias.md").unlink()
    repo.write({"tree/alias.md": leaf("/tree/nowhere.md")})
    repo.add()
    assert findings(repo, "--staged") == ["tree/alias.md:3 target-not-found"]


def test_a_text_that_becomes_a_symbolic_link_out_breaks_the_links_to_it(repo: Repo) -> None:
    repo.commit(BRAIN)
    (repo.top / "tree" / "base.md").unlink()
    repo.link("tree/base.md", "../../outside.md")
    repo.add()
    assert "tree/top.md:3 target-removed" in findings(repo, "--staged")


def test_a_file_is_itself_through_a_symbolic_link(repo: Repo) -> None:
    repo.write({**BRAIN, "tree/base.md": leaf("/tree/alias.md", "/alias.md")})
    repo.link("tree/alias.md", "base.md")
    repo.commit()
    assert [line for line in findings(repo) if "self-link" in line] == ["tree/base.md:3 self-link", "tree/base.md:4 self-link"]


# -- submodules ------------------------------------------------------------------------------


def _with_submodule(repo: Repo, tmp_path: Path, *links: str) -> None:
    inner = Repo(tmp_path / "inner")
    inner.commit({**BRAIN, "tree/top.md": leaf("/tree/gone.md")})
    repo.commit({**BRAIN, "tree/top.md": leaf(*links)})
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.top), "lib")
    repo.commit()


def test_a_submodule_that_is_not_checked_out_is_a_warning(repo: Repo, tmp_path: Path) -> None:
    _with_submodule(repo, tmp_path, "/lib/tree/base.md", "/lib/tree/none.md")
    repo.git("clone", "--quiet", str(repo.top), str(tmp_path / "clone"))
    status, lines = check(repo, "--select", "links", cwd=str(tmp_path / "clone"))
    assert (status, len(lines)) == (0, 3)
    assert all("warning[links/target-in-submodule]" in line for line in lines[:-1])


def test_a_submodule_that_is_checked_out_is_looked_into(repo: Repo, tmp_path: Path) -> None:
    _with_submodule(repo, tmp_path, "/lib/tree/base.md", "/lib/tree", "/lib/tree/none.md")
    assert findings(repo) == ["tree/top.md:5 target-not-found"]


def test_the_files_of_a_submodule_are_judged_from_within(repo: Repo, tmp_path: Path) -> None:
    _with_submodule(repo, tmp_path, "/tree/base.md")
    assert findings(repo) == []
    assert findings(repo, cwd="lib/tree") == ["tree/top.md:3 target-not-found"]


def test_a_submodule_that_goes_breaks_links_into_it(repo: Repo, tmp_path: Path) -> None:
    _with_submodule(repo, tmp_path, "/lib/tree/base.md")
    repo.git("rm", "--quiet", "lib")
    assert findings(repo, "--staged") == ["tree/top.md:3 target-removed"]


def test_a_nested_repository_is_not_tracked(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/top.md": leaf("/nested/a.md")})
    nested = Repo(repo.top / "nested")
    nested.commit({"a.md": leaf()})
    assert findings(repo) == ["tree/top.md:3 target-not-tracked"]


# -- outside git, and large ------------------------------------------------------------------


def test_outside_git_names_on_disk_count(repo: Repo) -> None:
    repo.write({**BRAIN, "tree/top.md": leaf("/tree/base.md", "/tree/Base.md", "/tree/gone.md", "/tree/alias.md")})
    repo.link("tree/alias.md", "base.md")
    shutil.rmtree(repo.top / ".git")
    assert findings(repo) == ["tree/top.md:4 case-mismatch", "tree/top.md:5 target-not-found", "tree/top.md:6 duplicate-link"]


def test_outside_git_a_path_of_any_length_is_one_finding(repo: Repo) -> None:
    repo.write({**BRAIN, "tree/top.md": leaf("/" + "a/" * 3000 + "x.md", "../" * 3000, f"/{'x' * 5000}.md")})
    shutil.rmtree(repo.top / ".git")
    assert findings(repo) == ["tree/top.md:3 target-not-found", "tree/top.md:4 escapes-root", "tree/top.md:5 target-not-found"]


def _context_tree(domains: int, leaves: int) -> tuple[dict[str, str], int]:
    """Make a tree without CONVENTIONS.md: leaves that link to their neighbours both ways, to domains and to other trees' nodes."""
    files = {"context-tree/NODE.md": leaf()}
    links = 0
    for domain in range(domains):
        files[f"context-tree/d{domain}/NODE.md"] = leaf(f"d{(domain + 1) % domains}", f"/d{(domain - 1) % domains}/")
        for number in range(leaves):
            near = [f"d{domain}/leaf{(number + step) % leaves}.md" for step in (-1, 1, 2)]
            listed = [near[0], f"/{near[1]}", f'"{near[2]}#leaf"', f"d{(domain + 3) % domains}", f"/d{(domain + 5) % domains}/NODE.md"]
            files[f"context-tree/d{domain}/leaf{number}.md"] = leaf(*listed)
            links += len(listed)
    return files, links


def test_a_large_tree_of_mutual_links_gives_no_finding(repo: Repo) -> None:
    files, links = _context_tree(domains=20, leaves=13)
    assert links == 1300
    repo.commit(files)
    status, lines = check(repo, "--select", "links")
    expected = f"{len(files)} files read (working tree), {len(files)} files with links: no findings"
    assert (status, lines) == (0, [expected])
    assert check(repo, "--select", "links", "--all-files")[0] == 0


def test_one_leaf_that_goes_from_a_large_tree_names_its_neighbours_alone(repo: Repo) -> None:
    repo.commit(_context_tree(domains=20, leaves=13)[0])
    repo.rm("context-tree/d4/leaf5.md")
    assert findings(repo, "--staged") == [
        "context-tree/d4/leaf3.md:5 target-removed",
        "context-tree/d4/leaf4.md:4 target-removed",
        "context-tree/d4/leaf6.md:3 target-removed",
    ]
