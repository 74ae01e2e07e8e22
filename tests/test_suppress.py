"""Ignore comments: what they hide, where, and what is said of those that hide nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from briefs import GOOD
from linting import lint

from packetlint.cli.main import main
from packetlint.core.fix import mend
from packetlint.core.yaml_text import texts

if TYPE_CHECKING:
    from gitrepo import Repo

    from packetlint.core.diagnostic import Diagnostic

_PLACE = "The second page is sorted by id, whatever order was asked for."
_BAD = "The second page is sorted (pager.py:40)."
_LINE = "error[brief/file-line-reference]"
_UNUSED = "warning[file/unused-ignore]"


def _brief(*lines: str) -> str:
    return GOOD.replace(_PLACE, "\n".join(lines))


@pytest.mark.parametrize(
    ("lines", "found", "hidden"),
    [
        pytest.param([f"{_BAD} <!-- packetlint: ignore=brief/file-line-reference -->"], [], 1, id="same line"),
        pytest.param(["<!-- packetlint: ignore=brief/file-line-reference known -->", _BAD], [], 1, id="next line, with a reason"),
        pytest.param(["<!-- packetlint: ignore=brief/file-line-reference -->", "", _BAD], [], 1, id="next line with text"),
        pytest.param(["<!-- packetlint: ignore=brief/file-line-reference -->", "x", _BAD], [_UNUSED, _LINE], 0, id="too far"),
        pytest.param([f"x <!-- packetlint: ignore=brief/file-line-reference -->\n{_BAD}"], [_UNUSED, _LINE], 0, id="on another line"),
        pytest.param(["<!-- packetlint: ignore-file=brief/file-line-reference -->", "x", _BAD], [], 1, id="whole file"),
        pytest.param(["<!-- packetlint: ignore=brief/file-*, brief/narrative-path -->", _BAD], [_UNUSED], 1, id="two, one idle"),
        pytest.param(["<!-- packetlint: ignore=brief -->", _BAD], [], 1, id="kind"),
        pytest.param(["```text", "<!-- packetlint: ignore=brief -->", _BAD, "```"], [_LINE], 0, id="in a fence it is text"),
        pytest.param(["<!-- packetlint: ignore=brief/nope -->", _BAD], [_UNUSED, _LINE], 0, id="no such rule"),
        pytest.param(["<!-- packetlint: disable -->", _BAD], [_UNUSED, _LINE], 0, id="no such comment"),
    ],
)
def test_a_comment_hides_what_it_names_where_it_stands(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: list[str], found: list[str], hidden: int
) -> None:
    monkeypatch.chdir(repo.top)
    repo.write({"a.md": _brief(*lines)})
    main(["check", "--format", "concise", "a.md"])
    shown = capsys.readouterr().out.splitlines()
    assert [line.split(" ")[1] for line in shown[:-1]] == found
    assert shown[-1].endswith(f", {hidden} hidden") == bool(hidden)


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("ignore=brief/vague-task", "the comment hides no finding of `brief/vague-task`"),
        ("ignore=brief/vague-tusk", "no rule is called `brief/vague-tusk`; did you mean `brief/vague-task`?"),
        ("ignore", "the comment is no ignore comment: write `ignore=kind/rule reason`"),
    ],
)
def test_a_comment_that_hides_nothing_is_explained(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], comment: str, message: str
) -> None:
    monkeypatch.chdir(repo.top)
    repo.write({"a.md": _brief(f"<!-- packetlint: {comment} -->", _PLACE)})
    assert main(["check", "--format", "concise", "a.md"]) == 0
    assert capsys.readouterr().out.startswith(f"a.md:7:1: {_UNUSED} {message}\n")


def test_a_comment_for_a_rule_that_did_not_run_is_left_alone(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.top)
    repo.write({"a.md": _brief("<!-- packetlint: ignore=brief/vague-task -->", _PLACE)})
    assert main(["check", "--select", "file", "--fail-on", "warning", "a.md"]) == 0


def test_a_comment_hides_what_is_on_the_briefs_title(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.top)
    brief = GOOD.replace("**Out of scope:**\n- Ranking\n", "")
    repo.write({"a.md": f"<!-- packetlint: ignore=brief/missing-out-of-scope -->\n{brief}"})
    assert main(["check", "a.md"]) == 0


_LEAF = "---\n{before}soft_links:\n  - /none.md{after}\n  - /nothing.md\n---\n\n# Leaf\n"


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        ("", "  # packetlint: ignore=links/target-not-found moved soon", [4]),
        ("# packetlint: ignore=links/unknown-role\n", "", [2, 4, 5]),
        ("", "\n  # packetlint: ignore=links/target-not-found", [3]),
    ],
)
def test_a_comment_of_frontmatter_hides_what_is_on_its_line_or_the_next(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], before: str, after: str, left: list[int]
) -> None:
    monkeypatch.chdir(repo.top)
    repo.commit({"NODE.md": "---\nsoft_links: []\n---\n", "leaf.md": _LEAF.format(before=before, after=after)})
    main(["check", "--format", "concise", "leaf.md"])
    shown = capsys.readouterr().out.splitlines()
    assert [int(line.split(":")[1]) for line in shown[:-1]] == left


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# A\n\n<!-- packetlint: ignore=brief/vague-task old -->\nText.\n", "# A\n\nText.\n"),
        ("# A\r\n\r\nText. <!-- packetlint: ignore=brief/vague-task -->\r\n", "# A\r\n\r\nText.\r\n"),
        ("# A\n<!-- packetlint: ignore=brief/vague-task --> <!-- packetlint: ignore=brief/vague-task -->\nText.\n", "# A\n\nText.\n"),
        ("# A\n\n<!-- packetlint: ignore=brief/vague-tusk -->\n", "# A\n\n<!-- packetlint: ignore=brief/vague-tusk -->\n"),
        ("a\n<!-- packetlint: ignore=brief/vague-task -->\n===\n", "a\n\n===\n"),
        ("a<!-- packetlint: ignore=brief/vague-task -->b\n", "a<!-- packetlint: ignore=brief/vague-task -->b\n"),
    ],
)
def test_a_comment_that_hides_nothing_is_taken_out_by_a_fix(repo: Repo, monkeypatch: pytest.MonkeyPatch, before: str, after: str) -> None:
    monkeypatch.chdir(repo.top)
    front = "---\nsoft_links: []\n---\n"
    repo.write({"NODE.md": front + before})
    repo.commit()
    main(["check", "--fix", "NODE.md"])
    assert repo.read("NODE.md") == front + after


_COMMENT = "# packetlint: ignore=links/target-not-found old"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_only_looks_like_a_comment_in_a_text_of_yaml_stays(repo: Repo, monkeypatch: pytest.MonkeyPatch, newline: str) -> None:
    monkeypatch.chdir(repo.top)
    lines = [
        "---",
        f'title: "see {_COMMENT}" {_COMMENT}',
        f"about: | {_COMMENT}",
        "  write it so:",
        f"  {_COMMENT}",
        _COMMENT,
        "more: 'over",
        f"  {_COMMENT}",
        "  lines'",
        f"soft_links: [] {_COMMENT}",
        "---",
        "",
    ]
    before = newline.join(lines)
    repo.write({"NODE.md": before})
    main(["check", "--fix", "NODE.md"])
    kept = [*lines[:1], f'title: "see {_COMMENT}"', "about: |", *lines[3:5], *lines[6:9], "soft_links: []", *lines[10:]]
    assert repo.read("NODE.md") == newline.join(kept)


def test_yaml_that_is_broken_or_too_long_can_be_read_for_its_comments() -> None:
    assert texts("a: 'b'\nc: 'd\n") == [(3, 6)]
    assert texts("plain: text  # it\n") == []
    assert texts(f"a: '{'b' * (1 << 18)}'\n") == [(0, (1 << 18) + 6)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("**Acceptance<!-- packetlint: ignore=links -->criteria:**\n", "**Acceptance criteria:**\n"),
        ("a <!-- packetlint: ignore=links -->b\n", "a b\n"),
        ("a <!-- packetlint: ignore=links --> b\n", "a b\n"),
        ("<!-- packetlint: ignore=links -->b\n", "b\n"),
        ("  <!-- packetlint: ignore=links -->  b\n", "  b\n"),
        ("| a |\n|---|\n| <!-- packetlint: ignore=links --> | x <!-- packetlint: ignore=links --> |\n", "| a |\n|---|\n| | x |\n"),
    ],
)
def test_a_comment_before_text_wants_a_second_look_and_leaves_words_apart(before: str, after: str) -> None:
    raw = f"## Agent Brief\n\n{before}".encode()

    def unused(content: bytes) -> list[Diagnostic]:
        return [found for found in lint(content).diagnostics if found.rule == "file/unused-ignore"]

    assert mend(raw, unused, unsafe=False).fixes == 0
    assert mend(raw, unused, unsafe=True).content == f"## Agent Brief\n\n{after}".encode()
