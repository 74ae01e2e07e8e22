"""The documentation is true: its commands do what they show, its links lead somewhere, its tables name what there is."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from briefs import LINE
from docpages import DOCS, ROOT, SITE, anchors_of, blocks_of, links_of, pages, site
from docplay import ELSEWHERE, expect, occurs, play, run
from docsetups import SETUPS, branch, refused
from gitrepo import program
from ruamel.yaml import YAML

from packetlint.cli.explanation import explanation_of
from packetlint.cli.grammar import parse
from packetlint.cli.kinds import all_rules, rule_names

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from docpages import Step
    from gitrepo import Repo

PAGES = pages()
PLAYED = [page for page, text in PAGES.items() if any(block.tag == "console" for block in blocks_of(text))]
COMMANDS = ("check", "brief", "partition", "digest", "rebuild", "graph", "context", "rule", "config", "install", "completion")
_README = [
    step for block in blocks_of(PAGES["README.md"]) if block.tag == "console" for step in block.steps if not ELSEWHERE.match(step.command)
]
_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _played(page: str) -> Any:
    """Give a page as a parameter; those that share pre-commit's home run in one process."""
    return pytest.param(page, marks=pytest.mark.xdist_group("pre-commit") if "pre-commit" in PAGES[page] else ())


@pytest.mark.parametrize("page", [_played(page) for page in PLAYED if page not in ("README.md", "CONTRIBUTING.md")])
def test_every_command_of_a_page_does_what_the_page_shows(page: str, repo: Repo) -> None:
    SETUPS.get(page, _nothing)(repo)
    assert play(page, PAGES[page], repo) > 0


def _nothing(repo: Repo) -> None:
    """A page without a setup begins in an empty repository."""


@pytest.mark.xdist_group("pre-commit")
def test_the_commit_that_readme_shows_is_refused_as_it_shows(repo: Repo) -> None:
    refused(repo)
    expect(_README[0], 1, repo, "README.md")


@pytest.mark.parametrize("step", _README[1:], ids=lambda step: step.command)
def test_every_other_command_of_readme_runs(step: Step, repo: Repo) -> None:
    """Each alone: README shows no session, but what there is to type."""
    branch(repo)
    expect(step, 0, repo, "README.md")


def _commands() -> Iterator[tuple[str, str]]:
    for page, text in PAGES.items():
        for block in blocks_of(text):
            if block.tag == "console":
                yield from ((page, step.command) for step in block.steps)


@pytest.mark.parametrize("command", sorted({command for _, command in _commands() if ELSEWHERE.match(command)}))
def test_what_needs_the_network_or_the_checkout_is_at_least_there(command: str) -> None:
    program, _, rest = command.partition(" ")
    if program == "pip":
        assert rest.startswith("install ")
        assert _unknown_requirements(rest.removeprefix("install ")) == []
    elif program == "make":
        assert re.search(rf"^{re.escape(rest)}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    else:
        assert command in ELSEWHERE_KNOWN


# The rest of what no test can run: it needs an account, or a tool for benchmarks.
ELSEWHERE_KNOWN = {
    "gh issue view 12 --json body -q .body | packetlint check --stdin-filename issue.md -",
    'hyperfine -N "python -c \'import argparse, regex\'" "packetlint-brief brief.md"',
}


def _unknown_requirements(text: str) -> list[str]:
    """Give what `pip install` is told that this project does not provide."""
    names = re.findall(r"([\w-]+)(?:\[([\w,-]+)\])?", text.replace("'", ""))
    known = set(_PROJECT["optional-dependencies"])
    return [name for name, extras in names if name not in ("packetlint", "pre-commit") or set(filter(None, extras.split(","))) - known]


@pytest.mark.parametrize("command", sorted({code for text in PAGES.values() for code in re.findall(r"`(packetlint [a-z][^`]*)`", text)}))
def test_every_command_within_a_sentence_is_understood(command: str) -> None:
    """README writes forms such as `check [PATH ...]`; they stand for what can be left out."""
    words = shlex.split(re.sub(r" \[[^\]]*\]", "", command.partition("|")[0]))
    assert words[1] in COMMANDS
    assert len(words) == 2 or callable(parse(words[1:]).run)  # a bare name is no command line, but what the sentence is about


@pytest.mark.parametrize("page", [page for page in PAGES if page != "docs/architecture.md"])
def test_every_option_that_a_page_names_is_there(page: str) -> None:
    prose = " ".join(re.findall(r"`[^`\n]+`", PAGES[page])) + " ".join(step for at, step in _commands() if at == page)
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", prose))
    assert named - _options() - _OTHERS == set()


@cache
def _options() -> set[str]:
    """Give every option of every command."""
    helps = (subprocess.run([program("packetlint"), command, "--help"], capture_output=True, text=True, check=True) for command in COMMANDS)
    return {option for done in helps for option in re.findall(r"--[a-z][a-z-]+", done.stdout)}


# Options of other programs that pages call.
_OTHERS = {"--json", "--all", "--quiet", "--message", "--bare", "--no-verify", "--readme"}


@pytest.mark.parametrize("page", PAGES)
def test_every_block_of_data_can_be_read(page: str) -> None:
    readers: dict[str, Any] = {"json": json.loads, "toml": tomllib.loads, "yaml": YAML(typ="safe").load}
    for block in blocks_of(PAGES[page]):
        if block.tag in readers:
            assert readers[block.tag](block.text), f"{page}:{block.line}"


def test_an_output_that_differs_is_noticed() -> None:
    assert occurs(["a", "...", "c"], ["a", "b", "b", "c"])
    assert occurs(["a...", "c"], ["a b", "c"])
    assert not occurs(["a", "c"], ["a", "b", "c"])
    assert not occurs(["a", "..."], ["b"])
    assert not occurs(["a"], [])


@pytest.mark.parametrize("page", PAGES)
def test_every_relative_link_leads_to_a_file_and_a_heading(page: str) -> None:
    dead = [to for to in links_of(PAGES[page]) if not _leads(page, to)]
    assert dead == []


def _leads(page: str, to: str) -> bool:
    path, _, anchor = to.partition("#")
    inside = re.match(rf"{SITE}/(?:blob|tree)/main/(.*)", path)
    if inside:
        return (ROOT / inside[1]).exists()
    if "://" in path:
        return True
    target = (ROOT / page).parent / path if path else ROOT / page
    return target.exists() and (not anchor or anchor in anchors_of(target.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("docs/")])
def test_a_page_of_the_site_links_to_nothing_outside_it_by_a_path(page: str) -> None:
    """The site holds docs/ only."""
    relative = [to for to in links_of(PAGES[page]) if "://" not in to and not to.startswith("#")]
    assert [to for to in relative if not ((ROOT / page).parent / to.partition("#")[0]).resolve().is_relative_to(DOCS)] == []


def test_every_page_is_in_the_navigation_or_in_the_index_of_rules() -> None:
    navigation, pattern = _navigation(), str(site()["not_in_nav"]).removeprefix("/")
    written = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert [page for page in navigation if page not in written] == []
    assert len(navigation) == len(set(navigation))
    left = written - set(navigation)
    assert [page for page in left if not fnmatchcase(page, pattern)] == []
    assert left == {f"rules/{to}" for to in links_of((DOCS / "rules" / "index.md").read_text(encoding="utf-8"))}


def _navigation() -> list[str]:
    """Give the pages that mkdocs.yml names, in order."""

    def within(entry: Any) -> Iterator[str]:
        if isinstance(entry, str):
            yield entry
        for inner in entry if isinstance(entry, list) else entry.values() if isinstance(entry, dict) else ():
            yield from within(inner)

    return list(within(site()["nav"]))


@pytest.mark.parametrize("page", PAGES)
def test_every_rule_that_a_page_names_is_there(page: str) -> None:
    kinds = "|".join(sorted({rule.name.partition("/")[0] for rule in all_rules()}))
    prose = re.sub(r"<!-- file: .*?^```$", "", PAGES[page], flags=re.MULTILINE | re.DOTALL)
    named = set(re.findall(rf"`((?:{kinds})/[a-z][a-z-]*\*?)`", prose))
    assert [name for name in named if not any(fnmatchcase(rule, name) for rule in rule_names())] == []


@pytest.mark.parametrize("kind", sorted({rule.name.partition("/")[0] for rule in all_rules()} - {"file"}))
def test_a_guide_names_rules_of_its_kind(kind: str) -> None:
    page = PAGES[f"docs/guides/{kind if kind.endswith('s') else f'{kind}s'}.md"]
    assert len(re.findall(rf"`{kind}/", page)) > 10


def test_the_page_of_fixes_lists_the_rules_that_have_one() -> None:
    listed = dict(re.findall(r"^\| `([\w/-]+)` \| (safe|unsafe)\b[^|]*\|", PAGES["docs/fixes.md"], re.MULTILINE))
    assert listed == {rule.name: explanation_of(rule.name).fix for rule in all_rules() if explanation_of(rule.name).fix}


def test_the_matcher_for_an_editor_reads_the_concise_format(repo: Repo, tmp_path: Path) -> None:
    tasks = next(block for block in blocks_of(PAGES["docs/editors.md"]) if block.tag == "json")
    pattern = json.loads(tasks.text)["tasks"][0]["problemMatcher"]["pattern"]
    repo.write({"brief.md": LINE})
    line = run("packetlint check --format concise", repo).stdout.decode().splitlines()[0]
    match = re.match(pattern["regexp"], line)
    assert match
    assert [match[pattern[key]] for key in ("file", "line", "column", "severity", "code")] == [
        "brief.md", "7", "38", "error", "brief/file-line-reference",
    ]  # fmt: skip
