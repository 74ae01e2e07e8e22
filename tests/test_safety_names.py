"""Whatever a file is called: it is linted, and every reader of a report takes its name for a name. `names`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hostile import FORMATS, KINDS, raw_in, rendered
from readings import read
from tables import holds

from packetlint.core.paths import visible, without_commands

if TYPE_CHECKING:
    from gitrepo import Repo

_NAMES = {
    "newline": "new\nline\r",
    "quotes": "quote\"s'`$(x)`",
    "markup": "<b>&amp;]]><pre><!--",
    "escape": "esc\x1b]0;title\x07\x1b[31m",
    "annotation": "::error file=x,line=1::y",
    "percent": "%0A%3A,=%25",
    "azure": "##vso[task.setvariable variable=x]##[error]y",
    "dash": "--fix",
    "lost-byte": "lost\udcff\udc80",
    "composed": "\u00e9",
    "decomposed": "e\u0301",
    "direction": "right\u202eto\u2066left",
    "c1": "c1\x9b31m\x85\u2028",
    "emoji": "sp ace \U0001f600 [x](mailto:y)",
}
_EXACT = ("sarif",)  # the format that holds a name's very bytes


def _expected(path: str, format: str) -> str:
    if format in _EXACT:
        return path
    if format == "json":
        return "".join(visible(character) if "\ud800" <= character <= "\udfff" else character for character in path)
    if format == "github":
        return "".join(character if character in "\r\n" else visible(character) for character in without_commands(path))
    return visible(path)


@holds("safety", "names")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", _NAMES)
def test_a_file_of_any_name_is_linted_and_shown(name: str, kind: str, format: str) -> None:
    made = KINDS[kind](_NAMES[name], "zzz")
    report = made.lint()
    assert report.artifacts[kind] == 1
    assert report.diagnostics
    text = rendered(report, format)
    assert raw_in(text) == []
    said = read(format, text)
    assert len(said) == len(report.diagnostics)
    assert {one.path for one in said} == {_expected(made.path, format)}


@holds("safety", "names")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", _NAMES)
def test_no_name_begins_a_command_of_a_log(name: str, format: str) -> None:
    text = rendered(KINDS["brief"](_NAMES[name], "zzz").lint(), format)
    commands = [line for line in text.split("\n") if line.lstrip().startswith("::")]
    assert commands == (text.splitlines() if format == "github" else [])


@holds("safety", "names")
def test_twins_that_differ_in_unicode_form_alone_are_two_files(repo: Repo) -> None:
    for name in ("composed", "decomposed"):
        made = KINDS["brief"](_NAMES[name], "zzz")
        repo.write({made.path: made.raw})
    repo.add()
    done = repo.run("packetlint", "check", "--staged", "--format", "json")
    assert {one.path for one in read("json", done.stdout.decode())} == {"\u00e9.md", "e\u0301.md"}


@holds("safety", "names")
@pytest.mark.parametrize(
    "where", [(), ("--staged",), ("--all-files",), ("--from-ref", "HEAD~1", "--to-ref", "HEAD")], ids=lambda where: "".join(where[:1])
)
def test_every_name_is_found_wherever_git_keeps_it(repo: Repo, where: tuple[str, ...]) -> None:
    repo.commit()
    repo.write({KINDS["brief"](name, "zzz").path: KINDS["brief"](name, "zzz").raw for name in _NAMES.values() if "\udcff" not in name})
    repo.add()
    if where[:1] == ("--from-ref",):
        repo.git("commit", "--quiet", "--message", "all")
    done = repo.run("packetlint", "check", "--format", "sarif", *where)
    names = {f"{name}.md" for name in _NAMES.values() if "\udcff" not in name}
    assert {one.path for one in read("sarif", done.stdout.decode())} == names
