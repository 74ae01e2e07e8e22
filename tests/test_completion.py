"""Shell completion, `--version`, and help that fits a screen and explains every option."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from packetlint import __version__
from packetlint.cli.completion import options_of
from packetlint.cli.grammar import commands, parse
from packetlint.cli.kinds import rule_names
from packetlint.cli.main import main
from packetlint.cli.manual import PAGES

ROOT = Path(__file__).resolve().parents[1]
SHELLS = ("bash", "zsh", "fish")


def _script(shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    assert main(["completion", shell]) == 0
    script = tmp_path / f"packetlint.{shell}"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    return script


def _run(*command: str) -> str:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return done.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_itself_accepts_the_script(shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _run(shell, "-n", str(_script(shell, capsys, tmp_path)))


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_knows_every_command_option_and_rule(shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = _script(shell, capsys, tmp_path).read_text("utf-8")
    flags = {flag for command in commands() for option in options_of(command) for flag in option.flags if flag.startswith("--")}
    assert [word for word in (*commands(), *rule_names()) if word not in text] == []
    assert [flag for flag in flags if (f"-l {flag[2:]} " if shell == "fish" else flag) not in text] == []


_CASES = [
    (["c"], {"check", "context", "config", "completion"}),
    (["--v"], {"--version"}),
    (["check", "--sta"], {"--staged"}),
    (["check", "--fail-on", ""], {"error", "warning"}),
    (["check", "--fail-on", "w"], {"warning"}),
    (["check", "--select", "brief/vague-t"], {"brief/vague-task"}),
    (["check", "--select", "brie"], {"brief", *(name for name in rule_names() if name.startswith("brief/"))}),
    (["check", "--ignore", "links,brief/vague-t"], {"links,brief/vague-task"}),
    (["rule", "brief/vague-t"], {"brief/vague-task"}),
    (["install", "--hook", "pre-r"], {"pre-receive"}),
    (["completion", "f"], {"fish"}),
    (["graph", "--format", "d"], {"dot"}),
]


@pytest.mark.parametrize(("words", "expected"), _CASES)
def test_bash_completes(words: list[str], expected: set[str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = _script("bash", capsys, tmp_path)
    assert _bash(script, ["packetlint", *words]) == expected


def test_bash_completes_behind_an_equals_sign(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Bash gives `--fail-on=w` as three words."""
    script = _script("bash", capsys, tmp_path)
    assert _bash(script, ["packetlint", "check", "--fail-on", "=", "w"]) == {"warning"}
    assert _bash(script, ["packetlint", "check", "--fail-on", "="]) == {"error", "warning"}


def test_bash_is_left_to_complete_file_names(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = _script("bash", capsys, tmp_path)
    assert _bash(script, ["packetlint", "check", "docs/"]) == set()
    assert "-o default" in _run("bash", "-c", f"source {script}; complete -p packetlint")


def _bash(script: Path, words: list[str]) -> set[str]:
    """Ask as bash does when somebody presses the tabulator behind the last word."""
    call = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _packetlint; printf "%s\\n" "${COMPREPLY[@]}"'
    return set(_run("bash", "-c", call, "bash", str(script), *words).split())


@pytest.mark.parametrize(("words", "expected"), _CASES)
def test_fish_completes(words: list[str], expected: set[str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = _script("fish", capsys, tmp_path)
    line = " ".join(["packetlint", *words])
    out = _run("fish", "--no-config", "-c", f"source {script}; complete -C '{line}'")
    assert {found.partition("\t")[0] for found in out.splitlines()} == expected


def test_zsh_takes_the_script_for_packetlint(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = _script("zsh", capsys, tmp_path)
    call = f"autoload -Uz compinit; compinit -u -D; source {script}; print $_comps[packetlint]"
    assert _run("zsh", "-fc", call) == "_packetlint\n"


def test_the_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert (left.value.code, capsys.readouterr().out) == (0, f"packetlint {__version__}\n")


def _help(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *command: str) -> list[str]:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as left:
        main([*command, "--help"])
    assert left.value.code == 0
    return capsys.readouterr().out.splitlines()


def test_help_fits_a_screen_and_names_every_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = _help(capsys, monkeypatch)
    assert len(lines) <= 24
    assert [line for line in lines if len(line) > 80] == []
    assert [name for name, about in commands().items() if not any(line.split() == [name, *about.split()] for line in lines)] == []


@pytest.mark.parametrize("command", commands())
def test_help_of_a_command_explains_each_option(command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = _help(capsys, monkeypatch, command)
    for option in options_of(command):
        assert option.help, option
        assert all(any(flag in line for line in lines) for flag in option.flags)


@pytest.mark.parametrize("command", commands())
def test_help_of_a_command_is_a_manual_page(command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = _help(capsys, monkeypatch, command)
    assert [line for line in lines if len(line) > 80] == []
    for part in ("exit status:", "examples:"):
        assert lines[lines.index(part) + 1].startswith("  ")
    assert any(line.startswith("see also: ") for line in lines[-3:])


_EXAMPLES = [line for page in PAGES.values() for line, _ in page.examples]


@pytest.mark.parametrize("line", _EXAMPLES)
def test_an_example_of_the_help_is_a_command_line(line: str) -> None:
    words = shlex.split(line.partition(" > ")[0].partition(" | ")[0])
    assert words[0] == "packetlint"
    assert callable(parse(words[1:]).run)


def test_every_place_that_the_help_leads_to_is_there() -> None:
    places = {word.strip(";,") for page in PAGES.values() for word in page.see.split() if word.startswith("docs/")}
    assert [place for place in places if not (ROOT / place).is_file()] == []
    assert set(PAGES) == set(commands())


@pytest.mark.parametrize("argv", [[], ["nothing"], ["--nothing"], ["check", "--nothing"], ["completion"], ["completion", "csh"]])
def test_a_usage_error_is_one_line(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv)
    captured = capsys.readouterr()
    assert (left.value.code, captured.out, captured.err.count("\n")) == (2, "", 1)
