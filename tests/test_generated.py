"""What is generated is as the generator would write it today."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from packetlint.cli.explanation import explanation_of
from packetlint.cli.kinds import all_rules
from packetlint.core.config_schema import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Callable

_SCRIPT = Path(__file__).parent.parent / "docs" / "generate.py"


@pytest.fixture(scope="module")
def generator() -> Any:
    specification = spec_from_file_location("generate", _SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    module = module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture
def written(generator: Any, tmp_path: Path) -> Callable[..., int]:
    """Generate into a directory of its own, and give the command for it."""
    assert generator.main([], tmp_path) == 0

    def run(*arguments: str) -> int:
        status: int = generator.main(arguments, tmp_path)
        return status

    return run


def test_nothing_that_is_generated_is_out_of_date(generator: Any, capsys: pytest.CaptureFixture[str]) -> None:
    status = generator.main(["--check"])
    assert (status, capsys.readouterr().out) == (0, "")


def test_the_generator_runs_as_a_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import subprocess

    monkeypatch.chdir(tmp_path)
    result = subprocess.run([sys.executable, str(_SCRIPT), "--check"], capture_output=True, check=False)
    assert (result.returncode, result.stderr) == (0, b"")


def test_what_was_just_written_is_up_to_date(written: Callable[..., int]) -> None:
    assert written("--check") == 0


def test_check_names_the_page_that_was_edited_by_hand(
    written: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = "docs/rules/brief/missing-task.md"
    (tmp_path / page).write_text("mine\n", encoding="utf-8")
    status = written("--check")
    assert (status, capsys.readouterr().out) == (1, f"{page} is out of date: run python docs/generate.py\n")


def test_check_changes_nothing(written: Callable[..., int], tmp_path: Path) -> None:
    page = tmp_path / "docs/rules/index.md"
    page.write_text("mine\n", encoding="utf-8")
    written("--check")
    assert page.read_text(encoding="utf-8") == "mine\n"


def test_check_names_the_page_of_a_rule_that_is_gone(
    written: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "docs/rules/brief/gone.md").write_text("# brief/gone\n", encoding="utf-8")
    status = written("--check")
    assert (status, capsys.readouterr().out) == (1, "docs/rules/brief/gone.md belongs to no rule: run python docs/generate.py\n")


def test_writing_removes_the_page_of_a_rule_that_is_gone(written: Callable[..., int], tmp_path: Path) -> None:
    page = tmp_path / "docs/rules/brief/gone.md"
    page.write_text("# brief/gone\n", encoding="utf-8")
    written()
    assert not page.exists()


def test_a_page_holds_the_whole_explanation_of_its_rule(written: Callable[..., int], tmp_path: Path) -> None:
    page = (tmp_path / "docs/rules/brief/stale-file.md").read_text(encoding="utf-8")
    assert explanation_of("brief/stale-file").text in page


def test_a_page_says_severity_basis_and_fix(written: Callable[..., int], tmp_path: Path) -> None:
    page = (tmp_path / "docs/rules/brief/stale-file.md").read_text(encoding="utf-8")
    assert '**warning** · exact (`preset = "recommended"` changes nothing) · unsafe fix' in page


def test_the_index_links_to_every_page(written: Callable[..., int], tmp_path: Path) -> None:
    index = (tmp_path / "docs/rules/index.md").read_text(encoding="utf-8")
    assert [rule.name for rule in all_rules() if f"[{rule.name}]({rule.name}.md)" not in index] == []


def test_the_schema_ships_with_the_package() -> None:
    assert json.loads(files("packetlint").joinpath("packetlint.schema.json").read_text(encoding="utf-8")) == SCHEMA
