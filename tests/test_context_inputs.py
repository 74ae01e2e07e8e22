"""What `packetlint context` is given, and what it refuses before it does anything."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from contexts import BRAIN, NOW, STAMP, bodies, brain, built, context, document, fingerprint, leaf, link, made, proves, reasons

from packetlint.core.errors import UsageError

if TYPE_CHECKING:
    from gitrepo import Repo


def _refused(repo: Repo, **fields: Any) -> str:
    before = fingerprint(repo.top)
    with pytest.raises(UsageError) as refusal:
        built(repo, **fields)
    assert fingerprint(repo.top) == before
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


@proves("input/artifact")
@pytest.mark.parametrize(
    ("argument", "cwd"),
    [
        ("threads/login/thread.md", BRAIN),
        ("threads/login", BRAIN),
        ("thread.md", f"{BRAIN}/threads/login"),
        (None, f"{BRAIN}/threads/login"),
        (None, f"{BRAIN}/threads/login/attachments"),
        ("threads/login/thread.md", f"{BRAIN}/tree"),
        ("/threads/login/thread.md", f"{BRAIN}/tree"),
        (f"{BRAIN}/threads/login/thread.md", "."),
        ("threads/login/thread.md", "."),
        ("../threads/../threads/login/./thread.md", f"{BRAIN}/tree"),
    ],
)
def test_the_artifact_is_found_from_where_the_person_stands(repo: Repo, argument: str | None, cwd: str) -> None:
    made(repo, brain(**{"threads/login/attachments/x.txt": ""}))
    assert built(repo, artifact=argument, cwd=cwd).artifact == "threads/login/thread.md"


@pytest.mark.parametrize("path", ["threads/a/thread.md", "tree/a/b.md", "tree/NODE.md", "tree/a/impl-spec.md", "NODE.md"])
def test_every_kind_of_artifact_is_taken(repo: Repo, path: str) -> None:
    made(repo, brain(**{path: leaf("/tree/target.md"), "tree/target.md": leaf(body="# Target\n")}))
    assert bodies(document(built(repo, artifact=path))) == {"/tree/target.md": "# Target"}


@proves("precondition/1", "failure/no-brain")
def test_without_a_brain_up_the_tree_it_is_refused(repo: Repo) -> None:
    made(repo, {"notes/x.md": leaf(), "notes/CONVENTIONS.md": "# No brain: neither its name nor tree/ beside it\n"})
    assert "brain root not found" in _refused(repo, cwd="notes", artifact="x.md")
    done = context(repo, "x.md", cwd="notes")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)


def test_a_brain_that_is_named_needs_no_conventions(repo: Repo) -> None:
    made(repo, {"notes/x.md": leaf("/y.md"), "notes/y.md": "# Y\n"})
    result = built(repo, cwd=".", brain="notes", artifact="notes/x.md")
    assert bodies(document(result)) == {"/y.md": "# Y"}
    assert "is no directory" in _refused(repo, cwd=".", brain="nowhere", artifact="notes/x.md")


def test_a_brain_that_is_a_link_out_of_the_directory_is_not_entered(repo: Repo, tmp_path: Path) -> None:
    outside = tmp_path / "elsewhere" / BRAIN
    (outside / "tree").mkdir(parents=True)
    (outside / "CONVENTIONS.md").write_text("# C\n")
    (outside / "tree" / "x.md").write_text(leaf())
    repo.link(BRAIN, str(outside))
    assert "brain root not found" in _refused(repo, cwd=".", artifact="tree/x.md")


def test_a_nested_brain_is_its_own_root(repo: Repo) -> None:
    inner = {"tree/part/project-brain/CONVENTIONS.md": "# Inner\n", "tree/part/project-brain/tree/x.md": leaf("/tree/y.md")}
    made(repo, brain(**inner, **{"tree/part/project-brain/tree/y.md": leaf(body="# Inner y\n"), "tree/y.md": leaf(body="# Outer y\n")}))
    result = built(repo, artifact="tree/part/project-brain/tree/x.md")
    assert bodies(document(result)) == {"/tree/y.md": "# Inner y"}


@proves("precondition/2", "failure/no-artifact")
def test_a_path_that_is_not_there_is_refused_with_those_nearby(repo: Repo) -> None:
    made(repo, brain(**{"tree/billing/invoice.md": leaf()}))
    assert "; nearby: tree/billing/invoice.md" in _refused(repo, artifact="tree/biling/invoice.md")
    assert "nearby: threads/login/thread.md" in _refused(repo, artifact="thread.md")


@proves("failure/frontmatter")
def test_frontmatter_that_cannot_be_read_is_refused_with_line_and_column(repo: Repo) -> None:
    made(repo, brain(**{"tree/x.md": "---\nsoft_links:\n  - [\n---\n"}))
    assert _refused(repo, artifact="tree/x.md").startswith("tree/x.md:3:")


@proves("precondition/3", "failure/no-key")
@pytest.mark.parametrize("content", ["# No frontmatter\n", "---\nid: x\n---\n# No key\n"])
def test_without_the_key_it_is_refused_and_the_check_is_named(repo: Repo, content: str) -> None:
    made(repo, brain(**{"tree/x.md": content}))
    refusal = _refused(repo, artifact="tree/x.md")
    assert "no `soft_links` key" in refusal
    assert "packetlint check tree/x.md" in refusal


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("---\nsoft_links: /tree/y.md\n---\n", "tree/x.md:2:"),
        (b"---\nsoft_links: []\n---\n\xff\n", "is not UTF-8"),
        (b"---\nsoft_links: []\n---\n\0\n", "is binary"),
    ],
)
def test_an_artifact_that_says_nothing_of_links_is_refused(repo: Repo, content: str | bytes, says: str) -> None:
    made(repo, brain(**{"tree/x.md": content}))
    assert says in _refused(repo, artifact="tree/x.md")


@proves("failure/empty-list")
@pytest.mark.parametrize("content", [leaf(), "---\nsoft_links:\n---\n"])
def test_an_empty_list_gives_an_empty_context(repo: Repo, content: str) -> None:
    made(repo, brain(**{"tree/x.md": content}))
    result = built(repo, artifact="tree/x.md")
    assert "0 refs: 0 resolved" in document(result)
    assert Path(result.written["context.json"]).exists()
    assert "## " not in document(result)


@proves("precondition/4", "failure/primary-project")
def test_an_own_project_that_no_registry_knows_is_refused_when_a_link_needs_it(repo: Repo) -> None:
    files = {
        "config.yaml": "roles: []\n",
        "tree/a.md": leaf(primary_project="shop"),
        "tree/b.md": leaf("shop:tree/a.md", primary_project="shop"),
    }
    made(repo, brain(**files))
    assert built(repo, artifact="tree/a.md").total == 0
    refusal = _refused(repo, artifact="tree/b.md")
    assert "`shop`" in refusal
    assert "~/.config/project-brain/projects.yaml" in refusal


@proves("precondition/5")
def test_an_alias_that_leads_nowhere_refuses_nothing(repo: Repo) -> None:
    made(repo, brain("gone:tree/a.md", "/tree/NODE.md", **{"config.yaml": "aliases:\n  gone: {brain: /nowhere/at/all}\n"}))
    result = built(repo)
    assert reasons(result) == {"gone:tree/a.md": "alias root unreachable"}
    assert list(bodies(document(result))) == ["/tree/NODE.md"]


@proves("precondition/6", "security/artifact-path")
@pytest.mark.parametrize("argument", ["../secret.md", "../../nowhere/secret.md", "/etc/hostname", "/etc/nothing-of-the-kind"])
def test_an_artifact_outside_the_brain_is_refused_whether_or_not_it_is_there(repo: Repo, argument: str) -> None:
    made(repo, {**brain(), "secret.md": leaf()})
    canonical = os.path.realpath(repo.top / BRAIN / argument)
    assert _refused(repo, artifact=argument) == f"artifact_path escapes brain_path: {canonical}"


@pytest.mark.parametrize(
    ("place", "argument"), [("tree/x.md", "tree/x.md"), ("tree/x", "tree/x/s.md"), ("threads/y/thread.md", "threads/y")]
)
def test_an_artifact_that_is_reached_by_a_link_out_of_the_brain_is_refused(repo: Repo, place: str, argument: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "s.md").write_text(leaf())
    made(repo, brain())
    target = outside if place == "tree/x" else outside / "s.md"
    repo.link(f"{BRAIN}/{place}", str(target))
    assert _refused(repo, artifact=argument) == f"artifact_path escapes brain_path: {outside / 's.md'}"


def test_a_link_to_an_artifact_inside_stands_for_it(repo: Repo) -> None:
    made(repo, brain())
    repo.link(f"{BRAIN}/now.md", "threads/login/thread.md")
    assert built(repo, artifact="now.md").artifact == "threads/login/thread.md"


@proves("precondition/7", "failure/persist-collision")
def test_a_snapshot_is_never_written_over_another(repo: Repo) -> None:
    made(repo, brain())
    built(repo, persist=True)
    refusal = _refused(repo, persist=True)
    assert f".context/{STAMP}" in refusal
    assert "--out" in refusal
    assert built(repo, persist=True, as_of="2026-05-05T00:00:00Z").written


@proves("input/roles")
def test_a_role_that_nobody_knows_is_refused_with_the_nearest(repo: Repo) -> None:
    made(repo, brain(link("/tree/NODE.md", "house-rule"), **{"config.yaml": "roles: [benchmark]\n"}))
    assert "did you mean `spec`?" in _refused(repo, roles=("specs",))
    assert built(repo, roles=("benchmark",)).total == 0
    assert built(repo, roles=("house-rule",)).total == 1


@pytest.mark.parametrize(
    "arguments", [("--mode", "x"), ("--consumer", "x"), ("--max-tokens", "0"), ("--roles", ","), ("--as-of", "soon"), ("--out", "")]
)
def test_an_option_that_cannot_be_is_a_usage_error(repo: Repo, arguments: tuple[str, ...]) -> None:
    made(repo, brain())
    done = context(repo, *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)


def test_the_time_is_the_one_that_is_given(repo: Repo) -> None:
    made(repo, brain())
    assert f'generated_at: "{NOW}"' in document(built(repo))
    assert 'generated_at: "2020-01-01T00:00:00Z"' in document(built(repo, as_of="2020-01-01T00:00:00Z"))
