"""The person's own configuration: what it allows, and that no repository can."""

from __future__ import annotations

import json
import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from checking import check
from hypothesis import given
from hypothesis import strategies as st

from packetlint.cli.main import main
from packetlint.core.errors import ConfigurationError
from packetlint.core.user_config import BELONGS, KEYS, SCHEMA, UserConfiguration, load, place

if TYPE_CHECKING:
    from gitrepo import Repo

Validator: Any = import_module("jsonschema").Draft202012Validator
_SHIPPED = Path(__file__).resolve().parents[1] / "src/packetlint/user-config.schema.json"


def _load(home: Path, text: str | bytes) -> UserConfiguration:
    file = home / ".config/packetlint/config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return load({"HOME": str(home)})


def test_every_key_is_read_with_its_line(tmp_path: Path) -> None:
    text = '[links]\nallow-files = ["/srv/notes/", "~/team/../notes"]\n\n[online]\nallow-hosts = ["wiki:8080"]\nmcp = ["tickets"]\n'
    assert _load(tmp_path, text) == UserConfiguration(
        f"{tmp_path}/.config/packetlint/config.toml",
        ("/srv/notes", f"{tmp_path}/notes"),
        ("wiki:8080",),
        ("tickets",),
        {KEYS[0]: 2, KEYS[1]: 5, KEYS[2]: 6},
    )


def test_an_empty_file_allows_nothing(tmp_path: Path) -> None:
    assert _load(tmp_path, "")[1:4] == ((), (), ())


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"XDG_CONFIG_HOME": "/x/", "HOME": "/h"}, "/x/packetlint/config.toml"),
        ({"XDG_CONFIG_HOME": "relative", "HOME": "/h"}, "/h/.config/packetlint/config.toml"),
        ({"HOME": "/h/"}, "/h/.config/packetlint/config.toml"),
        ({"HOME": "relative"}, None),
        ({}, None),
    ],
)
def test_where_it_is_looked_for(environ: dict[str, str], expected: str | None) -> None:
    assert place(environ) == expected
    assert load(environ) == UserConfiguration()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("links = 1", ":1: `links`: is not a table"),
        ("[link]", ":1: `link`: is not a known key; did you mean `links`?"),
        ("[online]\nallow-host = []", ":2: `online.allow-host`: is not a known key; did you mean `allow-hosts`?"),
        ("[links]\nallow-files = ['notes']", ":2: `links.allow-files[0]`: is no directory that begins with `/` or `~/`"),
        ("[links]\nallow-files = ['/a\\u0000']".replace("'", '"'), ":2: `links.allow-files[0]`: is no directory"),
        ("[online]\nmcp = [1]", ":2: `online.mcp[0]`: is not a string"),
        ("ignore = ['brief']", ":1: `ignore`: is not a known key"),
        ("x", ":1: is not valid TOML"),
        (b"\xff", ": is not UTF-8: byte offset 0"),
    ],
)
def test_one_that_cannot_be_used_is_one_line(tmp_path: Path, text: str | bytes, complaint: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        _load(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path}/.config/packetlint/config.toml{complaint}")
    assert "\n" not in str(caught.value)


def test_a_directory_in_its_place_is_one_line(tmp_path: Path) -> None:
    (tmp_path / ".config/packetlint/config.toml").mkdir(parents=True)
    with pytest.raises(ConfigurationError, match="cannot be read: is a directory"):
        load({"HOME": str(tmp_path)})


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    try:
        _load(tmp_path_factory.getbasetemp(), content)
    except ConfigurationError as error:
        assert "\n" not in str(error)  # noqa: PT017 - either outcome is right


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ('[links]\nroots = []\nallow-files = ["/etc"]', 3, "links.allow-files"),
        ('online.allow-hosts = ["10.0.0.1"]', 1, "online.allow-hosts"),
        ('[online]\nmcp = ["x"]', 2, "online.mcp"),
        ("[online]\nother = 1", 1, "online"),
        ("online = true", 1, "online"),
    ],
)
@pytest.mark.parametrize("file", ["packetlint.toml", "pyproject.toml"])
def test_a_repository_cannot_allow_anything(repo: Repo, file: str, text: str, line: int, key: str) -> None:
    if file == "pyproject.toml":
        text = text.replace("[", "[tool.packetlint.", 1) if text.startswith("[") else f"[tool.packetlint]\n{text}"
        line += not text.startswith("[tool.packetlint.")
    repo.write({file: text, "a.md": "# A\n"})
    assert check(repo) == (2, [f"packetlint: {file}:{line}: `{key}`: {BELONGS}"])


def _linked(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    leaf = f"---\nsoft_links:\n  - file://{tmp_path}/notes/gone.md\n---\n# A\n"
    repo.commit({"NODE.md": "# Top\n", "a.md": leaf})


def test_file_links_are_checked_where_the_person_allows_it(repo: Repo, tmp_path: Path) -> None:
    _linked(repo, tmp_path)
    assert "links/target-not-found" not in "\n".join(check(repo)[1])
    config = tmp_path / "xdg"
    (config / "packetlint").mkdir(parents=True)
    (config / "packetlint/config.toml").write_text(f"[links]\nallow-files = ['{tmp_path}/notes']\n")
    environment = {"XDG_CONFIG_HOME": str(config)}
    assert "links/target-not-found" in "\n".join(check(repo, **environment)[1])
    (tmp_path / "notes/gone.md").write_text("# Here\n")
    assert "links/target-not-found" not in "\n".join(check(repo, **environment)[1]), "what was printed before is not repeated"


@pytest.mark.parametrize("place", [".config", "cfg"])
def test_one_that_lies_in_the_repository_is_not_the_persons(repo: Repo, tmp_path: Path, place: str) -> None:
    """A build server may make the checkout its home, and a pull request bring the file."""
    _linked(repo, tmp_path)
    repo.write({f"{place}/packetlint/config.toml": f"[links]\nallow-files = ['{tmp_path}']\n"})
    if place == "cfg":
        repo.link(".config", "cfg")
    assert "links/target-not-found" not in "\n".join(check(repo, "a.md", HOME=str(repo.top))[1])
    assert repo.run("packetlint", "config", env={**os.environ, "HOME": str(repo.top)}).stdout.count(b"(your own)") == 0


def test_a_broken_one_ends_the_run(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "packetlint").mkdir()
    (tmp_path / "packetlint/config.toml").write_text("x")
    status, lines = check(repo, XDG_CONFIG_HOME=str(tmp_path))
    assert (status, len(lines)) == (2, 1)


def test_the_schema_is_a_valid_json_schema_with_every_key_described() -> None:
    Validator.check_schema(SCHEMA)
    tables = [SCHEMA, *SCHEMA["properties"].values()]
    assert all("description" in value for table in tables for value in table["properties"].values())
    assert {(section, key) for section, table in SCHEMA["properties"].items() for key in table["properties"]} == set(KEYS)


def test_the_schema_ships_as_it_is() -> None:
    assert json.loads(_SHIPPED.read_text("utf-8")) == SCHEMA


def test_the_command_line_says_the_same(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.top)
    _linked(repo, tmp_path)
    assert main(["check", "--allow-file", f"{tmp_path}/notes"]) == 1
