"""An expression of a configuration, which may be a stranger's: it ends, and where it does not in time the run fails. `slow-expression`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from briefs import GOOD
from hostile import KINDS
from tables import holds
from watching import run

from packetlint.brief.rules import smells

if TYPE_CHECKING:
    from pathlib import Path

_TEXT = GOOD.replace("- Ranking\n", "- " + "a" * 3000 + "!\n")
_SLOW = {
    "nested repeats": "(a+)+$",
    "alternatives alike": "(a|a)+$",
    "many repeats": "a*a*a*a*a*a*a*a*a*b",
    "repeats of repeats": "((a*)*)*$",
    "behind a look": "(?=(a+)+!!)a",
    "back-reference": r"(a+)+\1$",
    "fuzzy": "(?:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab){e<=9}",
}
_LARGE = {
    "repeats multiplied": "(a{100}){1000}",
    "too long": "a" * 2001,
    "recursion": "(a(?R)?b)",
    "recursion by number": "(a(?1)?b)",
    "no expression": "(",
    "unknown name": r"\p{Nonsense}",
}


def _configured(top: Path, pattern: str, where: str = "everywhere") -> None:
    smell = f"[[smells]]\npattern = {json.dumps(pattern)}\nmessage = 'm'\nwhere = '{where}'\n"
    (top / "packetlint.toml").write_text(f"\n{smell}")
    (top / "brief.md").write_text(_TEXT)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave less time than there is, so that the test takes little."""
    monkeypatch.setattr(smells, "_SECONDS", 0.05)


@holds("safety", "slow-expression")
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("where", ["everywhere", "narrative", "outside-fences"])
@pytest.mark.parametrize("name", _SLOW)
def test_an_expression_that_blows_up_fails_the_run_and_is_named(name: str, where: str, tmp_path: Path) -> None:
    _configured(tmp_path, _SLOW[name], where)
    (tmp_path / "brief.md").write_text(_TEXT.replace("The second page", "a" * 3000 + "! page"))
    done = run(tmp_path, "check")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("packetlint: packetlint.toml:3: `smells[0].pattern`: ")
    assert "took more than" in done.err
    assert done.err.count("\n") == 1


@holds("safety", "slow-expression")
@pytest.mark.parametrize("name", _LARGE)
def test_an_expression_that_cannot_be_compiled_is_named(name: str, tmp_path: Path) -> None:
    _configured(tmp_path, _LARGE[name])
    done = run(tmp_path, "check")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith("packetlint: packetlint.toml:3: `smells[0].pattern`: ")


@holds("safety", "slow-expression")
def test_the_time_is_for_all_of_a_brief_not_for_each_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _configured(tmp_path, "Every", "narrative")
    given: list[float] = []

    def left(until: float) -> float:
        given.append(until)
        return 1.0

    monkeypatch.setattr(smells, "_left", left)
    assert run(tmp_path, "check").status == 1
    assert len(given) > 1
    assert len(set(given)) == 1


@holds("safety", "slow-expression")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "brief"])
def test_the_other_kinds_run_no_expression(kind: str, tmp_path: Path) -> None:
    made = KINDS[kind]("name", "zzz")
    _configured(tmp_path, "(a+)+$")
    (tmp_path / "brief.md").unlink()
    (tmp_path / made.path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / made.path).write_bytes(made.raw)
    assert run(tmp_path, "check").status == 1
