"""Configuration that means harm: one line that names the file, and mostly the place; never a failure of ours, never an hour. `json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from briefs import LINE
from tables import holds

from packetlint.cli.main import main
from packetlint.core.errors import ConfigurationError
from packetlint.core.toml import line_of, parse
from packetlint.core.user_config import load

if TYPE_CHECKING:
    from pathlib import Path

_DEEP = 100_000
_INPUTS: dict[str, tuple[bytes, str]] = {
    "no UTF-8": (b'a = "\xff"', " is not UTF-8: byte offset"),
    "UTF-16": ("a = 1".encode("utf-16"), " is not UTF-8: byte offset"),
    "NUL": (b"a = 1\0", " is not valid TOML"),
    "deep lists": (b"a = " + b"[" * _DEEP, " is nested too deeply"),
    "deep tables": (b"a = " + b"{a=" * _DEEP, " is nested too deeply"),
    "5,000 digits": (b"\na = " + b"9" * 5000, " holds a number with too many digits"),
    "5,000 hexadecimal digits": (b"a = 0x" + b"f" * 5000, ""),
    "doubled key": (b"a = 1\na = 2", " is not valid TOML: cannot overwrite a value"),
    "doubled long key": (b"[%b]\n[%b]" % (b"k" * 5000, b"k" * 5000), " is not valid TOML: cannot declare ('kkk"),
    "date that is none": (b"a = 2024-02-30", " is not valid TOML: invalid date or datetime"),
    "lone surrogate": (b'a = "\\ud800"', " is not valid TOML"),
    "open string": (b'a = """', " is not valid TOML"),
    "control character": (b'a = "\x1b[31m"', " is not valid TOML"),
    "too much": (b"#" * ((1 << 20) + 1), " is 1048577 bytes, over the limit of 1048576"),
    "unknown key": (b'"\\u001b]0;\\u202e" = 1', " `\\x1b]0;\\u202e`: is not a known key"),
    "not a number": (b"tokens.ratio = nan", " `tokens.ratio`: "),
    "infinity": (b"tokens.ratio = inf", " `tokens.ratio`: "),
    "minus": (b"brief.budget = -1", " `brief.budget`: "),
    "many keys": (b"".join(b"k%d = 1\n" % number for number in range(20_000)), " `k0`: is not a known key"),
    "a key at the end": (b"\n" * 1_000_000 + b"z = 1", " `z`: is not a known key"),
}
_PLACES = {"packetlint.toml": b"", "pyproject.toml": b"[tool.packetlint]\n", "sub/packetlint.toml": b""}


@holds("safety", "json")
@pytest.mark.parametrize("place", _PLACES)
@pytest.mark.parametrize("name", _INPUTS)
def test_a_configuration_is_refused_in_one_line(
    name: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raw, reason = _INPUTS[name]
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/brief.md").write_text(LINE)
    (tmp_path / place).write_bytes(_PLACES[place] + raw if name not in ("UTF-16", "too much") else raw + _PLACES[place])
    monkeypatch.chdir(tmp_path)
    assert main(["check", "sub/brief.md"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"packetlint: {place}:")
    assert reason.strip() in said.err.replace("1048595 bytes", "1048577 bytes")
    assert (said.err.count("\n"), "internal" in said.err) == (1, False)
    assert len(said.err) < 300


@holds("safety", "json")
@pytest.mark.parametrize("name", [name for name in _INPUTS if name != "too much"])
def test_the_persons_own_configuration_is_refused_likewise(name: str, tmp_path: Path) -> None:
    (tmp_path / "packetlint").mkdir()
    (tmp_path / "packetlint/config.toml").write_bytes(_INPUTS[name][0])
    with pytest.raises(ConfigurationError, match=r"^[^\n]*/packetlint/config\.toml[: ][^\n]{1,200}$"):
        load({"XDG_CONFIG_HOME": str(tmp_path)})


@holds("safety", "json")
@pytest.mark.parametrize(
    ("path", "line"),
    [(("a",), 2), (("b",), 3), (("b", 1), 3), (("x", "y"), 9), (("x", "z", "a"), 12), (("s", 0), 13), (("s", 1, "k"), 17), (("n",), None)],
    ids=str,
)
def test_a_key_is_found_wherever_it_stands(path: tuple[str | int, ...], line: int | None) -> None:
    text = '# c\na = 1\nb = [\n 1,\n 2,\n]\n\n[x]\ny = """\n\n"""\nz = {a=1}\n[[s]]\nk = 1\n# q\n[[s]]\nk = 2\n'
    assert parse("a.toml", text)["a"] == 1
    assert line_of(text, path) == line
