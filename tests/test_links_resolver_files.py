"""Links by `file://`, into submodules, and to what git does not track."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from linkpaths import BRAIN, FROM, TOP, index_of, no_disk, resolved

from packetlint.core.git import discover
from packetlint.core.path_index import Untracked
from packetlint.core.tree import Tree
from packetlint.links.resolver import Resolver

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo

    from packetlint.links.resolution import Resolution


@pytest.mark.parametrize(
    ("uri", "target", "spelling"),
    [
        ("file:///srv/repo/brain/tree/dom/two.md#x", "brain/tree/dom/two.md", "/tree/dom/two.md#x"),
        ("file:///srv/repo/brain/tree/dom/my%20file.md", "brain/tree/dom/my file.md", "/tree/dom/my file.md"),
        ("file://localhost/srv/x/../repo/README.md", "README.md", None),
        ("file:///srv/repo/brain/tree/dom", "brain/tree/dom/NODE.md", "/tree/dom/NODE.md"),
    ],
)
def test_a_file_of_the_repository_is_checked_and_a_path_advised(uri: str, target: str, spelling: str | None) -> None:
    found = resolved(uri)
    assert (found.rule, found.severity, found.target, found.spelling) == ("links/file-not-portable", "warning", target, spelling)


def test_a_file_that_has_a_warning_already_is_noted_as_not_portable_too() -> None:
    untracked = {"brain/threads/alpha/transcript.md": Untracked()}
    found = resolved("file:///srv/repo/brain/threads/alpha/transcript.md", untracked=untracked)
    assert [note.rule for note in found.warnings] == ["links/target-not-tracked", "links/file-not-portable"]


@pytest.mark.parametrize(
    ("uri", "rule"),
    [
        ("file:///srv/repo/gone.md", "links/target-not-found"),
        ("file:///srv/repo/brain/tree/away.md", "links/escapes-root"),
        ("file:///srv/repo/readme.md", "links/case-mismatch"),
    ],
)
def test_a_bad_file_of_the_repository_is_an_error(uri: str, rule: str) -> None:
    found = resolved(uri)
    assert (found.rule, found.severity) == (rule, "error")


@pytest.mark.parametrize("uri", ["file:///etc/passwd", "file:///no/such", "file:///srv/repo/%2e%2e/x", "file:///srv/repository/x"])
def test_any_other_file_is_a_warning_and_is_not_touched(uri: str) -> None:
    with no_disk():
        found = resolved(uri)
    assert (found.rule, found.severity, found.target) == ("links/file-not-portable", "warning", None)


def test_a_file_in_an_allowed_directory_is_checked(tmp_path: Path) -> None:
    allowed = tmp_path / "allowed"
    (allowed / "sub").mkdir(parents=True)
    (allowed / "a b.md").write_text("")
    (tmp_path / "secret.md").write_text("")
    (allowed / "out.md").symlink_to("../secret.md")
    resolver = Resolver(BRAIN, index_of(), None, TOP, [str(allowed)])
    rules = {
        name: resolver.resolve(f"file://{allowed}/{name}", FROM).rule
        for name in ("a b.md", "a%20b.md", "gone.md", "out.md", "A b.md", "sub", "../secret.md", "%2e%2e/secret.md")
    }
    assert rules == {
        "a b.md": "",
        "a%20b.md": "",
        "gone.md": "links/target-not-found",
        "out.md": "links/escapes-root",
        "A b.md": "links/case-mismatch",
        "sub": "links/directory-without-node",
        "../secret.md": "links/file-not-portable",
        "%2e%2e/secret.md": "links/file-not-portable",
    }


def _in_submodule(top: Path, uri: str) -> Resolution:
    return Resolver(BRAIN, index_of(), None, str(top)).resolve(uri, FROM)


def test_a_submodule_that_is_not_there_cannot_be_checked(tmp_path: Path) -> None:
    found = _in_submodule(tmp_path, "/vendor/lib/README.md")
    assert (found.rule, found.severity, found.target) == ("links/target-in-submodule", "warning", None)
    assert found.help == "`git submodule update --init brain/vendor/lib`"


def test_a_submodule_that_is_there_is_checked_on_disk(tmp_path: Path) -> None:
    place = tmp_path / "brain/vendor/lib"
    (place / "doc").mkdir(parents=True)
    for name in ("README.md", "NODE.md", "doc/x.md"):
        (place / name).write_text("")
    (place / "out.md").symlink_to("../../CONVENTIONS.md")
    rules = {
        name: _in_submodule(tmp_path, f"/vendor/lib{name}").rule for name in ("", "/README.md", "/gone.md", "/Doc/x.md", "/doc", "/out.md")
    }
    assert rules == {
        "": "",
        "/README.md": "",
        "/gone.md": "links/target-not-found",
        "/Doc/x.md": "links/case-mismatch",
        "/doc": "links/directory-without-node",
        "/out.md": "links/escapes-root",
    }
    assert _in_submodule(tmp_path, "/vendor/lib/Doc/x.md").spelling == "/vendor/lib/doc/x.md"


def test_the_way_out_of_a_submodule_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "brain/vendor/lib/sub").mkdir(parents=True)
    assert _in_submodule(tmp_path, "/tree/beyond.md").rule == "links/escapes-root"


def test_a_link_in_the_place_of_a_submodule_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/README.md").write_text("")
    (tmp_path / "brain/vendor").mkdir(parents=True)
    (tmp_path / "brain/vendor/lib").symlink_to("../../elsewhere")
    assert _in_submodule(tmp_path, "/vendor/lib/README.md").rule == "links/target-in-submodule"


def test_git_itself_says_what_is_tracked(repo: Repo) -> None:
    repo.commit({"brain/CONVENTIONS.md": "", "brain/tree/one.md": "", ".gitignore": "\nignored.md\n"})
    repo.write({"brain/tree/late.md": "", "brain/tree/ignored.md": ""})
    git = discover(str(repo.top))
    assert git
    resolver = Resolver(BRAIN, Tree(git).paths, None, str(repo.top))
    found = [resolver.resolve(f"/tree/{name}.md", FROM) for name in ("one", "late", "ignored", "gone")]
    git.close()
    assert [one.rule for one in found] == ["", "links/target-not-tracked", "links/target-not-tracked", "links/target-not-found"]
    assert "`ignored.md` at `.gitignore:2`" in found[2].message
