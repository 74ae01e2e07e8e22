"""Several reports from one run: which goes where, what cannot go together, and which format `auto` is."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING
from xml.etree.ElementTree import fromstring

import pytest
from briefs import CATEGORY, LINE, LINE_CONCISE
from examples import times
from hypothesis import given, settings
from hypothesis import strategies as st
from reports import assert_printable, hostile
from test_imports import _loaded

from packetlint.cli.main import main
from packetlint.cli.output import render
from packetlint.core.diagnostic import Diagnostic, Span
from packetlint.core.engine import Report

if TYPE_CHECKING:
    from gitrepo import Repo

_CLOSING = "1 file read (working tree), 1 brief: 1 error\n"
_FORMATS = ("full", "concise", "json", "sarif", "github", "gitlab", "junit")


@pytest.fixture
def here(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """Give a repository with one error, and stand in it."""
    monkeypatch.chdir(repo.top)
    repo.write({"brief.md": LINE})
    return repo


def test_each_report_goes_to_the_file_after_its_format(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--format", "sarif", "--output-file", "a.sarif", "--format", "junit", "--output-file", "a.xml"]
    assert main(["check", *files, "--format", "concise"]) == 1
    assert capsys.readouterr().out == LINE_CONCISE + _CLOSING
    assert json.loads(here.read("a.sarif"))["version"] == "2.1.0"
    assert fromstring(here.read("a.xml").encode()).tag == "testsuites"


def test_with_every_report_in_a_file_the_person_gets_the_closing_line(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--format", "gitlab", "--output-file", "a.json", "--format", "full", "--output-file", "a.txt", "brief.md"])
    assert capsys.readouterr().out == _CLOSING
    assert here.read("a.txt").startswith(LINE_CONCISE)


@pytest.mark.parametrize("options", [["--output-file", "a.txt", "--format", "concise"], ["--format", "concise", "--output-file", "a.txt"]])
def test_one_format_and_one_file_go_together_in_any_order(here: Repo, options: list[str]) -> None:
    main(["check", *options])
    assert here.read("a.txt") == LINE_CONCISE


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--format", "json", "--format", "sarif"], "only one report goes to standard output: give --format json an --output-file"),
        (
            ["--format", "json", "--output-file", "a", "--format", "sarif", "--output-file", "./a"],
            "two reports cannot go to the same --output-file",
        ),
        (
            ["--format", "json", "--output-file", "a", "--output-file", "b"],
            "each --output-file belongs to the --format before it",
        ),
        (["--output-file", "a", "--format", "json", "--format", "full"], "each --output-file belongs to the --format before it"),
        (["--format", "json", "--output-file", "-", "--output-file", "a"], "each --output-file belongs to the --format before it"),
        (
            ["--format", "json", "--output-file", "-", "--format", "sarif"],
            "only one report goes to standard output: give --format json an --output-file",
        ),
        (["--diff", "--format", "sarif"], "--diff shows a difference, which --format sarif cannot"),
    ],
)
def test_what_cannot_be_is_a_usage_error(here: Repo, options: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *options]) == 2
    assert capsys.readouterr() == ("", f"packetlint: {line}\n")
    assert not (here.top / "a").exists()


def test_a_dash_is_standard_output(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--output-file", "-", "--format", "concise"])
    assert capsys.readouterr().out == LINE_CONCISE + _CLOSING
    main(["check", "--format", "concise", "--output-file", "-", "--format", "json", "--output-file", "a.json"])
    assert capsys.readouterr().out == LINE_CONCISE + _CLOSING
    assert not (here.top / "-").exists()


_NAMED = ("--from-ref", "--to-ref", "--stdin-filename", "--baseline", "--write-baseline", "--config-from", "--allow-file", "--output-file")


@pytest.mark.parametrize("option", _NAMED)
def test_an_empty_value_is_not_the_same_as_none(here: Repo, capsys: pytest.CaptureFixture[str], option: str) -> None:
    assert main(["check", f"{option}=", str(here.top / "brief.md")]) == 2
    assert capsys.readouterr() == ("", f"packetlint: {option} is empty\n")


def test_a_link_is_replaced_by_a_file_of_the_usual_mode(here: Repo) -> None:
    (here.top / "a.json").symlink_to("../elsewhere.json")
    main(["check", "--format", "json", "--output-file", "a.json"])
    assert stat.S_IMODE((here.top / "a.json").lstat().st_mode) == stat.S_IMODE((here.top / "brief.md").stat().st_mode)
    assert not (here.top.parent / "elsewhere.json").exists()


def test_a_difference_leaves_the_reports_in_files_alone(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"brief.md": CATEGORY})
    main(["check", "--diff", "--unsafe-fixes", "--format", "json", "--output-file", "a.json"])
    assert "+**Category:** bug" in capsys.readouterr().out
    assert json.loads(here.read("a.json"))["summary"]["errors"] == 1


@pytest.mark.parametrize(("value", "start"), [("true", "::error file=brief.md"), ("false", LINE_CONCISE), ("", LINE_CONCISE)])
def test_auto_is_github_where_github_runs_it(
    here: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], value: str, start: str
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", value)
    main(["check", "--format", "auto"])
    assert capsys.readouterr().out.startswith(start)


_ANY = st.text(st.characters(), max_size=12)  # half surrogate pairs too
_NAME = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\udc80\udcff"), max_size=12)


@settings(max_examples=times(50))
@given(path=_NAME, message=_ANY, help=_ANY)
def test_no_text_breaks_a_report(path: str, message: str, help: str) -> None:
    found = Diagnostic(path, Span(1, 1, 1, 1), "brief/vague-task", "error", message, help)
    report = Report([found], 0, 1, 0, {}, [], {}, [])
    for format in ("json", "sarif", "gitlab", "junit", "github", "concise", "full", "html"):
        text = render(format, report, lambda _: True, color=False)
        assert_printable(text)
        if format == "junit":
            assert fromstring(text.encode()).find(".//failure") is not None
        elif format in ("json", "sarif", "gitlab"):
            assert json.loads(text.encode())
        else:
            assert format == "html" or text.count("\n") == 1 + (format == "full" and bool(help))


@pytest.mark.parametrize("format", _FORMATS)
def test_the_same_input_gives_the_same_bytes(repo: Repo, monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    hostile(repo)
    repo.commit()
    outputs = []
    for seed, zone, cache in (("1", "UTC", "one"), ("2", "Asia/Tokyo", "two"), ("3", "UTC", "one")):
        for name, value in {"PYTHONHASHSEED": seed, "TZ": zone, "XDG_CACHE_HOME": str(repo.top / ".git" / cache)}.items():
            monkeypatch.setenv(name, value)
        outputs.append(repo.run("packetlint", "check", "--format", format).stdout)
    assert outputs[0]
    assert outputs[0] == outputs[1] == outputs[2]


def test_a_report_in_a_file_is_written_again_for_an_unchanged_tree(here: Repo) -> None:
    here.commit()
    for _ in range(2):
        main(["check", "--format", "json", "--output-file", "a.json", "--format", "concise"])
        assert json.loads(here.read("a.json"))["summary"]["errors"] == 1
        (here.top / "a.json").unlink()


def test_no_format_loads_no_format(here: Repo) -> None:
    loaded = _loaded(here, "check", "brief.md")
    assert not loaded & {"xml", "json", "urllib", "hashlib", "importlib.resources"}
