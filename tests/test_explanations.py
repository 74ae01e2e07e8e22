r"""Every rule has an explanation, and its two examples do what they say: each is linted in a real repository.

The tag of an example's fence says what kind of file it is. Comment lines before an example say what it needs:
`file: NAME`, `config: LINE`, `tracked: PATH`, `content: PATH = TEXT` (`\n` is a line end), `untracked: PATH`,
`submodule: PATH` (not checked out), `renamed: OLD -> NEW`, `staged: OLD -> NEW` (the change that is judged),
`arguments: WORDS` (for the command line), `encoding: NAME`, and `character: MARK = U+XXXX` for what cannot be seen on a page.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import packetlint
from packetlint.cli.explanation import HEADINGS, explanation_of
from packetlint.cli.kinds import rule_names
from packetlint.cli.main import main
from packetlint.core.markdown import scan
from packetlint.core.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    Lint = Callable[[str, str], dict[str, Any]]

_DIRECTIVE = re.compile(r"<!-- (\w+): (.*?) -->$", re.MULTILINE)
_DIRECTIVES = set("file config tracked content untracked submodule renamed staged encoding character arguments".split())
# The tag of an example -> the name of its file.
_NAMES = {"markdown": "brief.md", "json": "proposal.json", "yaml": "config.yaml"}
_ABOUT_JSON = (
    "artifact-invalid",
    "caution-unmarked",
    "index-entry-mismatch",
    "ineligible-memory",
    "memory-over-budget",
    "memory-packet-mismatch",
    "missing-packet",
    "unknown-memory",
)
# The tag of a kind's or of a rule's examples; markdown for all others.
_TAGS = {"partition": "json", "links/alias-layer-invalid": "yaml", **{f"packet/{name}": "json" for name in _ABOUT_JSON}}
_COMMIT = "1" * 40  # what a submodule is at; nobody looks for it
# Words of the contract that no file can earn alone: the rule -> those that its bad example earns besides.
_ENTAILED = {
    "partition/unknown-item": {"partition/coverage-extra"},
    "partition/coverage-extra": {"partition/unknown-item"},
    "partition/blocked-feasible": {"partition/feasible-with-gaps"},
    "partition/blocking-gap-as-omission": {"partition/omission-denied"},
    "partition/transfer-source-invalid": {"partition/transfer-source-mismatch"},
    "partition/transfer-duplicate": {"partition/transfer-destination-mismatch"},
    "partition/transfer-self-edge": {"partition/transfer-source-mismatch"},
    "partition/transfer-evidence-missing": {"partition/transfer-destination-mismatch"},
}


class Example(NamedTuple):
    """A whole file, and what has to be there for it: pairs of a directive and its value."""

    text: str
    tag: str
    setup: list[tuple[str, str]]

    def of(self, directive: str) -> list[str]:
        """Give the values of one directive."""
        return [value for name, value in self.setup if name == directive]

    @property
    def name(self) -> str:
        """Give the name of the file."""
        return next(iter(self.of("file")), _NAMES[self.tag])

    @property
    def raw(self) -> bytes:
        """Give the bytes of the file."""
        text = self.text
        for value in self.of("character"):
            mark, _, code = value.partition(" = U+")
            text = text.replace(mark, chr(int(code, 16)))
        return text.encode(next(iter(self.of("encoding")), "utf-8"))


def example_of(rule: str, heading: str) -> Example:
    """Read the one example of a section."""
    section = explanation_of(rule).sections[heading]
    fences = scan(Source("", section.encode())).fences
    assert [(fence.tag in _NAMES, fence.closed) for fence in fences] == [(True, True)]
    lines = section.split("\n")
    opening = lines[fences[0].first - 1]
    indent = len(opening) - len(opening.lstrip())
    inside = [line[min(indent, len(line) - len(line.lstrip())) :] for line in lines[fences[0].first : fences[0].last - 1]]
    before = "\n".join(lines[: fences[0].first - 1])
    return Example("".join(f"{line}\n" for line in inside), fences[0].tag, _DIRECTIVE.findall(before))


@pytest.fixture
def lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lint:
    """Give a function that lints a rule's example by all rules and gives the report."""
    for name in [name for name in os.environ if name.startswith(("GIT_", "PRE_COMMIT_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.chdir(tmp_path)

    def run(rule: str, heading: str) -> dict[str, Any]:
        example = example_of(rule, heading)
        _prepare(example)
        main([*_check(example), "--format", "json", example.name])
        report: dict[str, Any] = json.loads(capsys.readouterr().out)
        return report

    return run


def _check(example: Example) -> list[str]:
    """Give the command that judges an example: as a hook where it is about a change, since only a hook knows of one."""
    arguments = [word for value in example.of("arguments") for word in value.split(" ")]
    return ["check", *arguments, *(["--hook", "all"] if example.of("staged") else [])]


def _prepare(example: Example) -> None:
    """Make the repository that an example needs, in the current directory."""
    _git("init", "-q")
    renames = [value.split(" -> ") for value in example.of("renamed")]
    staged = [value.split(" -> ") for value in example.of("staged")]
    for path in [*example.of("tracked"), *(old for old, _ in renames + staged)]:
        _write(path, f"the content of {path}\n".encode())
    for value in example.of("content"):
        path, _, text = value.partition(" = ")
        _write(path, text.replace(r"\n", "\n").encode())
    _commit()
    for old, new in renames:
        _rename(old, new)
    if example.of("config"):
        _write("packetlint.toml", "\n".join(example.of("config")).encode())
    _write(example.name, example.raw)
    _commit()
    for path in example.of("submodule"):
        _git("update-index", "--add", "--cacheinfo", f"160000,{_COMMIT},{path}")
    for old, new in staged:
        _rename(old, new)
        _git("add", "--all")
    for path in example.of("untracked"):
        _write(path, f"the content of {path}\n".encode())


def _rename(old: str, new: str) -> None:
    Path(new).parent.mkdir(parents=True, exist_ok=True)
    Path(old).rename(new)


def _write(path: str, content: bytes) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(content)


def _commit() -> None:
    _git("add", "--all")
    _git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "change")


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], check=True, capture_output=True)


@pytest.mark.parametrize("rule", rule_names())
def test_an_explanation_has_the_fixed_headings_in_order(rule: str) -> None:
    headings = tuple(explanation_of(rule).sections)
    assert headings in (HEADINGS, HEADINGS[:-1])


@pytest.mark.parametrize("rule", rule_names())
def test_every_section_of_an_explanation_says_something(rule: str) -> None:
    assert all(explanation_of(rule).sections.values())


def test_no_explanation_is_left_of_a_rule_that_is_gone() -> None:
    top = Path(packetlint.__file__).parent / "explanations"
    assert {path.relative_to(top).with_suffix("").as_posix() for path in top.rglob("*.md")} == set(rule_names())


@pytest.mark.parametrize("heading", ["Bad", "Good"])
@pytest.mark.parametrize("rule", rule_names())
def test_an_example_is_a_file_of_the_rules_kind(rule: str, heading: str) -> None:
    assert example_of(rule, heading).tag == _TAGS.get(rule, _TAGS.get(rule.partition("/")[0], "markdown"))


@pytest.mark.parametrize("heading", ["Bad", "Good"])
@pytest.mark.parametrize("rule", rule_names())
def test_an_example_asks_only_for_what_the_tests_can_set_up(rule: str, heading: str) -> None:
    assert {name for name, _ in example_of(rule, heading).setup} <= _DIRECTIVES


@pytest.mark.parametrize("rule", rule_names())
def test_a_bad_example_has_findings_of_its_rule_and_of_no_other(rule: str, lint: Lint) -> None:
    found = {diagnostic["rule"] for diagnostic in lint(rule, "Bad")["diagnostics"]}
    assert found == {rule, *_ENTAILED.get(rule, ())}


@pytest.mark.parametrize("rule", _ENTAILED)
def test_an_explanation_names_the_rules_that_report_its_bad_example_too(rule: str) -> None:
    text = explanation_of(rule).sections["What it reports"]
    assert [other for other in _ENTAILED[rule] if f"`{other}`" not in text] == []


@pytest.mark.parametrize("rule", rule_names())
def test_the_source_of_an_explanation_names_the_contracts_word(rule: str, lint: Lint) -> None:
    words = {diagnostic["contract"] for diagnostic in lint(rule, "Bad")["diagnostics"] if diagnostic["rule"] == rule}
    named = re.findall(r"`(E_\w+)`", explanation_of(rule).sections["Source"])
    assert named == [word for word in words if word and word.startswith("E_")]


@pytest.mark.parametrize("rule", rule_names())
def test_a_good_example_is_judged_and_has_no_finding(rule: str, lint: Lint) -> None:
    report = lint(rule, "Good")
    assert (report["diagnostics"], sum(report["summary"]["artifacts"].values())) == ([], 1)


@pytest.mark.parametrize("rule", rule_names())
def test_the_fix_an_explanation_tells_of_is_the_one_its_bad_example_gets(rule: str, lint: Lint) -> None:
    fixes = [diagnostic["fix"] for diagnostic in lint(rule, "Bad")["diagnostics"] if diagnostic["rule"] == rule]
    kinds = {None if fix is None else "safe" if fix["safe"] else "unsafe" for fix in fixes}
    assert kinds == {explanation_of(rule).fix}


@pytest.mark.parametrize("rule", [rule for rule in rule_names() if explanation_of(rule).fix])
def test_the_fix_turns_the_bad_example_into_the_good_one(rule: str, lint: Lint) -> None:
    lint(rule, "Bad")
    bad, good = example_of(rule, "Bad"), example_of(rule, "Good")
    main([*_check(bad), "--fix", "--unsafe-fixes", bad.name])
    assert Path(bad.name).read_bytes() == good.raw
