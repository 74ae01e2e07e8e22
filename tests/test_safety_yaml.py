"""YAML that means harm, in whatever is read as YAML: one fault with its place, the mend where quotes are it, the rest linted. `yaml`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from checking import check
from contexts import brain, leaf
from linting import lint
from tables import holds

from packetlint.brief.draft import load
from packetlint.core.errors import UsageError
from packetlint.links.alias_layer import Origin, config_layer, registry_layer

if TYPE_CHECKING:
    from collections.abc import Callable

    from gitrepo import Repo

    from packetlint.links.alias_layer import Layer


class _Input(NamedTuple):
    """A value behind a key, the line from there on at which each reader stops (None: it does not), and whether quotes mend it."""

    text: str
    leaf: int | None
    draft: int | None
    registry: int | None
    quotes: bool = False


_BOMB = "".join(f"b{n}: &b{n} [{', '.join([f'*b{n - 1}'] * 9)}]\n" for n in range(1, 9))
_INPUTS = {
    "alias bomb": _Input(f"[x]\nb0: &b0 [x, x]\n{_BOMB}", 5, 2, None),
    "alias of itself": _Input("&a [*a]", 1, 1, None),
    "deep list": _Input("[" * 5000, 1, 1, 1),
    "deep mapping": _Input("{a: " * 5000, 1, 1, 1),
    "deep block": _Input("\n" + "".join(f"{' ' * n}a:\n" for n in range(1, 300)), 65, 65, 65),
    "at sign": _Input("[@a]", 1, 1, 1, quotes=True),
    "star": _Input("[*]", 1, 1, 1, quotes=True),
    "ampersand": _Input("[&]", 1, 1, 1, quotes=True),
    "backtick": _Input("`a`", 1, 1, 1, quotes=True),
    "percent": _Input("[%a]", 1, 1, 1, quotes=True),
    "unknown alias": _Input("*gone", 1, 1, 1, quotes=True),
    "doubled key": _Input("a\nz: 1\nz: 2", 3, 3, None),
    "tab": _Input("\n\t- a", 2, 2, 2),
    "not filled in": _Input("{{X}}", 1, 1, None, quotes=True),
    "second colon": _Input("a: b", 1, 1, 1, quotes=True),
    "hexadecimal": _Input("[0x10]", None, 1, None, quotes=True),
    "octal": _Input("[0o17]", None, 1, None, quotes=True),
    "sexagesimal": _Input("[190:20:30]", None, 1, None, quotes=True),
    "date that is none": _Input("[2024-02-30]", 1, 1, None, quotes=True),
    "moment that is none": _Input("[2024-02-30T25:61:61Z]", 1, 1, None, quotes=True),
    "5,000 digits": _Input(f"[{'9' * 5000}]", 1, 1, None, quotes=True),
    "code in a tag": _Input("!!python/object/apply:os.system [id]", 1, 1, None),
    "half a character": _Input('"\\ud800"', 1, 1, None),
    "beyond the last character": _Input('"\\U00110000"', 1, 1, 1),
    "open quote": _Input('"a', 1, 2, 2),
    "second document": _Input("a\n---\nb: c", None, 2, 2),
}
_ORIGIN = Origin("config.yaml", "config.yaml", "/srv", None, trusted=False)


def _cells(reader: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("name", [name for name, one in _INPUTS.items() if getattr(one, reader) is not None])


@holds("safety", "yaml")
@_cells("leaf")
def test_frontmatter_of_a_leaf_has_one_fault(name: str) -> None:
    given = _INPUTS[name]
    report = lint(f"---\nsoft_links: []\nowners: {given.text}\n---\n# Leaf\n".encode(), "NODE.md")
    (found,) = report.diagnostics
    assert found.rule == "links/frontmatter-invalid"
    assert found.span.line == 2 + (given.leaf or 0)
    assert not given.quotes or "quote" in found.help
    assert len(found.message) < 200


@holds("safety", "yaml")
@_cells("draft")
def test_a_draft_of_a_brief_is_refused_in_one_line(name: str) -> None:
    given = _INPUTS[name]
    with pytest.raises(UsageError) as caught:
        load("d.yaml", f"task: x\nprogress: {given.text}\n".encode())
    line = str(caught.value)
    assert "\n" not in line
    assert line.startswith(f"d.yaml:{1 + (given.draft or 0)}:")
    assert not given.quotes or "quote" in line
    assert len(line) < 200


@holds("safety", "yaml")
@_cells("registry")
@pytest.mark.parametrize("read", [config_layer, registry_layer], ids=["config.yaml", "projects.yaml"])
def test_a_registry_of_aliases_has_one_fault(name: str, read: Callable[[Origin, bytes], Layer]) -> None:
    fault = read(_ORIGIN, f"aliases: {{}}\nowners: {_INPUTS[name].text}\n".encode()).fault
    assert fault
    assert fault.line == 1 + (_INPUTS[name].registry or 0)


@holds("safety", "yaml")
@pytest.mark.parametrize("name", [name for name, one in _INPUTS.items() if one.registry is None])
def test_a_registry_constructs_nothing_that_could_do_harm(name: str) -> None:
    layer = config_layer(_ORIGIN, f"aliases: {{other: /o}}\nowners: {_INPUTS[name].text}\n".encode())
    entry = layer.entry("other")
    assert entry
    assert (layer.fault, entry.root) == (None, "/o")


@holds("safety", "yaml")
@pytest.mark.parametrize(
    "value", ["0x10", "010", "1_000", "190:20:30", "2024-01-02", "2024-02-30", "yes", "no", "~", "null", ".inf", "1e3"]
)
def test_a_link_that_yaml_takes_for_something_else_is_told_of(value: str) -> None:
    report = lint(f"---\nsoft_links: [{value}]\n---\n".encode(), "NODE.md")
    (found,) = report.diagnostics
    assert found.span[:2] == (2, 14)
    assert (found.rule, found.message) != ("", "")


@holds("safety", "yaml")
def test_the_other_files_are_linted(repo: Repo) -> None:
    files = brain("/tree/gone.md", **{f"tree/{number}.md": _leaf(one) for number, one in enumerate(_INPUTS.values())})
    repo.commit({**files, "project-brain/tree/last.md": leaf("/tree/gone.md")})
    status, lines = check(repo, "--select", "links")
    named = {line.partition(":")[0].removeprefix("project-brain/") for line in lines[:-1]}
    bad = {f"tree/{number}.md" for number, one in enumerate(_INPUTS.values()) if one.leaf is not None}
    assert status == 1
    assert named == {*bad, "tree/last.md", "threads/login/thread.md"}
    assert len(lines) - 1 == len(named)


def _leaf(given: _Input) -> str:
    return f"---\nsoft_links: []\nowners: {given.text}\n---\n# Leaf\n"


@holds("safety", "yaml")
def test_a_brain_whose_registry_is_broken_is_linted(repo: Repo) -> None:
    repo.commit(brain("other:/x.md", "/tree/gone.md", **{"config.yaml": "aliases: [@a]\n"}))
    _, lines = check(repo, "--select", "links")
    rules = {line.partition("[")[2].partition("]")[0] for line in lines[:-1]}
    assert {"links/alias-layer-invalid", "links/target-not-found"} <= rules
