"""The two registries of aliases: which are there, and what they list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from linkpaths import BRAIN, TOP
from linktrees import path_index

from packetlint.links.alias_layer import Origin, config_layer, registry_layer
from packetlint.links.aliases import Aliases
from packetlint.links.root import Root

if TYPE_CHECKING:
    from pathlib import Path


def _aliases(config: str | None, environ: dict[str, str] | None = None, root: Root = BRAIN, top: str = TOP) -> Aliases:
    files = {"brain/CONVENTIONS.md": ""} if config is None else {"brain/config.yaml": config}
    return Aliases(root, path_index(files), top, environ or {})


def _with_registry(tmp_path: Path, text: str, config: str | None = None) -> Aliases:
    (tmp_path / "projects.yaml").write_text(text)
    return _aliases(config, {"PROJECT_BRAIN_PROJECTS_YAML": str(tmp_path / "projects.yaml"), "HOME": "/home/ada"})


@pytest.mark.parametrize(
    ("entry", "brain", "root"),
    [
        ("{brain: /o/brain}", "/o/brain", None),
        ("{root: /o}", None, "/o"),
        ("{brain: /o/b, root: /o, default_remote: x, remotes: {x: {url: y}}}", "/o/b", "/o"),
        ("/o", None, "/o"),
        ("{brain: '', root: /o}", None, "/o"),
        ("{brain: null, root: /o}", None, "/o"),
        ("{brain: ../../o}", "/srv/o", None),
        ("{brain: o/../p}", "/srv/repo/brain/p", None),
        ("{brain: $HOME/o}", "/srv/repo/brain/$HOME/o", None),
        ("{brain: ~/o}", "/home/ada/o", None),
        ("{brain: '~'}", "/home/ada", None),
        ("{brain: ~eve/o}", "/srv/repo/brain/~eve/o", None),
        ("{brain: /a, brain: /b}", "/b", None),
    ],
)
def test_an_entry_names_directories(entry: str, brain: str | None, root: str | None) -> None:
    found = _aliases(f"aliases:\n  other: {entry}\n", {"HOME": "/home/ada"}).find("other")
    assert found
    assert (found.brain, found.root, found.fault, found.trusted, found.shown) == (brain, root, "", False, "brain/config.yaml:2")


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ("", "is listed without a directory"),
        ("~", "is listed without a directory"),
        ("{}", "is listed without `brain` and `root`"),
        ("{default_remote: x}", "is listed without `brain` and `root`"),
        ("''", "is listed without `brain` and `root`"),
        ("7", "is listed with something that is no directory"),
        ("true", "is listed with something that is no directory"),
        ("[/o]", "is listed with something that is no directory"),
        ("2001-99-99", "is listed with something that is no directory"),
        ("{brain: 7}", "has a `brain` that is not a text"),
        ("{brain: /o, root: [x]}", "has a `root` that is not a text"),
        ('{brain: "/a\\0"}', "has a path that no file can have"),
        ('{brain: "/a\\ud800"}', "has a path that no file can have"),
    ],
)
def test_an_entry_without_a_directory_says_so(entry: str, fault: str) -> None:
    found = _aliases(f"aliases:\n  other: {entry}\n").find("other")
    assert found
    assert found.fault == fault


@pytest.mark.parametrize("config", ["", "# nothing\n", "primary_project: demo\n", "aliases:\n", "aliases: {}\n", "\ufeffaliases: {}\n"])
def test_a_registry_that_lists_nothing_is_there(config: str) -> None:
    aliases = _aliases(config)
    assert (aliases.are_there, aliases.find("other"), aliases.faults) == (True, None, ())


def test_without_a_file_there_is_no_registry() -> None:
    aliases = _aliases(None)
    assert (aliases.are_there, aliases.find("other"), aliases.faults, aliases.roles) == (False, None, (), ())


@pytest.mark.parametrize(
    ("config", "line", "column", "message"),
    [
        ("aliases: {\n", 2, 1, "is no YAML: "),
        ("- other\n", 1, 1, "is not a mapping"),
        ("word\n", 1, 1, "is not a mapping"),
        ("a: b\naliases:\n  - other\n", 3, 3, "has something else than a mapping under `aliases`"),
        ("a: 1\n\tb: 2\n", 2, 1, "is no YAML: "),
        ("a: *gone\n", 1, 4, "is no YAML: "),
        ("a: 1\n---\nb: 2\n", 2, 1, "is no YAML: "),
        ("a: b\nc: \x01\n", 2, 4, "holds a character that cannot stand in YAML"),
        ("[" * 20000, 1, 65, "is no YAML: nested too deeply"),
        ('a: "\\U00110000"\n', 1, 5, "cannot be read: `\\U00110000` is beyond the last character"),
        ("a: b\n" * 60000, 1, 1, "is 300000 bytes, over the limit of 262144"),
    ],
)
def test_a_registry_that_cannot_be_used_says_where(config: str, line: int, column: int, message: str) -> None:
    aliases = _aliases(config)
    (fault,) = aliases.faults
    assert (fault.path, fault.file, fault.line, fault.column) == ("brain/config.yaml", "brain/config.yaml", line, column)
    assert fault.message.startswith(message)
    assert aliases.are_there
    assert aliases.find("other") is None


def test_a_registry_that_is_not_text_says_where() -> None:
    origin = Origin("c.yaml", "c.yaml", TOP, None, trusted=False)
    fault = config_layer(origin, b"a: b\nc: \xff\n").fault
    assert fault
    assert (fault.line, fault.column, fault.message) == (2, 4, "is not UTF-8: byte 0xff")


def test_a_bomb_of_aliases_is_harmless() -> None:
    bomb = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))
    assert _aliases(bomb + "aliases: {other: /o}\n").find("other")


@pytest.mark.parametrize(
    ("config", "registry", "brain"),
    [
        ("aliases: {other: {brain: /first}}\n", "other: {brain: /second}\n", "/first"),
        ("aliases: {}\n", "other: {brain: /second}\n", "/second"),
        ("aliases: {\n", "other: {brain: /second}\n", "/second"),
        ("aliases: {other: }\n", "other: {brain: /second}\n", None),
        (None, "other: {brain: /first}\nother: {brain: /second}\n", "/second"),
        ("primary_project: other\n", "other: {brain: /second}\n", "/srv/repo/brain"),
        ("primary_project: other\naliases: {other: {brain: /first}}\n", "", "/first"),
    ],
)
def test_the_first_registry_that_lists_an_alias_decides(tmp_path: Path, config: str | None, registry: str, brain: str | None) -> None:
    found = _with_registry(tmp_path, registry, config).find("other")
    assert found
    assert found.brain == brain


def test_a_registry_of_the_person_is_flat(tmp_path: Path) -> None:
    aliases = _with_registry(tmp_path, "aliases:\n  other: {brain: /o}\n")
    assert aliases.find("other") is None
    assert aliases.is_nested("other")
    assert not aliases.is_nested("third")


@pytest.mark.parametrize(
    ("environ", "is_there"),
    [
        ({}, False),
        ({"HOME": "{}/home"}, True),
        ({"HOME": "{}/home", "XDG_CONFIG_HOME": ""}, True),
        ({"HOME": "{}/home", "XDG_CONFIG_HOME": "relative"}, True),
        ({"HOME": "{}/home", "XDG_CONFIG_HOME": "{}/none"}, False),
        ({"XDG_CONFIG_HOME": "{}/home/.config"}, True),
        ({"HOME": "{}/home", "PROJECT_BRAIN_PROJECTS_YAML": ""}, True),
        ({"HOME": "{}/home", "PROJECT_BRAIN_PROJECTS_YAML": "{}/none.yaml"}, False),
        ({"PROJECT_BRAIN_PROJECTS_YAML": "{}/home/.config/project-brain/projects.yaml"}, True),
        ({"HOME": "{}/home", "PROJECT_BRAIN_PROJECTS_YAML": "~/.config/project-brain/projects.yaml"}, True),
    ],
)
def test_the_environment_says_where_the_registry_is(tmp_path: Path, environ: dict[str, str], *, is_there: bool) -> None:
    place = tmp_path / "home/.config/project-brain"
    place.mkdir(parents=True)
    (place / "projects.yaml").write_text("other: /o\n")
    found = _aliases(None, {name: value.replace("{}", str(tmp_path)) for name, value in environ.items()}).find("other")
    assert bool(found) == is_there
    assert not found or found.trusted


def test_a_relative_name_of_the_registry_counts_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.yaml").write_text("other: o\n")
    monkeypatch.chdir(tmp_path)
    found = _aliases(None, {"PROJECT_BRAIN_PROJECTS_YAML": "mine.yaml"}).find("other")
    assert found
    assert found.root == str(tmp_path / "o")


@pytest.mark.parametrize("kind", ["directory", "too large"])
def test_a_registry_that_cannot_be_read_is_there(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "projects.yaml"
    if kind == "directory":
        place.mkdir()
    else:
        place.write_bytes(b"#" * 300_000)
    aliases = _aliases(None, {"PROJECT_BRAIN_PROJECTS_YAML": str(place)})
    (fault,) = aliases.faults
    assert aliases.are_there
    assert fault.path is None
    assert fault.message.startswith("cannot be read: ")


def test_the_environment_can_name_another_configuration(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("aliases: {other: {brain: o}}\nroles: [legal]\nprimary_project: demo\n")
    aliases = _aliases("aliases: {third: /t}\n", {"PROJECT_BRAIN_CONFIG": str(tmp_path / "mine.yaml")})
    found = aliases.find("other")
    assert found
    assert (found.brain, found.trusted) == (str(tmp_path / "o"), True)
    assert (aliases.find("third"), aliases.roles) == (None, ("legal",))
    assert aliases.names == {"other", "demo"}


def test_a_configuration_named_by_the_environment_is_the_repository_s_where_git_tracks_it(tmp_path: Path) -> None:
    (tmp_path / "alt.yaml").write_text("aliases: {other: /disk}\n")
    (tmp_path / "mine.yaml").write_text("aliases: {other: /mine}\n")
    index = path_index({"alt.yaml": "aliases: {other: /index}\n"})
    tracked = Aliases(BRAIN, index, str(tmp_path), {"PROJECT_BRAIN_CONFIG": str(tmp_path / "alt.yaml")}).find("other")
    own = Aliases(BRAIN, index, str(tmp_path), {"PROJECT_BRAIN_CONFIG": str(tmp_path / "mine.yaml")}).find("other")
    assert tracked
    assert own
    assert (tracked.root, tracked.trusted, own.root, own.trusted) == ("/index", False, "/mine", True)


def test_a_configuration_that_is_a_link_out_of_the_repository_is_not_read() -> None:
    index = path_index((), links={"brain/config.yaml": "../../secret.yaml"})
    aliases = Aliases(BRAIN, index, TOP, {})
    assert [fault.message for fault in aliases.faults] == ["is a symbolic link that leaves the repository"]


def test_only_a_brain_has_a_configuration() -> None:
    assert not _aliases("aliases: {}\n", root=Root("brain", is_brain=False)).are_there


@pytest.mark.parametrize(
    ("roles", "names"), [("[legal, 7, risk]", ("legal", "risk")), ("legal", ()), ("{a: b}", ()), ("", ()), ("[[x]]", ())]
)
def test_a_configuration_adds_roles(roles: str, names: tuple[str, ...]) -> None:
    assert _aliases(f"roles: {roles}\n").roles == names


@given(st.binary() | st.text(alphabet="ab:{}[]-&*!|>?'\"\n \t#%@~0", max_size=80).map(str.encode))
@example(b"? [a]\n: b\n")
@example(b"a: !!binary '('\n")
@example(b"%YAML 9.9\n---\n")
@example(b"&a a: &a b\n")
def test_any_bytes_are_a_registry_or_one_fault(raw: bytes) -> None:
    origin = Origin("c.yaml", None, TOP, None, trusted=True)
    for read in (config_layer, registry_layer):
        layer = read(origin, raw)
        if layer.fault:
            assert layer.fault.line >= 1
            assert layer.fault.column >= 1
            assert not layer.entries
        for alias in layer.entries:
            entry = layer.entry(alias)
            assert entry
            assert bool(entry.fault) == (entry.brain is None and entry.root is None)
