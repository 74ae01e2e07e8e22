"""The recipes of docs/ci.md and docs/scale.md: they are what the services read, their commands run, and they are safe for strangers."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest
from briefs import LINE
from docpages import ROOT, blocks_of
from docplay import run
from docsetups import branch
from ruamel.yaml import YAML

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gitrepo import Repo, Result

_RECIPES = [
    (kind, YAML(typ="safe").load(block.text))
    for page in ("ci.md", "scale.md")
    for block in blocks_of((ROOT / "docs" / page).read_text(encoding="utf-8"))
    if (kind := block.noted("recipe"))
]
_EXPRESSION = re.compile(r"\$\{\{ (.*?) \}\}")


class Script(NamedTuple):
    """The lines that a recipe hands to a shell, its variables as the recipe writes them, and the event that it is for ("": any)."""

    lines: str
    variables: dict[str, str]
    event: str


def _workflows() -> list[dict[str, Any]]:
    return [recipe for kind, recipe in _RECIPES if kind == "github"]


def _steps() -> Iterator[dict[str, Any]]:
    for workflow in _workflows():
        for job in workflow["jobs"].values():
            yield from job["steps"]
    for kind, recipe in _RECIPES:
        if kind == "steps":
            yield from recipe


def _scripts() -> Iterator[Script]:
    for step in _steps():
        if "run" in step:
            yield Script(step["run"], step.get("env", {}), step.get("if", "").rpartition("== ")[2].strip("'"))
    for kind, recipe in _RECIPES:
        if kind == "gitlab":
            for job in recipe.values():
                yield from (Script(line, {}, "") for line in job["script"])


SCRIPTS = [script for script in _scripts() if not script.lines.startswith("pip ")]


@pytest.fixture(params=[False, True], ids=["good", "bad"])
def change(request: pytest.FixtureRequest, repo: Repo) -> tuple[Repo, int]:
    """Give a repository with a branch that is good, or has a fault, and the status that a check of it ends with."""
    branch(repo)
    if request.param:
        repo.commit({"brief.md": LINE})
    return repo, int(request.param)


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.lines.split("--", 1)[-1][:40] for script in SCRIPTS])
def test_a_recipe_fails_for_a_fault_and_passes_without(script: Script, change: tuple[Repo, int]) -> None:
    repo, status = change
    done = _run(script, repo)
    assert done.returncode == status, done.stdout + done.stderr


def _run(script: Script, repo: Repo) -> Result:
    """Run a script as its service would: with the variables that the service sets."""
    base, head = (repo.git("rev-parse", ref).decode().strip() for ref in ("origin/main", "HEAD"))
    known = {"github.event.pull_request.base.sha": base, "github.event.pull_request.head.sha": head}
    variables = {name: _EXPRESSION.sub(lambda match: known[match[1]], value) for name, value in script.variables.items()}
    temporary = repo.top.parent / "runner"
    temporary.mkdir(exist_ok=True)
    service = {"RUNNER_TEMP": str(temporary), "CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "CI_COMMIT_SHA": head}
    return run(f"set -e\n{script.lines}", repo, **service, **variables)


def test_there_are_recipes_for_each_service() -> None:
    assert {kind for kind, _ in _RECIPES} == {"github", "gitlab", "steps"}
    assert len(SCRIPTS) >= 5


def test_a_workflow_may_read_only_and_gives_no_secret_to_strangers() -> None:
    for workflow in _workflows():
        assert "pull_request_target" not in workflow["on"]
        assert workflow["permissions"]["contents"] == "read"
        may_write = {name for name, right in workflow["permissions"].items() if right == "write"}
        assert not may_write or "pull_request" not in workflow["on"]


def test_no_step_reads_an_expression_in_the_middle_of_a_command() -> None:
    assert [step["run"] for step in _steps() if _EXPRESSION.search(step.get("run", ""))] == []


def test_every_checkout_has_the_whole_history_and_keeps_no_credential() -> None:
    checkouts = [step["with"] for step in _steps() if step.get("uses", "").startswith("actions/checkout@")]
    assert len(checkouts) == len(_workflows())
    assert all(options["fetch-depth"] == 0 and options["persist-credentials"] is False for options in checkouts)


def test_packetlint_is_installed_before_the_files_of_a_stranger_are_there() -> None:
    for workflow in _workflows():
        for job in workflow["jobs"].values():
            kinds = [step.get("uses", step.get("run", "")).partition("@")[0] for step in job["steps"]]
            assert kinds.index("pip install packetlint") < kinds.index("actions/checkout")


def test_a_stranger_cannot_turn_a_rule_off(repo: Repo) -> None:
    """All scripts for pull requests judge by the base's configuration, or by none."""
    branch(repo)
    repo.commit({"brief.md": LINE, "packetlint.toml": 'ignore = ["brief"]\n'})
    assert run("packetlint check --from-ref origin/main --to-ref HEAD", repo).returncode == 0
    ranges = [script for script in SCRIPTS if "--from-ref" in script.lines]
    assert len(ranges) >= 3
    assert {_run(script, repo).returncode for script in ranges} == {1}


def test_a_stranger_cannot_accept_a_fault_in_the_baseline(repo: Repo) -> None:
    branch(repo)
    repo.write({"brief.md": LINE})
    assert run("packetlint check --write-baseline packetlint-baseline.jsonl", repo).returncode == 0
    repo.commit()
    script = next(script for script in SCRIPTS if "--baseline" in script.lines)
    assert _run(script, repo).returncode == 1


def test_the_reports_that_a_recipe_uploads_are_the_ones_it_writes(repo: Repo) -> None:
    branch(repo)
    repo.commit({"brief.md": LINE})
    for script in SCRIPTS:
        _run(script, repo)
    reports = next(recipe for kind, recipe in _RECIPES if kind == "gitlab")["packetlint"]["artifacts"]["reports"]
    sarif = next(step["with"]["sarif_file"] for step in _steps() if "upload-sarif" in step.get("uses", ""))
    assert json.loads(repo.read(reports["codequality"]))[0]["location"]["path"] == "brief.md"
    assert ET.fromstring(repo.read(reports["junit"])).get("failures") == "1"
    assert json.loads(repo.read(sarif))["runs"][0]["results"][0]["ruleId"] == "brief/file-line-reference"
