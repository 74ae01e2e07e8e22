"""What each kind of link resolves to, and the word for each way it can fail."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from contexts import BRAIN, bodies, brain, built, document, fingerprint, leaf, link, made, proves, reasons

if TYPE_CHECKING:
    from gitrepo import Repo


def _other_brain(directory: Path) -> Path:
    (directory / "tree").mkdir(parents=True)
    (directory / "threads" / "talk").mkdir(parents=True)
    (directory / "CONVENTIONS.md").write_text("# Other\n")
    (directory / "tree" / "x.md").write_text(leaf(body="# Other x\n"))
    (directory / "threads" / "talk" / "thread.md").write_text(leaf(body="# Talk\n"))
    return directory


@proves("scheme/tree-path")
@pytest.mark.parametrize("uri", ["/tree/x.md", "/x.md", "tree/x.md", "/tree/./y/../x.md", "/tree/x.md#part", "/thoughts/tree/x.md"])
def test_a_path_counts_from_the_brain(repo: Repo, uri: str) -> None:
    made(repo, brain(uri, **{"tree/x.md": leaf(body="# X\n\n## Part\n")}))
    assert list(bodies(document(built(repo))).values()) == ["# X\n\n## Part"]


def test_a_directory_stands_for_its_node(repo: Repo) -> None:
    made(repo, brain("/tree/area", **{"tree/area/NODE.md": leaf(body="# Area\n")}))
    assert bodies(document(built(repo))) == {"/tree/area": "# Area"}


@proves("scheme/alias-path", "scheme/alias-thread")
def test_an_alias_is_followed_into_another_brain_on_disk(repo: Repo, tmp_path: Path) -> None:
    other = _other_brain(tmp_path / "other" / BRAIN)
    files = {
        "config.yaml": f"primary_project: shop\naliases:\n  other: {{brain: {other}}}\n",
        "threads/own/thread.md": leaf(body="# Own\n"),
    }
    made(repo, brain("other:tree/x.md", "other:x.md", "other:thread/talk", "shop:thread/own", "other:tree", **files))
    before = fingerprint(other)
    result = built(repo)
    found = bodies(document(result))
    assert found == {
        "other:tree/x.md": "# Other x",
        "other:x.md": "# Other x",
        "other:thread/talk": "# Talk",
        "shop:thread/own": "# Own",
        "other:tree": "The directory holds 1 names:\n\n- x.md",
    }
    assert fingerprint(other) == before
    assert f"- Source: {other}/tree/x.md (blob " in document(result)


def test_an_alias_leads_neither_out_of_its_tree_nor_into_git(repo: Repo, tmp_path: Path) -> None:
    root = tmp_path / "other"
    other = _other_brain(root / BRAIN)
    (root / ".git").mkdir()
    (root / ".git" / "config").write_text("[remote]\n\turl = https://me:secret@example.org/\n")
    (tmp_path / "secret.md").write_text("secret\n")
    (other / "tree" / "out.md").symlink_to("../../../secret.md")
    files = {"config.yaml": f"aliases:\n  other: {{root: {root}}}\n"}
    links = ("other:.git/config", "other:../secret.md", "other:tree/out.md", "other:.GIT/config")
    made(repo, brain(*links, **files))
    result = built(repo)
    assert "secret" not in "".join(bodies(document(result)).values())
    assert reasons(result) == dict.fromkeys(links[:3], "not-allowed") | {links[3]: "not-found"}


@proves("scheme/file")
def test_a_file_of_this_machine_is_read_only_where_that_is_allowed(repo: Repo, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "n.md").write_text("# N\n")
    (notes / "out.md").symlink_to("/etc/hostname")
    uris = [f"file://{notes}/n.md", "file:///etc/hostname", "file:///etc/nothing", f"file://{notes}/out.md"]
    made(repo, brain(*uris, f"file://{repo.top}/{BRAIN}/tree/NODE.md"))
    assert reasons(built(repo, out=".context/a")) == dict.fromkeys(uris, "not-allowed")
    allowed = built(repo, allow_files=(str(notes),))
    assert reasons(allowed) == dict.fromkeys(uris[1:], "not-allowed")
    assert bodies(document(allowed))[uris[0]] == "# N"
    assert len(bodies(document(allowed))) == 2


@proves("scheme/unknown", "failure/scheme", "failure/unknown-alias", "failure/alias-root", "failure/not-found", "soft/one-link-fails")
@pytest.mark.parametrize(
    ("uri", "reason"),
    [
        ("gopher://example.org/x", "unsupported-scheme"),
        ("mailto:me@example.org", "unsupported-scheme"),
        ("http:example.org", "unsupported-scheme"),
        ("git@example.org:x", "unsupported-scheme"),
        ("nobody:tree/x.md", "unknown alias"),
        ("gone:tree/x.md", "alias root unreachable"),
        ("odd:tree/x.md", "alias root unreachable"),
        ("/tree/missing.md", "not-found"),
        ("/TREE/NODE.md", "not-found"),
        ("/tree/empty", "not-found"),
        ("/../outside.md", "not-allowed"),
        ("/tree/leaves.md", "not-allowed"),
    ],
)
def test_a_link_that_fails_is_listed_with_the_word_for_it_and_the_others_are_there(repo: Repo, uri: str, reason: str) -> None:
    files = {"config.yaml": "primary_project: shop\naliases:\n  gone: {brain: /nowhere}\n  odd: 7\n", "tree/empty/x.txt": ""}
    repo.link(f"{BRAIN}/tree/leaves.md", "../../secret.md")
    made(repo, {**brain(uri, "/tree/NODE.md", **files), "secret.md": "secret\n"})
    result = built(repo)
    written = document(result)
    assert reasons(result) == {uri: reason}
    assert f"| {uri} | none | {reason} | " in written.partition("## Unresolved refs\n")[2]
    assert list(bodies(written)) == ["/tree/NODE.md"]


def test_without_any_registry_an_alias_is_unknown(repo: Repo) -> None:
    files = brain("other:tree/x.md")
    del files[f"{BRAIN}/config.yaml"]
    made(repo, files)
    assert reasons(built(repo)) == {"other:tree/x.md": "unknown alias"}


def test_an_item_that_is_no_link_is_listed_in_its_place(repo: Repo) -> None:
    made(repo, brain("/tree/NODE.md", "7", "{url: /tree/NODE.md}", "/tree/NODE.md"))
    result = built(repo)
    assert result.document
    assert [section.ref.number for section in result.document.sections] == [1, 4]
    assert [one.ref.number for one in result.document.missing] == [2, 3]


def test_what_is_new_on_disk_is_read_and_what_git_ignores_is_not(repo: Repo) -> None:
    made(repo, {**brain("/tree/new.md", "/tree/.env", "/.git/config", "/tree/fresh"), ".gitignore": ".env\n"})
    new = {"tree/new.md": leaf(body="# New\n"), "tree/.env": "TOKEN=secret\n", "tree/fresh/NODE.md": leaf(body="# Fresh\n")}
    repo.write({f"{BRAIN}/{path}": content for path, content in new.items()})
    result = built(repo)
    assert bodies(document(result)) == {"/tree/new.md": "# New", "/tree/fresh": "# Fresh"}
    assert reasons(result) == {"/tree/.env": "not-found", "/.git/config": "not-found"}
    assert "- Note: not tracked by git" in document(result)


def test_git_itself_is_never_read_when_the_brain_is_the_repository(repo: Repo) -> None:
    repo.commit({"CONVENTIONS.md": "# C\n", "tree/x.md": leaf("/.git/config", "/tree/../.git/HEAD", "/link")})
    repo.link("link", ".git/config")
    result = built(repo, cwd=".", artifact="tree/x.md")
    assert reasons(result) == dict.fromkeys(["/.git/config", "/tree/../.git/HEAD", "/link"], "not-allowed")


def test_a_brain_outside_git_is_read_as_it_lies_on_disk(tmp_path: Path, repo: Repo) -> None:
    plain = tmp_path / "plain" / BRAIN
    (plain / "tree").mkdir(parents=True)
    (plain / "CONVENTIONS.md").write_text("# C\n")
    (plain / "tree" / "x.md").write_text(leaf("/tree/y.md", "/tree/z.md"))
    (plain / "tree" / "y.md").write_text("# Y\n")
    result = built(repo, cwd=str(plain), artifact="tree/x.md")
    assert bodies(document(result)) == {"/tree/y.md": "# Y"}
    assert reasons(result) == {"/tree/z.md": "not-found"}
    assert 'primary_project: "plain"' in document(result)


@proves("soft/unexpected-type")
@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.pdf", b"%PDF-1.7\n\0\1", "a PDF document, 11 bytes"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "an image (PNG), 8 bytes"),
        ("a.bin", b"\0\1", "a binary file, 2 bytes"),
        ("a.txt", b"caf\xe9", "not UTF-8 text (byte offset 3), 4 bytes"),
    ],
)
def test_what_is_no_text_is_described(repo: Repo, name: str, content: bytes, says: str) -> None:
    made(repo, brain(link(f"/tree/{name}", "spec"), **{f"tree/{name}": content}))
    result = built(repo)
    assert bodies(document(result))[f"/tree/{name}"].startswith(f"[{says}")
    assert f"## 1. {name}\n" in document(result)


@pytest.mark.parametrize("size", [(2 << 20) - 1, 2 << 20, (2 << 20) + 1, 9 << 20])
def test_two_megabytes_of_a_target_are_read_and_what_is_more_is_said(repo: Repo, size: int) -> None:
    made(repo, brain(link("/tree/big.txt", "spec"), **{"tree/big.txt": b"x" * size}))
    result = built(repo, consumer="full")
    kept = bodies(document(result))["/tree/big.txt"]
    assert len(kept) == min(size, 2 << 20)
    assert (f"- Note: only the first 2,097,152 of {size:,} bytes were read" in document(result)) == (size > 2 << 20)
    assert f'"bytes": {size},' in Path(result.written["context.json"]).read_text()


def test_a_limit_that_goes_through_a_character_drops_that_character(repo: Repo) -> None:
    made(repo, brain(link("/tree/big.txt", "spec"), **{"tree/big.txt": ("x" + "é" * (1 << 20)).encode()}))
    assert bodies(document(built(repo, consumer="full")))["/tree/big.txt"].endswith("é")


def test_frontmatter_of_a_target_is_no_content_and_its_line_ends_are_made_alike(repo: Repo) -> None:
    made(repo, brain("/tree/x.md", **{"tree/x.md": "---\r\nsecret: yes\r\n---\r\n# X\r\n\r\nText\r\n"}))
    assert bodies(document(built(repo)))["/tree/x.md"] == "# X\n\nText"


def test_what_a_sparse_checkout_leaves_out_is_read_from_git(repo: Repo) -> None:
    made(repo, brain("/tree/x.md", **{"tree/x.md": leaf(body="# X\n")}))
    (repo.top / BRAIN / "tree" / "x.md").unlink()
    assert bodies(document(built(repo))) == {"/tree/x.md": "# X"}
