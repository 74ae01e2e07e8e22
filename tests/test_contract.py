"""What has to agree across the whole: rules, their functions, fixtures and pages; and who may import whom."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import pytest
from cases import REALISTIC, ROOT, cases, hooks

from packetlint.brief.names import DISPLAY
from packetlint.cli.kinds import KNOWN, all_kinds, all_rules, rule_names
from packetlint.core.file_rules import FILE_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from packetlint.core.rule import Rule

_SOURCE = ROOT / "src"
_PACKAGE = _SOURCE / "packetlint"
_KINDS = frozenset(kind.name for kind in all_kinds())
_CORE_FOR_RULES = frozenset(f"packetlint.core.{name}" for name in ("diagnostic", "errors", "markdown", "nearest", "paths", "rule"))
_INPUT_AND_OUTPUT = frozenset("io os pathlib shutil socket ssl subprocess tempfile threading urllib http".split())
_ENGINES = frozenset(["regex"])  # the one library a rule needs: it can stop an expression that runs out of time
_RULE_NAME = re.compile(r"[a-z]+/[a-z]+(?:-[a-z]+)*")
_PARAMETERS = ["facts", "settings"]


class Import(NamedTuple):
    """One module that a file imports; `runs` is False where only a type checker sees it."""

    module: str
    runs: bool


def _modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(_SOURCE).with_suffix("").parts).removesuffix(".__init__")


def _imports(path: Path) -> set[Import]:
    """Give every import of a file, those inside functions too."""
    tree = ast.parse(path.read_text("utf-8"))
    guarded = {id(inner) for node in ast.walk(tree) if _is_type_checking(node) for inner in ast.walk(node)}
    return {Import(module, id(node) not in guarded) for node in ast.walk(tree) for module in _imported(node)}


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _imported(node: ast.AST) -> Iterator[str]:
    """Give the modules of an import statement; `from package import module` names the module."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute, so that this test can read them"
        base = node.module or ""
        inside = _SOURCE.joinpath(*base.split("."))
        for alias in node.names:
            is_module = (inside / f"{alias.name}.py").exists() or (inside / alias.name).is_dir()
            yield f"{base}.{alias.name}" if is_module else base


def _belongs_to(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def _checked() -> list[Rule]:
    return [rule for rule in all_rules() if rule.check is not None]


def _rule_modules() -> list[Path]:
    names = {rule.check.__module__ for rule in all_rules() if rule.check is not None}
    return [path for path in _modules(_PACKAGE) if _dotted(path) in names]


def _folders(verdict: str) -> set[str]:
    return {case.full_rule for case in cases(verdict) if case.rule != REALISTIC}


def test_rules_are_sorted_unique_and_named_kind_slash_what_is_wrong() -> None:
    assert list(rule_names()) == sorted(set(rule_names()))
    assert [name for name in rule_names() if not _RULE_NAME.fullmatch(name)] == []
    assert {name.partition("/")[0] for name in rule_names()} == {"file", *_KINDS}


def test_every_kind_brings_only_rules_of_its_own_name() -> None:
    strays = [rule.name for kind in all_kinds() for rule in kind.rules if not rule.name.startswith(f"{kind.name}/")]
    assert strays == []
    assert [rule.name for rule in FILE_RULES if not rule.name.startswith("file/")] == []


def test_a_rule_is_the_function_of_the_same_name() -> None:
    functions = {rule.name.partition("/")[2].replace("-", "_"): rule for rule in _checked()}
    assert [name for name, rule in functions.items() if getattr(rule.check, "__name__", "") != name] == []


def test_every_rule_function_says_what_it_reports() -> None:
    assert [rule.name for rule in _checked() if not (rule.check.__doc__ or "").startswith("Report")] == []
    assert [rule.name for rule in all_rules() if not rule.summary or rule.summary.endswith(".")] == []


def test_every_function_that_looks_like_a_rule_is_registered() -> None:
    """A rule that is written but not listed would never run, and nothing else would tell."""
    registered = {(rule.check.__module__, rule.check.__name__) for rule in all_rules() if rule.check is not None}
    written = {(_dotted(path), name) for path in _rule_modules() for name in _written(path)}
    assert written == registered


def _written(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            names = [argument.arg for argument in node.args.args]
            if names[1:] == _PARAMETERS:
                yield node.name


@pytest.mark.parametrize("verdict", ["bad", "good"])
def test_every_rule_has_cases_and_every_case_has_a_rule(verdict: str) -> None:
    assert _folders(verdict) == set(rule_names())


def test_every_fixed_case_has_the_bad_case_it_mends() -> None:
    bad = {(case.full_rule, case.name) for case in cases("bad")}
    assert {(case.full_rule, case.name) for case in cases("fixed")} <= bad


def test_every_rule_has_a_page_and_every_page_has_a_rule() -> None:
    folder = ROOT / "docs" / "rules"
    pages = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.glob("*/*.md")}
    assert pages == set(rule_names())


def test_messages_are_lower_case_facts_without_a_full_stop() -> None:
    """A message may begin with the name of a label, a number or code; it is no sentence either way."""
    lines = [line for case in cases("bad") for line in case.expected.splitlines()]
    messages = {line.partition("] ")[2] for line in lines}
    assert messages
    assert [message for message in messages if not _is_fact(message)] == []


def _is_fact(message: str) -> bool:
    first = message[:1]
    begins = first.islower() or first.isdigit() or first == "`" or message.startswith(tuple(DISPLAY.values()))
    return begins and not message.endswith((".", "!"))


@pytest.mark.parametrize("path", _rule_modules(), ids=_dotted)
def test_rules_are_pure_and_import_only_their_kind_and_values_of_core(path: Path) -> None:
    own = ".".join(_dotted(path).split(".")[:2])
    for module in (found.module for found in _imports(path) if found.runs):
        if _belongs_to(module, "packetlint"):
            assert _belongs_to(module, own, *_CORE_FOR_RULES), module
        else:
            top = module.partition(".")[0]
            assert top in sys.stdlib_module_names - _INPUT_AND_OUTPUT or top in _ENGINES, module


@pytest.mark.parametrize("path", _rule_modules(), ids=_dotted)
def test_rules_open_and_print_nothing(path: Path) -> None:
    calls = [node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    assert {call.id for call in calls if isinstance(call, ast.Name)}.isdisjoint({"open", "print", "input", "exec", "eval"})


@pytest.mark.parametrize("kind", sorted(_KINDS))
def test_a_kind_imports_neither_another_kind_nor_the_command_line(kind: str) -> None:
    others = [f"packetlint.{other}" for other in {*_KINDS, "cli"} - {kind}]
    strays = [(_dotted(path), found.module) for path in _modules(_PACKAGE / kind) for found in _imports(path)]
    assert [stray for stray in strays if _belongs_to(stray[1], *others)] == []


def test_core_imports_no_kind_and_not_the_command_line() -> None:
    above = [f"packetlint.{name}" for name in {*_KINDS, "cli"}]
    strays = [(_dotted(path), found.module) for path in _modules(_PACKAGE / "core") for found in _imports(path)]
    assert [stray for stray in strays if _belongs_to(stray[1], *above)] == []


def test_every_kind_has_a_hook_of_its_own_beside_the_one_that_runs_all() -> None:
    assert set(hooks()) == {"packetlint", *(f"packetlint-{known.name}" for known in KNOWN)}


def test_every_entry_of_a_hook_is_a_script_that_is_installed() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    for hook in hooks().values():
        module, _, function = scripts[hook.entry].partition(":")
        assert callable(getattr(import_module(module), function))


def test_a_hook_that_follows_removals_runs_when_no_file_is_named() -> None:
    always = {name for name, hook in hooks().items() if hook.always_run}
    assert always == {"packetlint", *(f"packetlint-{known.name}" for known in KNOWN if known.follows_removals)}


def test_what_is_known_of_a_kind_without_loading_it_is_true() -> None:
    for known in KNOWN:
        kind = known.load()
        assert (known.name, known.suffixes) == (kind.name, kind.suffixes)
