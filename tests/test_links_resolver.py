"""What links resolve to, and what is said of those that do not."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linktrees import path_index

from packetlint.core.git import discover
from packetlint.core.path_index import PathIndex, Untracked
from packetlint.core.tree import Tree
from packetlint.links.aliases import Aliases
from packetlint.links.resolver import Resolver
from packetlint.links.root import Root

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from gitrepo import Repo

    from packetlint.links.resolution import Resolution

TOP = "/srv/repo"
FROM = "brain/tree/dom/one.md"
BRAIN = Root("brain", is_brain=True)
FILES = (
    "README.md",
    "docs/guide.md",
    "brain/CONVENTIONS.md",
    "brain/tree/dom/NODE.md",
    "brain/tree/dom/one.md",
    "brain/tree/dom/two.md",
    "brain/tree/dom/my file.md",
    "brain/tree/dom/caf\u00e9.txt",
    "brain/tree/bare/readme.txt",
    "brain/tree/C#.md",
    "brain/tree/why?.md",
    "brain/tree/100%41.md",
    "brain/threads/alpha/thread.md",
    "brain/threads/alpha/.context/c.md",
    "brain/archive/old/thread.md",
    "brain/nested/CONVENTIONS.md",
    "brain/nested/tree/x.md",
    "brain/nested/tree/impl-spec.md",
)
LINKS = {
    "brain/tree/ln.md": "dom/two.md",
    "brain/tree/mirror": "dom",
    "brain/tree/up": "../threads/alpha",
    "brain/tree/broken.md": "dom/gone.md",
    "brain/tree/loop": "loop",
    "brain/tree/ping": "pong",
    "brain/tree/pong": "ping",
    "brain/tree/out.md": "../../README.md",
    "brain/tree/away.md": "../../../../../etc/hostname",
    "brain/tree/absolute.md": "/etc/hostname",
    "brain/tree/inside.md": "/srv/repo/brain/tree/dom/two.md",
    "brain/tree/deep/top": "../..",
    "brain/tree/twice": "deep/top/../docs",
    "brain/tree/empty": "",
    "brain/tree/beyond.md": "../vendor/lib/../../tree/dom/two.md",
    "brain/tree/node/NODE.md": "../dom/NODE.md",
    "brain/tree/wild/NODE.md": "../../../README.md",
}


def _index(untracked: Mapping[str, Untracked] | None = None) -> PathIndex:
    return path_index(FILES, links=LINKS, submodules=["brain/vendor/lib"], untracked=untracked)


def _resolve(uri: str, source: str = FROM, root: Root = BRAIN, untracked: Mapping[str, Untracked] | None = None) -> Resolution:
    return Resolver(root, _index(untracked), None, TOP).resolve(uri, source)


def _aliased(uri: str, config: str, source: str = FROM) -> Resolution:
    index = path_index({**dict.fromkeys(FILES, ""), "brain/config.yaml": config}, links=LINKS, submodules=["brain/vendor/lib"])
    return Resolver(BRAIN, index, Aliases(BRAIN, index, TOP, {}), TOP).resolve(uri, source)


@pytest.mark.parametrize(
    ("uri", "target"),
    [
        ("/tree/dom/two.md", "brain/tree/dom/two.md"),
        ("tree/dom/two.md", "brain/tree/dom/two.md"),
        ("/dom/two.md", "brain/tree/dom/two.md"),
        ("/tree/dom", "brain/tree/dom/NODE.md"),
        ("/tree/dom/", "brain/tree/dom/NODE.md"),
        ("dom/..//tree/./dom/two.md", "brain/tree/dom/two.md"),
        ("/threads/alpha", "brain/threads/alpha/thread.md"),
        ("/archive/old/thread.md", "brain/archive/old/thread.md"),
        ("/threads/alpha/.context/c.md", "brain/threads/alpha/.context/c.md"),
        ("/thoughts/tree/dom/two.md", "brain/tree/dom/two.md"),
        ("thoughts/tree/dom/two.md", "brain/tree/dom/two.md"),
        ("/thoughts/dom/two.md", "brain/tree/dom/two.md"),
        ("/nested/tree/x.md", "brain/nested/tree/x.md"),
        ("/tree/dom/my file.md", "brain/tree/dom/my file.md"),
        ("/tree/ln.md", "brain/tree/dom/two.md"),
        ("/tree/mirror/two.md", "brain/tree/dom/two.md"),
        ("/tree/mirror", "brain/tree/dom/NODE.md"),
        ("/mirror/two.md", "brain/tree/dom/two.md"),
        ("/tree/up", "brain/threads/alpha/thread.md"),
        ("/tree/node", "brain/tree/dom/NODE.md"),
        ("/tree/C#.md", "brain/tree/C#.md"),
        ("/C#.md", "brain/tree/C#.md"),
        ("/tree/why?.md", "brain/tree/why?.md"),
        ("/tree/100%41.md", "brain/tree/100%41.md"),
    ],
)
def test_a_path_finds_its_file(uri: str, target: str) -> None:
    found = _resolve(uri)
    assert (found.target, found.severity, found.fragment, found.outside) == (target, None, "", False) or "//" in uri


@pytest.mark.parametrize(
    ("uri", "fragment"), [("/tree/dom/two.md#part-one", "part-one"), ("/tree/dom/two.md?raw#a", "a"), ("/dom/two.md#", ""), ("/dom#x", "x")]
)
def test_fragment_and_query_are_cut(uri: str, fragment: str) -> None:
    found = _resolve(uri)
    assert (found.rule, found.fragment, (found.target or "")[:15]) == ("", fragment, "brain/tree/dom/")


def test_a_real_directory_of_the_old_name_comes_first() -> None:
    index = path_index(["brain/thoughts/tree/x.md", "brain/tree/x.md", "brain/tree/y.md"])
    resolver = Resolver(BRAIN, index, None, TOP)
    assert resolver.resolve("/thoughts/tree/x.md", FROM).target == "brain/thoughts/tree/x.md"
    assert resolver.resolve("/thoughts/tree/y.md", FROM).target == "brain/tree/y.md"


def test_only_a_brain_has_a_tree_to_look_in() -> None:
    index = path_index(["tree/x.md", "NODE.md"])
    resolver = Resolver(Root("", is_brain=False), index, None, TOP)
    assert resolver.resolve("/x.md", "a.md").rule == "links/target-not-found"
    assert resolver.resolve("/", "a.md").target == "NODE.md"


@pytest.mark.parametrize(
    ("uri", "rule", "contract"),
    [
        ("/tree/dom/nope.md", "links/target-not-found", "not-found"),
        ("dom/two.md", "links/target-not-found", "not-found"),
        ("/tree/dom/two", "links/target-not-found", "not-found"),
        ("/tree/dom/two.md/x", "links/target-not-found", "not-found"),
        ("/thoughts/thoughts/tree/dom/two.md", "links/target-not-found", "not-found"),
        ("/thread/alpha", "links/target-not-found", "not-found"),
        ("/etc/hosts", "links/target-not-found", "not-found"),
        ("/tree/broken.md", "links/target-not-found", "not-found"),
        ("/tree/loop/x.md", "links/target-not-found", "not-found"),
        ("/tree/ping", "links/target-not-found", "not-found"),
        ("/tree/empty/x.md", "links/target-not-found", "not-found"),
        ("/tree/dom/%00", "links/target-not-found", "not-found"),
        ("/", "links/directory-without-node", None),
        ("/tree/bare", "links/directory-without-node", None),
        ("/../README.md", "links/escapes-root", None),
        ("../../../etc/hostname", "links/escapes-root", None),
        ("/tree/../../brain/tree/dom/two.md", "links/escapes-root", None),
        ("/%2e%2e/README.md", "links/escapes-root", None),
        ("/tree/..%2f..%2fREADME.md", "links/escapes-root", None),
        ("/tree/out.md", "links/escapes-root", None),
        ("/tree/away.md", "links/escapes-root", None),
        ("/tree/absolute.md", "links/escapes-root", None),
        ("/tree/inside.md", "links/escapes-root", None),
        ("/tree/twice/guide.md", "links/escapes-root", None),
        ("/tree/wild", "links/escapes-root", None),
        ("/Tree/dom/two.md", "links/case-mismatch", None),
        ("#part", "links/malformed-uri", None),
        ("ftp://h/x", "links/unsupported-scheme", "unsupported-scheme"),
    ],
)
def test_a_bad_path_is_an_error(uri: str, rule: str, contract: str | None) -> None:
    found = _resolve(uri)
    assert (found.rule, found.severity, found.target, found.contract) == (rule, "error", None, contract)
    assert found.message
    assert found.help


@pytest.mark.parametrize("uris", [("/../README.md", "/../gone.md"), ("/tree/out.md", "/tree/away.md"), ("../a", "../../docs/guide.md")])
def test_a_link_out_is_worded_alike_whether_or_not_something_is_there(uris: tuple[str, str]) -> None:
    here, gone = (_resolve(uri) for uri in uris)
    assert here.message.replace(uris[0], "").replace(uris[0][1:], "") == gone.message.replace(uris[1], "").replace(uris[1][1:], "")
    assert here.help == gone.help


@pytest.mark.parametrize(
    ("uri", "spelling"),
    [
        ("/tree/Dom/two.md", "/tree/dom/two.md"),
        ("/dom/node.md#x", "/tree/dom/NODE.md#x"),
        ("tree/dom/TWO.md?raw#x", "tree/dom/two.md?raw#x"),
        ("/tree/DOM/", "/tree/dom"),
    ],
)
def test_another_case_is_told_the_right_spelling(uri: str, spelling: str) -> None:
    found = _resolve(uri)
    assert (found.rule, found.spelling, found.help) == ("links/case-mismatch", spelling, f"write `{spelling}`")


def test_a_twin_in_another_root_is_none() -> None:
    index = path_index(["Brain/tree/x.md", "brain/CONVENTIONS.md"])
    assert Resolver(BRAIN, index, None, TOP).resolve("/tree/x.md", FROM).rule == "links/target-not-found"


@pytest.mark.parametrize(
    ("uri", "spelling"),
    [
        ("/tree/dom/my%20file.md", "/tree/dom/my file.md"),
        ("/dom/my%20file.md#x", "/tree/dom/my file.md#x"),
        ("/tree/dom/cafe\u0301.txt", "/tree/dom/caf\u00e9.txt"),
        ("/tree/dom/cafe%CC%81.txt", "/tree/dom/caf\u00e9.txt"),
        ("/tree/dom/two.md/", "/tree/dom/two.md"),
        ("//tree//dom/two.md", "/tree/dom/two.md"),
        ("/tree/100%2541.md", "/tree/100%41.md"),
    ],
)
def test_another_form_of_a_name_resolves_with_a_warning(uri: str, spelling: str) -> None:
    found = _resolve(uri)
    assert (found.rule, found.severity, found.spelling) == ("links/name-form-mismatch", "warning", spelling)
    assert found.target == f"brain{spelling.partition('#')[0]}"


def test_bytes_that_are_no_text_can_be_named_by_escapes() -> None:
    index = path_index(["brain/tree/\udcff.md"])
    assert Resolver(BRAIN, index, None, TOP).resolve("/tree/%ff.md", FROM).target == "brain/tree/\udcff.md"


@pytest.mark.parametrize(
    ("uri", "help"),
    [
        ("/tree/dom/tow.md", "did you mean `/tree/dom/two.md`?"),
        ("/tree/dmo/two.md", "did you mean `/tree/dom/two.md`?"),
        ("/tree/dom/two", "did you mean `/tree/dom/two.md`?"),
        ("/old/place/two.md#x", "did you mean `/tree/dom/two.md#x`?"),
        ("/dom/tow.md", "did you mean `/tree/dom/two.md`?"),
        ("tree\\dom\\two.md", "write the path with `/`"),
        ("/zzz", "a path counts from the top of the project-brain"),
        ("/old/place/impl-spec.md", "a path counts from the top of the project-brain"),
        ("two.md", "a path counts from the top of the project-brain, not from this file: write `/tree/dom/two.md`"),
        ("./two.md#x", "a path counts from the top of the project-brain, not from this file: write `/tree/dom/two.md#x`"),
        ("../../../brain/tree/dom", "a path counts from the top of the project-brain, not from this file: write `/tree/dom`"),
        ("../../../README.md", "write the path from the top; another tree is reached by an alias"),
        ("/tree/broken.md", "point the symbolic link at something that is there"),
    ],
)
def test_a_link_that_leads_nowhere_is_told_what_may_be_meant(uri: str, help: str) -> None:
    assert _resolve(uri).help == help


def test_help_for_many_dead_links_takes_bounded_work() -> None:
    index = path_index([f"brain/tree/leaf-{number}.md" for number in range(3000)])
    resolver = Resolver(BRAIN, index, None, TOP)
    said = [resolver.resolve(f"/tree/leaf-{number}x.md", FROM).help for number in range(30)]
    assert said[0] == "did you mean `/tree/leaf-0.md`?"
    assert said[-1] == "a path counts from the top of the project-brain"


@pytest.mark.parametrize(
    ("source", "uri"),
    [
        (FROM, "/tree/dom/one.md"),
        (FROM, "tree/dom/one.md#part"),
        (FROM, "/dom/one.md"),
        (FROM, "/tree/dom/../dom/one.md"),
        (FROM, "/tree/dom/one.md/"),
        (FROM, "/tree/dom/%6fne.md"),
        (FROM, "/tree/mirror/one.md"),
        (FROM, "/thoughts/tree/dom/one.md"),
        (FROM, "file:///srv/repo/brain/tree/dom/one.md"),
        ("brain/tree/dom/NODE.md", "/tree/dom"),
        ("brain/tree/dom/NODE.md", "/tree/mirror/"),
        ("brain/threads/alpha/thread.md", "/tree/up"),
        ("brain/tree/ln.md", "/tree/dom/two.md"),
        ("brain/tree/ln.md", "/tree/ln.md"),
    ],
)
def test_a_link_to_its_own_file_is_found_out(source: str, uri: str) -> None:
    found = _resolve(uri, source)
    assert (found.rule, found.severity) == ("links/self-link", "error")


def test_a_link_to_its_own_file_keeps_its_warnings() -> None:
    found = _resolve("/tree/dom/one.md/")
    assert [note.rule for note in found.notes] == ["links/name-form-mismatch"]


def test_the_same_link_is_its_own_target_in_one_file_only() -> None:
    resolver = Resolver(BRAIN, _index(), None, TOP)
    rules = [resolver.resolve("/tree/dom/one.md", source).rule for source in (FROM, "brain/tree/dom/two.md", FROM)]
    assert rules == ["links/self-link", "", "links/self-link"]


@pytest.mark.parametrize(
    ("uri", "untracked", "severity", "words"),
    [
        ("/tree/dom/late.md", Untracked(), "error", "`git add brain/tree/dom/late.md`"),
        ("/tree/dom/late%2emd", Untracked(), "error", "`git add brain/tree/dom/late.md`"),
        ("/tree/dom/late.md", Untracked("late.*", ".gitignore", 3), "error", "git ignores it by `late.*` at `.gitignore:3`"),
        ("/threads/alpha/attachments/a.csv", Untracked("attachments/", ".gitignore", 1), "warning", "`.gitignore:1`"),
        ("/threads/alpha/transcript.md", Untracked(), "warning", "git does not track it"),
    ],
)
def test_what_a_clone_will_not_have_is_told(uri: str, untracked: Untracked, severity: str, words: str) -> None:
    path = f"brain{uri.replace('%2e', '.')}"
    found = _resolve(uri, untracked={path: untracked})
    assert (found.rule, found.severity, found.target) == ("links/target-not-tracked", severity, path if severity == "warning" else None)
    assert words in f"{found.message} {found.help}"


def test_a_directory_whose_node_is_not_tracked_is_told() -> None:
    found = _resolve("/tree/bare", untracked={"brain/tree/bare/NODE.md": Untracked()})
    assert (found.rule, found.help) == ("links/target-not-tracked", "`git add brain/tree/bare/NODE.md`")


def test_a_link_to_nothing_is_not_taken_for_untracked() -> None:
    untracked = {"brain/tree/loop": Untracked(), "brain/tree/broken.md": Untracked()}
    assert {_resolve(uri, untracked=untracked).rule for uri in ("/tree/loop", "/tree/broken.md")} == {"links/target-not-found"}


@pytest.mark.parametrize(
    ("uri", "identity"),
    [
        ("HTTPS://EXAMPLE.com/A", "https://example.com/A"),
        ("https://example.com", "https://example.com/"),
        ("mcp://slack/x", "mcp://slack/x"),
        ("/dom/two.md", "brain/tree/dom/two.md"),
        ("/tree/gone.md", "/tree/gone.md"),
    ],
)
def test_two_spellings_of_one_target_have_one_identity(uri: str, identity: str) -> None:
    assert _resolve(uri).identity == identity


# -- file:// ---------------------------------------------------------------------------------------


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
    found = _resolve(uri)
    assert (found.rule, found.severity, found.target, found.spelling) == ("links/file-not-portable", "warning", target, spelling)


def test_a_file_that_has_a_warning_already_is_noted_as_not_portable_too() -> None:
    untracked = {"brain/threads/alpha/transcript.md": Untracked()}
    found = _resolve("file:///srv/repo/brain/threads/alpha/transcript.md", untracked=untracked)
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
    found = _resolve(uri)
    assert (found.rule, found.severity) == (rule, "error")


@pytest.mark.parametrize("uri", ["file:///etc/passwd", "file:///no/such", "file:///srv/repo/%2e%2e/x", "file:///srv/repository/x"])
def test_any_other_file_is_a_warning_and_is_not_touched(uri: str) -> None:
    with _no_disk():
        found = _resolve(uri)
    assert (found.rule, found.severity, found.target) == ("links/file-not-portable", "warning", None)


def test_a_file_in_an_allowed_directory_is_checked(tmp_path: Path) -> None:
    allowed = tmp_path / "allowed"
    (allowed / "sub").mkdir(parents=True)
    (allowed / "a b.md").write_text("")
    (tmp_path / "secret.md").write_text("")
    (allowed / "out.md").symlink_to("../secret.md")
    resolver = Resolver(BRAIN, _index(), None, TOP, [str(allowed)])
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


# -- aliases ---------------------------------------------------------------------------------------


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
    found = _aliased(uri, config)
    assert (found.rule, found.severity, found.contract) == (rule, severity, contract)


@pytest.mark.parametrize(
    ("uri", "spelling"),
    [("me:Tree/dom/two.md#x", "me:tree/dom/two.md#x"), ("me:thread/Alpha#x", "me:thread/alpha#x"), ("me:thread/alpha/", "me:thread/alpha")],
)
def test_a_link_by_an_alias_is_told_the_right_spelling(uri: str, spelling: str) -> None:
    assert _aliased(uri, "aliases: {me: {brain: .}}\n").spelling == spelling


@pytest.mark.parametrize(
    ("uri", "config", "help"),
    [
        ("mee:x", "aliases: {me: {brain: .}}\n", "did you mean `me`?"),
        ("zzzzz:x", "aliases: {me: {brain: .}}\n", "list it in the brain's config.yaml, or in your projects.yaml"),
        ("me:tree/dom/tow.md", "aliases: {me: {brain: .}}\n", "did you mean `me:tree/dom/two.md`?"),
    ],
)
def test_a_bad_link_by_an_alias_is_told_what_may_be_meant(uri: str, config: str, help: str) -> None:
    assert _aliased(uri, config).help == help


def test_without_a_registry_an_alias_is_not_checked() -> None:
    for found in (_resolve("other:x.md"), Resolver(BRAIN, _index(), Aliases(BRAIN, _index(), TOP, {}), TOP).resolve("other:x.md", FROM)):
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
    index, top = _index(), str(tmp_path / "repo")
    aliases = Aliases(BRAIN, index, top, {"PROJECT_BRAIN_PROJECTS_YAML": str(tmp_path / "projects.yaml")})
    assert Resolver(BRAIN, index, aliases, top).resolve("me:tree/dom/one.md", FROM).rule == "links/self-link"


# -- submodules ------------------------------------------------------------------------------------


def _in_submodule(top: Path, uri: str) -> Resolution:
    return Resolver(BRAIN, _index(), None, str(top)).resolve(uri, FROM)


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


# -- with git, and for any text --------------------------------------------------------------------


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


@contextmanager
def _no_disk() -> Iterator[None]:
    """Let every way to the disk fail."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("stat", "lstat", "scandir", "listdir", "open", "readlink", "access"):
            patch.setattr(os, name, _touched)
        yield


def _touched(*arguments: object, **_: object) -> None:
    raise AssertionError(f"touched the disk: {arguments}")


_PARTS = st.sampled_from([*"/:#?%@.[]\\ ", *".. // %2e%2e %2f %00 %ff tree dom Dom two.md mirror loop out.md thoughts vendor/lib".split()])
_SCHEMES = st.sampled_from(
    ["", "/", "file://", "file:///srv/repo/brain/", "file:///etc/", "me:", "me:thread/", "http://", "mcp://", "ftp://"]
)
_URIS = st.builds("{}{}".format, _SCHEMES, st.lists(_PARTS | st.text(max_size=2), max_size=8).map("".join)) | st.text(max_size=20)


@given(_URIS)
def test_any_text_is_resolved_without_a_look_at_the_disk(uri: str) -> None:
    index = path_index({**dict.fromkeys(FILES, ""), "brain/config.yaml": "aliases: {me: {brain: .}}\n"}, links=LINKS)
    for aliases in (None, Aliases(BRAIN, index, TOP, {})):
        resolver = Resolver(BRAIN, index, aliases, TOP)
        assert not aliases or aliases.are_there  # reading YAML loads a library, from disk
        with _no_disk():
            found = resolver.resolve(uri, FROM)
            again = resolver.resolve(uri, FROM)
            assert (found.rule, found.target, found.help) == (again.rule, again.target, again.help)
        assert bool(found.rule) == bool(found.severity)
        assert found.severity != "error" or found.target is None or found.rule == "links/self-link"
        assert found.target is None or found.target in (*index.entries, *index.directories)
        if not uri.lower().startswith("file:"):
            assert found.target is None or found.target.startswith("brain/")


@given(_URIS)
def test_any_text_is_resolved_in_another_brain(tmp_path_factory: pytest.TempPathFactory, uri: str) -> None:
    place = tmp_path_factory.mktemp("other")
    (place / "CONVENTIONS.md").write_text("")
    index = path_index({"brain/config.yaml": f"aliases: {{me: {{brain: {place}}}}}\n"})
    found = Resolver(BRAIN, index, Aliases(BRAIN, index, TOP, {}), TOP, [str(place)]).resolve(uri.replace("/srv/repo", str(place)), FROM)
    assert found.target is None or found.target == "brain/config.yaml"
    assert bool(found.rule) == bool(found.severity)


_NAMES = st.text(st.sampled_from([*"aA#?%:.é 2F"]), min_size=1, max_size=6).filter(lambda name: name.strip(". ") and name == name.strip())


@given(st.sets(_NAMES, min_size=1, max_size=6))
def test_every_tracked_file_is_found_by_its_exact_name_in_the_short_way_and_the_long(names: set[str]) -> None:
    resolver = Resolver(BRAIN, path_index([f"brain/tree/{name}" for name in names]), None, TOP)
    for name in names:
        for uri in (f"/tree/{name}", f"/./tree/{name}", f"/{name}"):
            assert resolver.resolve(uri, FROM).target == f"brain/tree/{name}"


class _Counting(PathIndex):
    """An index that counts how often it is asked."""

    asked = 0

    def is_file(self, path: str) -> bool:
        """Count the question."""
        self.asked += 1
        return super().is_file(path)


@pytest.mark.parametrize("part", [*"/\\[", *"a/ /a/.. ../ %2e /%2e%2e a@ x? x# x: é/ e\u0301 thoughts/ tree/ %41 // mirror/".split(), " x"])
def test_a_long_link_asks_no_more_than_a_short_one(part: str) -> None:
    plain = _index()
    asked = []
    for size in (64, 65536):
        index = _Counting(plain.entries, lambda entry: LINKS[entry.path].encode(), lambda _: None)
        resolver = Resolver(BRAIN, index, None, TOP)
        assert resolver.resolve("/" + part * (size // len(part)), FROM).message
        asked.append(index.asked)
    assert asked[1] <= asked[0]
