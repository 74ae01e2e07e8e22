"""Where a key of a configuration stands: found however long the file is, and by what TOML calls a line."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from packetlint.cli.main import main
from packetlint.core.toml import line_of

if TYPE_CHECKING:
    from gitrepo import Repo

_TEXT = """\
# budget \u2028 and \x85 are no line ends
select = ["a",
 "b",
]
note = '''
budget = 1
'''

[brief]
# what the budget is
budget = 3
labels = { a = "b" }
[[smells]]
pattern = "x"
message = "y"

[[smells]]
pattern = "x"
"""
_LINES: dict[tuple[str | int, ...], int | None] = {
    ("select", 1): 2,
    ("note",): 5,
    ("brief",): 9,
    ("brief", "budget"): 11,
    ("brief", "labels", "a"): 12,
    ("smells", 0): 13,
    ("smells", 1): 17,
    ("smells", 1, "pattern"): 18,
    ("severity",): None,
}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("path", _LINES)
def test_a_value_begins_at_the_line_of_its_key(path: tuple[str | int, ...], end: str) -> None:
    assert line_of(_TEXT.replace("\n", end), path) == _LINES[path]


@pytest.mark.parametrize(("above", "line"), [("k = [\n" + "1,\n" * 9000 + "]\n", 9003), ('k = """\n' + "z\n" * 9000 + '"""\n', None)])
def test_a_long_file_is_parsed_a_few_times_only(above: str, line: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[int] = []

    def loads(text: str, loads: Any = tomllib.loads) -> Any:
        parsed.append(len(text))
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", loads)
    assert line_of(above + "z = 2\n", ("z",)) == line
    assert len(parsed) < 50


def test_a_key_as_long_as_a_file_is_not_said_in_full(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repo.top)
    for text in (f"[brief]\n{'x' * 5000} = 1\n", f'ignore = ["{"x" * 5000}"]\n'):
        repo.write({"packetlint.toml": text})
        assert main(["check"]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "packetlint.toml:" in line
        assert len(line) < 400
