"""The cases of `fixtures/`: where they are, and how one becomes a repository. `fixtures/README.md` says what the files mean."""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gitrepo import Repo
from identify import identify
from ruamel.yaml import YAML

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures"
REALISTIC = "realistic"
CONFIGURATION, STEPS, ARGUMENTS, EXPECTED, ALSO = "packetlint.toml", "steps.txt", "arguments.txt", "expected.txt", "also.txt"
SYMLINKS, ENVIRONMENT, BESIDE = "symlinks.txt", "environment.txt", "beside"
_OUTSIDE_THE_TREE = frozenset([STEPS, ARGUMENTS, EXPECTED, ALSO, SYMLINKS, ENVIRONMENT, BESIDE])


class Hook(NamedTuple):
    """A hook of `.pre-commit-hooks.yaml`, as far as a case needs it."""

    entry: str
    types: frozenset[str]
    always_run: bool


class Case(NamedTuple):
    """One case folder: `fixtures/<kind>/<rule>/<verdict>/<name>`."""

    kind: str
    rule: str
    verdict: str
    name: str

    @property
    def folder(self) -> Path:
        """Give the folder of the case."""
        return FIXTURES / self.kind / self.rule / self.verdict / self.name

    @property
    def full_rule(self) -> str:
        """Give the rule's name, as `--select` takes it."""
        return f"{self.kind}/{self.rule}"

    @property
    def hook(self) -> Hook:
        """Give the hook of the kind: its own, or the one that runs all."""
        return hooks().get(f"packetlint-{self.kind}") or hooks()["packetlint"]

    @property
    def expected(self) -> str:
        """Give the findings that have to be printed, a line each."""
        path = self.folder / EXPECTED
        return path.read_bytes().decode() if path.exists() else ""

    @property
    def also(self) -> list[str]:
        """Give the other rules that the fault of the case breaks too."""
        return self._lines(ALSO)

    @property
    def environment(self) -> dict[str, str]:
        """Give the variables that the hook finds set."""
        return dict(line.split("=", 1) for line in self._lines(ENVIRONMENT))

    def tree(self) -> dict[str, bytes]:
        """Give the files the repository holds, by path."""
        return {name: raw for name, raw in _files(self.folder).items() if name.partition("/")[0] not in _OUTSIDE_THE_TREE}

    def repository(self, parent: Path) -> Repo:
        """Make the repository, and what lies beside it: everything committed, then the steps taken."""
        repo = Repo(parent / "repository")
        repo.write({f"../{name}": raw for name, raw in _files(self.folder / BESIDE).items()})
        repo.write(self.tree())
        for line in self._lines(SYMLINKS):
            link, target = line.split(" -> ")
            repo.link(link, target)
        repo.add()
        repo.git("commit", "--quiet", "--allow-empty", "--message", "all of it")
        for step in self._lines(STEPS):
            repo.git(*shlex.split(step))
        return repo

    def arguments(self, repo: Repo) -> list[str]:
        """Give the paths pre-commit would hand over, or those the case asks for."""
        given = self._lines(ARGUMENTS)
        if given:
            return [part for line in given for part in shlex.split(line)]
        paths = (path.relative_to(repo.top).as_posix() for path in repo.top.rglob("*") if path.is_file())
        return sorted(path for path in paths if not path.startswith(".git/") and self._takes(path))

    def _takes(self, path: str) -> bool:
        return path != CONFIGURATION and bool(identify.tags_from_filename(path) & self.hook.types)

    def _lines(self, name: str) -> list[str]:
        path = self.folder / name
        return [line for line in path.read_text("utf-8").splitlines() if line.strip()] if path.exists() else []


def _files(folder: Path) -> dict[str, bytes]:
    """Read every file below a folder, by its path from there."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@cache
def hooks() -> dict[str, Hook]:
    """Read the hooks by their ids."""
    listed = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    return {hook["id"]: Hook(hook["entry"], frozenset(hook["types_or"]), hook.get("always_run", False)) for hook in listed}


def cases(*verdicts: str) -> list[Case]:
    """List the cases of these verdicts in order."""
    return sorted(case for case in _all_cases() if case.verdict in verdicts)


def _all_cases() -> Iterator[Case]:
    for folder in FIXTURES.glob("*/*/*/*"):
        if folder.is_dir():
            kind, rule, verdict, name = folder.relative_to(FIXTURES).parts
            yield Case(kind, rule, verdict, name)


def label(case: Case) -> str:
    """Give the case's name in a report of the tests."""
    return f"{case.rule}-{case.verdict}-{case.name}"
