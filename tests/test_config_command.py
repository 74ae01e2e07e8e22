"""`packetlint config`: every value that holds for a path, and who says so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from briefs import LINE

from packetlint.cli.config import DEFAULTS
from packetlint.cli.main import main
from packetlint.core import user_config
from packetlint.core.config_schema import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gitrepo import Repo


@pytest.fixture
def here(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.chdir(repo.top)
    repo.write({"docs/brief.md": LINE})
    return repo


def _lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["config", *arguments]) == 0
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def _origins(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, list[tuple[Any, ...]]]:
    """Give for each key its values, each with origin, file and line."""
    assert main(["config", "--json", *arguments]) == 0
    found: dict[str, list[tuple[Any, ...]]] = {}
    for value in json.loads(capsys.readouterr().out)["values"]:
        found.setdefault(value["key"], []).append((value["value"], value["origin"], value["file"], value["line"]))
    return found


def _leaves(schema: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in schema["properties"].items():
        if "properties" in value:
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key)


def test_every_key_of_both_schemas_is_shown() -> None:
    assert set(DEFAULTS) == {*_leaves(SCHEMA), *_leaves(user_config.SCHEMA)}


def test_without_any_configuration_everything_is_a_default(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    assert {origin for values in _origins(capsys).values() for _, origin, _, _ in values} == {"default"}
    lines = _lines(capsys, "docs/brief.md")
    assert lines[0] == "configuration of docs/brief.md"
    assert 'preset = "seed" # default' in lines
    assert "brief.budget = 2000 # default" in lines
    assert "tokens.file = (none) # default" in lines


def test_the_default_is_what_a_check_goes_by(here: Repo) -> None:
    """A configuration that sets every default changes nothing."""
    keys: dict[str, list[str]] = {}
    for path, value in DEFAULTS.items():
        if value is not None and path not in user_config.KEYS:
            keys.setdefault(path[0] if len(path) > 1 else "", []).append(f"{path[-1]} = {json.dumps(value)}")
    text = "\n".join(line for section in sorted(keys) for line in ([f"[{section}]"] if section else []) + keys[section])
    before = here.run("packetlint", "check").stdout
    here.write({"packetlint.toml": text})
    assert here.run("packetlint", "check").stdout == before


def test_a_value_of_a_file_has_file_and_line(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"packetlint.toml": '# mine\nfail-on = "warning"\n\n[brief]\nbudget = 20\nlabels = { "Ziel" = "Task" }\n'})
    origins = _origins(capsys, "docs")
    assert origins["fail-on"] == [("warning", "file", "packetlint.toml", 2)]
    assert origins["brief.budget"] == [(20, "file", "packetlint.toml", 5)]
    assert 'brief.labels = { "Ziel" = "Task" } # packetlint.toml:6' in _lines(capsys)


def test_pyproject_is_named_with_its_own_lines(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"pyproject.toml": '[project]\nname = "x"\n\n[tool.packetlint.links]\nroots = ["a"]\n'})
    assert _origins(capsys)["links.roots"] == [(["a"], "file", "pyproject.toml", 5)]


def test_the_nearest_file_counts_and_exclude_adds_up(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"packetlint.toml": 'exclude = ["x"]\npreset = "recommended"\n', "docs/packetlint.toml": '\nexclude = ["y"]\n'})
    origins = _origins(capsys, "docs/brief.md")
    assert origins["preset"] == [("seed", "default", None, None)]
    assert origins["exclude"] == [(["y"], "file", "docs/packetlint.toml", 2), (["x"], "file", "packetlint.toml", 1)]
    assert _origins(capsys, "docs") == origins, "a directory is asked about as what is in it"


def test_the_command_line_wins_and_ignore_adds_up(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"packetlint.toml": 'select = ["brief"]\nignore = ["file"]\nfail-on = "warning"\n'})
    origins = _origins(capsys, "--ignore", "links, packet", "--fail-on", "error")
    assert origins["ignore"] == [(["links", "packet"], "command line", None, None), (["file"], "file", "packetlint.toml", 2)]
    assert origins["fail-on"] == [("error", "command line", None, None)]
    selected = _origins(capsys, "--select", "links")
    assert selected["select"] == [(["links"], "command line", None, None)]
    assert selected["ignore"] == [([], "default", None, None)], "what a file ignores does not narrow what is asked for"


def test_the_persons_own_file_is_named(
    here: Repo, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = tmp_path / "packetlint/config.toml"
    file.parent.mkdir()
    file.write_text('[online]\nmcp = ["tickets"]\n')
    assert _origins(capsys)["online.mcp"] == [(["tickets"], "user", str(file), 2)]
    assert f'online.mcp = ["tickets"] # {file}:2 (your own)' in _lines(capsys)


def test_an_excluded_path_is_said_to_be(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"packetlint.toml": 'exclude = ["docs/"]'})
    assert _lines(capsys, "docs/brief.md")[-1] == "docs/brief.md is not judged: packetlint.toml: exclude `docs/`"


def test_isolated_shows_no_file_and_a_ref_shows_its_own(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.commit({"packetlint.toml": 'preset = "recommended"\n'})
    here.write({"packetlint.toml": '\npreset = "seed"\n'})
    assert _origins(capsys, "--isolated")["preset"] == [("seed", "default", None, None)]
    assert 'preset = "recommended" # packetlint.toml:1 at HEAD' in _lines(capsys, "--config-from", "HEAD")


@pytest.mark.parametrize(
    ("text", "arguments", "complaint"),
    [
        ("fail_on = 1", (), "packetlint.toml:1: `fail_on`: is not a known key"),
        ("", ("--config-from", "nowhere"), "git knows no commit `nowhere`"),
        ("", ("--isolated", "--config-from", "HEAD"), "--isolated and --config-from exclude one another"),
        ("", ("--select", "brief/nope"), "no rule is called `brief/nope`"),
    ],
)
def test_what_cannot_be_is_one_line(
    here: Repo, capsys: pytest.CaptureFixture[str], text: str, arguments: tuple[str, ...], complaint: str
) -> None:
    here.commit({"packetlint.toml": text})
    assert main(["config", *arguments]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_controls_in_a_value_or_name_are_shown_escaped(here: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    here.write({"packetlint.toml": 'exclude = ["\\u001b[31m\\u202e"]\n', "a\x1bb/x.md": ""})
    assert main(["config", "a\x1bb"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_it_works_outside_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "packetlint.toml").write_text("[tokens]\nratio = 3\n")
    assert _origins(capsys)["tokens.ratio"] == [(3, "file", "packetlint.toml", 2)]
