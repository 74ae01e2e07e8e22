"""Trees that are unusual and in order: no finding, or just the one that is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest
from brains import BRAIN, findings, leaf
from checking import check
from gitrepo import Repo
from tables import holds

if TYPE_CHECKING:
    from pathlib import Path

TEXT = BRAIN["tree/base.md"]
NAMES = (
    *("C#.md", "a?b.md", "10:30 talk.md", "my file.md", "100%.md", "%41.md", "~x.md", "-dash.md", "a&b.md", "a\\b.md", "@who.md", "a,b.md"),
    *("[x].md", "a  b.md", ".hidden.md", "x.md.md", "제목.md", "ключ.md", "İ.md", "straße.md", "it's.md", "{x}.md"),
)
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "4d7a2146" * 8 + "\nsize 12345\n"


@pytest.mark.parametrize("name", NAMES)
def test_any_name_can_be_linked_as_it_is(repo: Repo, name: str) -> None:
    quoted = "'" + f"/tree/{name}".replace("'", "''") + "'"
    repo.commit({**BRAIN, f"tree/{name}": leaf(), "tree/top.md": leaf(quoted)})
    assert findings(repo) == []
    repo.rm(f"tree/{name}")
    assert findings(repo, "--staged") == ["tree/top.md:3 target-removed"]


def test_names_that_differ_in_case_or_form_alone_are_different_files(repo: Repo) -> None:
    forms = [normalize(form, "tree/café.md") for form in ("NFC", "NFD")]
    names = ["tree/Read.md", "tree/READ.md", *forms]
    repo.commit({**BRAIN, **{name: leaf() for name in names}, "tree/top.md": leaf(*(f"/{name}" for name in names))})
    assert findings(repo) == []


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(POINTER.encode(), id="large-file pointer"),
        pytest.param("# Limits\n".encode("utf-16"), id="UTF-16"),
        pytest.param(b"# Limits\n\xe9t\xe9\n", id="Latin-1"),
        pytest.param(b"# Limits\n\0\n", id="binary"),
        pytest.param(b"# Limits\n" + b"word word word\n" * 400_000, id="large"),
    ],
)
def test_a_heading_of_a_file_that_is_not_read_is_not_missed(repo: Repo, raw: bytes) -> None:
    repo.commit({**BRAIN, "notes/far.md": raw, "tree/top.md": leaf('"/notes/far.md#limits"')})
    assert findings(repo, "tree/top.md") == []


def test_a_heading_is_not_taken_away_by_a_file_that_is_not_read_any_more(repo: Repo) -> None:
    repo.commit({**BRAIN, "tree/top.md": leaf('"/tree/base.md#limits"')})
    repo.write({"tree/base.md": (TEXT + "été\n").encode("latin-1")})
    repo.add()
    assert findings(repo, "--staged") == ["tree/base.md:1 file/unreadable-file"]


@pytest.mark.parametrize("fragment", ["#", "#top"])
def test_the_top_of_a_page_is_a_heading_of_every_page(repo: Repo, fragment: str) -> None:
    repo.commit({**BRAIN, "tree/top.md": leaf(f'"/tree/base.md{fragment}"')})
    assert findings(repo) == []


def test_lines_of_code_are_no_headings(repo: Repo) -> None:
    repo.commit({**BRAIN, "src/run.py": "print(1)\n", "tree/top.md": leaf('"/src/run.py#L1-L2"')})
    assert findings(repo) == []


def test_a_site_with_front_matter_of_its_own_is_no_tree(repo: Repo) -> None:
    pages = {
        "_posts/2020-01-01-a.md": '---\nlayout: post\ntitle: "x"\ntags: [a, b]\n---\nHello\n',
        "docs/template.md": "---\ntitle: {{ page.title }}\nx: @foo\n---\n",
        "docs/how.md": "# soft_links: how to\n```\n---\nsoft_links: [x]\n---\n```\n",
        "docs/rule.md": "---\n\nA rule\n\n---\n",
        ".github/ISSUE_TEMPLATE/bug.md": "---\nname: Bug\nabout: @x\n---\n",
    }
    repo.commit(pages)
    assert check(repo, "--select", "links,file")[1] == [
        f"{len(pages)} files read (working tree): no artifact among them, nothing was judged"
    ]


def test_a_file_that_becomes_a_directory_with_a_node_is_still_there(repo: Repo) -> None:
    repo.commit(BRAIN)
    repo.rm("tree/base.md")
    repo.commit({"tree/base.md/NODE.md": leaf()})
    assert findings(repo, "--from-ref", "HEAD^", "--to-ref", "HEAD") == []


def test_an_excluded_file_is_a_target_and_no_referrer(repo: Repo) -> None:
    generated = {"tree/made/x.md": leaf("/tree/base.md", "/tree/gone.md"), "packetlint.toml": 'exclude = ["tree/made/"]\n'}
    repo.commit({**BRAIN, **generated, "tree/new.md": leaf("/tree/made/x.md")})
    assert findings(repo) == []
    repo.rm("tree/base.md")
    assert findings(repo, "--staged") == ["tree/top.md:3 target-removed"]


def test_a_comment_for_other_rules_in_a_referrer_is_not_called_unused(repo: Repo) -> None:
    ignored = "<!-- packetlint: ignore-file=links/unknown-role our own -->\n"
    repo.commit({**BRAIN, "tree/top.md": leaf("{uri: /tree/base.md, role: odd}", body=ignored)})
    assert check(repo, "--select", "links,file")[1][-1].endswith("no findings, 1 hidden")
    repo.rm("tree/base.md")
    lines = check(repo, "--select", "links,file", "--staged")[1]
    assert [line.partition("[")[2].partition("]")[0] for line in lines[:-1]] == ["links/target-removed"]


def test_a_comment_in_yaml_hides_the_finding_of_its_line(repo: Repo) -> None:
    listed = ("/tree/gone.md # packetlint: ignore=links/target-not-found to come", "/tree/base.md")
    repo.commit({**BRAIN, "tree/top.md": leaf(*listed)})
    assert findings(repo) == []


def test_a_sparse_checkout_without_the_registry_still_knows_it(repo: Repo) -> None:
    repo.commit({**BRAIN, "config.yaml": "aliases:\n  docs: {root: docs}\n", "docs/a.md": leaf(), "tree/top.md": leaf("docs:a.md")})
    repo.git("sparse-checkout", "set", "--no-cone", "tree/top.md")
    assert not (repo.top / "config.yaml").exists()
    assert findings(repo) == []


@holds("git", "sparse")
def test_a_sparse_index_knows_what_it_folds(repo: Repo) -> None:
    repo.commit({**BRAIN, "far/deep/x.md": leaf("/tree/base.md"), "near/y.md": leaf("/far/deep/x.md", "/far/deep/none.md")})
    repo.git("sparse-checkout", "init", "--cone", "--sparse-index")
    repo.git("sparse-checkout", "set", "near")
    assert findings(repo) == ["near/y.md:4 target-not-found"]
    repo.git("rm", "--quiet", "--cached", "--sparse", "tree/base.md")
    assert findings(repo, "--staged") == ["far/deep/x.md:3 target-removed", "tree/top.md:3 target-removed"]


@holds("git", "partial-clone")
def test_a_partial_clone_that_cannot_fetch_does_not_pass_in_silence(repo: Repo, tmp_path: Path) -> None:
    repo.commit(BRAIN)
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = str(tmp_path / "clone")
    repo.git("clone", "--quiet", "--filter=blob:none", "--no-checkout", f"file://{repo.top}", clone)
    repo.git("-C", clone, "read-tree", "HEAD")
    repo.git("-C", clone, "rm", "--quiet", "--cached", "tree/base.md")
    repo.git("-C", clone, "remote", "set-url", "origin", str(tmp_path / "gone"))
    done = repo.run("packetlint", "check", "--select", "links", "--staged", cwd=clone)
    assert done.returncode != 0
    assert b"fatal:" not in done.stderr
    assert b"Traceback" not in done.stderr


@holds("git", "partial-clone")
def test_a_partial_clone_that_can_fetch_is_judged_whole(repo: Repo, tmp_path: Path) -> None:
    repo.commit(BRAIN)
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = str(tmp_path / "clone")
    repo.git("clone", "--quiet", "--filter=blob:none", "--no-checkout", f"file://{repo.top}", clone)
    repo.git("-C", clone, "read-tree", "HEAD")
    repo.git("-C", clone, "rm", "--quiet", "--cached", "tree/base.md")
    assert findings(repo, "--staged", cwd=clone) == ["tree/top.md:3 target-removed"]


@holds("git", "submodule")
def test_a_brain_that_is_a_submodule_is_judged_from_within_and_linked_from_without(repo: Repo, tmp_path: Path) -> None:
    inner = Repo(tmp_path / "inner")
    inner.commit(BRAIN)
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.top), "project-brain")
    repo.commit({"docs/a.md": leaf("/project-brain/tree/base.md", "/project-brain/tree")})
    assert (findings(repo), findings(repo, cwd="project-brain/tree")) == ([], [])
    repo.git("rm", "--quiet", "--cached", "project-brain")
    status, lines = check(repo, "--select", "links", "--staged")
    assert (status, len(lines)) == (1, 3)
    assert not any("alias" in line for line in lines)


def test_roots_within_roots_count_their_own_links(repo: Repo) -> None:
    inner = {f"tree/inner/{path}": text for path, text in BRAIN.items()}
    repo.commit({**BRAIN, **inner, "tree/top.md": leaf("/tree/inner/tree/top.md", "/inner/tree")})
    assert findings(repo) == []


def test_a_repository_without_a_work_tree_beside_it_is_judged(repo: Repo, tmp_path: Path) -> None:
    repo.write({**BRAIN, "tree/loose.md": leaf(), "tree/top.md": leaf("/tree/base.md", "/tree/loose.md")})
    (repo.top / ".git").rename(tmp_path / "elsewhere.git")
    where = {"GIT_DIR": str(tmp_path / "elsewhere.git"), "GIT_WORK_TREE": str(repo.top)}
    env = {"PATH": "/usr/bin:/bin", **where}
    assert repo.run("git", "add", "CONVENTIONS.md", "tree/base.md", "tree/NODE.md", "tree/top.md", env=env).returncode == 0
    assert findings(repo, "--staged", cwd="tree", **where) == ["tree/top.md:4 target-not-tracked"]
