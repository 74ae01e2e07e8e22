"""The command line: exit statuses, streams, formats, and what it says of bad input."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from briefs import CATEGORY, GOOD, LINE, LINE_CONCISE, WARNING

from packetlint.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

    from gitrepo import Repo


@pytest.fixture
def here(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Give a repository and stand in it."""
    monkeypatch.chdir(repo.top)
    return repo


def _out(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        pytest.param(GOOD, [], 0, id="clean"),
        pytest.param(LINE, [], 1, id="error"),
        pytest.param(WARNING, [], 0, id="warning"),
        pytest.param(WARNING, ["--fail-on", "warning"], 1, id="warning that fails"),
        pytest.param(LINE, ["--ignore", "brief/file-line-reference"], 0, id="ignored"),
        pytest.param(LINE, ["--select", "file"], 0, id="not selected"),
        pytest.param(LINE, ["--select", "brief/missing-*,file"], 0, id="glob"),
    ],
)
def test_the_status_says_whether_something_was_found(here: Repo, text: str, options: list[str], status: int) -> None:
    here.write({"brief.md": text})
    assert main(["check", *options, "brief.md"]) == status


def test_concise_is_one_line_a_finding_and_a_closing_line(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"brief.md": LINE})
    main(["check", "--format", "concise", "brief.md"])
    assert _out(capsys) == LINE_CONCISE + "1 file read (working tree), 1 brief: 1 error\n"


def test_full_shows_the_line_a_caret_and_help(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"brief.md": LINE})
    main(["check", "brief.md"])
    assert _out(capsys) == (
        LINE_CONCISE
        + "7 | The second page is sorted by id (see pager.py:40), whatever order was asked for.\n"
        + "  |                                      ^^^^^^^^^^^\n"
        + "help: name the type or function instead\n"
        + "\n1 file read (working tree), 1 brief: 1 error\n"
    )


def test_the_caret_stands_under_wide_characters_and_tabs(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"brief.md": GOOD.replace("The second page is", "第二页\tis")})
    here.write({"brief.md": here.read("brief.md").replace("by id,", "by pager.py:40,")})
    main(["check", "brief.md"])
    assert "7 | 第二页    is sorted by pager.py:40," in (shown := _out(capsys))
    assert f"  | {' ' * (6 + 4 + len('is sorted by '))}^^^^^^^^^^^\n" in shown


def test_a_long_line_is_cut_around_the_span(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"brief.md": LINE.replace("whatever", "x " * 400 + "whatever")})
    main(["check", "brief.md"])
    assert max(map(len, _out(capsys).splitlines())) < 130


def _json(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(_out(capsys))
    return document


def test_json_has_the_documented_keys_in_order(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"brief.md": CATEGORY})
    main(["check", "--format", "json", "brief.md"])
    document = _json(capsys)
    assert list(document) == ["version", "diagnostics", "summary"]
    assert document["diagnostics"] == [
        {
            "rule": "brief/unknown-category",
            "severity": "error",
            "path": "brief.md",
            "line": 3,
            "column": 15,
            "end_line": 3,
            "end_column": 18,
            "message": "`fix` is no known category",
            "help": "known: bug, enhancement, refactor; did you mean `bug`? (add others to `brief.categories`)",
            "url": "https://github.com/packetlint/packetlint/blob/main/docs/rules/brief/unknown-category.md",
            "contract": None,
            "pointer": None,
            "fix": {"safe": False, "edits": [{"start": 30, "end": 33, "text": "bug"}]},
        }
    ]
    artifacts = {"brief": 1, "links": 0, "partition": 0, "packet": 0}
    assert document["summary"] == {"errors": 1, "warnings": 0, "hidden": 0, "files": 1, "artifacts": artifacts}


def test_json_of_nothing_is_still_a_document(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--format", "json"]) == 0
    assert _json(capsys)["diagnostics"] == []


def test_output_goes_to_a_file_and_the_closing_line_to_the_person(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"brief.md": LINE})
    assert main(["check", "--format", "json", "--output-file", "report.json", "brief.md"]) == 1
    assert _out(capsys) == "1 file read (working tree), 1 brief: 1 error\n"
    assert json.loads(here.read("report.json"))["summary"]["errors"] == 1


def test_nothing_to_judge_is_said(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"README.md": "# Read me\n"})
    assert main(["check"]) == 0
    assert _out(capsys) == "1 file read (working tree): no artifact among them, nothing was judged\n"


def test_a_hook_without_names_judges_nothing(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"brief.md": LINE})
    assert main(["check", "--hook", "all"]) == 0
    assert _out(capsys) == "0 files read (working tree): nothing was judged\n"


@pytest.mark.parametrize(
    ("argv", "line"),
    [
        (["check", "--select", "brief/vague-tusk"], "packetlint: no rule is called `brief/vague-tusk`; did you mean `brief/vague-task`?\n"),
        (["check", "--hook", "breif"], "packetlint: no hook is called `breif`; there are all, brief, links, partition, packet\n"),
        (["check", "--staged", "--all-files"], "packetlint: --staged, --all-files and --from-ref exclude one another\n"),
        (["check", "--from-ref", "HEAD"], "packetlint: --from-ref and --to-ref go together\n"),
        (["check", "--from-ref", "nowhere", "--to-ref", "HEAD"], "packetlint: git knows no commit `HEAD`\n"),
        (["check", "-", "x.md"], "packetlint: standard input (-) is checked alone\n"),
    ],
)
def test_a_usage_error_is_one_line_and_two(here: Repo, argv: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", line)


def test_an_unknown_option_is_a_usage_error(here: Repo) -> None:
    done = here.run("packetlint", "check", "--wrong")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"packetlint check: unrecognized arguments: --wrong (see packetlint check --help)\n"


def test_standard_input_goes_by_the_name_it_is_given(here: Repo) -> None:
    done = here.run("packetlint", "check", "--format", "concise", "--stdin-filename", "issue.md", "-", stdin=LINE.encode())
    assert done.returncode == 1
    assert done.stdout.decode() == LINE_CONCISE.replace("brief.md", "issue.md") + "1 file read (standard input), 1 brief: 1 error\n"


def test_standard_input_of_crlf_from_an_issue_tracker_is_read(here: Repo) -> None:
    done = here.run("packetlint", "check", "--stdin-filename", "issue.md", "-", stdin=GOOD.replace("\n", "\r\n").encode())
    assert (done.returncode, done.stdout) == (0, b"1 file read (standard input), 1 brief: no findings\n")


def test_an_ignore_comment_holds_on_standard_input_of_any_name(here: Repo) -> None:
    text = LINE.replace("The second", "<!-- packetlint: ignore=brief/file-line-reference -->\nThe second")
    for name in ((), ("--stdin-filename", "issue-12")):
        done = here.run("packetlint", "check", *name, "-", stdin=text.encode())
        assert (done.returncode, done.stdout) == (0, b"1 file read (standard input), 1 brief: no findings, 1 hidden\n")


def test_a_file_named_like_an_option_is_a_file(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"--output-file=x.md": LINE, "-a.md": LINE, "x.md": "kept\n"})
    assert main(["check", "--hook", "brief", "--output-file=x.md", "-a.md"]) == 1
    assert "--output-file=x.md:7:38: error" in _out(capsys)
    assert here.read("x.md") == "kept\n"


def test_names_and_text_are_escaped_for_a_terminal(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"a\x1b]0;b\n.md": LINE.replace("whatever", "\x1b[31m\u202e")})
    main(["check", "--select", "brief", "."])
    shown = _out(capsys)
    assert "a\\x1b]0;b\\n.md:7:38: error" in shown
    assert "\\x1b[31m\\u202e" in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_a_name_that_is_not_utf8_is_shown_in_every_format(here: Repo) -> None:
    (here.top / "x").mkdir()
    name = bytes(here.top) + b"/x/\xff.md"
    with open(name, "wb") as file:  # noqa: PTH123 - pathlib cannot name it
        file.write(LINE.encode())
    concise = here.run("packetlint", "check", "--format", "concise")
    document = json.loads(here.run("packetlint", "check", "--format", "json").stdout)
    assert concise.stdout.startswith(b"x/\\xff.md:7:38: error")
    assert document["diagnostics"][0]["path"] == "x/\\xff.md"


def test_color_is_only_for_a_terminal_unless_forced(
    here: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here.write({"brief.md": LINE})
    main(["check", "brief.md"])
    assert "\x1b" not in _out(capsys)
    monkeypatch.setenv("FORCE_COLOR", "1")
    main(["check", "brief.md"])
    assert "\x1b[31merror[brief/file-line-reference]\x1b[0m" in _out(capsys)
    monkeypatch.setenv("NO_COLOR", "1")
    main(["check", "brief.md"])
    assert "\x1b" not in _out(capsys)


def test_outside_git_files_are_linted_and_what_needs_git_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "brief.md").write_text(LINE)
    assert main(["check"]) == 1
    assert "brief.md:7:38" in _out(capsys)
    assert main(["check", "--staged"]) == 2
    assert capsys.readouterr().err == "packetlint: --staged needs a git repository, and this is not one (or git is not installed)\n"


def test_paths_of_another_repository_are_judged_there(here: Repo, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from gitrepo import Repo

    other = Repo(tmp_path / "other")
    other.write({"docs/brief.md": LINE})
    assert main(["check", "--format", "concise", str(other.top / "docs")]) == 1
    assert _out(capsys).startswith("docs/brief.md:7:38: error")


def test_a_rule_that_fails_is_named_and_hides_no_other(
    here: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from packetlint.brief import kind

    def broken(*_: object) -> Any:
        raise ValueError("boom")

    rules = tuple(rule._replace(check=broken) if rule.name == "brief/vague-task" else rule for rule in kind.KIND.rules)
    monkeypatch.setattr(kind, "KIND", kind.KIND._replace(rules=rules))
    here.write({"brief.md": LINE})
    assert main(["check", "--format", "concise", "brief.md"]) == 2
    captured = capsys.readouterr()
    assert captured.out.startswith(LINE_CONCISE)
    assert captured.err == "packetlint: internal error in rule brief/vague-task on file brief.md: ValueError: boom\n"


def test_a_closed_pipe_is_no_traceback(here: Repo) -> None:
    here.write({f"{number}.md": LINE for number in range(300)})
    done = here.run("sh", "-c", "packetlint check | head -n 1")
    assert b"Traceback" not in done.stderr


def test_help_fits_a_screen_and_version_is_told(here: Repo) -> None:
    assert len(here.run("packetlint", "--help").stdout.splitlines()) < 24
    assert here.run("packetlint", "--version").stdout.startswith(b"packetlint ")
