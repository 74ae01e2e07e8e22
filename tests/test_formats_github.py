"""The format github, read back as the runner of GitHub Actions reads workflow commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from briefs import LINE
from hypothesis import given
from hypothesis import strategies as st
from reports import NAMES, hostile, run, shown

from packetlint.cli.formats.github import render
from packetlint.core.diagnostic import Diagnostic, Span
from packetlint.core.engine import Report
from packetlint.core.paths import without_commands

if TYPE_CHECKING:
    from gitrepo import Repo


class _Command(NamedTuple):
    name: str
    properties: dict[str, str]
    message: str


def _read(line: str) -> _Command:
    """Read a line by the runner's rules: `::`, name, a space, properties with commas, `::`, data; then undo the escapes."""
    assert line.startswith("::")
    end = line.index("::", 2)
    name, _, rest = line[2:end].partition(" ")
    pairs = [pair.split("=", 1) for pair in rest.split(",") if pair]
    return _Command(name, {key.strip(): _value(value) for key, value in pairs}, _data(line[end + 2 :]))


def _value(text: str) -> str:
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%3A", ":").replace("%2C", ",").replace("%25", "%")


def _data(text: str) -> str:
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def test_a_finding_is_an_annotation_and_the_log_says_the_place(repo: Repo) -> None:
    repo.write({"brief.md": LINE})
    line, closing = run(repo, "--format", "github").splitlines()
    command = _read(line)
    place = {"file": "brief.md", "line": "7", "endLine": "7", "col": "38", "endColumn": "49"}
    assert (command.name, command.properties) == ("error", {**place, "title": "brief/file-line-reference"})
    assert command.message == (
        "brief.md:7:38: error[brief/file-line-reference] `pager.py:40` names a line of a file, and lines move\n"
        "help: name the type or function instead"
    )
    assert closing == "1 file read (working tree), 1 brief: 1 error"


def test_every_hostile_name_is_one_command_with_the_name(repo: Repo) -> None:
    hostile(repo)
    commands = [_read(line) for line in run(repo, "--format", "github").splitlines()[:-1]]
    files = {command.properties["file"] for command in commands}
    kept = {name: "".join(c if c in "\r\n" else shown(c) for c in name) for name in NAMES}
    assert files == {*kept.values(), "text.md", "warning.md"}
    assert {command.name for command in commands} == {"error", "warning"}
    assert {"file", "line", "endLine", "col", "endColumn", "title"} == set().union(*(command.properties for command in commands))


def test_columns_are_left_out_over_several_lines() -> None:
    report = _report(Diagnostic("a.md", Span(2, 5, 3, 1), "brief/x", "warning", "message"))
    assert _read(render(report).strip()).properties == {"file": "a.md", "line": "2", "endLine": "3", "title": "brief/x"}


_PLAIN = st.text(alphabet=st.sampled_from("a:,=% \n\r;]#[&+\u00e92Ad5"))


@given(path=_PLAIN, message=_PLAIN, help=_PLAIN)
def test_whatever_is_said_comes_back(path: str, message: str, help: str) -> None:
    report = _report(Diagnostic(path, Span(1, 1, 1, 1), "brief/x", "error", message, help))
    (line,) = render(report).removesuffix("\n").split("\n")
    command = _read(line)
    assert command.properties["file"] == without_commands(path)
    assert command.message.endswith(f"error[brief/x] {shown(message)}" + (f"\nhelp: {shown(help)}" if help else ""))


def _report(*diagnostics: Diagnostic) -> Report:
    return Report(list(diagnostics), 0, 1, 0, {}, [], {}, [])


def test_a_name_cannot_begin_a_line_of_text_with_a_command(repo: Repo) -> None:
    repo.write({"::add-mask::x.md": LINE})
    assert run(repo, "--format", "concise").startswith("./::add-mask::x.md:7:38: error")
