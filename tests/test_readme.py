"""README.md shows what really happens: its commands, its configuration, its examples."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from precommit_home import ROOT

from packetlint.cli.main import main

if TYPE_CHECKING:
    from gitrepo import Repo

README = (ROOT / "README.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def _blocks(tag: str) -> list[str]:
    return re.findall(rf"^```{tag}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_terminal_excerpt_is_what_the_demo_shows(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    demo = ROOT / "fixtures" / "demo"
    repo.write({"brief.md": (demo / "refused.md").read_text(encoding="utf-8"), "src/auth/session.ts": "x\n"})
    repo.commit()
    monkeypatch.chdir(repo.top)
    main(["check", "brief.md", "--ignore", "brief/narrative-path,brief/vague-criterion,brief/shape-criterion"])
    assert capsys.readouterr().out in _blocks("console")[0] + "\n"


def test_the_brief_it_shows_is_good(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write({"brief.md": _blocks("markdown")[0]})
    monkeypatch.chdir(repo.top)
    assert main(["check", "--fail-on", "warning", "brief.md"]) == 0


def test_the_ignore_comment_it_shows_works(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    brief, ignored = _blocks("markdown")
    repo.write({"brief.md": brief.replace("A session keeps the email only.\n", ignored)})
    monkeypatch.chdir(repo.top)
    assert main(["check", "--fail-on", "warning", "brief.md"]) == 0


def test_the_links_it_shows_are_good(repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = next(block for block in _blocks("yaml") if block.startswith("soft_links:"))
    empty = "---\nsoft_links: []\n---\n"
    repo.commit(
        {
            "CONVENTIONS.md": "# Conventions\n",
            "config.yaml": "aliases:\n  ledger: {brain: ledger}\n",
            "tree/cart/totals.md": f"{empty}## Rounding\n",
            "tree/cart/coupons.md": f"---\n{shown}---\n",
            "ledger/CONVENTIONS.md": "# Conventions\n",
            "ledger/threads/spring-close/thread.md": empty,
        }
    )
    monkeypatch.chdir(repo.top)
    assert main(["check", "--fail-on", "warning"]) == 0
    assert "files with links: no findings" in capsys.readouterr().out


def test_the_configuration_it_shows_is_valid(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write({"packetlint.toml": _blocks("toml")[0]})
    monkeypatch.chdir(repo.top)
    assert main(["check"]) == 0
    assert tomllib.loads(_blocks("toml")[0])


def test_every_form_of_check_it_shows_is_understood(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.top)
    repo.commit({"docs/a.md": "# A\n", "issue.md": "# B\n"})
    shown = re.findall(r"`(packetlint check[^`\\]*)`", README)
    for command in shown:
        arguments = command.replace(" A ", " HEAD ").replace(" B", " HEAD").split()[1:]
        if "..." not in command and "PATH" not in command:
            assert main(arguments) in (0, 1), command


@pytest.mark.parametrize("text", [README, ARCHITECTURE], ids=["README", "architecture"])
def test_every_file_it_points_to_is_there(text: str) -> None:
    linked = re.findall(r"\]\(([^)#]+)\)", text)
    named = re.findall(r"`((?:core|cli|docs|tests|benchmarks|hooks|fixtures)/[\w./]*)`", text)
    for path in [*linked, *named]:
        inside = [ROOT / path, ROOT / "src" / "packetlint" / path, ROOT / "docs" / path]
        assert "://" in path or any(Path(candidate).exists() for candidate in inside), path


def test_this_repository_passes_its_own_rules(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["check", "--fail-on", "warning"]) == 0
    assert "fixtures" not in capsys.readouterr().out
