"""What links to paths resolve to, and what is said of those that do not."""

from __future__ import annotations

import pytest
from linkpaths import BRAIN, FROM, TOP, index_of, resolved
from linktrees import path_index

from packetlint.core.path_index import Untracked
from packetlint.links.resolver import Resolver
from packetlint.links.root import Root


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
    found = resolved(uri)
    assert (found.target, found.severity, found.fragment, found.outside) == (target, None, "", False) or "//" in uri


@pytest.mark.parametrize(
    ("uri", "fragment"), [("/tree/dom/two.md#part-one", "part-one"), ("/tree/dom/two.md?raw#a", "a"), ("/dom/two.md#", ""), ("/dom#x", "x")]
)
def test_fragment_and_query_are_cut(uri: str, fragment: str) -> None:
    found = resolved(uri)
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
    found = resolved(uri)
    assert (found.rule, found.severity, found.target, found.contract) == (rule, "error", None, contract)
    assert found.message
    assert found.help


@pytest.mark.parametrize("uris", [("/../README.md", "/../gone.md"), ("/tree/out.md", "/tree/away.md"), ("../a", "../../docs/guide.md")])
def test_a_link_out_is_worded_alike_whether_or_not_something_is_there(uris: tuple[str, str]) -> None:
    here, gone = (resolved(uri) for uri in uris)
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
    found = resolved(uri)
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
    found = resolved(uri)
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
    assert resolved(uri).help == help


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
    found = resolved(uri, source)
    assert (found.rule, found.severity) == ("links/self-link", "error")


def test_a_link_to_its_own_file_keeps_its_warnings() -> None:
    found = resolved("/tree/dom/one.md/")
    assert [note.rule for note in found.notes] == ["links/name-form-mismatch"]


def test_the_same_link_is_its_own_target_in_one_file_only() -> None:
    resolver = Resolver(BRAIN, index_of(), None, TOP)
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
    found = resolved(uri, untracked={path: untracked})
    assert (found.rule, found.severity, found.target) == ("links/target-not-tracked", severity, path if severity == "warning" else None)
    assert words in f"{found.message} {found.help}"


def test_a_directory_whose_node_is_not_tracked_is_told() -> None:
    found = resolved("/tree/bare", untracked={"brain/tree/bare/NODE.md": Untracked()})
    assert (found.rule, found.help) == ("links/target-not-tracked", "`git add brain/tree/bare/NODE.md`")


def test_a_link_to_nothing_is_not_taken_for_untracked() -> None:
    untracked = {"brain/tree/loop": Untracked(), "brain/tree/broken.md": Untracked()}
    assert {resolved(uri, untracked=untracked).rule for uri in ("/tree/loop", "/tree/broken.md")} == {"links/target-not-found"}


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
    assert resolved(uri).identity == identity
